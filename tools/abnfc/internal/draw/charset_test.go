package draw

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
)

// randomSet is a set of small code points, and the same as a list of all of them.
func randomSet(seed uint64) (charSet, [64]bool) {
	rnd := rand.New(rand.NewPCG(seed, 0))
	var ranges []charRange
	var all [64]bool
	for range rnd.IntN(6) {
		lo := rnd.Int32N(64)
		hi := min(63, lo+rnd.Int32N(9))
		ranges = append(ranges, charRange{lo, hi})
		for c := lo; c <= hi; c++ {
			all[c] = true
		}
	}
	return newCharSet(ranges), all
}

// fromList is the one set that has these members.
func fromList(all [64]bool) charSet {
	var set charSet
	for c, in := range all {
		last := len(set) - 1
		switch {
		case !in:
		case last >= 0 && int(set[last].Hi) == c-1:
			set[last].Hi++
		default:
			set = append(set, charRange{rune(c), rune(c)})
		}
	}
	return set
}

func same(s, t charSet) bool { return len(s) == 0 && len(t) == 0 || reflect.DeepEqual(s, t) }

func TestCharSets(t *testing.T) {
	p := gopter.DefaultTestParameters()
	p.Rng.Seed(int64(*seed))
	p.MinSuccessfulTests = 2000
	properties := gopter.NewProperties(p)
	properties.Property("sets are what lists of members are", prop.ForAll(func(a, b uint64) bool {
		s, inS := randomSet(a)
		u, inU := randomSet(b)
		var union, minus [64]bool
		size, meets := 0, false
		for c := range inS {
			union[c], minus[c] = inS[c] || inU[c], inS[c] && !inU[c]
			meets = meets || inS[c] && inU[c]
			if inS[c] {
				size++
			}
		}
		return same(s, fromList(inS)) && same(s.union(u), fromList(union)) && same(s.minus(u), fromList(minus)) &&
			s.len() == size && s.meets(u) == meets && s.within(u) == (fromList(minus) == nil)
	}, gen.UInt64(), gen.UInt64()))
	properties.TestingRun(t)
}
