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
	"example.org/iri/internal/uri/find"
)

// TestBatchGuard: a batch kernel reads nothing before a string and nothing after it, writes to
// no string, and nothing after its bitmaps.
func TestBatchGuard(t *testing.T) {
	plan := language.IRIReference.Plan
	if longMean(plan, false, false) == 0 {
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

// TestBatchGuardColumn: nothing beside the data and the offsets is read.
func TestBatchGuardColumn(t *testing.T) {
	l := &language.IRI
	if longMean(l.Plan, true, false) == 0 {
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
			var b Batch[find.Cut]
			b.Language = l
			if err := fence.Guarded(func() { b.Column(data.Inner, list) }); err != nil {
				t.Fatalf("values of %d bytes, %d before the end: %v", length, back, err)
			}
		}
	}
}

// TestBatchGuardLists: nothing is written beside the bits and the parts of the values.
func TestBatchGuardLists(t *testing.T) {
	l := &language.IRIReference
	if longMean(l.Plan, false, false) == 0 {
		t.Skip("there are no batch kernels")
	}
	const values = 2 * 4096 / 32 // whose parts fill two pages
	parts, valid := fence.New(t, 2), fence.New(t, 1)
	list := unsafe.Slice((*find.Cut)(unsafe.Pointer(&parts.Inner[0])), values)
	inner := valid.Inner[len(valid.Inner)-values/8:]
	for _, level := range batchLevels(t) {
		setLevel(level)
		for n := values - 70; n <= values; n++ {
			for _, text := range []string{"http://me@b.c:80/é?q#f\n", "//h\n1:\n", "\n", "http://example.org/a/path/of/more/than/seventy/bytes/that/needs/a/second/look?and#more\n"} {
				data := bytes.Repeat([]byte(text), n)
				lines := min(n*bytes.Count([]byte(text), []byte("\n")), values)
				data = bytes.Join(bytes.SplitAfter(data, []byte("\n"))[:lines], nil)
				for _, behind := range []int{0, values - lines} { // at the first page and at the last
					b := Batch[find.Cut]{Language: l, Split: true, Parts: list[behind : behind : behind+lines], Valid: inner[len(inner)-(lines+7)/8:][:0]}
					if err := fence.Guarded(func() { b.Lines(data, false) }); err != nil {
						t.Fatalf("level %d, %d times %q: %v", level, lines, text, err)
					}
					if b.Len != lines || &b.Parts[0] != &list[behind] {
						t.Fatalf("level %d, %d times %q: %d values, parts elsewhere: %v", level, lines, text, b.Len, &b.Parts[0] != &list[behind])
					}
				}
			}
		}
	}
}
