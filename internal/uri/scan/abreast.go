package scan

import (
	"math/bits"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
	"example.org/iri/internal/uri/tracks"
)

// What is judged abreast: lines of a text in chunks, each of which begins where a line does. The
// lines that end in a chunk are taken from its tracks; the one behind them begins the next chunk.
// The values of a column are copied to a chunk, with line feeds behind them. Values that are asked
// about are judged one by one, and so are long ones, for which that is faster.

const (
	fewBytes  = 1024    // of lines: for less, one by one is faster
	fewValues = 20      // likewise
	longValue = 700     // bytes of a value from which on one by one is faster; in the mean, see longMean
	detour    = 1 << 16 // so many bytes are then judged one by one before a chunk is tried again
)

// linesAbreast adds lines of a text, and returns those that are left.
func (b *Batch[P]) linesAbreast(text []byte, crlf bool) (rest []byte) {
	var c chunk
	c.codes = batch.Codes(b.Language.Plan, crlf)
	for len(text) >= fewBytes {
		c.follow(b.Language.Plan, text[:min(len(text), tracks.Size)], crlf)
		b.take(&c, text)
		text = text[c.end:]
		if c.end < fewBytes || c.end > longMean()*c.lines {
			text = b.lines(text, min(len(text), detour), crlf)
		}
	}
	return text
}

// columnAbreast adds values of a column, and returns the offsets of those that are left.
func (b *Batch[P]) columnAbreast(data []byte, offsets []int32) (rest []int32) {
	var c chunk
	var text buffer
	c.codes = batch.Codes(b.Language.Plan, false)
	for len(offsets) > fewValues {
		n, size := text.fill(data, offsets)
		c.lines = 0
		if n >= fewValues && size <= longMean()*n {
			c.follow(b.Language.Plan, text[:size], false)
		}
		if n > 0 && c.lines == n {
			b.take(&c, text[:])
		} else { // long values, the last ones, or some with a line feed
			n = max(n, fewValues)
			b.column(data, offsets[:n+1])
		}
		offsets = offsets[n:]
	}
	return offsets
}

// buffer is a chunk for values of a column, and behind it room for what is copied beyond them.
type buffer [tracks.Size + longValue + copied]byte

const copied = 128 // bytes at once: more than a value may have

// fill copies values, with a line feed behind each, and returns how many it were, and how many bytes.
// More is copied than there is of them, and so the last ones of the data are left alone.
func (t *buffer) fill(data []byte, offsets []int32) (n, size int) {
	if len(offsets) == 0 || offsets[0] < 0 {
		return 0, 0
	}
	return fill(t, data, offsets)
}

// chunk is what a kernel has found in a text.
type chunk struct {
	tracks.Tracks
	codes [0x80]uint8
	crlf  bool
	words int // of the tracks
	lines int // that end in the text
	end   int // of the last of them
}

// follow sets c to the tracks of a text.
func (c *chunk) follow(plan *uri.Plan, text []byte, crlf bool) {
	setTracks(&c.Tracks, plan, &c.codes, crlf, text)
	c.crlf = crlf
	groups := (len(text) + tracks.Group - 1) / tracks.Group
	c.words = groups * (tracks.Group / 64)
	clear(c.Ends[c.words:])
	clear(c.Asks[c.words:])
	c.lines = sum(&c.Before[groups])
	c.end = c.Ends.Behind(tracks.Size)
}

// take adds the lines of a chunk.
func (b *Batch[P]) take(c *chunk, text []byte) {
	b.reserve(c.lines, text[c.end:])
	first := b.Len
	b.accept(c.lines)
	if b.Split {
		b.Parts = b.Parts[:b.Len]
		cutAll(c, b.Parts[first:], text)
	}
	b.reject(c, first)
	if c.Asked != 0 {
		b.ask(c, text, first)
	}
}

// accept adds n values that are in the language.
func (b *Batch[P]) accept(n int) {
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

// reject takes back the verdicts on wrong lines of a chunk, whose first is that with a given number.
func (b *Batch[P]) reject(c *chunk, first int) {
	for g := range c.words / 8 {
		if c.Spoilt[g] != 0 {
			b.rejectIn(c, g, first+sum(&c.Before[g]))
		}
	}
}

// rejectIn does so for the lines that end in a group. The first of them is value i.
func (b *Batch[P]) rejectIn(c *chunk, group, i int) {
	numberWrong(&c.Tracks, group)
	n, wrong := 0, uint64(0) // of up to 64 values
	for w := 8 * group; w < 8*group+8; w++ {
		lines := bits.OnesCount64(c.Ends[w])
		if n+lines > 64 {
			b.takeBack(i, n, wrong)
			i, n, wrong = i+n, 0, 0
		}
		wrong |= c.Wrong[w] << n
		n += lines
	}
	b.takeBack(i, n, wrong)
}

// takeBack says of some of the n values from i on that they are wrong.
func (b *Batch[P]) takeBack(i, n int, wrong uint64) {
	if b.Split {
		for left := wrong; left != 0; left &= left - 1 {
			b.Parts[i+bits.TrailingZeros64(left)] = P(Cut{})
		}
	}
	first := 8 - i%8 // bits of the first byte
	b.Valid[i/8] &^= byte(wrong << (i % 8))
	wrong >>= first
	for at := i/8 + 1; at < (i+n+7)/8; at++ {
		b.Valid[at] &^= byte(wrong)
		wrong >>= 8
	}
}

// ask judges the lines of a chunk that are asked about.
func (b *Batch[P]) ask(c *chunk, text []byte, first int) {
	for at := c.Asks.Next(0, c.end); at < c.end; {
		start, end := c.Ends.Behind(at), c.Ends.Next(at, c.end)
		x, v := b.judge(c.line(text, start, end))
		b.set(first+c.linesBefore(start), x, v)
		at = c.Asks.Next(end+1, c.end)
	}
}

// set says something else of value i.
func (b *Batch[P]) set(i int, c Cut, v Verdict) {
	b.Valid[i>>3] = b.Valid[i>>3]&^(1<<(i&7)) | byte(v)<<(i&7)
	if b.Split {
		b.Parts[i] = P(c)
	}
}

// line returns the line between the one before and a line feed.
func (c *chunk) line(text []byte, start, end int) []byte {
	if c.crlf && end > start && text[end-1] == CarriageReturn {
		end--
	}
	return text[start:end]
}

// linesBefore counts the lines that end in front of a place.
func (c *chunk) linesBefore(at int) int {
	n := sum(&c.Before[at/tracks.Group])
	for w := at / tracks.Group * 8; w < at/64; w++ {
		n += bits.OnesCount64(c.Ends[w])
	}
	return n + bits.OnesCount64(c.Ends[at/64]&(1<<(at%64)-1))
}

func sum(list *[8]uint64) (total int) {
	for _, n := range list {
		total += int(n)
	}
	return total
}
