//go:build linux

package scan

import (
	"testing"

	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/internal/testkit/fence"
)

// try tests text near the first inaccessible page, near the second, and across the border of the two pages between. The
// bytes that a kernel may read beyond a string depend on its offset in a page.
func try(f *fence.Fence, x *trial, text []byte, away int) {
	n, end := len(text), len(f.Inner)
	for _, at := range []int{away, end/2 - n/2 - away, end - n - away} {
		p := f.Inner[at : at+n : at+n]
		copy(p, text)
		if err := fence.Guarded(func() { x.try(p) }); err != nil {
			x.Fatalf("%q (%d bytes) at %d of %d: %v", text, n, at, end, err)
		}
		for i := range p {
			p[i] = 'a'
		}
	}
}

// TestGuard tests that no path reads before or after a string of any length.
func TestGuard(t *testing.T) {
	f, x, r := fence.New(t, 2), newTrial(t, paths(t)), random(t)
	for n := range 201 {
		for k, c := range components {
			if n >= len(c.head) && (*testkit.Long || (n+k)%8 == 0) {
				try(f, x, pumped(c.head, c.fill, n), 0)
			}
		}
		for _, char := range []string{"\u00e9", "\u4e2d", "\U0001f600", "%C3%A9", "\xff"} {
			text := []byte("a:")
			for len(text) < n+len(char) {
				text = append(text, char...)
			}
			for odd := range len(char) {
				try(f, x, text[:n], 0)
				if n > odd {
					text[odd] = 'a' // ends within another character
				}
			}
		}
		noise := make([]byte, n)
		for range effort(1, 10, 100) {
			for i := range noise {
				noise[i] = corpus.Pick(r, []byte("aF09:/?#[]@%.~\xc3\xa9\xee\x80\xf3\xb0"))
			}
			try(f, x, noise, 0)
		}
	}
}

// TestGuardNear tests short strings at all distances from inaccessible pages, and across a border. A kernel may read
// the page of a string.
func TestGuardNear(t *testing.T) {
	f, x := fence.New(t, 2), newTrial(t, fast(t))
	for n := range 140 {
		for away := range 70 {
			if n > 40 && (n+away)%effort(16, 4, 1) != 0 {
				continue
			}
			for _, fill := range []string{"a", "\u4e2d", "%44"} {
				text := append([]byte("a:"), pumped("", fill, n+6-n%6)...)
				try(f, x, text[:n], away)
			}
		}
	}
}

// TestGuardWrite tests that no path writes to a string.
func TestGuardWrite(t *testing.T) {
	f, x := fence.New(t, 2), newTrial(t, fast(t))
	for n := 2; n < 200; n++ {
		for _, fill := range []string{"a", "\u4e2d", "%44", "?#"} {
			text := append([]byte("a:"), pumped("", fill, n+6-n%6)...)[:n]
			p := f.Inner[n : 2*n]
			copy(p, text)
			f.ReadOnly(t, true)
			if err := fence.Guarded(func() { x.try(p) }); err != nil {
				t.Errorf("%q: %v", text, err)
			}
			f.ReadOnly(t, false)
		}
	}
}
