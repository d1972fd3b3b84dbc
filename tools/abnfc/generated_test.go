package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"example.org/iri/internal/testkit"
)

// strange has rules with names that mean something in Go or to go test.
const strange = `main     = string type
string   = *"s"
type     = 1*"t" / error
error    = "e" [ dfa ]
dfa      = bytes
bytes    = t / "b"
t        = "t"
valid    = "v"
examples = %x0-10FFFF
init     = <nothing> / "x"
text     = spans ":" [ x ]
spans    = *"s"
x        = "x"
none     = %xD800
a--b-    = ""
q        = %x22 / "\" / "%s" / %x0A / %x60
`

// absence checks in the package of strange that an absent rule differs from an empty one.
const absence = `package strange

import "testing"

func TestAbsence(t *testing.T) {
	for text, there := range map[string]bool{":": false, "ss:x": true, "bad": false} {
		p, err := ParseText(text)
		if (err == nil) != ValidText(text) || err != nil && p != (TextParts{}) {
			t.Errorf("%q: %v, %v", text, p, err)
		}
		if _, ok := p.Spans(); ok != (err == nil) {
			t.Errorf("%q: spans there: %t", text, ok)
		}
		s, ok := p.X()
		if ok != there || (text[s.Start:s.End] == "x") != there {
			t.Errorf("%q: x at %v: %t", text, s, ok)
		}
	}
	if n := testing.AllocsPerRun(100, func() { ParseText("sss:x") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
`

// TestGenerated runs the tests of generated packages: with strange names and texts, recursion, large tables, and all
// rules of RFC 3987 with -long.
func TestGenerated(t *testing.T) {
	root := module(t)
	for name, grammar := range map[string]string{
		"strange.abnf": strange,
		"loops.abnf":   "list = item [ \",\" list ]\nitem = 1*DIGIT\nsum = sum \"+\" item / item\npair = list \";\" sum\n",
		"csv.abnf":     "record = field *( \",\" field )\nfield = *%x61-63\n", // the first field may be empty
		"page.abnf":    "page = 5x 600char\nx = \"x\"\nchar = %x0-10FFFF\n",   // too many states for two-byte entries
	} {
		if err := os.WriteFile(name, []byte(grammar), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	commands := [][]string{
		{"--rule", "main,string,type,error,dfa,bytes,t,valid,examples,x,text,spans,none,a--b-,q", "--span", "spans,string,x", "-o", "strange/strange.go", "strange.abnf"},
		{"--span", "item", "--rule", "list,sum,item", "-o", "loops/loops.go", "loops.abnf"},
		{"--rule", "pair", "--part", "item", "-o", "loops/pair.go", "loops.abnf"},
		{"--span", "field", "--rule", "record,field", "-o", "csv/csv.go", "csv.abnf"},
		{"--rule", "page", "--span", "x", "-o", "page/page.go", "page.abnf"},
		{"-o", "iris/iris.go", root + "/tables/rfc3987.abnf"},
		{"--rule", "IRI-reference", "--span", "scheme,iauthority,ihost,port,iquery,ifragment", "--part", "ihost", "--pkg", "iris", "-o", "iris/parse/parse.go", root + "/tables/rfc3987.abnf"},
	}
	if !*testkit.Long {
		commands = commands[:4]
	}
	for _, args := range commands {
		if r := abnfc(append([]string{"compile"}, args...)...); r.code != 0 || r.stdout != "" {
			t.Fatalf("%v: status %d\n%s%s", args, r.code, r.stdout, r.stderr)
		}
	}
	if err := os.WriteFile("strange/absence_test.go", []byte(absence), 0o644); err != nil {
		t.Fatal(err)
	}
	goRun(t, "test", "-vet=off", "./...")
	if !*testkit.Long {
		return
	}
	goRun(t, "vet", "./...")
	goRun(t, "test", "-run", "^$", "-fuzz", "FuzzRulesOfParse", "-fuzztime", "300x", "./iris/parse")
}

// hostileNames are names of grammars that look like code.
var hostileNames = []string{
	"a\npackage b\n", "a\r\n//go:generate x\r\n.abnf", "a\n*", "*", "a\\", "a\\\n", "a*\u2028b\u2029c.abnf", "a\x80\xff.abnf", "\x1b[31ma", "\u202ea.abnf", "a\u0085b", "\"a\"",
	"`a`", "--><script>a<", "]]>", "${a}", "'a'", "a\tb", "a\x7f", "??", "é.abnf", "#line 1", "</svg><b>",
}

// comments matches comments of C, JavaScript and Go.
var comments = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n\r\x{2028}\x{2029}]*`)

// TestHostileNames checks that the name of a grammar changes only comments in its output, which are printable.
func TestHostileNames(t *testing.T) {
	const text = "a = *( b / %x30 )\r\nb = %x61-7A\r\n"
	made := func(name string, args []string) (out string) {
		folder(t, "good.abnf", text)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Skip(err)
		}
		if err := os.WriteFile("x.eq", []byte("x = a\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		full := append(append(args[:1:1], args[1:]...), "--", name)
		got := abnfc(full...)
		if got.code != 0 {
			t.Fatalf("%q: %+v", full, got)
		}
		out = got.stdout
		for _, file := range []string{"x.go", "x_test.go", "x.c", "x.h", "x.mjs", "x.d.mts", "x.cjs", "x.html"} {
			written, _ := os.ReadFile(file)
			out += string(written)
		}
		return out
	}
	for _, args := range [][]string{
		{"compile", "-o", "x.go", "--pkg", "x", "--span", "b"}, {"compile", "-o", "x.go", "--pkg", "x", "--standalone"}, {"compile", "-o", "x.c", "--span", "b"},
		{"compile", "-o", "x.mjs"}, {"compile", "-o", "x.cjs"}, {"draw", "--as", "dot"}, {"draw", "--rule", "a"},
		{"draw"}, {"extract"}, {"sample", "--suite"}, {"sample", "--rule", "a"}, {"compile", "-o", "x.go", "--pkg", "x", "--import", "good.abnf"},
	} {
		want := comments.ReplaceAllString(made("grammar.abnf", args), "")
		for _, name := range hostileNames {
			got := made(name, args)
			if rest := comments.ReplaceAllString(got, ""); rest != want && !strings.Contains(want, "grammar.abnf") {
				t.Errorf("%q of %q changes more than comments", args, name)
			}
			for line := range strings.Lines(got) {
				if strings.HasPrefix(line, "package b") || !utf8.ValidString(line) || strings.ContainsFunc(strings.TrimSuffix(line, "\n"), unprintable) {
					t.Errorf("%q of %q: %q", args, name, line)
				}
			}
		}
	}
}

// TestHostileNamesInMessages checks that messages escape the name of a grammar.
func TestHostileNamesInMessages(t *testing.T) {
	for _, name := range hostileNames {
		folder(t)
		if err := os.WriteFile(name, []byte("a = *( b / %x30 )\r\nb = %x61-7A\r\nc = b\nc = a\nd = e\nf = f\n"), 0o666); err != nil {
			t.Skip(err)
		}
		for _, args := range [][]string{
			{"lint"}, {"lint", "--wild"}, {"prove"}, {"compile", "-o", "x.go", "--pkg", "x"}, {"compile", "-o", "x.go", "--pkg", "x", "--wild", "--keep-going"},
			{"compile", "-o", "x.go", "--pkg", "x", "--wild", "--rename", "a=g"}, {"sample", "--rule", "g"}, {"extract", "--wild"},
			{"compile", "--wild", "-o", "x.go", "--pkg", "x", "--override", name}, {"draw", "-o", name}, {"draw", "--as", "dot", "--rule", "d"}, {"lint", "--format", "sarif"},
		} {
			got := abnfc(append(args, "--", name)...)
			for line := range strings.Lines(got.stderr + got.stdout) {
				if strings.HasPrefix(line, "package b") || !utf8.ValidString(line) || strings.ContainsFunc(strings.TrimSuffix(line, "\n"), unprintable) {
					t.Errorf("%q of %q: %q", args, name, line)
				}
			}
		}
	}
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) && r != '\t' }

// nested has lists in lists: ranges with parameters and, after each, at most one weight. Entries may be empty.
const nested = `accept = range [ weight ] *( "," range [ weight ] )
range  = 1*"a" *( ";" name [ "=" value ] )
name   = 1*"n"
value  = *"v"
weight = "!" 1DIGIT
`

// nestedTest compares the nesting of spans with that of generated fields.
const nestedTest = `package accept

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/iri/dfa"
)

func TestBelongs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var s strings.Builder
		var names, values, weights []string // "NUMBER TEXT": index of the range or name
		name := 0
		for i := range 1 + r.IntN(40) {
			if i > 0 {
				s.WriteString(",")
			}
			s.WriteString(strings.Repeat("a", 1+r.IntN(3)))
			for range r.IntN(3) {
				text := strings.Repeat("n", 1+r.IntN(3))
				names = append(names, fmt.Sprint(i, text))
				s.WriteString(";" + text)
				if r.IntN(2) == 0 {
					text := strings.Repeat("v", r.IntN(3))
					values = append(values, fmt.Sprint(name, text))
					s.WriteString("=" + text)
				}
				name++
			}
			if r.IntN(2) == 0 {
				text := "!" + fmt.Sprint(r.IntN(10))
				weights = append(weights, fmt.Sprint(i, text))
				s.WriteString(text)
			}
		}
		text := s.String()
		p, err := ParseAccept(text)
		if err != nil {
			t.Fatal(err)
		}
		texts := func(all func(func(int, dfa.Span) bool)) (list []string) {
			for i, x := range all {
				list = append(list, fmt.Sprint(i, text[x.Start:x.End]))
			}
			return list
		}
		for _, x := range [][2][]string{
			{texts(p.AllNameBy(p.AllRange())), names},
			{texts(p.AllValueBy(p.AllName())), values},
			{texts(p.AllWeightBy(p.AllRange())), weights},
		} {
			if fmt.Sprintf("%q", x[0]) != fmt.Sprintf("%q", x[1]) {
				t.Fatalf("%q: %q, want %q", text, x[0], x[1])
			}
		}
	}
}

func TestNoOuter(t *testing.T) {
	p, err := ParseAccept("a;n,a;nn")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for i := range p.AllNameBy(p.AllWeight()) {
		if n++; i != -1 {
			t.Errorf("%d", i)
		}
		break // the loop may end early
	}
	if n != 1 {
		t.Error("no name")
	}
	if p, err = ParseAccept("x"); err == nil {
		t.Error("parsed")
	}
	for range p.AllNameBy(p.AllRange()) {
		t.Error("a name of nothing")
	}
}
`

// TestBelongs checks that generated code reports the enclosing span of each span.
func TestBelongs(t *testing.T) {
	module(t)
	if err := os.WriteFile("accept.abnf", []byte(nested), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("accept", 0o777); err != nil {
		t.Fatal(err)
	}
	if got := abnfc("compile", "-o", "accept/accept.go", "--rule", "accept", "--span", "range,name,value,weight", "accept.abnf"); got.code != 0 {
		t.Fatal(got.stderr)
	}
	if err := os.WriteFile("accept/belongs_test.go", []byte(nestedTest), 0o666); err != nil {
		t.Fatal(err)
	}
	goRun(t, "test", "./accept")
}
