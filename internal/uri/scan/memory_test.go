package scan

import (
	"bytes"
	"testing"
	"unsafe"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// TestAlignment tests strings at all offsets of a random buffer, with changes to the bytes around them. Only the string
// may matter, and it may not change.
func TestAlignment(t *testing.T) {
	x, r := newTrial(t, fast(t)), random(t)
	noise := make([]byte, 4096+64)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	buffer := make([]byte, len(noise))
	for i := range effort(10_000, 100_000, 300_000) {
		first, second := anyText(r), anyText(r)
		text := []byte(first + second[r.IntN(len(second)):])
		if i%2 == 0 {
			text = mutate(r, text)
		}
		text = text[:min(len(text), 1000)]
		at, end := 64+i%64, 64+i%64+len(text)
		copy(buffer, noise)
		copy(buffer[at:], text)
		x.try(buffer[at:end:end])
		for _, near := range []int{at - 1, at - 2, at - 3, end, end + 1, end + 2} {
			buffer[near] ^= 1 << r.IntN(8)
		}
		before := bytes.Clone(buffer)
		x.try(buffer[at:end:end])
		if !bytes.Equal(before, buffer) {
			t.Fatalf("%q: written to the string or around it", text)
		}
	}
}

// TestBits flips each bit of strings and of the bytes around them.
func TestBits(t *testing.T) {
	x, r := newTrial(t, fast(t)), random(t)
	for range effort(20, 400, 4000) {
		text := anyText(r)
		buffer := []byte("abc" + text + "\xf0\x9f\x98")
		for at := range buffer {
			for bit := range 8 {
				buffer[at] ^= 1 << bit
				x.try(buffer[3 : 3+len(text)])
				buffer[at] ^= 1 << bit
			}
		}
	}
}

// TestCanary tests that a path changes only its results.
func TestCanary(t *testing.T) {
	type results struct {
		before [8]uint64
		x      find.Cut
		v, c   Result
		after  [8]uint64
	}
	canary := [8]uint64{1, 2, 3, 4, 5, 6, 7, 1 << 63}
	r := random(t)
	for _, p := range fast(t) {
		for _, a := range tops {
			bytes := *a.Plan
			plan := bytes
			a := *a
			a.Plan = &plan
			for range effort(100, 2000, 20_000) {
				text := mutate(r, []byte(anyText(r)))
				var y results
				y.before, y.after = canary, canary
				y.x, y.v = p.locate(&a, text)
				y.c = p.check(&a, text)
				if y.before != canary || y.after != canary {
					t.Fatalf("%s: %s: %q: %x, %x", p.name, a.Name, text, y.before, y.after)
				}
			}
			if plan != bytes {
				t.Errorf("%s: %s: the plan has changed", p.name, a.Name)
			}
		}
	}
}

// TestPlanAlignment tests plans at any address.
func TestPlanAlignment(t *testing.T) {
	room := make([]uri.Plan, 2)
	x := newTrial(t, fast(t))
	for shift := uintptr(0); shift < 64; shift += unsafe.Alignof(room[0]) {
		plan := (*uri.Plan)(unsafe.Add(unsafe.Pointer(&room[0]), shift))
		*plan = *tops[1].Plan
		a := *tops[1]
		a.Plan = plan
		x.automata = []*uri.Language{&a}
		for _, odd := range oddities {
			for n := range slides {
				x.try(append(pumped("//a/", "b", n), odd...))
			}
		}
	}
}

// TestNoPlan tests an automaton without a plan.
func TestNoPlan(t *testing.T) {
	a := *tops[0]
	a.Plan = nil
	for _, k := range kernels(t) {
		for _, c := range components {
			for n := range slides {
				text := pumped(c.head, c.fill, n)
				if _, v := k.locate(&a, text); v != Undecided {
					t.Errorf("%s: result %d of %q", k.name, v, text)
				}
				if v := k.check(&a, text); v != Undecided {
					t.Errorf("%s: result %d of %q, without offsets", k.name, v, text)
				}
			}
		}
	}
}
