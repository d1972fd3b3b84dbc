package scan

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
	"example.org/iri/internal/uri/find"
)

// LineFeed ends a line. CarriageReturn may stand in front of it.
const (
	LineFeed       = batch.LineFeed
	CarriageReturn = batch.CarriageReturn
)

// A Batch is values and what there is to say of each. Lines and Column add to it.
type Batch[P find.Parts] struct {
	Language *uri.Language

	Len   int    // number of values
	Valid []byte // bit i, counted from the lowest of the first byte: value i is in the language

	// Parts tells where the components of each value lie, if Split is set; zero if it is not in the
	// language or of 4 GiB or more.
	Parts []P
	Split bool
}

// Lines adds the lines of a text. Each line ends with a line feed, the last may have none. If
// crlf is set, a carriage return in front of a line feed belongs to the end of the line.
func (b *Batch[P]) Lines(text []byte, crlf bool) {
	if abreast(b.Language.Plan) && len(text) >= fewBytes {
		text = b.linesAbreast(text, crlf)
	}
	b.lines(text, len(text), crlf)
}

// lines adds lines of a text one by one, until n bytes or more are gone, and returns the rest.
func (b *Batch[P]) lines(text []byte, n int, crlf bool) (rest []byte) {
	for left := len(text) - n; len(text) > left; {
		line, rest := CutLine(text, crlf)
		b.reserve(1, rest)
		b.add(line)
		text = rest
	}
	return text
}

// Column adds the values data[offsets[i]:offsets[i+1]].
func (b *Batch[P]) Column(data []byte, offsets []int32) {
	b.reserve(max(len(offsets)-1, 0), nil)
	if abreast(b.Language.Plan) && copyingPays(b.Split) {
		offsets = b.columnAbreast(data, offsets)
	}
	b.column(data, offsets)
}

// column adds values one by one.
func (b *Batch[P]) column(data []byte, offsets []int32) {
	for i := 1; i < len(offsets); i++ {
		b.add(data[offsets[i-1]:offsets[i]])
	}
}

// Count returns how many values are in the language.
func (b *Batch[P]) Count() (count int) {
	valid := b.Valid
	for ; len(valid) >= 8; valid = valid[8:] {
		count += bits.OnesCount64(binary.LittleEndian.Uint64(valid))
	}
	for _, eight := range valid {
		count += bits.OnesCount8(eight)
	}
	return count
}

// reserve makes room for n more values; if there is none, also for as many as rest has lines.
func (b *Batch[P]) reserve(n int, rest []byte) {
	if n += b.Len; (n+7)/8 <= cap(b.Valid) && (!b.Split || n <= cap(b.Parts)) {
		return
	}
	n += CountLines(rest)
	b.Valid = slices.Grow(b.Valid, (n+7)/8-len(b.Valid))
	if b.Split {
		b.Parts = slices.Grow(b.Parts, n-b.Len)
	}
}

// add judges a value by itself.
func (b *Batch[P]) add(value []byte) { b.append(b.judge(value)) }

// judge returns what a kernel says of a value or, if it asks, the automaton.
func (b *Batch[P]) judge(value []byte) (c Cut, v Verdict) {
	if b.Split {
		if c, v = Bytes(b.Language, value); v != Valid {
			return cutSlowly(b.Language, value, v)
		}
		return c, v
	}
	if b.Language.Plan == nil {
		return c, verdictOf(Match(b.Language, value))
	}
	if v = CheckBytes(b.Language, value); v > Valid && PortableValid(b.Language, value) {
		return c, Valid
	}
	return c, v & Valid
}

// append adds a value with its verdict, Valid or Invalid.
func (b *Batch[P]) append(c Cut, v Verdict) {
	if b.Split {
		b.Parts = append(b.Parts, P(c))
	}
	if b.Len%8 == 0 {
		b.Valid = append(b.Valid, 0)
	}
	b.Valid[b.Len>>3] |= byte(v) << (b.Len & 7) // no branch, as Valid is 1 and Invalid 0
	b.Len++
}

// cutSlowly returns what there is to say of a value that no kernel has accepted.
func cutSlowly(a *uri.Language, value []byte, v Verdict) (Cut, Verdict) {
	switch {
	case v == Invalid:
		return Cut{}, v
	case uint64(len(value)) > math.MaxUint32:
		return Cut{}, verdictOf(PortableValid(a, value))
	}
	c, _, _, ok := Walk(a, value)
	return c, verdictOf(ok)
}

func verdictOf(valid bool) Verdict {
	if valid {
		return Valid
	}
	return Invalid
}

// CountLines counts the lines of a text. Each line ends with a line feed, the last may have none.
func CountLines(text []byte) int {
	n := bytes.Count(text, lineFeed)
	if len(text) > 0 && text[len(text)-1] != LineFeed {
		n++
	}
	return n
}

// CutLine returns the first line of a text, without its line feed, and what is behind it. With crlf,
// a carriage return in front of the line feed does not belong to the line either.
func CutLine(text []byte, crlf bool) (line, rest []byte) {
	line, rest, found := bytes.Cut(text, lineFeed)
	if crlf && found && len(line) > 0 && line[len(line)-1] == CarriageReturn {
		line = line[:len(line)-1]
	}
	return line, rest
}

var lineFeed = []byte{LineFeed}
