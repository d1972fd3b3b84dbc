package iri

import (
	"math"

	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/scan"
)

// Targets receives what [Resolver.ResolveColumn] or [Resolver.ResolveLines] makes of many
// references: a column as Apache Arrow lays it out. It may be used again and again. Its lists grow
// as needed; nothing else is allocated. The zero Targets is ready to use.
type Targets struct {
	Len   int // number of references
	Count int // how many of them are resolved

	// Bit i, counted from the lowest bit of the first byte, tells whether reference i is resolved:
	// a validity bitmap. It is not if its text is no reference, or if the resolver is literal and the
	// target is no IRI. Bits behind the last are 0.
	Valid []byte

	// Target i is Data[Offsets[i]:Offsets[i+1]], empty if reference i is not resolved. There are
	// Len+1 offsets.
	Data    []byte
	Offsets []int32
}

// ResolveColumn resolves the references of a column as Apache Arrow lays it out: reference i is
// data[offsets[i]:offsets[i+1]], so n references have n+1 offsets. Offsets must not decrease; if
// they do, ResolveColumn panics, as slicing does.
//
// It stops in front of a reference whose target might make Data too long for offsets of 32 bits,
// and returns the offsets of the references that are left, for another call; nil if none are. It
// panics if that is the first one, or if Base is the zero IRI.
func (r *Resolver) ResolveColumn(t *Targets, data []byte, offsets []int32) (rest []int32) {
	n := max(len(offsets)-1, 0)
	t.reset(n)
	for i := range n {
		if !t.add(r, i, data[offsets[i]:offsets[i+1]]) {
			return offsets[i:]
		}
	}
	return nil
}

// ResolveLines resolves the lines of a text. Each line ends with a line feed, which does not belong
// to it; the last may have none. A carriage return is a byte like others, and so makes a line
// wrong. ResolveLines stops where [Resolver.ResolveColumn] does, and returns the lines that are
// left, for another call; nil if none are.
func (r *Resolver) ResolveLines(t *Targets, text []byte) (rest []byte) {
	t.reset(scan.CountLines(text))
	for i := range t.Len {
		line, behind := scan.CutLine(text, false)
		if !t.add(r, i, line) {
			return text
		}
		text = behind
	}
	return nil
}

// reset makes room for n targets, of which there are none so far.
func (t *Targets) reset(n int) {
	t.Len, t.Count, t.Data = n, 0, t.Data[:0]
	t.Valid = scan.Grown(t.Valid, (n+7)/8)
	clear(t.Valid)
	t.Offsets = scan.Grown(t.Offsets, n+1)
	t.Offsets[0] = 0
}

// add resolves reference i. If Data might have no room for the target, it ends the list in front of
// it and returns false.
func (t *Targets) add(r *Resolver, i int, reference []byte) bool {
	if cut, ok := judged(&language.IRIReference, reference); ok {
		if !fits(len(t.Data), len(r.Base.text), len(reference)) {
			t.end(i)
			return false
		}
		data, _ := r.appendTarget(t.Data, reference, cut)
		if r.Literal {
			_, ok = judged(&language.IRI, data[len(t.Data):])
		}
		if ok {
			t.Data = data
			t.Valid[i>>3] |= 1 << (i & 7)
			t.Count++
		}
	}
	t.Offsets[i+1] = int32(len(t.Data))
	return true
}

// fits reports whether data has room for the target of a reference and offsets of 32 bits.
func fits(data, base, reference int) bool {
	const added = 3 // a slash between the texts, a dot segment in front of two slashes
	return uint64(data)+uint64(base)+uint64(reference)+added <= math.MaxInt32
}

// end ends the list in front of reference i.
func (t *Targets) end(i int) {
	if i == 0 {
		panic("iri: target of 2 GiB or more in a column")
	}
	t.Len, t.Valid, t.Offsets = i, t.Valid[:(i+7)/8], t.Offsets[:i+1]
}

// judged returns the cut of a text, and whether the text is in the language, without an error that
// says why not.
func judged(l *uri.Language, text []byte) (scan.Cut, bool) {
	cut, v := scan.Bytes(l, text)
	switch {
	case v == scan.Valid:
		return cut, true
	case v == scan.Invalid, uint64(len(text)) > math.MaxUint32:
		return scan.Cut{}, false
	}
	cut, _, _, ok := scan.Walk(l, text)
	return cut, ok
}
