package scan

import (
	"testing"
	"unicode/utf8"
)

// Offsets at which characters cross the borders of the blocks that kernels load.
var borderPlaces = []int{28, 29, 30, 31, 32, 33, 61, 62, 63, 64, 93, 94, 95, 96, 97, 126, 127, 128}

// sparse yields the numbers below total: all with -exhaustive, otherwise a few, as multiples of a prime modulo total.
func sparse(total, few int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := range min(total, effort(few/10, few, total)) {
			if n := uint64(i) * 2654435761 % uint64(total); !yield(int(n)) {
				return
			}
		}
	}
}

// TestThreeBytes tests all strings of three bytes that begin with a non-ASCII byte, at borders.
func TestThreeBytes(t *testing.T) {
	x := newTrial(t, fast(t))
	x.automata = tops[:1]
	for k, place := range borderPlaces {
		for _, tail := range []int{0, 1, 30}[k%3:][:1] {
			text := pumped("a:", "a", place+3+tail)
			for i := range sparse(0x80<<16, 40_000) {
				text[place], text[place+1], text[place+2] = byte(0x80+i>>16), byte(i>>8), byte(i)
				x.try(text)
			}
		}
	}
}

// TestFourBytes tests strings of four bytes that begin like characters of four bytes, or of three ones that are not
// ordinary, in queries.
func TestFourBytes(t *testing.T) {
	var second, third []byte // bytes of ASCII and lead bytes are all alike, or nearly
	for c := range 256 {
		if 0x70 <= c && c < 0xd0 {
			second = append(second, byte(c))
		}
		if c == 0 || 0x60 <= c && c <= 0xc2 || 0xe0 <= c {
			third = append(third, byte(c))
		}
	}
	x := newTrial(t, fast(t))
	x.automata = tops[:1]
	k := len(third)
	for _, place := range []int{29, 60, 61, 62, 63, 125} {
		text := pumped("a:?", "a", place+20)
		for i := range sparse(10*len(second)*k*k, 40_000) {
			text[place+3], text[place+2] = third[i%k], third[i/k%k]
			i /= k * k
			text[place+1], text[place] = second[i%len(second)], byte(0xee+i/len(second))
			x.try(text)
		}
	}
}

// TestScalars tests every character in a host, a path and a query, at varying offsets.
func TestScalars(t *testing.T) {
	x := newTrial(t, fast(t))
	heads := []string{"a://", "a:", "a:?", "//", "?"}
	for r := range sparse(utf8.MaxRune+1, 80_000) {
		if !utf8.ValidRune(rune(r)) {
			continue
		}
		for k, head := range heads {
			n := len(head) + (r+17*k)%131
			text := utf8.AppendRune(pumped(head, "a", n), rune(r))
			x.try(append(text, "aaaaa"[:r%6]...))
		}
	}
}
