package compile_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/walk"
)

// The file testdata/listings.txt has sections for each grammar: the grammar, and strings to accept and to
// reject, quoted as in Go. The first rule is compiled, and its listing compared with testdata/listings.golden.
// A comment "; -part a,b -octets" gives the options.
func TestListings(t *testing.T) {
	var listings strings.Builder
	var a *dfa.Automaton
	for section := range strings.SplitSeq(strings.TrimPrefix(read(t, "testdata/listings.txt"), "-- "), "\n-- ") {
		name, text, _ := strings.Cut(section, " --\n")
		if strings.HasSuffix(name, ".abnf") {
			opts, encoding := optionsOf(text)
			g := matcher.Parse(t, text+"\n")
			g.Encoding = encoding
			var err error
			if a, err = compileFirstOf(t, g, opts); err != nil {
				t.Fatal(err)
			}
			checkMinimal(t, a)
			listings.WriteString(a.String())
			continue
		}
		for line := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == '\n' }) {
			text, err := strconv.Unquote(line)
			if err != nil {
				t.Errorf("%s: line %s: %v", name, line, err)
			} else if dfa.Match(a, text) != strings.HasSuffix(name, ".accept") {
				t.Errorf("%s: %s has the wrong verdict", name, line)
			}
		}
	}
	testkit.Golden(t, "testdata/listings.golden", listings.String())
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

// All stages are traced, in order. The last one is the automaton returned.
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

// MustCompile panics with the error of Compile or of the parser.
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

// Core rules need no definition, and rules of the grammar take precedence.
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

func rfc(t testing.TB, name string) *abnf.Grammar {
	t.Helper()
	return matcher.Parse(t, read(t, "../tables/"+name+".abnf"))
}

// Sizes of automata, some of which documents mention.
func TestFigures(t *testing.T) {
	iri, uri := rfc(t, "rfc3987"), rfc(t, "rfc3986")
	tests := []struct {
		grammar         *abnf.Grammar
		rule            string
		parts           []string
		states, classes int
	}{
		{iri, "IRI", nil, 262, 44},
		{iri, "IRI-reference", nil, 278, 44},
		{iri, "iauthority", nil, 209, 37},
		{iri, "IPv6address", nil, 152, 10},
		{iri, "IPv4address", nil, 25, 8},
		{iri, "dec-octet", nil, 7, 7},
		{iri, "scheme", nil, 3, 3},
		{iri, "port", nil, 2, 2},
		{iri, "ipath-empty", nil, 2, 1},
		{uri, "URI", nil, 180, 21},
		{uri, "URI-reference", nil, 183, 21},
		{iri, "IRI", []string{"iquery"}, 263, 44},
		{iri, "IRI-reference", []string{"iquery"}, 279, 44},
		{uri, "URI", []string{"query"}, 184, 21},
		{uri, "URI-reference", []string{"query"}, 187, 21},
	}
	for _, test := range tests {
		if !*testkit.Long && strings.HasSuffix(test.rule, "-reference") {
			continue
		}
		a, err := Compile(test.grammar, test.rule, &Options{Parts: test.parts})
		if err != nil {
			t.Error(err)
			continue
		}
		if a.NumStates() != test.states || walk.NumClasses(a) != test.classes {
			t.Errorf("%s with %d parts: %d states and %d classes, want %d and %d",
				test.rule, len(test.parts), a.NumStates(), walk.NumClasses(a), test.states, test.classes)
		}
		if *testkit.Long {
			checkMinimal(t, a)
		}
	}
}
