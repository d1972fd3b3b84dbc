// Package walk has functions on tables and byte sets of package dfa for the compiler, for output, and for tests.
package walk

import (
	"math/bits"
	"slices"

	"example.org/iri/dfa"
)

// NumClasses returns the number of byte classes of a.
func NumClasses(a *dfa.Automaton) int { return int(slices.Max(a.Classes[:])) + 1 }

func Add(s *dfa.ByteSet, b byte) { s[b>>6] |= 1 << (b & 63) }

func AddRange(s *dfa.ByteSet, r dfa.ByteRange) {
	for b := int(r.Lo); b <= int(r.Hi); b++ {
		Add(s, byte(b))
	}
}

func Union(s, t dfa.ByteSet) dfa.ByteSet {
	return dfa.ByteSet{s[0] | t[0], s[1] | t[1], s[2] | t[2], s[3] | t[3]}
}

func Minus(s, t dfa.ByteSet) dfa.ByteSet {
	return dfa.ByteSet{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2], s[3] &^ t[3]}
}

func Len(s dfa.ByteSet) int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}
