package bytescan

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// simple is Length for a set in a simple form.
func simple(has *[256]bool, text []byte) int {
	for i, b := range text {
		if !has[b] {
			return i
		}
	}
	return len(text)
}

// newSet returns a set with the bytes for which has is true.
func newSet(has *[256]bool) *Set {
	s := new(Set)
	for b := range 256 {
		if has[b] {
			s.Add(byte(b))
		}
	}
	return s
}

// sets returns all sets of one byte, their complements, and random sets.
func sets(rnd *rand.Rand) (list []*[256]bool) {
	for b := range 256 {
		var one, others [256]bool
		for i := range 256 {
			one[i], others[i] = i == b, i != b
		}
		list = append(list, &one, &others)
	}
	for range 100 {
		var has [256]bool
		for i := range 256 {
			has[i] = rnd.IntN(2) == 0
		}
		list = append(list, &has)
	}
	return append(list, new([256]bool))
}

func TestHas(t *testing.T) {
	for _, has := range sets(rand.New(rand.NewPCG(1, 1))) {
		s := newSet(has)
		for b := range 256 {
			if s.Has(byte(b)) != has[b] {
				t.Fatalf("%v: %#x: %t", has, b, !has[b])
			}
		}
	}
}

// members returns the bytes that are in a set, or are not.
func members(has *[256]bool, in bool) (list []byte) {
	for b := range 256 {
		if has[b] == in {
			list = append(list, byte(b))
		}
	}
	return list
}

// TestEveryByte tests each byte at each offset of two blocks.
func TestEveryByte(t *testing.T) {
	for _, has := range sets(rand.New(rand.NewPCG(1, 3)))[500:] {
		s, in := newSet(has), members(has, true)
		if len(in) == 0 {
			continue
		}
		text := bytes.Repeat(in[:1], 65)
		for i := range text {
			for b := range 256 {
				text[i] = byte(b)
				if got, want := Length(s, string(text)), simple(has, text); got != want {
					t.Fatalf("set %v, text %q: %d, want %d", s, text, got, want)
				}
			}
			text[i] = in[0]
		}
	}
}

func TestAllocations(t *testing.T) {
	s, text := new(Set), make([]byte, 100)
	s.Add(0)
	if n := testing.AllocsPerRun(100, func() { Length(s, text) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzLength(f *testing.F) {
	f.Add([]byte("abc"), []byte("aabbcc, and so on, to fill more than one block of bytes or two"))
	f.Add([]byte{0x80, 0xff, 0}, bytes.Repeat([]byte{0x80, 0xff}, 50))
	f.Fuzz(func(t *testing.T, in, text []byte) {
		var has [256]bool
		for _, b := range in {
			has[b] = true
		}
		if got, want := Length(newSet(&has), text), simple(&has, text); got != want {
			t.Errorf("set %q, text %q: %d, want %d", in, text, got, want)
		}
	})
}
