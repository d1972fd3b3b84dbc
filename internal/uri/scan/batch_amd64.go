//go:build !purego

package scan

import (
	"math/bits"
	"unsafe"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/tracks"
)

// abreast reports whether there is a kernel for many values of a language.
func abreast(plan *uri.Plan) bool {
	if plan == nil || !plan.Batch {
		return false
	}
	if level == 0 {
		detect()
	}
	return level >= AVX2
}

// copyingPays reports whether the values of a column are to be copied to chunks.
func copyingPays(split bool) bool { return level >= AVX512Batch || !split }

// longMean returns the mean length of values from which on one by one is faster. Texts of ASCII set
// it; others may be much longer.
func longMean() int {
	if level < AVX512Batch {
		return 180
	}
	return longValue
}

// setTracks sets t to the tracks of a text of at most a chunk.
func setTracks(t *tracks.Tracks, plan *uri.Plan, codes *[0x80]uint8, returns bool, text []byte) {
	if level < AVX512Batch {
		narrowTracks(t, plan, codes, text)
		return
	}
	wideTracks(t, plan, codes, returns, unsafe.SliceData(text), len(text))
}

// wideTracks is the kernel in batch_amd64.s.
//
//go:noescape
func wideTracks(t *tracks.Tracks, plan *uri.Plan, codes *[0x80]uint8, returns bool, p *byte, n int)

// fill copies values to t, with a line feed behind each, and returns how many, and how many bytes
// that is. It stops at a value that is longer than longValue, in front of one that has no room, or
// that ends less than 128 bytes in front of the end of the data, and where offsets decrease.
//
//go:noescape
func fill(t *buffer, data []byte, offsets []int32) (n, size int)

// cuts sets the cuts of all lines that end in some words of tracks, in the language or not. Of lines
// of 56 bytes or more it may set only what is in front of the path, and the end. These are listed,
// and their number is returned. Of some even that is left out: their schemes or authorities are long.
func cuts[P find.Parts](t *tracks.Tracks, words int, parts []P, long *tracks.Longs) (n int) {
	first := (*Cut)(unsafe.Pointer(unsafe.SliceData(parts)))
	if level < AVX512Batch {
		return narrowCuts(t, words, first, long)
	}
	return wideCuts(t, words, first, long)
}

//go:noescape
func narrowCuts(t *tracks.Tracks, words int, cuts *Cut, long *tracks.Longs) (n int)

//go:noescape
func wideCuts(t *tracks.Tracks, words int, cuts *Cut, long *tracks.Longs) (n int)

// numberWrong moves the bits of wrong lines in each word of a group down: a line has a bit for its
// number among those that end in the word.
func numberWrong(t *tracks.Tracks, group int) {
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
func wideNumberWrong(t *tracks.Tracks, group int)
