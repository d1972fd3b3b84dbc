package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/abnftest"
	"example.org/iri/internal/language"
)

// irisShipped is the tables of RFC 3987, which come first.
func irisShipped() (list []*dfa.Automaton) {
	for _, l := range language.All() {
		if l == &language.URI {
			break
		}
		list = append(list, l.Automaton)
	}
	return list
}

// seed returns the path of a text whose name begins with a number. The five texts
// were found on the web and are no part of this project: IRI_SEEDS names their
// folder, which lies beside the repository by default.
func seed(t *testing.T, number string) string {
	t.Helper()
	folder := cmp.Or(os.Getenv("IRI_SEEDS"), filepath.Join("..", "..", "..", "shared", "seeds"))
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		t.Skip("no grammar texts of other origin here: ", err)
	}
	names, err := filepath.Glob(filepath.Join(folder, number+"_*.txt"))
	if err != nil || len(names) != 1 {
		t.Fatalf("texts %v called %s, %v", names, number, err)
	}
	return names[0]
}

// wildText is a text with the flags that declare what it lacks, the number of its own
// rules, and how many repairs of each kind there are.
type wildText struct {
	number  string
	flags   []string
	own     int
	repairs map[string]int
}

const (
	importIRI = "--import=" + "../../tables/rfc3987.abnf"
	importURI = "--import=" + "../../tables/rfc3986.abnf"
)

var wildTexts = []wildText{
	{"000", []string{"--rename=ncoded=pct-encoded", importIRI}, 33, map[string]int{"skip": 3, "orphan": 1, "alias": 1}},
	{"001", nil, 39, map[string]int{"split": 38, "comment": 11, "zero": 1}},
	{"002", nil, 42, map[string]int{"skip": 1}},
	{"003", []string{importURI}, 25, map[string]int{"skip": 1, "import": 12}},
	{"004", nil, 39, map[string]int{"skip": 2}},
}

// kinds are the repairs by what their lines say.
var kinds = map[string]*regexp.Regexp{
	"skip":    regexp.MustCompile(`left out: "`),
	"orphan":  regexp.MustCompile(`left out, there is no rule to continue: "`),
	"split":   regexp.MustCompile(`rule "[^"]+" begins within a line$`),
	"comment": regexp.MustCompile(`the comment ".*" ends here$`),
	"zero":    regexp.MustCompile(`0 without an element read as ""$`),
	"alias":   regexp.MustCompile(`ncoded renamed to pct-encoded$`),
	"import":  regexp.MustCompile(`rule \S+ comes from \S+:\d+:\d+$`),
}

// TestWildTexts: each of the five texts, with its declared repairs, gives the languages
// of the shipped tables, for all rules of RFC 3987.
func TestWildTexts(t *testing.T) {
	for _, x := range wildTexts {
		t.Run(x.number, func(t *testing.T) {
			t.Parallel()
			name := seed(t, x.number)
			g, stderr, err := readGrammar(t, append(append([]string{"--wild"}, x.flags...), name)...)
			if err != nil {
				t.Fatal(err)
			}
			if len(g.own) != x.own {
				t.Errorf("%d rules of its own, want %d", len(g.own), x.own)
			}
			if got, err := countKinds(stderr); err != nil || !maps.Equal(got, x.repairs) {
				t.Errorf("repairs %v, want %v; %v", got, x.repairs, err)
			}
			for _, want := range irisShipped() {
				sameLanguage(t, g.Grammar, want)
			}
		})
	}
}

// countKinds counts the lines of stderr, all of which are to be repairs.
func countKinds(stderr string) (map[string]int, error) {
	count := make(map[string]int)
	position := regexp.MustCompile(`^\S+:\d+:\d+: repaired: `)
	for line := range strings.Lines(stderr) {
		line = strings.TrimSuffix(line, "\n")
		known := 0
		for kind, pattern := range kinds {
			if pattern.MatchString(line) {
				count[kind]++
				known++
			}
		}
		if known != 1 || !position.MatchString(line) {
			return count, fmt.Errorf("line of %d kinds: %s", known, line)
		}
	}
	return count, nil
}

func sameLanguage(t *testing.T, g *abnf.Grammar, want *dfa.Automaton) {
	t.Helper()
	got, err := compile.Compile(g, want.Name, nil)
	if err != nil {
		t.Fatal(err)
	}
	if witness, equal := abnftest.Equivalent(got, want); !equal {
		t.Errorf("%s: not the language of the shipped table: %q", want.Name, witness)
	}
}

// TestWildCommands compiles the texts by the command, and shows what it says without
// the flags.
func TestWildCommands(t *testing.T) {
	for _, x := range wildTexts {
		name, out := seed(t, x.number), filepath.Join(folder(t), "out.go")
		r := abnfc("compile", "-o", out, name)
		if r.code != 1 || !regexp.MustCompile(`^\S+:\d+:\d+: expected `).MatchString(r.stderr) {
			t.Errorf("%s, strict: status %d, on stderr\n%s", x.number, r.code, r.stderr)
		}
		r = abnfc("compile", "-o", out, "--wild", name)
		if len(x.flags) > 0 != (r.code == 1) {
			t.Errorf("%s, without its flags: status %d, on stderr\n%s", x.number, r.code, r.stderr)
		}
		_, err := os.Stat(out)
		if written := err == nil; written != (r.code == 0) {
			t.Errorf("%s: a file: %v, %v", x.number, written, err)
		}
	}
	for _, x := range []struct{ number, flag, want string }{
		{"000", importIRI, `:8:38: rule "ncoded" is not defined (did you mean "pct-encoded"? --rename ncoded=pct-encoded accepts that)`},
		{"003", "--rename=iunreserved=unreserved", `:38:18: rule "IP-literal" is not defined (--import FILE supplies rules, --rename IP-literal=RULE takes another one)`},
	} {
		name := seed(t, x.number)
		r := diagnosed("compile", "-o", filepath.Join(folder(t), "out.go"), "--wild", x.flag, name)
		if r.code != 1 || !strings.Contains(r.stderr, name+x.want+"\n") {
			t.Errorf("%s %s: status %d, on stderr\n%s", x.number, x.flag, r.code, r.stderr)
		}
	}
}

// What cannot be read is an error for those who ask for it, and a repair for others.
func TestWildUnread(t *testing.T) {
	t.Chdir(folder(t, "page.txt", "Prices\n\nprice = amount [ mark ]\namount = 1*DIGIT\nmark = \"!\" | \"?\"\n\nFor example:\n\nline = 1,2\n"))
	const repairs = "page.txt:1:1: repaired: left out: \"Prices\"\n" +
		"page.txt:5:1: repaired: rule \"mark\" left out, it cannot be read: expected element, \"/\" or end of rule, found \"|\" (ABNF separates alternatives with \"/\")\n" +
		"page.txt:7:1: repaired: left out: \"For example:\"\n" +
		"page.txt:9:1: repaired: rule \"line\" left out, it cannot be read: expected element right after the repetition, found \",\" (the elements of a concatenation stand side by side, without a comma)\n"
	const fault = "page.txt:5:12: expected element, \"/\" or end of rule, found \"|\" (ABNF separates alternatives with \"/\")\n"
	for _, test := range []struct {
		flag string
		code int
		want string
	}{
		{"--rule=amount", 0, repairs},
		{"--rule=price", 1, repairs + fault},
		{"--rule=mark", 1, repairs + fault},
		{"--notest", 1, repairs + fault},
	} {
		r := diagnosed("compile", "-o", "out.go", "--wild", test.flag, "page.txt")
		if r.code != test.code || r.stderr != test.want {
			t.Errorf("%s: status %d, on stderr\n%s", test.flag, r.code, r.stderr)
		}
	}
}

// Strict reading says which faults --wild gets over.
func TestWildHints(t *testing.T) {
	t.Chdir(folder(t, "page.abnf", "Prices\n\nprice ::= \"1\" mark\nmark = \"!\" | \"?\"\n"))
	r := diagnosed("compile", "-o", "out.go", "page.abnf")
	const want = "page.abnf:1:7: expected \"=\" or \"=/\", found end of rule (--wild repairs that)\n" +
		"page.abnf:3:7: expected \"=\" or \"=/\", found \"::=\" (ABNF defines with \"=\"; --wild repairs that)\n" +
		"page.abnf:4:12: expected element, \"/\" or end of rule, found \"|\" (ABNF separates alternatives with \"/\")\n"
	if r.code != 1 || r.stderr != want {
		t.Errorf("status %d, on stderr\n%s", r.code, r.stderr)
	}
}

// Prose about a rule of another document is never a rule of the page, whose names ignore case.
func TestWildElsewhere(t *testing.T) {
	t.Chdir(folder(t,
		"http.txt", "HTTP\n\nHost = uri-host [ \":\" port ]\nuri-host = <host, see [URI], Section 3.2.2>\nport = <port, see [URI], Section 3.2.3>\n",
		"uri.abnf", "host = 1*ALPHA\nport = *DIGIT\n"))
	for text, code := range map[string]int{"a:1": 0, "a": 0, "a:1:2": 1, ":1": 1} {
		r := abnfc("explain", "--wild", "--import", "uri.abnf", "http.txt", "Host", text)
		if r.code != code {
			t.Errorf("%q: status %d, on stderr\n%s", text, r.code, r.stderr)
		}
	}
	r := diagnosed("explain", "--wild", "http.txt", "Host", "a")
	const want = "http.txt:1:1: repaired: left out: \"HTTP\"\n" +
		"http.txt:4:12: rule \"uri-host\" depends on prose: <host, see [URI], Section 3.2.2> (define it in ABNF instead)\n" +
		"http.txt:5:8: rule \"port\" depends on prose: <port, see [URI], Section 3.2.3> (define it in ABNF instead)\n"
	if r.code != 1 || r.stderr != want {
		t.Errorf("without the other document: status %d, on stderr\n%s", r.code, r.stderr)
	}
}

// A rule that only an import has, and no place refers to, can be asked for.
func TestWildImportAsked(t *testing.T) {
	t.Chdir(folder(t, "page.txt", "Prices\n\nitem = name price\nname = 1*ALPHA\n", "money.abnf", money))
	const skipped = "page.txt:1:1: repaired: left out: \"Prices\"\n"
	for _, test := range []struct{ rules, want string }{
		{"name", "page.txt:3:13: repaired: rule price comes from money.abnf:1:1\n" +
			"money.abnf:1:17: repaired: rule currency comes from money.abnf:2:1\n"},
		{"name,currency", "page.txt:3:13: repaired: rule price comes from money.abnf:1:1\n" +
			"money.abnf:1:17: repaired: rule currency comes from money.abnf:2:1\n"},
	} {
		r := diagnosed("compile", "-o", "out.go", "--wild", "--import", "money.abnf", "--rule", test.rules, "page.txt")
		if r.code != 0 || r.stderr != skipped+test.want {
			t.Errorf("--rule %s: status %d, on stderr\n%s", test.rules, r.code, r.stderr)
		}
	}
	t.Chdir(folder(t, "page.txt", "Prices\n\nname = 1*ALPHA\n", "money.abnf", money))
	r := diagnosed("compile", "-o", "out.go", "--wild", "--import", "money.abnf", "--rule", "price", "page.txt")
	if want := skipped + "money.abnf:1:17: repaired: rule currency comes from money.abnf:2:1\n" +
		"abnfc: repaired: rule price comes from money.abnf:1:1\n"; r.code != 0 || r.stderr != want {
		t.Errorf("status %d, on stderr\n%s", r.code, r.stderr)
	}
}
