//go:build !purego

package scan

import (
	"math/bits"
	"unsafe"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/bitmap"
	"example.org/iri/internal/uri/find"
)

// longMean returns the mean length of values from which on single calls are faster than chunks, 0 if
// they always are. It was measured on ASCII without percent signs. For other strings, single calls are
// slower: see singlesPay.
func longMean(plan *uri.Plan, column, split bool) int {
	if plan == nil || !plan.Batch {
		return 0
	}
	if level == 0 {
		detect()
	}
	switch {
	case level == AVX512Batch && split && column:
		return 70
	case level == AVX512Batch && split:
		return 100
	case level == AVX512Batch:
		return 700
	case level == AVX512 && !column && !split:
		return 110
	case level == AVX2 && !column && !split:
		return 180
	case level == AVX2 && !column:
		return 100
	case level == AVX2 && !split:
		return 80
	}
	return 0
}

// values is what kernels need to put line feeds between the values of a column: AVX-512 has gaps, AVX2
// a copy of the values, with room for what is copied after them.
type values struct {
	gaps
	copies [bitmap.Size + longValue + copied]byte
}

const (
	longValue = 700 // no longer value is copied
	copied    = 128 // bytes at once: more than a value may have
)

// take returns how many values fit into a chunk, and their size with a line feed after each.
func (v *values) take(data []byte, offsets []int32) (n, size int) {
	switch {
	case offsets[0] < 0:
		return 0, 0
	case level == AVX512Batch:
		return v.set(data, offsets)
	}
	return fill(&v.copies, data, offsets)
}

// follow sets c to the bitmaps of values. A kernel with gaps reads bytes after the last value, as many
// as a group has. If the data have less, a copy has them.
func (v *values) follow(c *chunk, plan *uri.Plan, size int) {
	from, to := int(c.offsets[0]), int(c.offsets[len(c.offsets)-1])
	switch {
	case level < AVX512Batch:
		c.follow(plan, v.copies[:], size, nil)
	case to+bitmap.Group <= len(c.text):
		c.follow(plan, c.text[from:], size, &v.gaps)
	default:
		copy(v.copies[:], c.text[from:to])
		c.follow(plan, v.copies[:], size, &v.gaps)
	}
}

// fill copies values to t, with a line feed after each, and returns how many, and how many bytes that
// is. It stops at a value that is longer than longValue, before one that has no room, or that ends less
// than 128 bytes before the end of the data, and where offsets decrease.
//
//go:noescape
func fill(t *[bitmap.Size + longValue + copied]byte, data []byte, offsets []int32) (n, size int)

// room has room for bitmaps that lie at a multiple of 64 bytes, so that no group of one crosses a
// cache line.
type room [unsafe.Sizeof(bitmap.Bitmaps{}) + 63]byte

func (r *room) bitmaps() *bitmap.Bitmaps {
	p := unsafe.Pointer(r)
	return (*bitmap.Bitmaps)(unsafe.Add(p, -uintptr(p)&63))
}

// setBitmaps sets t to the bitmaps of the beginning of a string, up to a size of at most a chunk. If there
// are gaps, the kernel inserts line feeds there. Then the size includes them, and the kernel reads up
// to a group of what follows.
func setBitmaps(t *bitmap.Bitmaps, plan *uri.Plan, codes *[0x80]uint8, returns bool, text []byte, size int, g *gaps) {
	if level < AVX512Batch {
		narrowBitmaps(t, plan, codes, text, size)
		return
	}
	wideBitmaps(t, plan, codes, returns, g, unsafe.SliceData(text), size)
}

// Functions of batch_amd64.s.

//go:noescape
func wideBitmaps(t *bitmap.Bitmaps, plan *uri.Plan, codes *[0x80]uint8, returns bool, feeds *gaps, p *byte, n int)

// splitLines sets the offsets of all lines that end in some words of bitmaps, in the language or not. There
// have to be as many as perSplit. It lists those whose ends, schemes or authorities lie too far from
// the start, of which it sets only the end, and returns their number. A line may be listed twice.
func splitLines[P find.Parts](t *bitmap.Bitmaps, words int, parts []P, long *bitmap.Longs) (n int) {
	first := (*find.Cut)(unsafe.Pointer(unsafe.SliceData(parts)))
	if level < AVX512Batch {
		return narrowSplit(t, words, first, long)
	}
	return wideSplit(t, words, first, long)
}

//go:noescape
func narrowSplit(t *bitmap.Bitmaps, words int, cuts *find.Cut, long *bitmap.Longs) (n int)

//go:noescape
func wideSplit(t *bitmap.Bitmaps, words int, cuts *find.Cut, long *bitmap.Longs) (n int)

// numberWrong moves the bits of wrong lines in each word of a group down: a line has a bit for its
// number among those that end in the word.
func numberWrong(t *bitmap.Bitmaps, group int) {
	if level >= AVX512Batch {
		wideNumberWrong(t, group)
		return
	}
	for w := 8 * group; w < 8*group+8; w++ {
		wrong := t.Wrong[w]
		t.Wrong[w] = 0
		for ; wrong != 0; wrong &= wrong - 1 {
			t.Wrong[w] |= 1 << bits.OnesCount64(t.Ends[w]&(wrong&-wrong-1))
		}
	}
}

//go:noescape
func wideNumberWrong(t *bitmap.Bitmaps, group int)
