//go:build !purego

package scan

import (
	"math/bits"
	"unsafe"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/bitmap"
)

// longLines returns the mean length from which on single calls are faster than chunks, or 0 if no kernel supports the
// plan and the processor.
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

// longValues is longLines for the values of a column, which only AVX-512 supports.
func longValues(plan *uri.Plan) int {
	if long := longLines(plan); level == AVX512Batch {
		return long
	}
	return 0
}

// alignedBitmaps has memory for bitmaps, aligned to 64 bytes, so that no group crosses a cache line.
type alignedBitmaps [unsafe.Sizeof(bitmap.Bitmaps{}) + 63]byte

func (r *alignedBitmaps) bitmaps() *bitmap.Bitmaps {
	p := unsafe.Pointer(r)
	return (*bitmap.Bitmaps)(unsafe.Add(p, -uintptr(p)&63))
}

// setBitmaps sets t to the bitmaps of text[:size], of at most a chunk. If g is not nil, the kernel inserts a line feed
// at each gap; then size includes the gaps, and the kernel reads up to a group more of text.
func setBitmaps(t *bitmap.Bitmaps, plan *uri.Plan, codes *[0x80]uint8, returns bool, text []byte, size int, g *gaps) {
	if level < AVX512Batch {
		narrowBitmaps(t, plan, codes, text, size)
		return
	}
	wideBitmaps(t, plan, codes, returns, g, unsafe.SliceData(text), size)
}

//go:noescape
func wideBitmaps(t *bitmap.Bitmaps, plan *uri.Plan, codes *[0x80]uint8, returns bool, feeds *gaps, p *byte, n int)

// numberWrong moves, in each word of Wrong in a group, the bit of the i-th line that ends in the word to bit i.
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
