package rule

import "example.org/iri/internal/uri/scan"

// A Batch receives the results of [Rule.Lines] or [Rule.Column] for many values. It may be reused. Its list grows as
// needed; nothing else is allocated. The zero Batch is ready to use.
type Batch struct {
	// CRLF is an option, not a result: if it is true when Lines is called, lines end in LF or CR LF, not only in LF.
	CRLF bool

	Len   int // number of values
	Count int // number of values that match

	// Valid is a validity bitmap as in Apache Arrow: if value i matches, bit i%8 of byte i/8, counted from the lowest,
	// is set. Bits after the last value are 0.
	Valid []byte
}

// Lines validates the lines of p. A line ends with a line feed, which does not belong to it; the last line may lack it.
// On amd64, a kernel validates the lines in 8 KiB at once.
func (r Rule) Lines(b *Batch, p []byte) {
	x := b.start(r)
	x.Lines(p, b.CRLF)
	b.set(x)
}

// Column validates the values of a column in the layout of Apache Arrow: value i is data[offsets[i]:offsets[i+1]], so n
// values have n+1 offsets. Column panics if offsets decrease or exceed the length of data.
func (r Rule) Column(b *Batch, data []byte, offsets []int32) {
	x := b.start(r)
	x.Column(data, offsets)
	b.set(x)
}

func (b *Batch) start(r Rule) *scan.Batch {
	return &scan.Batch{Language: r.language(), Valid: b.Valid[:0]}
}

func (b *Batch) set(x *scan.Batch) { b.Len, b.Count, b.Valid = x.Len, x.Count(), x.Valid }

// Matches reports whether value i matches.
func (b *Batch) Matches(i int) bool { return b.Valid[i>>3]>>(i&7)&1 != 0 }

// Next returns the index of the first value from i on for which [Batch.Matches] returns matching, or Len if there is
// none. It skips eight values at a time.
func (b *Batch) Next(i int, matching bool) int {
	same := byte(0xff) // byte of Valid to skip
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
