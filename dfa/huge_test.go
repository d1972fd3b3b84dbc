//go:build nightly && (amd64 || arm64)

package dfa_test

import (
	"slices"
	"testing"

	. "example.org/iri/dfa"
)

// TestFindInHugeText tests that offsets are right in strings of up to 1<<32-1 bytes. Longer strings match, with
// undefined spans. The memory is only read, except for its last bytes, so that it is not allocated.
func TestFindInHugeText(t *testing.T) {
	const longest = 1<<32 - 1
	memory := make([]byte, longest+10)
	for grammar, repeats := range map[string]bool{
		"r = *%x00 x [ \"!\" ]\nx = 1*\"a\"\n":     false,
		"r = *%x00 1*( x [ \"!\" ] )\nx = \"a\"\n": true,
	} {
		a := spansOf(t, grammar, "r", "x")
		if a.Repeats != 0 != repeats {
			t.Fatalf("%q: repeats %b", grammar, a.Repeats)
		}
		for _, n := range []int{longest, longest + 10} {
			text := memory[:n]
			for _, c := range []struct {
				end   string
				x     Span
				found bool
			}{{"a!", Span{n - 2, n - 1}, true}, {"!", Span{}, false}} {
				copy(text[n-len(c.end):], c.end)
				var spans [1]Span
				present, ok := Find(a, text, spans[:])
				all := slices.Collect(FindAll(a, text, 0))
				clear(text[n-len(c.end):])
				if ok != c.found {
					t.Errorf("%q, %d bytes, %q: %t", grammar, n, c.end, ok)
				}
				if n <= longest && (present == 1 != c.found || spans[0] != c.x || c.found && !slices.Equal(all, []Span{c.x})) {
					t.Errorf("%q, %d bytes, %q: %b, %v, %v, want %v", grammar, n, c.end, present, spans, all, c.x)
				}
			}
		}
	}
}
