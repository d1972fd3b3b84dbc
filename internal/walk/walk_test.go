package walk_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/iri/dfa"
	. "example.org/iri/internal/walk"
)

func TestNumClasses(t *testing.T) {
	if n := NumClasses(&dfa.Automaton{Classes: &[256]uint8{'a': 2, 'b': 1}}); n != 3 {
		t.Errorf("%d classes, want 3", n)
	}
}

func TestAddRange(t *testing.T) {
	for lo := range 256 {
		for hi := range 256 {
			var set dfa.ByteSet
			r := dfa.ByteRange{Lo: byte(lo), Hi: byte(hi)}
			AddRange(&set, r)
			if n := max(0, hi-lo+1); Len(set) != n {
				t.Fatalf("%v: %d bytes, want %d", r, Len(set), n)
			}
			if lo > hi {
				continue // empty
			}
			if list := slices.Collect(set.Ranges()); len(list) != 1 || list[0] != r {
				t.Fatalf("%v comes back as %v", r, list)
			}
		}
	}
}

func TestByteSetOperations(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		s := dfa.ByteSet{rnd.Uint64(), rnd.Uint64(), rnd.Uint64(), rnd.Uint64()}
		u := dfa.ByteSet{rnd.Uint64() & rnd.Uint64(), 0, ^uint64(0), rnd.Uint64()}
		union, minus, n := Union(s, u), Minus(s, u), 0
		var again, ranges dfa.ByteSet
		for b := range 256 {
			c := byte(b)
			if union.Has(c) != (s.Has(c) || u.Has(c)) || minus.Has(c) != (s.Has(c) && !u.Has(c)) {
				t.Fatalf("byte %#x of %v and %v: union %t, minus %t", b, s, u, union.Has(c), minus.Has(c))
			}
			if s.Has(c) {
				n++
				Add(&again, c)
			}
		}
		for r := range s.Ranges() {
			AddRange(&ranges, r)
		}
		if n != Len(s) || again != s || ranges != s {
			t.Fatalf("%v: Len %d, want %d; from its bytes %v; from its ranges %v", s, Len(s), n, again, ranges)
		}
	}
}
