package unicodeclass_test

import (
	"iter"
	"testing"
	"unicode"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"

	"example.org/iri/internal/testkit"
	. "example.org/iri/internal/unicodeclass"
)

// borders is where a set or its encoding may change its form: a random range begins and ends near
// one of them half of the time.
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

// everything is more than Unicode has.
var everything = []Range{{-1, 0x7FFFFFFF}}

type namedSet struct {
	name   string
	ranges []Range
}

// namedSets is the sets of the RFC and of the extremes, and for every border and every edge of
// ucschar the code points around it: each range of up to three of them.
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
	// Every pair of borders, with both ends on, inside and outside them.
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

// members yields the scalar values that ranges name, in increasing order, found without the help of
// Set.
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

// randomRanges generates lists of ranges: near borders and anywhere, inside Unicode and around it,
// some reversed.
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

// properties returns an empty list of properties, each to be tried n times, that prints its seed on
// failure.
func properties(t *testing.T, n int) *gopter.Properties {
	t.Logf("-seed=%d", testkit.Seed(3987))
	p := gopter.DefaultTestParametersWithSeed(testkit.Seed(3987))
	p.MinSuccessfulTests = n
	p.MaxSize = 12
	return gopter.NewProperties(p)
}
