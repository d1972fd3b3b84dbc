package unicodeclass_test

import (
	"iter"
	"math"
	"slices"
	"testing"
	"unicode"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
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

// TestSetHoldsItsMembers tests Contains for all values in and around Unicode, for each named set.
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
		for _, m := range []Set{s, u} { // membership changes at the ends of ranges
			for r := range m.Ranges() {
				for _, c := range []rune{r.Lo - 1, r.Lo, r.Hi, r.Hi + 1} {
					if s.Minus(u).Contains(c) != (s.Contains(c) && !u.Contains(c)) {
						return false
					}
				}
			}
		}
		only := slices.Collect(s.Minus(u).Ranges())
		return slices.Equal(only, slices.Collect(New(only...).Ranges())) &&
			s.Minus(u).Union(u).String() == s.Union(u).String()
	}, randomRanges(), randomRanges()))
	p.TestingRun(t)
}

// checkMembers describes how s differs from the scalar values in ranges, or returns "".
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

// borders are code points at which a set or its encoding may change. Half of the random ranges begin and end near one.
var borders = []any{
	rune(0), rune(0x40), rune(0x80), rune(0xC0), rune(0x800), rune(0x1000), rune(0xD000), rune(0xD800), rune(0xE000),
	rune(0xF000), rune(0x10000), rune(0x40000), rune(0x100000), rune(0x110000),
}

// ucschar is the rule of that name in RFC 3987, section 2.2.
var ucschar = []Range{
	{0xA0, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFEF},
	{0x10000, 0x1FFFD}, {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD}, {0x40000, 0x4FFFD}, {0x50000, 0x5FFFD},
	{0x60000, 0x6FFFD}, {0x70000, 0x7FFFD}, {0x80000, 0x8FFFD}, {0x90000, 0x9FFFD}, {0xA0000, 0xAFFFD},
	{0xB0000, 0xBFFFD}, {0xC0000, 0xCFFFD}, {0xD0000, 0xDFFFD}, {0xE1000, 0xEFFFD},
}

// iprivate is the rule of that name in RFC 3987, section 2.2.
var iprivate = []Range{{0xE000, 0xF8FF}, {0xF0000, 0xFFFFD}, {0x100000, 0x10FFFD}}

// everything is a range larger than Unicode.
var everything = []Range{{-1, 0x7FFFFFFF}}

type namedSet struct {
	name   string
	ranges []Range
}

// namedSets returns sets of the RFC and extreme sets and, for every border and every end of a range in ucschar, each
// range of up to three code points around it.
func namedSets() []namedSet {
	list := []namedSet{
		{"empty", nil},
		{"everything", everything},
		{"ASCII", []Range{{0, 0x7F}}},
		{"ucschar", ucschar},
		{"iprivate", iprivate},
		{"ucschar and iprivate", append(ucschar[:len(ucschar):len(ucschar)], iprivate...)},
		{"surrogates", []Range{{0xD800, 0xDFFF}}},
		{"beyond", []Range{{-5, -1}, {0x110000, 0x7FFFFFFF}}},
	}
	around := func(name string, edge rune) {
		for lo := edge - 1; lo <= edge+1; lo++ {
			for hi := lo; hi <= edge+1; hi++ {
				list = append(list, namedSet{name, []Range{{lo, hi}}})
			}
		}
	}
	for _, b := range borders {
		around("border", b.(rune))
	}
	for _, r := range ucschar {
		around("edge of ucschar", r.Lo)
		around("edge of ucschar", r.Hi)
	}
	// Every pair of borders, with both ends at, inside and outside them.
	for i, a := range borders {
		for _, b := range borders[i+1:] {
			list = append(list,
				namedSet{"between borders", []Range{{a.(rune), b.(rune) - 1}}},
				namedSet{"inside borders", []Range{{a.(rune) + 1, b.(rune) - 2}}},
				namedSet{"across borders", []Range{{a.(rune) - 1, b.(rune)}}})
		}
	}
	return list
}

// members yields the scalar values in ranges, in increasing order, without using Set.
func members(ranges []Range) iter.Seq[rune] {
	in := make([]bool, unicode.MaxRune+1)
	for _, r := range ranges {
		for c := max(r.Lo, 0); c <= min(r.Hi, unicode.MaxRune); c++ {
			in[c] = c < 0xD800 || 0xDFFF < c
		}
	}
	return func(yield func(rune) bool) {
		for c, ok := range in {
			if ok && !yield(rune(c)) {
				return
			}
		}
	}
}

// randomRanges generates lists of ranges: near borders and anywhere, inside Unicode and around it, some reversed.
func randomRanges() gopter.Gen {
	const wide = 0x11 << 4
	end := func() gopter.Gen {
		return gen.OneGenOf(
			gen.Int32Range(-wide, unicode.MaxRune+wide),
			gopter.CombineGens(gen.OneConstOf(borders...), gen.Int32Range(-70, 70)).Map(func(v []any) rune {
				return v[0].(rune) + v[1].(rune)
			}))
	}
	return gen.SliceOf(gopter.CombineGens(end(), end()).Map(func(v []any) Range {
		return Range{v[0].(rune), v[1].(rune)}
	}))
}

// properties returns properties to be tried n times, which print the seed on failure.
func properties(t *testing.T, n int) *gopter.Properties {
	seed := testkit.Seed(3987)
	t.Logf("-seed=%d", seed)
	p := gopter.DefaultTestParametersWithSeed(seed)
	p.MinSuccessfulTests = n
	p.MaxSize = 12
	return gopter.NewProperties(p)
}
