package rule

import (
	"encoding/binary"
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
	CRLF bool // whether a carriage return before a line feed belongs to the end of the line; set it before the call

	Len   int // number of values
	Count int // how many of them match

	// Bit i, counted from the lowest bit of the first byte, is set if value i matches, as in a
	// validity bitmap of Apache Arrow. Bits after the last are 0.
	Valid []byte

	// Parts[i] has the components of value i, relative to its beginning. It is the zero Parts if the value
	// does not match or is too long ([ErrTooLong]). The length is 0 after Lines and Column, and for a rule
	// without components ([ErrNoParts]).
	Parts []Parts
}

// Lines validates the lines of a string. Each line ends with a line feed, which does not belong to
// it; the last may have none. On amd64, a kernel validates the lines in 8 KiB at once.
func (r Rule) Lines(b *Batch, p []byte) {
	x := b.start(r)
	x.Lines(p, b.CRLF)
	b.set(x)
}

// Column validates the values of a column as Apache Arrow lays them out: value i is
// data[offsets[i]:offsets[i+1]], so n values have n+1 offsets. Column panics if offsets decrease, or
// exceed the length of data.
func (r Rule) Column(b *Batch, data []byte, offsets []int32) {
	x := b.start(r)
	x.Column(data, offsets)
	b.set(x)
}

// start returns an empty batch with the list of b.
func (b *Batch) start(r Rule) *scan.Batch {
	b.Parts = b.Parts[:0]
	return &scan.Batch{Language: r.language(), Valid: b.Valid[:0]}
}

func (b *Batch) set(x *scan.Batch) { b.Len, b.Count, b.Valid = x.Len, x.Count(), x.Valid }

// SplitLines is like [Rule.Lines], and also finds the components of each line. It takes as long as calling
// [Rule.Split] for each line.
func (r Rule) SplitLines(b *Batch, p []byte) {
	l := r.language()
	if l.Shape == uri.Other {
		r.Lines(b, p)
		return
	}
	parts, valid := b.Parts[:0], bitList{bytes: b.Valid[:0]}
	for len(p) > 0 {
		var line []byte
		line, p = scan.CutLine(p, b.CRLF)
		cut, v := scan.Bytes(l, line)
		if v != scan.Valid {
			cut, v = splitSlowly(l, line, v)
		}
		valid.add(len(parts), v)
		parts = append(parts, Parts(cut))
	}
	b.finish(parts, valid)
}

// SplitColumn is like [Rule.Column], and also finds the components of each value. It takes as long as calling
// [Rule.Split] for each value.
func (r Rule) SplitColumn(b *Batch, data []byte, offsets []int32) {
	l := r.language()
	if l.Shape == uri.Other {
		r.Column(b, data, offsets)
		return
	}
	data = slices.Clip(data)
	parts, valid := b.Parts[:0], bitList{bytes: b.Valid[:0]}
	for i := 1; i < len(offsets); i++ {
		value := data[offsets[i-1]:offsets[i]]
		cut, v := scan.Bytes(l, value)
		if v != scan.Valid {
			cut, v = splitSlowly(l, value, v)
		}
		valid.add(len(parts), v)
		parts = append(parts, Parts(cut))
	}
	b.finish(parts, valid)
}

// A bitList is a list of bits. The last ones are in word.
type bitList struct {
	bytes []byte
	word  uint64
}

// add adds the bit of value i, which is Valid or Invalid.
func (x *bitList) add(i int, v scan.Result) {
	x.word |= uint64(v) << (i % 64) // Valid is 1, Invalid 0
	if i%64 == 63 {
		x.bytes = binary.LittleEndian.AppendUint64(x.bytes, x.word)
		x.word = 0
	}
}

// finish sets b to the results of single calls.
func (b *Batch) finish(parts []Parts, valid bitList) {
	for n := len(parts) % 64; n > 0; n -= 8 {
		valid.bytes = append(valid.bytes, byte(valid.word))
		valid.word >>= 8
	}
	b.Parts = parts
	b.set(&scan.Batch{Len: len(parts), Valid: valid.bytes})
}

// splitSlowly splits a value that no kernel has accepted. The result is Valid or Invalid.
func splitSlowly(l *uri.Language, value []byte, v scan.Result) (find.Cut, scan.Result) {
	if v == scan.Invalid {
		return find.Cut{}, scan.Invalid
	}
	if uint64(len(value)) <= math.MaxUint32 {
		if cut, _, _, ok := scan.Fallback(l, value); ok {
			return cut, scan.Valid
		}
	} else if scan.PortableValid(l, value) {
		return find.Cut{}, scan.Valid
	}
	return find.Cut{}, scan.Invalid
}

// Matches reports whether value i matches.
func (b *Batch) Matches(i int) bool { return b.Valid[i>>3]>>(i&7)&1 != 0 }

// Next returns the number of the first value from i on that matches, or with matching false, of the first that does
// not. If there is none, it returns Len. It skips eight values at a time.
func (b *Batch) Next(i int, matching bool) int {
	same := byte(0xff) // bits of eight values that are skipped
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
