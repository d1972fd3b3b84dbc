// Package unicodeclass represents sets of Unicode code points, and splits them exactly into sequences of UTF-8 byte
// ranges.
//
// A grammar is about code points (%xA0-D7FF), but an automaton reads bytes. [Set.Sequences] converts code points to
// bytes. No other stage of the compiler depends on the structure of UTF-8.
package unicodeclass

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"sort"
	"strings"
	"unicode"
)

// Range is the range of code points from Lo to Hi, inclusive. It is empty if Hi is less than Lo.
type Range struct{ Lo, Hi rune }

// Set is an immutable set of Unicode scalar values: U+0000 to U+10FFFF without the surrogates U+D800 to U+DFFF, which
// no well-formed string contains. The zero Set is empty.
type Set struct {
	// In increasing order, not empty, neither overlapping nor adjacent, each in one of the scalars. So equal sets have
	// equal ranges, and no range spans the surrogates.
	ranges []Range
}

// scalars are the scalar values, below and above the surrogates.
var scalars = [...]Range{{0, 0xD7FF}, {0xE000, unicode.MaxRune}}

// New returns the set of the scalar values in ranges, which may overlap and be in any order. It drops surrogates and
// values outside U+0000 to U+10FFFF.
func New(ranges ...Range) Set {
	var pieces []Range
	for _, r := range ranges {
		for _, span := range scalars {
			if lo, hi := max(r.Lo, span.Lo), min(r.Hi, span.Hi); lo <= hi {
				pieces = append(pieces, Range{lo, hi})
			}
		}
	}
	slices.SortFunc(pieces, func(a, b Range) int { return cmp.Compare(a.Lo, b.Lo) })
	merged := pieces[:0]
	for _, p := range pieces {
		if last := len(merged) - 1; last >= 0 && p.Lo <= merged[last].Hi+1 {
			merged[last].Hi = max(merged[last].Hi, p.Hi)
		} else {
			merged = append(merged, p)
		}
	}
	return Set{merged}
}

// Union returns the union of s and t.
func (s Set) Union(t Set) Set {
	return New(slices.Concat(s.ranges, t.ranges)...)
}

// Minus returns the difference of s and t.
func (s Set) Minus(t Set) Set {
	var rest []Range
	for _, r := range s.ranges {
		for _, hole := range t.ranges {
			if hole.Hi < r.Lo || hole.Lo > r.Hi {
				continue
			}
			if r.Lo < hole.Lo {
				rest = append(rest, Range{r.Lo, hole.Lo - 1})
			}
			r.Lo = hole.Hi + 1
		}
		if r.Lo <= r.Hi {
			rest = append(rest, r)
		}
	}
	return Set{rest}
}

// Contains reports whether c is in the set.
func (s Set) Contains(c rune) bool {
	i := sort.Search(len(s.ranges), func(i int) bool { return c <= s.ranges[i].Hi })
	return i < len(s.ranges) && s.ranges[i].Lo <= c
}

// Len returns the number of scalar values in the set.
func (s Set) Len() int {
	n := 0
	for _, r := range s.ranges {
		n += int(r.Hi-r.Lo) + 1
	}
	return n
}

// Ranges yields the maximal ranges of the set in increasing order. No range spans the surrogates.
func (s Set) Ranges() iter.Seq[Range] {
	return slices.Values(s.ranges)
}

// String returns the ranges as in "U+0041 U+00A0-D7FF". The empty set is the empty string.
func (s Set) String() string {
	var b strings.Builder
	for i, r := range s.ranges {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "U+%04X", r.Lo)
		if r.Lo < r.Hi {
			fmt.Fprintf(&b, "-%04X", r.Hi)
		}
	}
	return b.String()
}
