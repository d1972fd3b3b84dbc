package rule

import (
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/scan"
)

// A Batch receives the results of [Rule.Lines], [Rule.Column], [Rule.SplitLines] or
// [Rule.SplitColumn] on many values. It may be used again and again. Its lists grow as needed;
// nothing else is allocated. The zero Batch is ready to use.
type Batch struct {
	CRLF bool // set it before the call: then a carriage return before a line feed belongs to the end of the line

	Len   int // number of values
	Count int // how many of them match

	// Bit i, counted from the lowest bit of the first byte, is set if value i matches, as in a
	// validity bitmap of Apache Arrow. Bits after the last are 0.
	Valid []byte

	// Parts[i] is where the components of value i lie, relative to its beginning. It is the zero
	// Parts if the value does not match or is too long ([ErrTooLong]). The length is 0 after Lines
	// and Column, and for a rule without components ([ErrNoParts]).
	Parts []Parts
}

// Lines validates the lines of a string. Each line ends with a line feed, which does not belong to
// it; the last may have none.
func (r Rule) Lines(b *Batch, p []byte) { r.lines(b, p, false) }

// SplitLines is [Rule.Lines] with the components of each line.
func (r Rule) SplitLines(b *Batch, p []byte) { r.lines(b, p, true) }

// Column validates the values of a column as Apache Arrow lays them out: value i is
// data[offsets[i]:offsets[i+1]], so n values have n+1 offsets. Column panics if offsets
// decrease, or exceed the length of data.
func (r Rule) Column(b *Batch, data []byte, offsets []int32) { r.column(b, data, offsets, false) }

// SplitColumn is [Rule.Column] with the components of each value.
func (r Rule) SplitColumn(b *Batch, data []byte, offsets []int32) { r.column(b, data, offsets, true) }

func (r Rule) lines(b *Batch, p []byte, split bool) {
	x := r.batch(b, split)
	x.Lines(p, b.CRLF)
	b.set(x)
}

func (r Rule) column(b *Batch, data []byte, offsets []int32, split bool) {
	x := r.batch(b, split)
	x.Column(data, offsets)
	b.set(x)
}

// batch returns an empty batch with the lists of b.
func (r Rule) batch(b *Batch, split bool) *scan.Batch[Parts] {
	l := r.language()
	return &scan.Batch[Parts]{Language: l, Valid: b.Valid[:0], Parts: b.Parts[:0], Split: split && l.Shape != uri.Other}
}

func (b *Batch) set(x *scan.Batch[Parts]) {
	b.Len, b.Count, b.Valid, b.Parts = x.Len, x.Count(), x.Valid, x.Parts
}

// Matches reports whether value i matches.
func (b *Batch) Matches(i int) bool { return b.Valid[i>>3]>>(i&7)&1 != 0 }

// Next returns the first value from i on that matches, or the first that does not; Len if there is
// none. It looks at eight values at a time.
func (b *Batch) Next(i int, matching bool) int {
	same := byte(0xff) // of eight values, none of which is looked for
	if matching {
		same = 0
	}
	for i < b.Len && b.Matches(i) != matching {
		if i&7 == 0 && b.Valid[i>>3] == same {
			i += 8
		} else {
			i++
		}
	}
	return min(i, b.Len)
}
