package normal

import (
	"math/bits"

	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/ref"
	"example.org/iri/internal/uri/scan"
)

// This file looks at eight bytes at a time, in a word with the first of them in the lowest lane.
const (
	lanes = 0x0101010101010101 // times a byte, the word with that byte in each lane
	high  = lanes << 7
)

// zeros has the highest bit of the lowest lane of a word that is zero, and maybe of others above it;
// it has none if there is no such lane. Its other bits mean nothing.
func zeros(word uint64) uint64 { return (word - lanes) &^ word }

// capitals has the highest bit of each lane of a word that is a capital letter. Its other bits mean
// nothing.
func capitals(word uint64) uint64 {
	ascii := word &^ high
	return (ascii + lanes*(0x80-'A')) &^ (ascii + lanes*(0x7F-'Z')) &^ word
}

// mayHave tells what may be in a text: percent triples; behind offset front a dot behind a slash;
// capitals in front of that offset.
func mayHave[B ref.Bytes](text B, front int) (triples, dots, capital bool) {
	const pair = 9 // a word and the byte behind it
	if len(text) < pair {
		return true, true, true
	}
	var t, d, c uint64
	i := 0
	for ; i <= front-8; i += 8 {
		word := scan.Load(text[i : i+8])
		c |= capitals(word)
		t |= zeros(word ^ lanes*language.Percent)
	}
	from := min(i, len(text)-8)
	c |= capitals(scan.Load(text[from:])) << (8 * uint(from+8-front)) // without those from front up
	for ; i <= len(text)-pair; i += 8 {
		at := text[i : i+pair]
		word, next := scan.Load(at[:8]), scan.Load(at[1:])
		t |= zeros(word ^ lanes*language.Percent)
		d |= zeros((word ^ lanes*language.Slash) | (next ^ lanes*language.Dot))
	}
	at := text[len(text)-pair:]
	word, next := scan.Load(at[:8]), scan.Load(at[1:])
	t |= zeros(word^lanes*language.Percent) | zeros(next^lanes*language.Percent)
	d |= zeros((word ^ lanes*language.Slash) | (next ^ lanes*language.Dot))
	return t&high != 0, d&high != 0, c&high != 0
}

// beforeTriple returns how much of text stands in front of the first percent triple.
func beforeTriple[B ref.Bytes](text B) int {
	i := 0
	for ; i+8 <= len(text); i += 8 {
		if z := zeros(scan.Load(text[i:])^lanes*language.Percent) & high; z != 0 {
			return i + bits.TrailingZeros64(z)/8
		}
	}
	for ; i < len(text); i++ {
		if text[i] == language.Percent {
			return i
		}
	}
	return len(text)
}
