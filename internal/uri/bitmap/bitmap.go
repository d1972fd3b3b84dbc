// Package bitmap has what the batch kernels of package scan find in a chunk of a string: streams of
// bits, a bit a byte, whatever line the byte belongs to. It is data: package scan goes by it, and
// the program that writes the kernels takes the places of fields from it.
package bitmap

import "math/bits"

// A kernel goes through a chunk in groups, as many bits at once as the widest registers have.
const (
	Group       = 512 // bytes
	NarrowGroup = 256 // with AVX2
	Groups      = 16  // in a chunk, which so fits into the first-level cache with its bitmaps
	Size        = Group * Groups
	words       = Size / 64
	lanes       = Group / 64 // words in a group
)

// A Bitmap has a bit for each byte of a chunk.
type Bitmap [words]uint64

// Bitmaps are those of a chunk that begins where a line does.
type Bitmaps struct {
	Ends      Bitmap // line feeds
	Wrong     Bitmap // those that end an invalid line, unless it is undecided
	Undecided Bitmap // bytes that a kernel cannot decide: single calls have to validate their lines

	// What one half of a kernel leaves to the other, besides what is wrong so far in Wrong. Stop has
	// the delimiters that end an authority, the end of the line included.
	Colon, Slash, At, Stop, Fragment Bitmap
	Starts, First, Scheme, Digit     Bitmap
	Begins, Span                     Bitmap // of authorities: the bytes after two slashes, and all their bytes

	Before       [Groups + 1][lanes]uint64 // the sum of an entry: how many lines end before a group
	Invalid      [Groups]uint64            // not 0 if an invalid line ends in a group
	AnyUndecided uint64                    // not 0 if some byte is undecided

	Special [Size / NarrowGroup]bool // whether an authority in a group of AVX2 has a colon or an at sign
}

// Next returns the place of the first bit from one place on and before another, which it returns
// if there is no such bit.
func (t *Bitmap) Next(from, to int) int {
	for from < to {
		if bit := t[from/64] >> (from % 64); bit != 0 {
			return min(from+bits.TrailingZeros64(bit), to)
		}
		from = (from/64 + 1) * 64
	}
	return to
}

// AfterLast returns the place after the last bit before a place, 0 if there is no such bit.
func (t *Bitmap) AfterLast(to int) int {
	w := to / 64
	if w < words {
		if bit := t[w] & (1<<(to%64) - 1); bit != 0 {
			return 64*w + bits.Len64(bit)
		}
	}
	for w--; w >= 0; w-- {
		if t[w] != 0 {
			return 64*w + bits.Len64(t[w])
		}
	}
	return 0
}
