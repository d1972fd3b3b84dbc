package iri_test

import (
	"bytes"
	"strings"
	"testing"

	"example.org/iri"
)

// texts for batches: short and long, right and wrong, in need of every tier.
var batchTexts = []string{
	"", "a:", "http://example.org/", "not a", "//[::1]:80/x", "http://user@example.org:8080/%C3%A9?q#f", "http://é.example/中文",
	"urn:isbn:0451450523", "a:%4", "a:\xff", "a#b#c", strings.Repeat("a", 70), "a:" + strings.Repeat("b/", 100), "a:\ue000", "x",
}

// columns lays texts out with line feeds between them and as Arrow does.
func columns(texts []string) (text, data []byte, offsets []int32) {
	offsets = []int32{0}
	for _, s := range texts {
		text = append(append(text, s...), '\n')
		data = append(data, s...)
		offsets = append(offsets, int32(len(data)))
	}
	return text, data, offsets
}

// checkBatch compares a batch with one call a value.
func checkBatch(t *testing.T, name string, r iri.Rule, b *iri.Batch, texts []string) {
	t.Helper()
	count := 0
	for i, s := range texts {
		want := r.ValidString(s)
		if want {
			count++
		}
		if got := b.Valid[i/8]>>(i%8)&1 != 0; got != want {
			t.Fatalf("%s, %v: value %d of %d, %q: %v", name, r, i, len(texts), s, got)
		}
		if b.Parts == nil {
			continue
		}
		parts, _ := iri.ParseReferenceString(s)
		if !want {
			parts = iri.Parts{}
		}
		if b.Parts[i] != parts {
			t.Fatalf("%s, %v: value %d, %q: %+v, want %+v", name, r, i, s, b.Parts[i], parts)
		}
	}
	if b.Len != len(texts) || b.Count != count || len(b.Valid) != (len(texts)+7)/8 || b.Parts != nil && len(b.Parts) != len(texts) {
		t.Fatalf("%s, %v: %d values, %d of them match, %d bytes, want %d and %d", name, r, b.Len, b.Count, len(b.Valid), len(texts), count)
	}
	if n := len(texts) % 8; n != 0 && b.Valid[len(texts)/8]>>n != 0 {
		t.Fatalf("%s: bits behind the last are set", name)
	}
}

// A batch says of each value what a call says, for any number of values.
func TestBatch(t *testing.T) {
	var reused iri.Batch
	withParts := iri.Batch{Parts: []iri.Parts{}}
	for n := range 4 * len(batchTexts) {
		texts := make([]string, n)
		for i := range texts {
			texts[i] = batchTexts[(i*7+n)%len(batchTexts)]
		}
		text, data, offsets := columns(texts)
		for _, r := range []iri.Rule{iri.IRI, iri.IRIReference, iri.URI, {}} {
			for _, b := range []*iri.Batch{&reused, &withParts} {
				r.Column(b, data, offsets)
				checkBatch(t, "Column", r, b, texts)
				r.Lines(b, text)
				checkBatch(t, "Lines", r, b, texts)
				if n > 0 && texts[n-1] != "" { // the last line feed may be missing
					r.Lines(b, bytes.TrimSuffix(text, []byte("\n")))
					checkBatch(t, "Lines", r, b, texts)
				}
			}
		}
		iri.Scheme.Lines(&reused, text)
		checkBatch(t, "Lines", iri.Scheme, &reused, texts)
	}
}

// Offsets need not begin at 0; there may be none at all.
func TestColumnOfSlice(t *testing.T) {
	var b iri.Batch
	iri.IRI.Column(&b, []byte("xxa:b:c"), []int32{2, 4, 4, 7})
	if b.Len != 3 || b.Count != 2 || b.Valid[0] != 0b101 {
		t.Errorf("%+v", b)
	}
	iri.IRI.Column(&b, nil, nil)
	if b.Len != 0 || b.Count != 0 || len(b.Valid) != 0 {
		t.Errorf("%+v", b)
	}
	defer func() {
		if recover() == nil {
			t.Error("decreasing offsets do not panic")
		}
	}()
	iri.IRI.Column(&b, []byte("a:b:c"), []int32{0, 4, 2})
}

// A batch that is used again allocates nothing.
func TestBatchAllocations(t *testing.T) {
	text, data, offsets := columns(batchTexts)
	for _, b := range []*iri.Batch{{}, {Parts: []iri.Parts{}}} {
		if got := testing.AllocsPerRun(10, func() {
			iri.IRIReference.Column(b, data, offsets)
			iri.IRIReference.Lines(b, text)
		}); got != 0 {
			t.Errorf("%v allocations", got)
		}
	}
}
