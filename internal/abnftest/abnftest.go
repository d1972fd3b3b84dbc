// Package abnftest is for tests only. Its matchers read texts by the tree of a grammar, slowly and
// plainly. Its checks of automata share nothing with the compiler.
//
// Matches decides whether a rule reads a text, and Reader lists all ways to read texts.
// Minimal, Equivalent and Common judge tables.
package abnftest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/naming"
)

// Parse reads a grammar that has no faults.
func Parse(t testing.TB, text string) *abnf.Grammar {
	t.Helper()
	g, err := abnf.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return g
}

// ParseFile reads a file with a grammar that has no faults.
func ParseFile(t testing.TB, file string) *abnf.Grammar {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g, err := abnf.ParseFile(filepath.Base(file), text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Texts lists all texts over an alphabet of at most length bytes, shorter ones first,
// equally long ones in the order of the alphabet, by bytes.
func Texts(alphabet string, length int) []string {
	list := []string{""}
	for begin := 0; length > 0; length-- {
		end := len(list)
		for _, text := range list[begin:end] {
			for i := range len(alphabet) {
				list = append(list, text+alphabet[i:i+1])
			}
		}
		begin = end
	}
	return list
}

// Reads reports whether character i of a string or value can be c, and how many
// characters it has.
func Reads(n abnf.Node, i int, c rune) (fits bool, length int) {
	switch n := n.(type) {
	case *abnf.CharVal:
		if i < len(n.Text) {
			want := rune(n.Text[i])
			other := want ^ 0x20
			fits = c == want || !n.CaseSensitive && c == other && 'a' <= c|0x20 && c|0x20 <= 'z'
		}
		return fits, len(n.Text)
	case *abnf.NumVal:
		if n.Range {
			return n.Values[0] <= uint32(c) && uint32(c) <= n.Values[1], 1
		}
		return i < len(n.Values) && n.Values[i] == uint32(c), len(n.Values)
	}
	panic(n)
}

// index returns the number of a rule in a list of RULE or NAME=RULE, and its name there;
// -1 if it is not there.
func index(list []string, rule string) (int, string) {
	for i, spec := range list {
		name, of, err := naming.Cut(spec)
		if err == nil && strings.EqualFold(of, rule) {
			return i, name
		}
	}
	return -1, ""
}
