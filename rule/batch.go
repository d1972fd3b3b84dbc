package rule

import (
	"math"
	"slices"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
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
// it; the last may have none. On amd64, a kernel validates all lines of 8 KiB at once.
func (r Rule) Lines(b *Batch, p []byte) {
	x := b.start(r)
	x.Lines(p, b.CRLF)
	b.set(x)
}

// Column validates the values of a column as Apache Arrow lays them out: value i is
// data[offsets[i]:offsets[i+1]], so n values have n+1 offsets. Offsets must not decrease; if they
// do, or lie outside data, Column panics, as slicing does.
func (r Rule) Column(b *Batch, data []byte, offsets []int32) {
	x := b.start(r)
	x.Column(slices.Clip(data), offsets)
	b.set(x)
}

// start returns an empty batch with the list of b.
func (b *Batch) start(r Rule) *scan.Batch {
	b.Parts = b.Parts[:0]
	return &scan.Batch{Language: r.language(), Valid: b.Valid[:0]}
}

func (b *Batch) set(x *scan.Batch) { b.Len, b.Count, b.Valid = x.Len, x.Count(), x.Valid }

// SplitLines is [Rule.Lines] with the components of each line. It takes as long as [Rule.Split] of
// each line.
func (r Rule) SplitLines(b *Batch, p []byte) {
	if r.language().Shape == uri.Other {
		r.Lines(b, p)
		return
	}
	b.reset(scan.CountLines(p))
	for len(p) > 0 {
		var line []byte
		line, p = scan.CutLine(p, b.CRLF)
		b.split(r.language(), line)
	}
}

// SplitColumn is [Rule.Column] with the components of each value. It takes as long as [Rule.Split] of
// each value.
func (r Rule) SplitColumn(b *Batch, data []byte, offsets []int32) {
	if r.language().Shape == uri.Other {
		r.Column(b, data, offsets)
		return
	}
	data = slices.Clip(data)
	b.reset(len(offsets) - 1)
	for i := 1; i < len(offsets); i++ {
		b.split(r.language(), data[offsets[i-1]:offsets[i]])
	}
}

// reset empties b and makes room for n values.
func (b *Batch) reset(n int) {
	n = max(n, 0)
	b.Len, b.Count = 0, 0
	b.Valid, b.Parts = slices.Grow(b.Valid[:0], (n+7)/8), slices.Grow(b.Parts[:0], n)
}

// split adds the result of a value.
func (b *Batch) split(l *uri.Language, value []byte) {
	cut, valid := splitValue(l, value)
	if b.Len&7 == 0 {
		b.Valid = append(b.Valid, 0)
	}
	if valid {
		b.Valid[b.Len>>3] |= 1 << (b.Len & 7)
		b.Count++
	}
	b.Parts = append(b.Parts, Parts(cut))
	b.Len++
}

// splitValue reports whether a value is in a language, and returns its components if so, unless it is
// too long.
func splitValue(l *uri.Language, value []byte) (find.Cut, bool) {
	cut, v := scan.Bytes(l, value)
	switch {
	case v == scan.Valid:
		return cut, true
	case v == scan.Invalid:
		return find.Cut{}, false
	case uint64(len(value)) > math.MaxUint32:
		return find.Cut{}, scan.PortableValid(l, value)
	}
	if cut, _, _, ok := scan.Fallback(l, value); ok {
		return cut, true
	}
	return find.Cut{}, false
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
