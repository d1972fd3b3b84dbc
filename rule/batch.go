package rule

import (
	"math"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
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
	b.reset(max(len(offsets)-1, 0))
	b.Count = scan.Column(r.language(), b.Valid, data, offsets)
}

// Lines checks the lines of a text. Each line ends with a line feed, which does not belong to it;
// the last may have none. A carriage return is a byte like others, and so makes a line wrong, unless
// it stands in front of a line feed and CRLF is set.
func (r Rule) Lines(b *Batch, text []byte) {
	b.reset(scan.CountLines(text))
	b.Count = scan.Lines(r.language(), b.Valid, text, b.CRLF)
}

// SplitColumn is [Rule.Column] with the components of each value.
func (s Splitter) SplitColumn(b *Splits, data []byte, offsets []int32) {
	b.reset(max(len(offsets)-1, 0))
	for i := range b.Parts {
		b.add(i, s.language(), data[offsets[i]:offsets[i+1]])
	}
}

// SplitLines is [Rule.Lines] with the components of each line.
func (s Splitter) SplitLines(b *Splits, text []byte) {
	b.reset(scan.CountLines(text))
	for i := range b.Parts {
		line, rest := scan.CutLine(text, b.CRLF)
		b.add(i, s.language(), line)
		text = rest
	}
}

// reset makes room for n values, none of which matches so far.
func (b *Batch) reset(n int) {
	b.Len, b.Count = n, 0
	b.Valid = scan.Grown(b.Valid, (n+7)/8)
	clear(b.Valid)
}

func (b *Splits) reset(n int) {
	b.Batch.reset(n)
	b.Parts = scan.Grown(b.Parts, n)
}

// add checks value i. There is no branch on the verdict: Valid is 1, Invalid 0.
func (b *Splits) add(i int, l *uri.Language, value []byte) {
	cut, v := scan.Bytes(l, value)
	if v != scan.Valid {
		cut, v = decided(l, value, v)
	}
	b.Parts[i] = iri.Parts(cut)
	b.Valid[i>>3] |= byte(v) << (i & 7)
	b.Count += int(v)
}

// decided returns what there is to say of a value that no kernel has accepted.
func decided(l *uri.Language, value []byte, v scan.Verdict) (scan.Cut, scan.Verdict) {
	switch {
	case v == scan.Invalid:
		return scan.Cut{}, v
	case l.Plan == nil: // a Splitter made by hand of a rule that is none: no cut is right
		return scan.Cut{}, verdict(dfa.Match(l.Automaton, value))
	case uint64(len(value)) > math.MaxUint32:
		return scan.Cut{}, verdict(scan.PortableValid(l, value))
	}
	cut, _, _, ok := scan.Walk(l, value)
	return cut, verdict(ok)
}

func verdict(valid bool) scan.Verdict {
	if valid {
		return scan.Valid
	}
	return scan.Invalid
}
