package unicodeclass_test

import (
	"math"
	"slices"
	"testing"

	"github.com/leanovate/gopter/prop"

	"example.org/iri/internal/testkit"
	. "example.org/iri/internal/unicodeclass"
)

func TestCanonicalForm(t *testing.T) {
	for _, test := range []struct {
		ranges []Range
		want   string
	}{
		{nil, ""},
		{[]Range{{'A', 'A'}}, "U+0041"},
		{[]Range{{'A', 'Z'}}, "U+0041-005A"},
		{[]Range{{'Z', 'A'}}, ""},
		{[]Range{{'a', 'z'}, {'A', 'Z'}}, "U+0041-005A U+0061-007A"},
		{[]Range{{'A', 'C'}, {'D', 'F'}}, "U+0041-0046"},             // adjacent
		{[]Range{{'A', 'C'}, {'E', 'F'}}, "U+0041-0043 U+0045-0046"}, // one apart
		{[]Range{{'A', 'Z'}, {'C', 'D'}}, "U+0041-005A"},             // nested
		{[]Range{{'C', 'F'}, {'A', 'D'}}, "U+0041-0046"},             // overlapping
		{[]Range{{'A', 'A'}, {'A', 'A'}}, "U+0041"},
		{[]Range{{0xD800, 0xDFFF}}, ""},
		{[]Range{{0xD7FF, 0xE000}}, "U+D7FF U+E000"},
		{[]Range{{0xD7FF, 0xD7FF}, {0xE000, 0xE000}}, "U+D7FF U+E000"},
		{[]Range{{0x10FFFF, 0x110000}}, "U+10FFFF"},
		{[]Range{{-1, 0}}, "U+0000"},
		{[]Range{{math.MinInt32, math.MaxInt32}}, "U+0000-D7FF U+E000-10FFFF"},
		{iprivate, "U+E000-F8FF U+F0000-FFFFD U+100000-10FFFD"},
	} {
		if got := New(test.ranges...).String(); got != test.want {
			t.Errorf("New(%X) = %q, want %q", test.ranges, got, test.want)
		}
	}
}

func TestNewKeepsItsArguments(t *testing.T) {
	ranges := []Range{{'x', 'z'}, {'a', 'c'}, {'b', 'd'}}
	s, want := New(ranges...), slices.Clone(ranges)
	if !slices.Equal(ranges, want) {
		t.Errorf("New changed its arguments to %X", ranges)
	}
	ranges[0] = Range{0, 0x10FFFF}
	if got := s.String(); got != "U+0061-0064 U+0078-007A" {
		t.Errorf("the set changed with the arguments of New: %s", got)
	}
}

func TestZeroSet(t *testing.T) {
	var zero Set
	if zero.Len() != 0 || zero.String() != "" || zero.Contains(0) || len(zero.Sequences()) != 0 || zero.Union(zero).Len() != 0 {
		t.Error("the zero Set is not empty")
	}
	if got := zero.Union(New(ucschar...)).String(); got != New(ucschar...).String() {
		t.Errorf("zero set and ucschar = %s", got)
	}
}

// TestSetHoldsItsMembers asks a set about every value in Unicode and some around, for each named
// set.
func TestSetHoldsItsMembers(t *testing.T) {
	for _, test := range namedSets()[:8] {
		if err := checkMembers(New(test.ranges...), test.ranges); err != "" {
			t.Errorf("%s: %s", test.name, err)
		}
	}
}

func TestRandomSets(t *testing.T) {
	n := 20
	if !*testkit.Long {
		n = 5
	}
	p := properties(t, n)
	p.Property("a set holds what its ranges do", prop.ForAll(func(ranges []Range) string {
		return checkMembers(New(ranges...), ranges)
	}, randomRanges()))
	p.Property("the ranges are in order and apart, and make up the set", prop.ForAll(func(ranges []Range) bool {
		s := New(ranges...)
		got := slices.Collect(s.Ranges())
		for i, r := range got {
			if r.Lo > r.Hi || i > 0 && r.Lo <= got[i-1].Hi+1 {
				return false
			}
		}
		return slices.Equal(got, slices.Collect(New(got...).Ranges()))
	}, randomRanges()))
	p.Property("a union holds what either set does", prop.ForAll(func(a, b []Range) string {
		return checkMembers(New(a...).Union(New(b...)), slices.Concat(a, b))
	}, randomRanges(), randomRanges()))
	p.Property("a difference holds what only the first set does, and is in canonical form", prop.ForAll(func(a, b []Range) bool {
		s, u := New(a...), New(b...)
		both := false
		for _, m := range []Set{s, u} { // what changes does so at an end of a range
			for r := range m.Ranges() {
				for _, c := range []rune{r.Lo - 1, r.Lo, r.Hi, r.Hi + 1} {
					both = both || s.Contains(c) && u.Contains(c)
					if s.Minus(u).Contains(c) != (s.Contains(c) && !u.Contains(c)) {
						return false
					}
				}
			}
		}
		only := slices.Collect(s.Minus(u).Ranges())
		return s.Intersects(u) == both && slices.Equal(only, slices.Collect(New(only...).Ranges())) &&
			s.Minus(u).Union(u).String() == s.Union(u).String()
	}, randomRanges(), randomRanges()))
	p.TestingRun(t)
}

// checkMembers says how s differs from the scalar values in ranges; the empty string means not at
// all.
func checkMembers(s Set, ranges []Range) string {
	const from, to = -0x100, 0x110100
	n, c := 0, rune(from)
	for m := range members(ranges) {
		for ; c < m; c++ {
			if s.Contains(c) {
				return New(Range{c, c}).String() + " should not be in " + s.String()
			}
		}
		if !s.Contains(m) {
			return New(Range{m, m}).String() + " should be in " + s.String()
		}
		n, c = n+1, m+1
	}
	for ; c < to; c++ {
		if s.Contains(c) {
			return New(Range{c, c}).String() + " should not be in " + s.String()
		}
	}
	if s.Contains(math.MinInt32) || s.Contains(math.MaxInt32) {
		return "the largest rune should not be in " + s.String()
	}
	if s.Len() != n {
		return "wrong length of " + s.String()
	}
	return ""
}
