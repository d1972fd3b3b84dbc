package abnf

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// plain returns a copy of a tree without positions, to compare by shape.
func plain(n Node) Node {
	return Fold(n,
		func(_ *Alternation, alts []Node) Node { return &Alternation{Alts: alts} },
		func(_ *Concatenation, elems []Node) Node { return &Concatenation{Elems: elems} },
		func(n *Repetition, elem func() Node) Node {
			return &Repetition{Min: n.Min, Max: n.Max, Elem: elem()}
		},
		func(n *CharVal) Node { return &CharVal{Text: n.Text, CaseSensitive: n.CaseSensitive} },
		func(n *NumVal) Node { return &NumVal{Base: n.Base, Range: n.Range, Values: n.Values} },
		func(n *RuleRef) Node { return &RuleRef{Name: n.Name} },
		func(n *ProseVal) Node { return &ProseVal{Text: n.Text} },
	)
}

func sameTree(a, b Node) bool { return reflect.DeepEqual(plain(a), plain(b)) }

// sameGrammar reports whether two grammars are equal but for positions.
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

// crlf gives a text the line ends that RFC 5234 asks for.
func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// grammarFiles are the real grammars that tests can rely on.
var grammarFiles = []string{
	"core.abnf", "testdata/abnf.abnf", "../../tables/rfc3986.abnf", "../../tables/rfc3987.abnf",
}
