package normal

import (
	"math/bits"

	"example.org/iri/internal/char"
	"example.org/iri/internal/uri/ref"
)

// The functions in this file process eight bytes at a time, as a word with the first byte in the lowest lane.

// high is the highest bit of each lane.
const high = char.Lanes << 7

// capitals sets the highest bit of each lane that is an upper-case letter. Other bits are arbitrary.
func capitals(word uint64) uint64 {
	ascii := word &^ high
	return (ascii + char.Lanes*(0x80-'A')) &^ (ascii + char.Lanes*(0x7F-'Z')) &^ word
}

// mayHave reports whether text has a percent sign, a dot after a slash, and an upper-case letter before offset front.
// It may miss a slash and a dot that are both before front.
func mayHave[B ref.Bytes](text B, front int) (pctEncoded, dots, capital bool) {
	const pair = 9 // a word and the byte after it
	if len(text) < pair {
		return shortMayHave(text, front)
	}
	var t, d, c uint64
	i := 0
	for ; i <= front-8; i += 8 {
		word := char.Load(text[i : i+8])
		c |= capitals(word)
		t |= char.Zeros(word ^ char.Lanes*'%')
	}
	from := min(i, len(text)-8)
	c |= capitals(char.Load(text[from:])) << (8 * uint(from+8-front)) // shifts out letters from front on
	for ; i <= len(text)-pair; i += 8 {
		at := text[i : i+pair]
		word, next := char.Load(at[:8]), char.Load(at[1:])
		t |= char.Zeros(word ^ char.Lanes*'%')
		d |= char.Zeros((word ^ char.Lanes*'/') | (next ^ char.Lanes*'.'))
	}
	at := text[len(text)-pair:]
	word, next := char.Load(at[:8]), char.Load(at[1:])
	t |= char.Zeros(word^char.Lanes*'%') | char.Zeros(next^char.Lanes*'%')
	d |= char.Zeros((word ^ char.Lanes*'/') | (next ^ char.Lanes*'.'))
	return t&high != 0, d&high != 0, c&high != 0
}

// shortMayHave is mayHave for a text of less than a word and a byte.
func shortMayHave[B ref.Bytes](text B, front int) (pctEncoded, dots, capital bool) {
	for i := range len(text) {
		pctEncoded = pctEncoded || text[i] == '%'
		dots = dots || text[i] == '.' && i > 0 && text[i-1] == '/'
		capital = capital || i < front && char.Lower(text[i]) != text[i]
	}
	return pctEncoded, dots, capital
}

func beforePctEncoded[B ref.Bytes](text B) int {
	i := 0
	for ; i+8 <= len(text); i += 8 {
		if z := char.Zeros(char.Load(text[i:])^char.Lanes*'%') & high; z != 0 {
			return i + bits.TrailingZeros64(z)/8
		}
	}
	for ; i < len(text); i++ {
		if text[i] == '%' {
			return i
		}
	}
	return len(text)
}
