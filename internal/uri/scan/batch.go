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

// LineFeed ends a line. CarriageReturn may come before it.
const (
	LineFeed       = batch.LineFeed
	CarriageReturn = batch.CarriageReturn
)

// A Batch is values and the results of each. Lines and Column add to it.
type Batch[P find.Parts] struct {
	Language *uri.Language

	Len   int    // number of values
	Valid []byte // bit i, counted from the lowest of the first byte: value i is in the language

	// Parts has the offsets of the components of each value, if Split is set; zero if it is not in
	// the language or of 4 GiB or more.
	Parts []P
	Split bool
}

// Lines adds the lines of a string. Each line ends with a line feed, the last may have none. If
// crlf is set, a carriage return before a line feed belongs to the end of the line.
func (b *Batch[P]) Lines(text []byte, crlf bool) {
	if long := longMean(b.Language.Plan, false, b.Split); long > 0 && len(text) >= fewBytes {
		text = b.linesInChunks(text, crlf, long)
	}
	b.lines(text, len(text), crlf)
}

// Column adds the values data[offsets[i]:offsets[i+1]].
func (b *Batch[P]) Column(data []byte, offsets []int32) {
	data = slices.Clip(data) // slicing stops at the capacity, not at the length
	b.reserve(len(offsets) - 1)
	if long := longMean(b.Language.Plan, true, b.Split); long > 0 {
		offsets = b.columnInChunks(data, offsets, long)
	}
	b.column(data, offsets)
}

// atOnce is how many results single calls collect before they are stored.
const atOnce = 64

// lines adds lines by single calls, until it has taken n bytes or more, and returns the rest.
func (b *Batch[P]) lines(text []byte, n int, crlf bool) (rest []byte) {
	for left := len(text) - n; len(text) > left; {
		if b.room() < atOnce {
			b.reserve(CountLines(text))
		}
		b.extend()
		i, valid := 0, uint64(0)
		for ; i < atOnce && len(text) > left; i++ {
			end := bytes.IndexByte(text, LineFeed)
			line, rest := text, text[len(text):]
			if end >= 0 {
				line, rest = text[:end], text[end+1:]
				if crlf && end > 0 && line[end-1] == CarriageReturn {
					line = line[:end-1]
				}
			}
			valid |= uint64(b.single(b.Len+i, line)) << i // no branch, as Valid is 1 and Invalid 0
			text = rest
		}
		b.append(valid, i)
	}
	return text
}

// column adds values by single calls. There has to be room.
func (b *Batch[P]) column(data []byte, offsets []int32) {
	for len(offsets) > 1 {
		b.extend()
		n, valid := min(len(offsets)-1, atOnce), uint64(0)
		for i, to := range offsets[1 : n+1] {
			valid |= uint64(b.single(b.Len+i, data[offsets[i]:to])) << i
		}
		b.append(valid, n)
		offsets = offsets[n:]
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

// room returns for how many more values there is room.
func (b *Batch[P]) room() int {
	n := 8 * cap(b.Valid)
	if b.Split {
		n = min(n, cap(b.Parts))
	}
	return n - b.Len
}

// reserve makes room for n more values.
func (b *Batch[P]) reserve(n int) {
	if n <= b.room() {
		return
	}
	b.Valid = slices.Grow(b.Valid, (b.Len+n+7)/8-len(b.Valid))
	if b.Split {
		b.Parts = slices.Grow(b.Parts, n)
	}
}

// extend lets single calls set the parts of the next values.
func (b *Batch[P]) extend() {
	if b.Split {
		b.Parts = b.Parts[:min(b.Len+atOnce, cap(b.Parts))]
	}
}

// append adds the results of n values, whose parts are set.
func (b *Batch[P]) append(valid uint64, n int) {
	first := b.Len
	b.accept(n)
	if invalid := ^valid & (1<<n - 1); invalid != 0 {
		b.clear(first, n, invalid)
	}
}

// single returns whether a value is in the language, Valid or Invalid, and sets the parts of value i.
func (b *Batch[P]) single(i int, value []byte) Result {
	if b.Split {
		c, v := Bytes(b.Language, value)
		if v != Valid {
			c, v = splitSlowly(b.Language, value, v)
		}
		b.Parts[i] = P(c)
		return v
	}
	if v := CheckBytes(b.Language, value); v <= Valid {
		return v
	}
	if b.Language.Plan == nil {
		return resultOf(Match(b.Language, value))
	}
	return resultOf(PortableValid(b.Language, value))
}

// set sets the result of value i to that of a single call.
func (b *Batch[P]) set(i int, value []byte) {
	v := b.single(i, value)
	b.Valid[i/8] = b.Valid[i/8]&^(1<<(i%8)) | byte(v)<<(i%8)
}

// splitSlowly validates and splits a value that no kernel has accepted.
func splitSlowly(a *uri.Language, value []byte, v Result) (find.Cut, Result) {
	switch {
	case v == Invalid:
		return find.Cut{}, v
	case uint64(len(value)) > math.MaxUint32:
		return find.Cut{}, resultOf(PortableValid(a, value))
	}
	c, _, _, ok := Fallback(a, value)
	return c, resultOf(ok)
}

func resultOf(valid bool) Result {
	if valid {
		return Valid
	}
	return Invalid
}

// CountLines counts the lines of a string. Each line ends with a line feed, the last may have none.
func CountLines(text []byte) int {
	n := bytes.Count(text, []byte{LineFeed})
	if len(text) > 0 && text[len(text)-1] != LineFeed {
		n++
	}
	return n
}

// CutLine returns the first line of a string, without its line feed, and what follows it. With crlf, a
// carriage return before the line feed does not belong to the line either.
func CutLine(text []byte, crlf bool) (line, rest []byte) {
	end := bytes.IndexByte(text, LineFeed)
	if end < 0 {
		return text, nil
	}
	rest = text[end+1:]
	if crlf && end > 0 && text[end-1] == CarriageReturn {
		end--
	}
	return text[:end], rest
}
