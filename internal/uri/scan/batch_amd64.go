//go:build !purego

package scan

import (
	"math/bits"
	"unsafe"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/bitmap"
)

// longLines returns the mean length of lines from which on single calls are faster than chunks, or 0 if there is no
// kernel for the plan or the processor.
func longLines(plan *uri.Plan) int {
	if plan == nil || !plan.Batch {
		return 0
	}
	if level == 0 {
		detect()
	}
	switch level {
	case AVX512Batch:
		return 700
	case AVX512, AVX2:
		return 100
	}
	return 0
}

// longValues is like longLines, for the values of a column. Only AVX-512 has a kernel for these.
func longValues(plan *uri.Plan) int {
	if long := longLines(plan); level == AVX512Batch {
		return long
	}
	return 0
}

// room is memory for bitmaps at a multiple of 64 bytes, so that a group does not cross a cache line.
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
