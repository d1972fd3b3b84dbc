package iri

import (
	"bytes"
	"math"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/scan"
)

// A Batch receives what is found out about many values at once: see
// [Rule.Column] and [Rule.Lines]. It may be used again and again; its lists grow
// as needed, which is all that is allocated. The zero Batch is ready to use.
type Batch struct {
	Len   int // number of values
	Count int // how many of them match

	// Bit i, counted from the lowest bit of the first byte, tells whether value i
	// matches, as in a validity bitmap of Apache Arrow. Bits behind the last are 0.
	Valid []byte

	// Parts tells where the components of value i lie, relative to its beginning; the
	// zero Parts if it does not match or is too long ([ErrTooLong]). It is filled in
	// only if it is not nil: put an empty list here to ask for it, which costs time.
	Parts []Parts
}

// Column checks the values of a column as Apache Arrow lays them out: value i is
// data[offsets[i]:offsets[i+1]]. So n values have n+1 offsets, which do not
// decrease; else it panics, as slicing does.
func (r Rule) Column(b *Batch, data []byte, offsets []int32) {
	b.reset(max(len(offsets)-1, 0))
	if b.Parts == nil {
		b.Count = scan.Column(r.automaton(), b.Valid, data, offsets)
		return
	}
	a, parts := r.automaton(), b.Parts
	for i := range parts {
		value := data[offsets[i]:offsets[i+1]]
		cut, v := scan.Bytes(a, value)
		if v != scan.Valid {
			cut, v = decided(a, value, v)
		}
		parts[i] = Parts{cut}
		b.add(i, v)
	}
}

// Lines checks the lines of a text. Each ends with a line feed, which does not
// belong to it; the last may go without. A carriage return is a byte like others,
// and so makes a line wrong.
func (r Rule) Lines(b *Batch, text []byte) {
	b.reset(lines(text))
	if b.Parts == nil {
		b.Count = scan.Lines(r.automaton(), b.Valid, text)
		return
	}
	a, parts := r.automaton(), b.Parts
	for i := range parts {
		line, rest, _ := bytes.Cut(text, lineFeed)
		cut, v := scan.Bytes(a, line)
		if v != scan.Valid {
			cut, v = decided(a, line, v)
		}
		parts[i] = Parts{cut}
		b.add(i, v)
		text = rest
	}
}

var lineFeed = []byte{scan.LineFeed}

// lines counts the lines of a text.
func lines(text []byte) int {
	n := bytes.Count(text, lineFeed)
	if len(text) > 0 && text[len(text)-1] != scan.LineFeed {
		n++
	}
	return n
}

// reset makes room for n values, none of which matches so far.
func (b *Batch) reset(n int) {
	b.Len, b.Count = n, 0
	b.Valid = grown(b.Valid, (n+7)/8)
	clear(b.Valid)
	if b.Parts != nil {
		b.Parts = grown(b.Parts, n)
	}
}

// grown returns a list of n values, in the place of the one given if it is long enough.
func grown[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n)
	}
	return list[:n]
}

// add counts value i. There is no branch: Valid is 1, Invalid 0.
func (b *Batch) add(i int, v scan.Verdict) {
	b.Valid[i>>3] |= byte(v) << (i & 7)
	b.Count += int(v)
}

// decided returns what there is to say of a value that no kernel has accepted.
func decided(a *uri.Language, value []byte, v scan.Verdict) (scan.Cut, scan.Verdict) {
	switch {
	case v == scan.Invalid:
		return scan.Cut{}, v
	case uint64(len(value)) > math.MaxUint32:
		return scan.Cut{}, verdict(scan.PortableValid(a, value))
	}
	cut, _, _, ok := scan.Walk(a, value)
	return cut, verdict(ok)
}

func verdict(valid bool) scan.Verdict {
	if valid {
		return scan.Valid
	}
	return scan.Invalid
}
