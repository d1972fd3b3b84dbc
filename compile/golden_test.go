package compile_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// Each folder in testdata is a grammar, the listings of its NFA and of its
// minimal automaton, and strings to accept and to reject, quoted as in Go. The first
// rule is compiled. A comment "; -part a,b -octets" gives the options.
func TestListings(t *testing.T) {
	folders, err := filepath.Glob("testdata/*/grammar.abnf")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no grammars in testdata: %v", err)
	}
	for _, file := range folders {
		folder := filepath.Dir(file)
		t.Run(filepath.Base(folder), func(t *testing.T) {
			text := read(t, file)
			var trace strings.Builder
			opts, encoding := optionsOf(text)
			opts.Trace = &trace
			g := matcher.Parse(t, text)
			g.Encoding = encoding
			a, err := compileFirstOf(t, g, opts)
			if err != nil {
				t.Fatal(err)
			}
			testkit.Golden(t, filepath.Join(folder, "nfa.golden"), stage(t, trace.String(), "nfa", a.Name))
			testkit.Golden(t, filepath.Join(folder, "dfa.golden"), a.String())
			checkMinimal(t, a)
			for _, accept := range []bool{true, false} {
				name := map[bool]string{true: "accept.txt", false: "reject.txt"}[accept]
				for line := range strings.Lines(read(t, filepath.Join(folder, name))) {
					text, err := strconv.Unquote(strings.TrimSuffix(line, "\n"))
					if err != nil {
						t.Errorf("%s: line %q: %v", name, line, err)
					} else if dfa.Match(a, text) != accept {
						t.Errorf("%s: %s has the wrong verdict", name, line)
					}
				}
			}
		})
	}
}

func read(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// optionsOf reads the options in the comment of a grammar.
func optionsOf(text string) (opts *Options, encoding abnf.Encoding) {
	opts = new(Options)
	for line := range strings.Lines(text) {
		line, isComment := strings.CutPrefix(line, "; -")
		if !isComment {
			continue
		}
		words := strings.Fields("-" + line)
		for i, word := range words {
			switch word {
			case "-part":
				opts.Parts = strings.Split(words[i+1], ",")
			case "-octets":
				encoding = abnf.Octets
			}
		}
	}
	return opts, encoding
}

// stage returns the listing that the trace has of a stage.
func stage(t *testing.T, trace, name, rule string) string {
	t.Helper()
	_, list, found := strings.Cut("\n"+trace, "\n"+name+" of "+rule+": ")
	if !found {
		t.Fatalf("no stage %s in the trace\n%s", name, trace)
	}
	list, _, _ = strings.Cut(list, "\n\n")
	return rule + ": " + strings.TrimSuffix(list, "\n") + "\n"
}

// Every stage is traced, in order, and the last is the automaton returned.
func TestTrace(t *testing.T) {
	var trace strings.Builder
	a := compiled(t, `r = *"a" "b"`+"\n", &Options{Trace: &trace})
	rest := trace.String()
	for _, name := range []string{"nfa", "dfa", "min", "table"} {
		_, after, found := strings.Cut(rest, name+" of r: ")
		if !found {
			t.Fatalf("no stage %s in order in\n%s", name, trace.String())
		}
		rest = after
	}
	if "r: "+strings.TrimSpace(rest) != strings.TrimSpace(a.String()) {
		t.Errorf("the last stage is\n%s\nwant\n%v", rest, a)
	}
}

// The zero options and none are the same.
func TestOptionsAreOptional(t *testing.T) {
	g := matcher.Parse(t, "r = %xE4 / \"a\"\n")
	var list []string
	for _, opts := range []*Options{nil, {}, {MaxStates: 100}} {
		a, err := Compile(g, "R", opts)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, a.String())
	}
	if list[0] != list[1] || list[1] != list[2] || !strings.HasPrefix(list[0], "r: ") {
		t.Errorf("listings %q", list)
	}
}

// MustCompile panics with the error that Compile, or the reader, returns.
func TestMustCompile(t *testing.T) {
	if a := MustCompile("r = 1*DIGIT\n", "R"); !dfa.Match(a, "42") || dfa.Match(a, "") {
		t.Errorf("another language: %v", a)
	}
	for _, test := range []struct{ grammar, rule, want string }{
		{"r = 1*DIGITS\n", "r", `abnf: 1:7: rule "DIGITS" is not defined (did you mean "DIGIT"?)`},
		{"r = |\n", "r", `abnf: 1:5: expected element, found "|" (ABNF separates alternatives with "/")`},
	} {
		func() {
			defer func() {
				if err, _ := recover().(error); err == nil || err.Error() != test.want {
					t.Errorf("%q: panic %v, want %s", test.grammar, err, test.want)
				}
			}()
			MustCompile(test.grammar, test.rule)
		}()
	}
}

// Core rules are there unasked, and the grammar's own go first.
func TestCoreRules(t *testing.T) {
	a := compiled(t, "r = HEXDIG CRLF\n", nil)
	if !dfa.Match(a, "a\r\n") || !dfa.Match(a, "9\r\n") || dfa.Match(a, "g\r\n") {
		t.Error("HEXDIG CRLF is not a digit and a line end")
	}
	own := compiled(t, "r = hexdig\nHexDig = \"x\"\n", nil)
	if !dfa.Match(own, "x") || dfa.Match(own, "a") {
		t.Error("the grammar's own HexDig is not used")
	}
	if b, err := compileFirstOf(t, octetGrammar(t, "all = octet\n"), nil); err != nil || !dfa.Match(b, "\xff") || dfa.Match(b, "ab") {
		t.Errorf("OCTET does not match each byte: %v", err)
	}
}
