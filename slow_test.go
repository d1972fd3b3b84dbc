package iri_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
	"example.org/iri/rule"
)

// The slow reference: the judge of all other tests. It reads the grammars and
// walks their trees, top down, with a set of positions instead of backtracking.
// It decodes with unicode/utf8 and has no tables, no byte ranges and nothing of
// package compile. What compares the library with it is in judge_test.go.

// slowGrammar maps rule names, as written in references, to right-hand sides.
type slowGrammar map[string]abnf.Node

// slow returns what the grammar says about a text: the lengths of all prefixes
// that match the rule, in increasing order, and the length of the longest prefix
// that some text of the rule begins with.
func (g slowGrammar) slow(rule, text string) (ends []int, reach int) {
	w := slowWalk{names: g, text: text}
	ends = w.from([]int{0}, g[rule])
	return ends, w.reach
}

// matches reports whether the whole text matches the rule.
func (g slowGrammar) matches(rule, text string) bool {
	ends, _ := g.slow(rule, text)
	return slices.Contains(ends, len(text))
}

// viable reports whether some text of the rule begins with text.
func (g slowGrammar) viable(rule, text string) bool {
	_, reach := g.slow(rule, text)
	return reach == len(text)
}

// slowWalk is one reading of a text. A character is asked for at a position only
// if the grammar derives something that begins with the text before it. So reach
// need only note how far the askers get; every rule derives some text, so
// whatever was begun can be ended.
type slowWalk struct {
	names slowGrammar
	text  string
	reach int
}

// from returns the sorted positions where n can end if it begins at one of at.
func (w *slowWalk) from(at []int, n abnf.Node) []int {
	if len(at) == 0 {
		return nil
	}
	switch n := n.(type) {
	case *abnf.Alternation:
		var ends []int
		for _, alt := range n.Alts {
			ends = union(ends, w.from(at, alt))
		}
		return ends
	case *abnf.Concatenation:
		for _, elem := range n.Elems {
			at = w.from(at, elem)
		}
		return at
	case *abnf.Repetition:
		return w.repetition(at, n)
	case *abnf.CharVal:
		for _, c := range n.Text {
			at = w.letter(at, c, n.CaseSensitive)
		}
		return at
	case *abnf.NumVal:
		if n.Range {
			return w.character(at, rune(n.Values[0]), rune(n.Values[1]))
		}
		for _, v := range n.Values {
			at = w.character(at, rune(v), rune(v))
		}
		return at
	case *abnf.RuleRef:
		if body := w.names[n.Name]; body != nil {
			return w.from(at, body)
		}
	}
	panic("the slow reference cannot read " + n.String())
}

// repetition looks at Max before the operand: 0<ipchar> is the empty text. A
// position met again is dropped, as the earlier way there left more repetitions.
func (w *slowWalk) repetition(at []int, n *abnf.Repetition) []int {
	if n.Max == 0 {
		return at
	}
	for range n.Min {
		at = w.from(at, n.Elem)
	}
	ends := at
	for i := n.Min; len(at) > 0 && i != n.Max; i++ {
		at = minus(w.from(at, n.Elem), ends)
		ends = union(ends, at)
	}
	return ends
}

// letter reads one character of a quoted string.
func (w *slowWalk) letter(at []int, c rune, exact bool) []int {
	lower, upper := c, c
	switch {
	case exact:
	case 'A' <= c && c <= 'Z':
		lower += 'a' - 'A'
	case 'a' <= c && c <= 'z':
		upper -= 'a' - 'A'
	}
	ends := w.character(at, upper, upper)
	if lower != upper {
		ends = union(ends, w.character(at, lower, lower))
	}
	return ends
}

// character reads a character from lo to hi.
func (w *slowWalk) character(at []int, lo, hi rune) []int {
	var ends []int
	for _, p := range at {
		c, size := utf8.DecodeRuneInString(w.text[p:])
		wellFormed := size > 1 || c != utf8.RuneError
		if wellFormed && lo <= c && c <= hi {
			ends = append(ends, p+size)
			w.reach = max(w.reach, p+size)
		} else {
			w.reach = max(w.reach, p+opening(w.text[p:], lo, hi))
		}
	}
	return ends
}

// opening returns how many bytes at the front of text begin, without being, the
// UTF-8 form of a character from lo to hi.
func opening(text string, lo, hi rune) int {
	if text == "" || text[0] < 0xC0 || text[0] > 0xF7 {
		return 0
	}
	size, least := 2, rune(0x80) // the least that needs so many bytes
	switch {
	case text[0] >= 0xF0:
		size, least = 4, 0x10000
	case text[0] >= 0xE0:
		size, least = 3, 0x800
	}
	n, bits := 0, rune(text[0])&(1<<(7-size)-1)
	for n < min(size-1, len(text)) {
		if n > 0 {
			if text[n]&0xC0 != 0x80 {
				break
			}
			bits = bits<<6 | rune(text[n]&0x3F)
		}
		open := 6 * (size - 1 - n) // bits still to come
		if !anyScalar(max(lo, least, bits<<open), min(hi, (bits+1)<<open-1)) {
			break
		}
		n++
	}
	return n
}

// anyScalar reports whether a scalar value lies between lo and hi.
func anyScalar(lo, hi rune) bool {
	if 0xD800 <= lo && lo <= 0xDFFF {
		lo = 0xE000
	}
	return lo <= min(hi, utf8.MaxRune)
}

func union(a, b []int) []int {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	}
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

func minus(a, b []int) []int {
	var rest []int
	for _, p := range a {
		if _, found := slices.BinarySearch(b, p); !found {
			rest = append(rest, p)
		}
	}
	return rest
}

// The grammars that the package was compiled from.
var (
	rfc3987 = sync.OnceValue(newRFC3987)
	rfc3986 = sync.OnceValue(newRFC3986)
)

func newRFC3987() *abnf.Grammar { return readGrammar("rfc3987.abnf") }
func newRFC3986() *abnf.Grammar { return readGrammar("rfc3986.abnf") }

var slowGrammars = sync.OnceValue(func() map[*abnf.Grammar]slowGrammar {
	all := map[*abnf.Grammar]slowGrammar{rfc3987(): newSlow(rfc3987()), rfc3986(): newSlow(rfc3986())}
	for name, g := range derived() {
		all[g] = newSlow(g, name)
	}
	return all
})

func slow87() slowGrammar { return slowGrammars()[rfc3987()] }

// readFile returns a file of the folder of the grammars.
func readFile(name string) string {
	src, err := os.ReadFile(filepath.Join("tables", name))
	if err != nil {
		panic(err) // the tests run beside their grammars
	}
	return string(src)
}

func readGrammar(name string) *abnf.Grammar {
	g, err := abnf.ParseFile(name, []byte(readFile(name)))
	if err != nil {
		panic(err)
	}
	return g
}

// newSlow returns the rules of a grammar and those that they refer to. The latter may be others': more
// are given by name.
func newSlow(g *abnf.Grammar, more ...string) slowGrammar {
	names := make(slowGrammar)
	for r := range abnf.Core().Rules() {
		names[r.Name] = r.Body
	}
	own := more
	for r := range g.Rules() {
		own = append(own, r.Name)
		names[r.Name] = r.Body
	}
	for _, name := range more {
		names[name] = g.Lookup(name).Body
	}
	for ref, r := range g.References(own...) { // also of grammars that it overrides
		names[ref.Name] = r.Body
	}
	return names
}

// grammarOf returns the grammar that a rule comes from.
func grammarOf(r rule.Rule) *abnf.Grammar {
	if g := derived()[r.String()]; g != nil {
		return g
	}
	if rfc3987().Lookup(r.String()) != nil {
		return rfc3987()
	}
	return rfc3986()
}

// slowOf returns it for the slow reference.
func slowOf(r rule.Rule) slowGrammar { return slowGrammars()[grammarOf(r)] }

// TestSlow: the judge itself, on a grammar where the answers are plain.
func TestSlow(t *testing.T) {
	g, err := abnf.Parse([]byte(`
anycase = "aB1"
exact   = %s"aB"
seq     = %x41.E9.10FFFF
range   = %xD7FE-E001
counted = 2*3"a"
star    = *("a" / "ab") "b"
option  = "a" ["b"] "c"
none    = 0<any text> "!"
two     = option option
empty   = ""
`))
	if err != nil {
		t.Fatal(err)
	}
	names := newSlow(g)
	for _, c := range []struct {
		rule, text string
		ends       []int
		reach      int
	}{
		{"anycase", "Ab1", []int{3}, 3},
		{"anycase", "aB", nil, 2},
		{"exact", "aB", []int{2}, 2},
		{"exact", "ab", nil, 1},
		{"seq", "A\u00e9\U0010ffff!", []int{7}, 7},
		{"seq", "A\u00e8", nil, 2},
		{"range", "\ud7ff", []int{3}, 3},
		{"range", "\ue001", []int{3}, 3},
		{"range", "\ue002", nil, 2},
		{"range", "\ud7fd", nil, 2},
		{"range", "\xed\xa0\x80", nil, 1},
		{"range", "\xed", nil, 1},
		{"range", "\xee\x80", nil, 2},
		{"range", "\xee\x81", nil, 1},
		{"range", "\xef", nil, 0},
		{"counted", "aaaa", []int{2, 3}, 3},
		{"counted", "a", nil, 1},
		{"star", "aabb", []int{3, 4}, 4},
		{"star", "abab", []int{2, 4}, 4},
		{"option", "ac", []int{2}, 2},
		{"option", "abb", nil, 2},
		{"none", "!", []int{1}, 1},
		{"two", "acabcx", []int{5}, 5},
		{"empty", "x", []int{0}, 0},
	} {
		if ends, reach := names.slow(c.rule, c.text); !slices.Equal(ends, c.ends) || reach != c.reach {
			t.Errorf("%s, %q: ends %v, reach %d; want %v, %d", c.rule, c.text, ends, reach, c.ends, c.reach)
		}
	}
}

// TestOpening: every proper prefix of every character opens it, and no other
// one-byte range; ill-formed beginnings open nothing.
func TestOpening(t *testing.T) {
	for c := rune(0x80); c <= utf8.MaxRune; c += 61 {
		if !utf8.ValidRune(c) {
			continue
		}
		text := string(c)
		for n := 1; n < len(text); n++ {
			if got := opening(text[:n], c, c); got != n {
				t.Fatalf("%X opens %U: %d, want %d", text[:n], c, got, n)
			}
		}
		if got := opening("a"+text, c, c); got != 0 {
			t.Fatalf("a opens %U", c)
		}
	}
	for text := range strings.FieldsSeq("\x80 \xbf \xc0 \xc1 \xf5 \xf8 \xfe \xff") {
		if got := opening(text, 0, utf8.MaxRune); got != 0 {
			t.Errorf("%q opens a character", text)
		}
	}
	for text := range strings.FieldsSeq("\xe0\x9f \xed\xa0 \xf0\x8f \xf4\x90 \xc3( \xe2\x82( \xf0\x90\x80(") {
		if got, want := opening(text, 0, utf8.MaxRune), len(text)-1; got != want {
			t.Errorf("%q opens a character with %d bytes, want %d", text, got, want)
		}
	}
}
