// Package bitmap defines the result of the batch kernels of package scan for a chunk of lines: streams with a bit for
// each byte. The generator of the kernels takes the offsets of fields from it.
package bitmap

import "math/bits"

// A kernel processes a chunk in groups of as many bytes as the widest registers have bits.
const (
	Group       = 512 // bytes
	NarrowGroup = 256 // with AVX2
	Groups      = 16  // in a chunk: with its bitmaps, it fits into the first-level cache
	Size        = Group * Groups
	words       = Size / 64
	lanes       = Group / 64
)

// A Bitmap has a bit for each byte of a chunk.
type Bitmap [words]uint64

// Bitmaps describe a chunk, which begins at the start of a line.
type Bitmaps struct {
	Ends      Bitmap // line feeds
	Wrong     Bitmap // line feeds that end an invalid line, unless it is undecided
	Undecided Bitmap // bytes that a kernel cannot decide; their lines need single calls

	// Results of the first half of a kernel for the second. Stop has the delimiters that end an authority, and ends of
	// lines.
	Colon, Slash, At, Stop, Fragment Bitmap
	Starts, First, Scheme, Digit     Bitmap
	Begins, Span                     Bitmap // of authorities: the first byte after two slashes, and all bytes

	Before       [Groups + 1][lanes]uint64 // the number of lines that end before a group is the sum of its entry
	Invalid      [Groups]uint64            // not 0 if an invalid line ends in the group
	AnyUndecided uint64                    // not 0 if some byte is undecided

	Special [Size / NarrowGroup]bool // an authority in the group has a colon or an at sign (AVX2)
}

// Next returns the offset of the first bit in [from, to), or to if there is none.
func (t *Bitmap) Next(from, to int) int {
	for from < to {
		if bit := t[from/64] >> (from % 64); bit != 0 {
			return min(from+bits.TrailingZeros64(bit), to)
		}
		from = (from/64 + 1) * 64
	}
	return to
}

// AfterLast returns the offset after the last bit before offset to, or 0 if there is none.
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
