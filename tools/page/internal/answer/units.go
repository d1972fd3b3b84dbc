package answer

import (
	"unicode/utf8"

	"example.org/iri"
)

// units returns how many units of UTF-16 stand before a byte of a string.
type units []int

// newUnits counts in a string, which is UTF-8: it comes from JSON.
func newUnits(text string) units {
	u := make(units, len(text)+1)
	n := 0
	for i, r := range text {
		for j := range utf8.RuneLen(r) {
			u[i+j] = n // within a character, where that begins
		}
		n++
		if r > 0xFFFF {
			n++
		}
	}
	u[len(text)] = n
	return u
}

// span is a Span of the string.
func (u units) span(s iri.Span) Span {
	return Span{Start: s.Start, End: s.End, Start16: u[s.Start], End16: u[s.End]}
}
