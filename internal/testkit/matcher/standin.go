// Package matcher is a stand-in for the one of branch grammar, which takes its place.
package matcher

import (
	"slices"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
)

// Prefixes returns the lengths of all prefixes of text that match the rule, in increasing order, and reach,
// the length of the longest prefix that some string of the rule begins with.
func Prefixes(g *abnf.Grammar, rule, text string) (ends []int, reach int) {
	w := slowWalk{grammar: g, text: text}
	ends = w.from([]int{0}, &abnf.RuleRef{Name: rule})
	return ends, w.reach
}

// Matches reports whether the whole text matches the rule.
func Matches(g *abnf.Grammar, rule, text string) bool {
	ends, _ := Prefixes(g, rule, text)
	return slices.Contains(ends, len(text))
}

// slowWalk is one reading of a text. A character is asked for at a position only
// if the grammar derives something that begins with the text before it. So reach
// need only note how far the askers get; every rule derives some text, so
// whatever was begun can be ended.
type slowWalk struct {
	grammar *abnf.Grammar
	text    string
	reach   int
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
		return w.from(at, w.grammar.Target(n).Body)
	}
	panic(n)
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

