//go:build linux && amd64 && !purego

package scan

import (
	"bytes"
	"testing"
	"unsafe"

	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit/fence"
	"example.org/iri/internal/uri/batch"
	"example.org/iri/internal/uri/bitmap"
)

// TestBatchGuard tests that a batch kernel reads only the string, and writes only its bitmaps.
func TestBatchGuard(t *testing.T) {
	plan := language.IRIReference.Plan
	if longLines(plan) == 0 {
		t.Skip("there are no batch kernels")
	}
	levels := batchLevels(t)
	text, result, codes := fence.New(t, 3), fence.New(t, 5), batch.Codes(plan, true)
	copy(text.Inner, bytes.Repeat([]byte("http://me@b.c:80/\u00e9?\u4e2d#f\r\n"), 1000))
	text.ReadOnly(t, true)
	size := int(unsafe.Sizeof(bitmap.Bitmaps{}))
	for _, at := range []int{0, len(result.Inner) - size} {
		r := (*bitmap.Bitmaps)(unsafe.Pointer(&result.Inner[at&^7]))
		for n := range bitmap.Size + 1 {
			if n > 1200 && n%512 > 2 && n < bitmap.Size-3 {
				continue
			}
			for _, p := range [][]byte{text.Inner[:n], text.Inner[len(text.Inner)-n:]} {
				for _, l := range levels {
					setLevel(l)
					if err := fence.Guarded(func() { setBitmaps(r, plan, &codes, true, p, len(p), nil) }); err != nil {
						t.Fatalf("level %d, %d bytes: %v", l, n, err)
					}
				}
			}
		}
	}
}

// TestBatchGuardColumn tests that only the data and the offsets are read.
func TestBatchGuardColumn(t *testing.T) {
	l := &language.IRI
	if longValues(l.Plan) == 0 {
		t.Skip("there is no batch kernel for columns")
	}
	data, offsets := fence.New(t, 4), fence.New(t, 1)
	copy(data.Inner, bytes.Repeat([]byte("a:"), len(data.Inner)/2))
	list := unsafe.Slice((*int32)(unsafe.Pointer(&offsets.Inner[0])), len(offsets.Inner)/4)
	for _, length := range []int32{0, 1, 7, 63, 64, 65, 127, 128, 129, 200, 699, 700, 701} {
		for back := range int32(2 * bitmap.Group) {
			at := int32(len(data.Inner)) - back
			for i := len(list) - 1; i >= 0; i-- {
				list[i] = at
				at = max(at-length, 0)
			}
			b := Batch{Language: l}
			if err := fence.Guarded(func() { b.Column(data.Inner, list) }); err != nil {
				t.Fatalf("values of %d bytes, %d before the end: %v", length, back, err)
			}
		}
	}
}

// TestBatchGuardLists tests that only the bits of values are written.
func TestBatchGuardLists(t *testing.T) {
	l := &language.IRIReference
	if longLines(l.Plan) == 0 {
		t.Skip("there are no batch kernels")
	}
	const values = 8 * 4096 // whose bits fill a page
	valid := fence.New(t, 1)
	for _, level := range batchLevels(t) {
		setLevel(level)
		for n := values - 70; n <= values; n++ {
			for _, text := range []string{"http://me@b.c:80/é?q#f\n", "//h\n1:\n", "\n"} {
				lines := n / 8
				data := bytes.Repeat([]byte(text), lines)
				lines *= bytes.Count([]byte(text), []byte("\n"))
				size := (lines + 7) / 8
				for _, offset := range []int{0, len(valid.Inner) - size} { // at both ends of the page
					b := Batch{Language: l, Valid: valid.Inner[offset : offset : offset+size]}
					if err := fence.Guarded(func() { b.Lines(data, false) }); err != nil {
						t.Fatalf("level %d, %d times %q: %v", level, lines, text, err)
					}
					if b.Len != lines || &b.Valid[0] != &valid.Inner[offset] {
						t.Fatalf("level %d, %d times %q: %d values, bits elsewhere: %v", level, lines, text, b.Len, &b.Valid[0] != &valid.Inner[offset])
					}
				}
			}
		}
	}
}
