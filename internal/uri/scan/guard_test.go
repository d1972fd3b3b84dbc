//go:build linux

package scan

import (
	"fmt"
	"os"
	"runtime/debug"
	"syscall"
	"testing"

	"example.org/iri/internal/corpus"
)

// A fence is two pages of memory between two that nobody may touch.
type fence struct{ pages, inner []byte }

func newFence(t *testing.T) *fence {
	size := os.Getpagesize()
	pages, err := syscall.Mmap(-1, 0, 4*size, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		t.Skipf("no pages to guard with: mmap: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(pages); err != nil {
			t.Error(err)
		}
	})
	f := &fence{pages, pages[size : 3*size : 3*size]}
	f.protect(t, syscall.PROT_READ|syscall.PROT_WRITE)
	return f
}

func (f *fence) protect(t *testing.T, mode int) {
	if err := syscall.Mprotect(f.inner, mode); err != nil {
		t.Fatalf("mprotect: %v", err)
	}
}

// try has a trial of a text some bytes behind the first of the pages not to touch,
// some in front of the second, and across the border of the two inside: what a
// kernel may read beyond a text depends on where in a page that is.
func (f *fence) try(x *trial, text []byte, away int) {
	n, end := len(text), len(f.inner)
	for _, at := range []int{away, end/2 - n/2 - away, end - n - away} {
		p := f.inner[at : at+n : at+n]
		copy(p, text)
		if err := guarded(func() { x.try(p) }); err != nil {
			x.Fatalf("%q (%d bytes) at %d of %d: %v", text, n, at, end, err)
		}
		for i := range p {
			p[i] = 'a'
		}
	}
}

// guarded runs a call. If that touches what it must not, the error says so.
func guarded(call func()) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch e := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }:
			err = fmt.Errorf("touches address %#x: %v", e.Addr(), e)
		default:
			panic(e)
		}
	}()
	call()
	return nil
}

// TestGuard: no path reads before or behind a text of any length.
func TestGuard(t *testing.T) {
	f, x, r := newFence(t), newTrial(t, paths(t)), random(t)
	for n := range 201 {
		for k, c := range components {
			if n >= len(c.head) && (*long || (n+k)%8 == 0) {
				f.try(x, pumped(c.head, c.letter, n), 0)
			}
		}
		for _, char := range []string{"\u00e9", "\u4e2d", "\U0001f600", "%C3%A9", "\xff"} {
			text := []byte("a:")
			for len(text) < n+len(char) {
				text = append(text, char...)
			}
			for odd := range len(char) {
				f.try(x, text[:n], 0)
				if n > odd {
					text[odd] = 'a' // and ends elsewhere in a character
				}
			}
		}
		noise := make([]byte, n)
		for range effort(1, 10, 100) {
			for i := range noise {
				noise[i] = corpus.Pick(r, []byte("aF09:/?#[]@%.~\xc3\xa9\xee\x80\xf3\xb0"))
			}
			f.try(x, noise, 0)
		}
	}
}

// TestGuardNear: short texts at all distances from the pages, and across the
// border of the two inside. A kernel may read what is in the page of a text.
func TestGuardNear(t *testing.T) {
	f, x := newFence(t), newTrial(t, fast(t))
	for n := range 140 {
		for away := range 70 {
			if n > 40 && (n+away)%effort(16, 4, 1) != 0 {
				continue
			}
			for _, fill := range []string{"a", "\u4e2d", "%44"} {
				text := append([]byte("a:"), pumped("", fill, n+6-n%6)...)
				f.try(x, text[:n], away)
			}
		}
	}
}

// TestGuardWrite: no path writes to a text.
func TestGuardWrite(t *testing.T) {
	f, x := newFence(t), newTrial(t, fast(t))
	for n := 2; n < 200; n++ {
		for _, fill := range []string{"a", "\u4e2d", "%44", "?#"} {
			text := append([]byte("a:"), pumped("", fill, n+6-n%6)...)[:n]
			p := f.inner[n : 2*n]
			copy(p, text)
			f.protect(t, syscall.PROT_READ)
			if err := guarded(func() { x.try(p) }); err != nil {
				t.Errorf("%q: %v", text, err)
			}
			f.protect(t, syscall.PROT_READ|syscall.PROT_WRITE)
		}
	}
}

// TestFence: the pages around do fault.
func TestFence(t *testing.T) {
	f := newFence(t)
	size := os.Getpagesize()
	var sink byte
	for _, at := range []int{size - 1, 3 * size} {
		if guarded(func() { sink += f.pages[at] }) == nil {
			t.Errorf("byte %d may be read", at)
		}
	}
	for _, at := range []int{size, 3*size - 1} {
		if err := guarded(func() { sink += f.pages[at] }); err != nil {
			t.Errorf("byte %d: %v", at, err)
		}
	}
	f.protect(t, syscall.PROT_READ)
	if guarded(func() { f.inner[0] = 1 }) == nil {
		t.Error("what is protected may be written to")
	}
}
