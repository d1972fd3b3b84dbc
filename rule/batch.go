package rule

import (
	"example.org/iri"
	"example.org/iri/internal/uri/scan"
)

// A Batch receives the verdicts of [Rule.Column] or [Rule.Lines] on many values. It may be used
// again and again. Its list grows as needed; nothing else is allocated. The zero Batch is ready to
// use.
type Batch struct {
	CRLF bool // to be set before: a carriage return in front of a line feed ends the line, too

	Len   int // number of values
	Count int // how many of them match

	// Bit i, counted from the lowest bit of the first byte, tells whether value i
	// matches, as in a validity bitmap of Apache Arrow. Bits behind the last are 0.
	Valid []byte
}

// A Splits is a [Batch] that also receives where the components of the values lie:
// see [Splitter.SplitColumn] and [Splitter.SplitLines].
type Splits struct {
	Batch

	// Parts[i] tells where the components of value i lie, relative to its beginning. It is the zero
	// Parts if the value does not match or is too long ([iri.ErrTooLong]).
	Parts []iri.Parts
}

// Column checks the values of a column as Apache Arrow lays them out: value i is
// data[offsets[i]:offsets[i+1]], so n values have n+1 offsets. Offsets must not decrease; if they
// do, Column panics, as slicing does.
func (r Rule) Column(b *Batch, data []byte, offsets []int32) {
	x := r.batch(b)
	x.Column(data, offsets)
	b.set(x.Len, x.Count(), x.Valid)
}

// Lines checks the lines of a text. Each line ends with a line feed, which does not belong to it;
// the last may have none.
func (r Rule) Lines(b *Batch, text []byte) {
	x := r.batch(b)
	x.Lines(text, b.CRLF)
	b.set(x.Len, x.Count(), x.Valid)
}

// batch returns one in the place of b.
func (r Rule) batch(b *Batch) *scan.Batch[scan.Cut] {
	return &scan.Batch[scan.Cut]{Language: r.language(), Valid: b.Valid[:0]}
}

func (b *Batch) set(n, count int, valid []byte) { b.Len, b.Count, b.Valid = n, count, valid }

// SplitColumn is [Rule.Column] with the components of each value.
func (s Splitter) SplitColumn(b *Splits, data []byte, offsets []int32) {
	x := s.splits(b)
	x.Column(data, offsets)
	b.set(x)
}

// SplitLines is [Rule.Lines] with the components of each line.
func (s Splitter) SplitLines(b *Splits, text []byte) {
	x := s.splits(b)
	x.Lines(text, b.CRLF)
	b.set(x)
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

// splits returns a batch in the place of b.
func (s Splitter) splits(b *Splits) *scan.Batch[iri.Parts] {
	return &scan.Batch[iri.Parts]{Language: s.language(), Valid: b.Valid[:0], Parts: b.Parts[:0], Split: true}
}

func (b *Splits) set(x *scan.Batch[iri.Parts]) {
	b.Batch.set(x.Len, x.Count(), x.Valid)
	b.Parts = x.Parts
}
