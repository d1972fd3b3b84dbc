package scan

import (
	"math/bits"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
	"example.org/iri/internal/uri/bitmap"
	"example.org/iri/internal/uri/find"
)

// Kernels validate lines in chunks, each of which begins where a line does. The lines that end in a
// chunk are taken from its bitmaps; the one after them begins the next chunk. For a column, the kernel
// inserts line feeds after the values. Values that it cannot decide fall back to single calls, and so
// do long ones, for which these are faster.

const (
	fewBytes  = 1024    // of lines: for less, single calls are faster
	moreBytes = 384     // likewise, after other chunks
	fewValues = 12      // likewise; at least perSplit
	perSplit  = 8       // lines whose components a kernel finds at once
	detour    = 1 << 16 // so many bytes of long lines go to single calls before a chunk is tried again
)

// linesInChunks adds lines, and returns those that are left. Long is the mean length from which on
// single calls are faster.
func (b *Batch[P]) linesInChunks(text []byte, crlf bool, long int) (rest []byte) {
	var r room
	c := chunk{Bitmaps: r.bitmaps(), codes: batch.Codes(b.Language.Plan, crlf), crlf: crlf}
	size := bitmap.Size
	for len(text) >= moreBytes {
		c.text = text
		c.follow(b.Language.Plan, text, min(len(text), size), nil)
		if b.room() < c.lines {
			b.reserve(c.lines + CountLines(text[c.end:]))
		}
		single := c.end < size/8 || c.lines < perSplit || singlesPay(b.Language.Plan, text[:c.end], c.lines, long)
		if !single || !b.Split {
			b.take(&c)
			text = text[c.end:]
		}
		size = bitmap.Size
		if single {
			text = b.lines(text, min(len(text), detour), crlf)
			size = fewBytes
		}
	}
	return text
}

// columnInChunks adds values of a column, and returns the offsets of those that are left.
func (b *Batch[P]) columnInChunks(data []byte, offsets []int32, long int) (rest []int32) {
	var r room
	var v values
	c := chunk{Bitmaps: r.bitmaps(), codes: batch.Codes(b.Language.Plan, false), text: data}
	for len(offsets) > fewValues {
		n, size := v.take(data, offsets)
		c.lines = 0
		if n < fewValues {
			n = fewValues
		} else if singlesPay(b.Language.Plan, data[offsets[0]:offsets[n]], n, long) {
			n = min(n*(detour/bitmap.Size), len(offsets)-1)
		} else {
			c.offsets = offsets[:n+1]
			v.follow(&c, b.Language.Plan, size)
		}
		if c.lines == n {
			b.take(&c)
		} else { // or some values have a line feed
			b.column(data, offsets[:n+1])
		}
		offsets = offsets[n:]
	}
	return offsets
}

// singlesPay reports whether single calls are faster for some values, by their mean length. If one in
// 32 of their first bytes is a percent sign or not ASCII, single calls take up to three times longer.
func singlesPay(plan *uri.Plan, values []byte, n, long int) bool {
	if len(values) <= long*n || len(values) > 3*long*n {
		return len(values) > long*n
	}
	const sample = 64
	values = values[:min(len(values), sample)]
	slow := 0
	for _, c := range values {
		if c >= 0x80 || plan.Codes[c] == uri.CodePercent {
			slow++
		}
	}
	return slow*32 < len(values)
}

// gaps has a bit for each place of a chunk where a line feed is to be inserted.
type gaps [bitmap.Size / 8]byte

// set sets the gaps after values, and returns how many values fit into a chunk, and their size with a
// line feed after each. It stops where offsets decrease.
func (g *gaps) set(data []byte, offsets []int32) (n, size int) {
	clear(g[:])
	from := offsets[0]
	last := from
	for i, to := range offsets[1:] {
		gap := uint(to-from) + uint(i)
		if to < last || gap >= bitmap.Size {
			break
		}
		g[gap/8] |= 1 << (gap % 8)
		n, last = i+1, to
	}
	if from < 0 || int(last) > len(data) {
		return 0, 0
	}
	return n, int(last-from) + n
}

// chunk is what a kernel has found in lines or values.
type chunk struct {
	*bitmap.Bitmaps
	codes   [0x80]uint8
	crlf    bool
	text    []byte
	offsets []int32 // of a column
	words   int     // of the bitmaps
	lines   int     // that end in the chunk
	end     int     // of the last of them
}

// follow sets c to the bitmaps of the beginning of a string, up to a size that includes gaps.
func (c *chunk) follow(plan *uri.Plan, text []byte, size int, g *gaps) {
	setBitmaps(c.Bitmaps, plan, &c.codes, c.crlf, text, size, g)
	groups := (size + bitmap.Group - 1) / bitmap.Group
	c.words = groups * (bitmap.Group / 64)
	clear(c.Ends[c.words:])
	clear(c.Undecided[c.words:])
	c.lines = sum(&c.Before[groups])
	c.end = c.Ends.AfterLast(bitmap.Size)
}

// take adds the lines of a chunk, for which there is room.
func (b *Batch[P]) take(c *chunk) {
	first := b.Len
	b.accept(c.lines)
	if b.Split {
		b.split(c, first)
	}
	b.reject(c, first)
	if c.AnyUndecided != 0 {
		b.decide(c, first)
	}
}

// accept adds n values that are in the language. There has to be room.
func (b *Batch[P]) accept(n int) {
	if b.Len%8 != 0 {
		b.Valid[b.Len/8] |= 0xff << (b.Len % 8)
	}
	old := len(b.Valid)
	b.Len += n
	if b.Split {
		b.Parts = b.Parts[:b.Len]
	}
	b.Valid = b.Valid[:(b.Len+7)/8]
	for i := range b.Valid[old:] {
		b.Valid[old+i] = 0xff
	}
	if b.Len%8 != 0 {
		b.Valid[b.Len/8] &= 1<<(b.Len%8) - 1
	}
}

// split sets the components of the lines of a chunk, in the language or not. A kernel leaves long
// lines to others.
func (b *Batch[P]) split(c *chunk, first int) {
	var long bitmap.Longs
	n := splitLines(c.Bitmaps, c.words, b.Parts[first:], &long)
	if c.crlf {
		dropReturns(b.Parts[first:], c.text)
	}
	for _, l := range long[:n] {
		start := int(l.Start)
		i := first + int(l.Number)
		if x := find.Cut(b.Parts[i]); x.Hier()|x.Authority()|x.Path()|x.Query() != 0 {
			b.Parts[i] = P(c.tail(x, uint(l.Start), uint(x.End())))
			continue
		}
		b.set(i, c.value(int(l.Number), start, c.Ends.Next(start, c.end)))
	}
}

// tail adds query and fragment to a Cut. They begin at the first stop that is not a slash, which is at
// the end of the line at the latest.
func (c *chunk) tail(x find.Cut, start, length uint) find.Cut {
	at := uint(0)
	stops := c.Stop.From(start) &^ c.Slash.From(start)
	for stops == 0 {
		at += 64
		stops = c.Stop.From(start+at) &^ c.Slash.From(start+at)
	}
	at += uint(bits.TrailingZeros64(stops))
	if at >= length {
		return x
	}
	fragment := uint(c.Fragment.Next(int(start+at), int(start+length))) - start
	var o find.Offsets
	if fragment < length {
		o.Fragment = uint32(fragment + 1)
	}
	if fragment > at {
		o.Query = uint32(at + 1)
	}
	return x.Tail(o.Query, o.Fragment, x.End())
}

// dropReturns removes carriage returns from the ends of lines. For a kernel, a carriage return ends an
// authority. So it may also have set the offset of a query after it.
func dropReturns[P find.Parts](parts []P, text []byte) {
	start := 0
	for i := range parts {
		x := find.Cut(parts[i])
		end := start + int(x.End())
		if end > start && text[end-1] == CarriageReturn {
			query := x.Query()
			if query == x.End() {
				query = 0
			}
			parts[i] = P(x.Tail(query, x.Fragment(), x.End()-1))
		}
		start = end + 1
	}
}

// reject clears the bits of the invalid lines of a chunk, whose first is value first.
func (b *Batch[P]) reject(c *chunk, first int) {
	for g := range c.words / 8 {
		if c.Invalid[g] != 0 {
			b.rejectIn(c, g, first+sum(&c.Before[g]))
		}
	}
}

// rejectIn clears the bits of the invalid lines that end in a group. The first of these lines is value i.
func (b *Batch[P]) rejectIn(c *chunk, group, i int) {
	numberWrong(c.Bitmaps, group)
	n, wrong := 0, uint64(0) // of up to 64 values
	for w := 8 * group; w < 8*group+8; w++ {
		lines := bits.OnesCount64(c.Ends[w])
		if n+lines > 64 {
			b.clear(i, n, wrong)
			i, n, wrong = i+n, 0, 0
		}
		wrong |= c.Wrong[w] << n
		n += lines
	}
	b.clear(i, n, wrong)
}

// clear clears the bits and the parts of those of n values from i on that are wrong.
func (b *Batch[P]) clear(i, n int, wrong uint64) {
	if b.Split {
		for left := wrong; left != 0; left &= left - 1 {
			b.Parts[i+bits.TrailingZeros64(left)] = P(find.Cut{})
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

// decide validates the undecided lines of a chunk by single calls.
func (b *Batch[P]) decide(c *chunk, first int) {
	for at := c.Undecided.Next(0, c.end); at < c.end; {
		start, end := c.Ends.AfterLast(at), c.Ends.Next(at, c.end)
		i := c.linesBefore(start)
		b.set(first+i, c.value(i, start, end))
		at = c.Undecided.Next(end+1, c.end)
	}
}

// value returns line or value i, which lies from one place to another.
func (c *chunk) value(i, start, end int) []byte {
	if c.offsets != nil {
		return c.text[c.offsets[i]:c.offsets[i+1]]
	}
	if c.crlf && end > start && c.text[end-1] == CarriageReturn {
		end--
	}
	return c.text[start:end]
}

// linesBefore counts the lines that end before a place.
func (c *chunk) linesBefore(at int) int {
	n := sum(&c.Before[at/bitmap.Group])
	for w := at / bitmap.Group * 8; w < at/64; w++ {
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
