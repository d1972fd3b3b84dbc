//go:build linux

package bytescan

import (
	"math/rand/v2"
	"testing"

	"example.org/iri/internal/testkit/fence"
)

// TestLength tests strings of up to 200 bytes with the first byte outside the set at any offset, next to inaccessible
// pages.
func TestLength(t *testing.T) {
	const longest = 200
	rnd := rand.New(rand.NewPCG(1, 2))
	f := fence.New(t, 1)
	for k, has := range sets(rnd) {
		s, in, out := newSet(has), members(has, true), members(has, false)
		text := make([]byte, longest)
		for i := range text {
			if len(in) > 0 {
				text[i] = in[rnd.IntN(len(in))]
			}
		}
		step := 1
		if testing.Short() || k%16 != 0 {
			step = 7
		}
		for n := 0; n <= longest; n++ {
			for _, place := range [][]byte{f.Inner[:n], f.Inner[len(f.Inner)-n:]} {
				copy(place, text)
				if len(in) == 0 {
					clear(place)
				}
				for at := n - 1; at >= 0 && len(out) > 0; at -= step {
					kept := place[at]
					place[at] = out[rnd.IntN(len(out))]
					if got, want := Length(s, place), simple(has, place); got != want {
						t.Fatalf("set %v, text %q: %d, want %d", s, place, got, want)
					}
					if at%3 > 0 { // bytes after the first one may be outside, too
						place[at] = kept
					}
				}
				copy(place, text)
				if got, want := Length(s, place), simple(has, place); got != want {
					t.Fatalf("set %v, text %q: %d, want %d", s, place, got, want)
				}
			}
		}
	}
}
