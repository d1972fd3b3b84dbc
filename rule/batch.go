package rule

import "example.org/iri/internal/uri/scan"

// A Batch receives the results of [Rule.Lines] or [Rule.Column] on many values. It may be used again and
// again. Its list grows as needed; nothing else is allocated. The zero Batch is ready to use.
type Batch struct {
	// CRLF is an option, not a result: set it before the call of Lines. If it is true, lines end in LF or CR LF, otherwise
	// only in LF.
	CRLF bool

	Len   int // number of values
	Count int // how many of them match

	// Valid has a bit for each value, which is set if the value matches, as in a validity bitmap of Apache
	// Arrow: bit i is bit i%8 of byte i/8, counted from the lowest. Bits after the last are 0.
	Valid []byte
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
	return &scan.Batch{Language: r.language(), Valid: b.Valid[:0]}
}

func (b *Batch) set(x *scan.Batch) { b.Len, b.Count, b.Valid = x.Len, x.Count(), x.Valid }

// Matches reports whether value i matches.
func (b *Batch) Matches(i int) bool { return b.Valid[i>>3]>>(i&7)&1 != 0 }

// Next returns the index of the first value from i on that matches, or if matching is false, of the first that does
// not match. If there is none, it returns Len. It skips eight values at a time.
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
