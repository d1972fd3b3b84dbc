//go:build !purego

package scan

import (
	"testing"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
	"example.org/iri/internal/uri/bitmap"
)

// TestNarrowBitmaps compares the bitmaps of AVX2 with those of package batch and with suspect pairs.
func TestNarrowBitmaps(t *testing.T) {
	if Limit(AVX2) != AVX2 {
		t.Skip("this processor has no AVX2")
	}
	defer Limit(Best)
	r := random(t)
	for n := range 2000 {
		a := tops[n%len(tops)]
		codes := batch.Codes(a.Plan, n&1 != 0)
		text := make([]byte, r.IntN(bitmap.Size))
		alphabet := []string{"abc:/?#@%0\n", "http://user:pw@host:80/%41\n\r", "aé€\U0001F600\n\xc3", "[]<\x00\n\r\ra:"}[r.IntN(4)]
		for i := range text {
			text[i] = alphabet[r.IntN(len(alphabet))]
			if r.IntN(64) == 0 {
				text[i] = byte(r.IntN(256))
			}
		}
		var got, want bitmap.Bitmaps
		narrowBitmaps(&got, a.Plan, &codes, text, len(text))
		got.Special = want.Special // internal to the kernel
		bitmapsOf(&want, a.Plan, &codes, text)
		if got != want {
			t.Fatalf("%s: other bitmaps of %q:\n%+v\nwant\n%+v", a.Name, text, got, want)
		}
	}
}

// bitmapsOf computes bitmaps byte by byte.
func bitmapsOf(t *bitmap.Bitmaps, plan *uri.Plan, codes *[0x80]uint8, text []byte) {
	padded := make([]byte, 3+(len(text)+bitmap.Group-1)/bitmap.Group*bitmap.Group)
	copy(padded[3:], text)
	planes := make([]batch.Planes, len(padded)/64)
	for i, b := range padded[3:] {
		if suspect(plan, padded[i], padded[i+1], padded[i+2], b) {
			t.Undecided[i/64] |= 1 << (i % 64)
		}
		for k := range 4 {
			if b < 0x80 {
				planes[i/64][k] |= uint64(codes[b]>>k&1) << (i % 64)
			}
		}
	}
	lines := batch.NewLines(plan)
	lines.Validate(t, planes)
}
