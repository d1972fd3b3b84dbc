//go:build !purego

package scan

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"example.org/iri/internal/testkit"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// How to run these on another processor: with an emulator,
// GOARCH=arm64 go test -exec qemu-aarch64 ./internal/uri/scan

// likeModel runs kernels and model on a string, by all four functions.
func likeModel(t *testing.T, a *uri.Language, text []byte) {
	t.Helper()
	want, wantV := byModel(a, text)
	if len(text) < 16 {
		want, wantV = find.Cut{}, NoKernel
	}
	s := string(text)
	x1, v1 := Bytes(a, text)
	x2, v2 := String(a, s)
	if x1 != want || x2 != want || v1 != wantV || v2 != wantV || CheckBytes(a, text) != wantV || CheckString(a, s) != wantV {
		t.Errorf("%s: %q (%d bytes): %x, results %d and %d, model says %x, %d", a.Name, text, len(text), x1, v1, v2, want, wantV)
	}
}

// byKernel returns the masks of a block.
func byKernel(plan *uri.Plan, block []byte) masks {
	const ones = 1<<64 - 1 // to be overwritten
	m := masks{ones, ones, ones, ones, ones, ones, ones, ones, ones, ones, ones, ones}
	spoil()
	m.set(plan, &block[0], len(block))
	return m
}

// spoil leaves in the registers what is of no use to kernels.
func spoil() {
	text, boxes := [64]byte{}, [8][16]uint8{7: {1, 2, 3}}
	wild(&text[0], len(text), 0, &boxes)
	smooth(&text[0], len(text), &[256]uint8{0xff})
}

// Every byte at every place of blocks of every length, with tables of all roles
// that there are, and some more.
func TestTranspose(t *testing.T) {
	iri := tops[0]
	plans := []*uri.Plan{iri.Plan, new(uri.Plan), new(uri.Plan)}
	r := rand.New(rand.NewPCG(1, 2))
	for c := range 128 {
		plans[1].Class[c] = uint8(c)
		plans[2].Class[c] = uint8(r.Uint32())
	}
	plans[2].Class[0] = 0xff // not to be mistaken for what is after the end
	for n := 16; n <= 64; n++ {
		block := make([]byte, n)
		for k, plan := range plans {
			for _, fill := range []byte{'a', 0, 0xff} {
				for at := range n {
					for c := range 256 {
						if !*testkit.Long && (n+k+at+c)%16 != 0 {
							continue
						}
						for i := range block {
							block[i] = fill
						}
						block[at] = byte(c)
						if got, want := byKernel(plan, block), classify(plan, block); got != want {
							t.Fatalf("plan %d, %q: %+v, want %+v", k, block, got, want)
						}
					}
				}
			}
			for range 100 {
				for i := range block {
					block[i] = byte(r.Uint32())
				}
				if got, want := byKernel(plan, block), classify(plan, block); got != want {
					t.Fatalf("plan %d, %q: %+v, want %+v", k, block, got, want)
				}
			}
		}
	}
}

// The first k bytes of a block are dropped as if it began after them.
func TestDrop(t *testing.T) {
	a := tops[0]
	block := []byte("http://user@host:80/path?query=1#frag%C3%A9-[\x00 \u00e9\u4e2d]/:@?#+.~!$&'()!!")[:64]
	for k := range 64 {
		m, want := byKernel(a.Plan, block), classify(a.Plan, block[k:])
		m.drop(k)
		if m.text != want.text || m.query != want.query || m.fragment != want.fragment ||
			m.hex != want.hex || m.alive != want.alive || m.high != want.high {
			t.Errorf("%d: %+v, want %+v", k, m, want)
		}
	}
}

// A byte that is not to be skipped stops the kernel at its block, wherever it is.
func TestSmooth(t *testing.T) {
	a := tops[0]
	for n := range 200 {
		text := bytes.Repeat([]byte("a:/@~4"), 40)[:n+1]
		for at := range n + 1 {
			for c := range 256 {
				if at < n && !*testkit.Long && (n+at+c)%64 != 0 {
					continue
				}
				old := text[at]
				if at < n {
					text[at] = byte(c)
				} else if c > 0 {
					break
				}
				want := n / 64 * 64
				if m := classify(a.Plan, text[at:at+1]); m.text == 0 || m.query|m.fragment != 0 {
					want = min(want, at/64*64)
				}
				spoil()
				if got := smooth(&text[0], n, &a.Plan.Class); got != want {
					t.Fatalf("%q: %d, want %d", text[:n], got, want)
				}
				text[at] = old
			}
		}
	}
}

// Pairs of bytes, and those after a lead byte two or three places before.
func TestWild(t *testing.T) {
	a := tops[0]
	try := func(text []byte, pos int) {
		spoil()
		if got, want := wild(&text[0], len(text), pos, &a.Plan.Pairs), strange(a.Plan, text, pos); got != want {
			t.Fatalf("%q (%d bytes) from %d: %t, want %t", text, len(text), pos, got, want)
		}
	}
	text := pumped("", "a", 30)
	for _, front := range []string{"", "\xc3", "\xe4", "\xf0", "\xe4\xb8", "\xf0\x9f", "\xf0\x9f\x98", "\xf0\x9f\x98\x80"} {
		for _, back := range []string{"", "\x80", "\x80\x80"} {
			for c := range 1 << 16 {
				if c < 0x8000 && c&0x80 == 0 || !*testkit.Long && c%7 != 0 {
					continue
				}
				text = append(append(append(text[:14], front...), byte(c>>8), byte(c)), back...)
				try(text, 0) // ends in them
				try(append(text, "aaaa"...), 0)
			}
		}
	}
	sound := bytes.Repeat([]byte("\u00e9\u4e2d\U0001f600a"), 21) // no harm in them
	for n := 16; n <= 200; n++ {
		for from := range 10 {
			text := sound[from : from+n]
			for pos := 0; pos < n; pos += 64 {
				try(text, pos)
				for at := range n {
					with := bytes.Clone(text)
					with[at] = '\xc2'
					try(with, pos)
					if !*testkit.Long {
						continue
					}
					with[at] = 'a'
					try(with, pos)
				}
			}
		}
	}
}

// All that the model is tested with, on a smaller scale: the kernels are to say the
// same, also what is undecided.
func TestKernelIsModel(t *testing.T) {
	try := func(text []byte) {
		for _, a := range tops[:2] {
			likeModel(t, a, text)
		}
	}
	for _, c := range components {
		for _, n := range []int{7, 15, 62, 63, 64, 127} {
			for _, odd := range oddities {
				try(append(pumped(c.head, c.fill, max(n, len(c.head))), odd...))
			}
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	pieces := append([]string{"a", "bc-d_e.f", "/", ":", "?", "#", "@", "%C3%A9", "\u00e9", "\u4e2d", "80", "http://", strings64}, oddities...)
	for range 20000 {
		var text []byte
		for range 1 + r.IntN(8) {
			text = append(text, pieces[r.IntN(len(pieces))]...)
		}
		try(text)
	}
}

const strings64 = "aaaaaaaabbbbbbbbccccccccddddddddeeeeeeeeffffffffgggggggghhhhhhhh"

// Strings without a plan, and those that are too short for kernels.
func TestWithout(t *testing.T) {
	iri := tops[0]
	bare := *iri
	bare.Plan = nil
	for n := range 70 {
		text := pumped("a:", "a", max(n, 2))
		want := Valid
		if len(text) < 16 {
			want = NoKernel
		}
		if v := CheckBytes(iri, text); v != want {
			t.Errorf("%q: result %d, want %d", text, v, want)
		}
		if v := CheckBytes(&bare, text); v != Undecided {
			t.Errorf("%q without a plan: result %d", text, v)
		}
	}
	for _, v := range []Result{CheckBytes(iri, nil), CheckString(iri, "")} {
		if v != NoKernel {
			t.Errorf("empty string: result %d", v)
		}
	}
	defer Limit(Limit(NEON))
	if l := Limit(NoVectors); l != NoVectors {
		t.Errorf("best level is %d", l)
	}
	if v := CheckBytes(iri, pumped("a:", "a", 40)); v != NoKernel {
		t.Errorf("kernels switched off: result %d", v)
	}
}
