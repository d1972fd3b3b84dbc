package scan

import (
	"math/bits"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
	"example.org/iri/internal/uri/bitmap"
)

// Kernels validate lines in chunks, each of which begins where a line does. The lines that end in a
// chunk are taken from its bitmaps; the one after them begins the next chunk. For a column, the kernel
// inserts line feeds after the values. Values that it cannot decide fall back to single calls, and so
// do long ones, for which these are faster.

const (
	fewBytes = 1024    // for less, single calls are faster
	detour   = 1 << 18 // so many bytes of long values go to single calls before a chunk is tried again
)

// linesInChunks adds lines, and returns those that are left. From a mean length of long on, single
// calls are faster.
func (b *Batch) linesInChunks(text []byte, crlf bool, long int) (rest []byte) {
	var r room
	c := chunk{Bitmaps: r.bitmaps(), codes: batch.Codes(b.Language.Plan, crlf), crlf: crlf}
	for size := bitmap.Size; len(text) >= fewBytes; {
		c.text = text
		c.follow(b.Language.Plan, text, min(len(text), size), nil)
		if b.room() < c.lines {
			b.reserve(c.lines + CountLines(text[c.end:]))
		}
		b.take(&c)
		text = text[c.end:]
		size = bitmap.Size
		if c.end >= long*c.lines {
			text = b.lines(text, min(len(text), detour), crlf)
			size = fewBytes
		}
	}
	return text
}

// columnInChunks adds values of a column, and returns the offsets of those that are left.
func (b *Batch) columnInChunks(data []byte, offsets []int32, long int) (rest []int32) {
	var r room
	var g gaps
	c := chunk{Bitmaps: r.bitmaps(), codes: batch.Codes(b.Language.Plan, false), text: data}
	for len(offsets) > 1 && int(offsets[len(offsets)-1])-int(offsets[0]) >= fewBytes {
		n, size := g.set(data, offsets)
		c.lines = 0
		if size < long*n {
			c.offsets = offsets[:n+1]
			c.followColumn(b.Language.Plan, size, &g)
		} else {
			n = min(max(n, 1)*(detour/bitmap.Size), len(offsets)-1)
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

// gaps has a bit for each place of a chunk where a line feed is to be inserted.
type gaps [bitmap.Size / 8]byte

// set sets the gaps after values, and returns how many values fit into a chunk, and their size with a
// line feed after each. It stops where offsets decrease, and returns 0 where they lie outside data.
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

// A chunk has the results of a kernel for lines or values.
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

// follow sets c to the bitmaps of the beginning of text, up to a size that includes gaps.
func (c *chunk) follow(plan *uri.Plan, text []byte, size int, g *gaps) {
	setBitmaps(c.Bitmaps, plan, &c.codes, c.crlf, text, size, g)
	groups := (size + bitmap.Group - 1) / bitmap.Group
	c.words = groups * (bitmap.Group / 64)
	clear(c.Ends[c.words:])
	clear(c.Undecided[c.words:])
	c.lines = sum(&c.Before[groups])
	c.end = c.Ends.AfterLast(bitmap.Size)
}

// followColumn sets c to the bitmaps of the values of a column. The kernel reads bytes after the last
// value, up to the size of a group. If the data is shorter, followColumn copies it.
func (c *chunk) followColumn(plan *uri.Plan, size int, g *gaps) {
	from, to := int(c.offsets[0]), int(c.offsets[len(c.offsets)-1])
	if to+bitmap.Group <= len(c.text) {
		c.follow(plan, c.text[from:], size, g)
		return
	}
	var padded [bitmap.Size + bitmap.Group]byte
	copy(padded[:], c.text[from:to])
	c.follow(plan, padded[:], size, g)
}

// take adds the lines of a chunk, for which there is room.
func (b *Batch) take(c *chunk) {
	first := b.Len
	b.accept(c.lines)
	b.reject(c, first)
	if c.AnyUndecided != 0 {
		b.decide(c, first)
	}
}

// reject clears the bits of the invalid lines of a chunk, whose first is value first.
func (b *Batch) reject(c *chunk, first int) {
	for g := range c.words / 8 {
		if c.Invalid[g] != 0 {
			b.rejectIn(c, g, first+sum(&c.Before[g]))
		}
	}
}

// rejectIn clears the bits of the invalid lines that end in a group. The first of these lines is value i.
func (b *Batch) rejectIn(c *chunk, group, i int) {
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

// decide validates the undecided lines of a chunk by single calls.
func (b *Batch) decide(c *chunk, first int) {
	for at := c.Undecided.Next(0, c.end); at < c.end; {
		start, end := c.Ends.AfterLast(at), c.Ends.Next(at, c.end)
		i := c.linesBefore(start)
		b.set(first+i, c.value(i, start, end))
		at = c.Undecided.Next(end+1, c.end)
	}
}

// value returns line or value i of a chunk. A line is text[start:end], without a carriage return.
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
