package abnf

import (
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestLayout(t *testing.T) {
	name := strings.Repeat("long-", 8)
	text := "IRI = scheme \":\" hier\n" +
		"ihier-part = \"//\" iauthority ipath-abempty / ipath-absolute / ipath-rootless / ipath-empty\n" +
		"exactly-80 = aaaaaaaaaaaa / bbbbbbbbbbbbbbbbbbb / ccccccccccccc / ddddddddddd\n" +
		"ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFFD / %x20000-2FFFD / 2%x30000-3FFFD\n" +
		name + " = a\n"
	want := `
IRI                      = scheme ":" hier
ihier-part               = "//" iauthority ipath-abempty
                         / ipath-absolute
                         / ipath-rootless
                         / ipath-empty
exactly-80               = aaaaaaaaaaaa / bbbbbbbbbbbbbbbbbbb / ccccccccccccc
                         / ddddddddddd
ucschar                  = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFFD
                         / %x20000-2FFFD / 2%x30000-3FFFD
` + name + " = a\n"
	g := mustParse(t, text)
	if got := "\n" + g.String(); got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
	if !sameGrammar(g, mustParse(t, g.String())) {
		t.Error("does not read back")
	}
	if got, want := g.Lookup("exactly-80").String(), "exactly-80 = aaaaaaaaaaaa / bbbbbbbbbbbbbbbbbbb / ccccccccccccc / ddddddddddd"; got != want {
		t.Errorf("rule printed as\n%s\nwant\n%s", got, want)
	}
}

func TestReadBack(t *testing.T) {
	for _, file := range grammarFiles {
		g := readGrammar(t, file)
		again := mustParse(t, g.String())
		if !sameGrammar(g, again) {
			t.Errorf("%s: reads back as\n%v", file, again)
		}
		if g.String() != again.String() {
			t.Errorf("%s: prints differently after reading back", file)
		}
	}
}

// TestNotations tests hints for constructs of regular expressions and of other grammar notations.
func TestNotations(t *testing.T) {
	for _, x := range []struct{ body, want string }{
		{"DIGIT{2,4}", "write 2*4DIGIT for DIGIT{2,4}"},
		{"DIGIT{2}", "write 2DIGIT for DIGIT{2}"},
		{"DIGIT{2,}", "write 2*DIGIT for DIGIT{2,}"},
		{"DIGIT{,4}", "write *4DIGIT for DIGIT{,4}"},
		{"DIGIT{2,2}", "write 2DIGIT for DIGIT{2,2}"},
		{"\"x\" DIGIT{ 2, 4 } b", "write 2*4DIGIT for DIGIT{ 2, 4 }"},
		{`"ab"{3}`, `write 3"ab" for "ab"{3}`},
		{"%x41-5A+", "write 1*%x41-5A for %x41-5A+"},
		{"( b / c ){1,2}", "write 1*2( x ) for ( x ){1,2}"},
		{"[ b ]*", "write *[ x ] for [ x ]*"},
		{"b+", "write 1*b for b+"},
		{"b?", "write [ b ] for b?"},
		{"b* c", "write *b for b*"},
		{"b*c", "a repetition stands before its element, as in *x"},
		{"[0-9]+", "write 1*DIGIT for [0-9]+"},
		{"[0-9]", "write DIGIT for [0-9]"},
		{"[0-9]{1,3}", "write 1*3DIGIT for [0-9]{1,3}"},
		{"[a-zA-Z]*", "write *ALPHA for [a-zA-Z]*"},
		{"[0-9A-Fa-f]?", "write [ HEXDIG ] for [0-9A-Fa-f]?"},
		{"[a-z_.]+", "write 1*( %x61-7A / %x5F / %x2E ) for [a-z_.]+"},
		{"[a-z]+", "write 1*%x61-7A for [a-z]+"},
		{"[foo-bar]+", "write 1*[ x ] for [ x ]+"},
		{"[^0-9]+", "ABNF has no negation; in Go, compile.Difference computes differences"},
		{`ALPHA - "x"`, "ABNF has no difference; in Go, compile.Difference computes it"},
		{"ALPHA - ( b / c )", "ABNF has no difference; in Go, compile.Difference computes it"},
		{`"b"-"c"`, "write a range as in %x61-7A"},
		{"{ b }", "write *( x ) for { x }"},
	} {
		_, err := Parse([]byte("a = " + x.body + "\n"))
		var list ErrorList
		if !errors.As(err, &list) || list[0].Hint != x.want {
			t.Errorf("%s: %v, want the hint %s", x.body, err, x.want)
		}
	}
}

// plain returns a copy of a tree without positions, to compare by shape.
func plain(n Node) Node {
	all := func(list []Node) []Node {
		copies := make([]Node, len(list))
		for i, n := range list {
			copies[i] = plain(n)
		}
		return copies
	}
	switch n := n.(type) {
	case *Alternation:
		return &Alternation{Alts: all(n.Alts)}
	case *Concatenation:
		return &Concatenation{Elems: all(n.Elems)}
	case *Repetition:
		return &Repetition{Min: n.Min, Max: n.Max, Elem: plain(n.Elem)}
	case *CharVal:
		return &CharVal{Text: n.Text, CaseSensitive: n.CaseSensitive}
	case *NumVal:
		return &NumVal{Base: n.Base, Range: n.Range, Values: n.Values}
	case *RuleRef:
		return &RuleRef{Name: n.Name}
	}
	return &ProseVal{Text: n.(*ProseVal).Text}
}

func sameTree(a, b Node) bool { return reflect.DeepEqual(plain(a), plain(b)) }

// sameGrammar reports whether two grammars are equal except for positions.
func sameGrammar(a, b *Grammar) bool {
	if len(a.rules) != len(b.rules) {
		return false
	}
	for i, r := range a.rules {
		if s := b.rules[i]; r.Name != s.Name || !sameTree(r.Body, s.Body) {
			return false
		}
	}
	return true
}

func mustParse(t testing.TB, text string) *Grammar {
	t.Helper()
	g, err := Parse([]byte(text))
	if err != nil {
		t.Fatalf("Parse(%q):\n%v", text, err)
	}
	return g
}

// readGrammar parses a file.
func readGrammar(t testing.TB, file string) *Grammar {
	t.Helper()
	g, err := ParseFile(file, readFile(t, file))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func readFile(t testing.TB, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// crlf replaces line ends by CRLF, as RFC 5234 requires.
func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// grammarFiles are the grammars of the repository.
var grammarFiles = []string{
	"core.abnf", "testdata/abnf.abnf", "../../tables/rfc3986.abnf", "../../tables/rfc3987.abnf",
}
