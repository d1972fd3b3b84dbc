package scan

import (
	"testing"

	"example.org/iri/dfa"

	"example.org/iri/internal/uri/find"
)

// TestFallback compares results, offsets and errors of Fallback and Last with the automaton alone, wherever the
// portable path stopped.
func TestFallback(t *testing.T) {
	r := random(t)
	for range effort(1000, 20_000, 500_000) {
		text := mutate(r, []byte(anyText(r)))
		for _, a := range tops {
			o, valid := reference(a, text)
			want, place := dfa.Last(a.Automaton, a.Start, text)
			for _, decide := range []func() (find.Cut, dfa.State, int, bool){
				func() (find.Cut, dfa.State, int, bool) { return finish(a, text, find.Cut{}, Undecided) },
				func() (find.Cut, dfa.State, int, bool) { return Fallback(a, text) },
				func() (find.Cut, dfa.State, int, bool) { return Fallback(a, string(text)) },
			} {
				c, s, n, ok := decide()
				if ok != valid || ok && c != o.Pack() || !ok && (s != want || n != place || c != find.Cut{}) {
					t.Fatalf("%s: %q: %x, state %d at %d, %t; want %x, %d at %d, %t", a.Name, text, c, s, n, ok, o.Pack(), want, place, valid)
				}
			}
			if s, n, ok := Last(a, text); ok != valid || !ok && (s != want || n != place) {
				t.Fatalf("%s: %q: state %d at %d, %t; want %d at %d, %t", a.Name, text, s, n, ok, want, place, valid)
			}
		}
	}
}
