package abnf

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

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
