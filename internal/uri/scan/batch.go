package scan

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
)

const (
	LineFeed       = batch.LineFeed
	CarriageReturn = batch.CarriageReturn
)

// A Batch accumulates the results of many values.
type Batch struct {
	Language *uri.Language

	Len   int
	Valid []byte // bit i%8 of Valid[i/8] is set if value i is in the language
}

// Lines adds the lines of text. Each line ends with a line feed, which the last may lack. With crlf, a carriage return
// before a line feed belongs to the end of the line.
func (b *Batch) Lines(text []byte, crlf bool) {
	if long := longLines(b.Language.Plan); long > 0 && len(text) >= fewBytes {
		text = b.linesInChunks(text, crlf, long)
	}
	b.lines(text, len(text), crlf)
}

// Column adds the values data[offsets[i]:offsets[i+1]].
func (b *Batch) Column(data []byte, offsets []int32) {
	data = slices.Clip(data) // slicing stops at the capacity, not at the length
	b.reserve(len(offsets) - 1)
	if long := longValues(b.Language.Plan); long > 0 {
		offsets = b.columnInChunks(data, offsets, long)
	}
	b.column(data, offsets)
}

// atOnce is the number of results that are collected in a word before they are stored.
const atOnce = 64

// lines adds lines by single calls until it has read at least n bytes, and returns the rest.
func (b *Batch) lines(text []byte, n int, crlf bool) (rest []byte) {
	for left := len(text) - n; len(text) > left; {
		if b.room() < atOnce {
			b.reserve(CountLines(text))
		}
		i, valid := 0, uint64(0)
		for ; i < atOnce && len(text) > left; i++ {
			var line []byte
			line, text = CutLine(text, crlf)
			valid |= uint64(b.single(line)) << i // without a branch: Valid is 1 and Invalid is 0
		}
		b.append(valid, i)
	}
	return text
}

func (b *Batch) column(data []byte, offsets []int32) {
	for len(offsets) > 1 {
		n, valid := min(len(offsets)-1, atOnce), uint64(0)
		for i, to := range offsets[1 : n+1] {
			valid |= uint64(b.single(data[offsets[i]:to])) << i
		}
		b.append(valid, n)
		offsets = offsets[n:]
	}
}

// Count returns the number of values that are in the language.
func (b *Batch) Count() (count int) {
	valid := b.Valid
	for ; len(valid) >= 8; valid = valid[8:] {
		count += bits.OnesCount64(binary.LittleEndian.Uint64(valid))
	}
	for _, eight := range valid {
		count += bits.OnesCount8(eight)
	}
	return count
}

func (b *Batch) room() int { return 8*cap(b.Valid) - b.Len }

func (b *Batch) reserve(n int) {
	if n > b.room() {
		b.Valid = slices.Grow(b.Valid, (b.Len+n+7)/8-len(b.Valid))
	}
}

// append adds the results of up to 64 values. There must be room.
func (b *Batch) append(valid uint64, n int) {
	first := b.Len
	b.accept(n)
	if invalid := ^valid & (1<<n - 1); invalid != 0 {
		b.clear(first, n, invalid)
	}
}

// accept adds n values as valid. There must be room.
func (b *Batch) accept(n int) {
	if b.Len%8 != 0 {
		b.Valid[b.Len/8] |= 0xff << (b.Len % 8)
	}
	old := len(b.Valid)
	b.Len += n
	b.Valid = b.Valid[:(b.Len+7)/8]
	for i := range b.Valid[old:] {
		b.Valid[old+i] = 0xff
	}
	if b.Len%8 != 0 {
		b.Valid[b.Len/8] &= 1<<(b.Len%8) - 1
	}
}

// clear clears the bits of the values that are set in wrong, among the n values from value i on.
func (b *Batch) clear(i, n int, wrong uint64) {
	first := 8 - i%8
	b.Valid[i/8] &^= byte(wrong << (i % 8))
	wrong >>= first
	for at := i/8 + 1; at < (i+n+7)/8; at++ {
		b.Valid[at] &^= byte(wrong)
		wrong >>= 8
	}
}

func (b *Batch) single(value []byte) Result {
	if v := CheckBytes(b.Language, value); v <= Valid {
		return v
	}
	valid := false
	if b.Language.Plan == nil {
		valid = Match(b.Language, value)
	} else {
		valid = PortableValid(b.Language, value)
	}
	if valid {
		return Valid
	}
	return Invalid
}

func (b *Batch) set(i int, value []byte) {
	b.Valid[i/8] = b.Valid[i/8]&^(1<<(i%8)) | byte(b.single(value))<<(i%8)
}

// CountLines returns the number of lines of text.
func CountLines(text []byte) int {
	n := bytes.Count(text, []byte{LineFeed})
	if len(text) > 0 && text[len(text)-1] != LineFeed {
		n++
	}
	return n
}

// CutLine returns the first line of text without its end, and the rest. With crlf, the end includes a carriage return
// before the line feed.
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
