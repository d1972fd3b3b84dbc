package scan

import (
	"math/bits"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
	"example.org/iri/internal/uri/bitmap"
)

// Kernels validate lines in chunks, which begin at the start of a line. The lines that end in a chunk are taken from
// its bitmaps, and the next chunk begins after them. For a column, the kernel inserts a line feed after each value.
// Single calls validate values that the kernel leaves undecided, and long values, for which they are faster.

const (
	fewBytes = 1024    // below this size, single calls are faster
	detour   = 1 << 18 // bytes of long values that go to single calls before the next chunk
)

// linesInChunks adds lines, and returns the rest. It changes to single calls if the mean length reaches long.
func (b *Batch) linesInChunks(text []byte, crlf bool, long int) (rest []byte) {
	var r alignedBitmaps
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

// columnInChunks adds values of a column, and returns the remaining offsets.
func (b *Batch) columnInChunks(data []byte, offsets []int32, long int) (rest []int32) {
	var r alignedBitmaps
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
		} else { // including a chunk in which values have line feeds
			b.column(data, offsets[:n+1])
		}
		offsets = offsets[n:]
	}
	return offsets
}

// gaps has a bit for each offset of a chunk at which a line feed is inserted.
type gaps [bitmap.Size / 8]byte

// set sets the gaps after values. It returns the number of values that fit into a chunk, and their size including gaps.
// It stops at a decreasing offset, and returns 0 for offsets outside data.
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

// A chunk has the bitmaps of lines or values.
type chunk struct {
	*bitmap.Bitmaps
	codes   [0x80]uint8
	crlf    bool
	text    []byte
	offsets []int32
	words   int // of the bitmaps in use
	lines   int // number of lines that end in the chunk
	end     int // offset after the last of them
}

func (c *chunk) follow(plan *uri.Plan, text []byte, size int, g *gaps) {
	setBitmaps(c.Bitmaps, plan, &c.codes, c.crlf, text, size, g)
	groups := (size + bitmap.Group - 1) / bitmap.Group
	c.words = groups * (bitmap.Group / 64)
	clear(c.Ends[c.words:])
	clear(c.Undecided[c.words:])
	c.lines = sum(&c.Before[groups])
	c.end = c.Ends.AfterLast(bitmap.Size)
}

// followColumn sets c to the bitmaps of values. It copies them if less than a group of data follows, which the kernel
// may read.
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

func (b *Batch) take(c *chunk) {
	first := b.Len
	b.accept(c.lines)
	b.reject(c, first)
	if c.AnyUndecided != 0 {
		b.decide(c, first)
	}
}

// reject clears the bits of invalid lines of a chunk. The first line is value first.
func (b *Batch) reject(c *chunk, first int) {
	for g := range c.words / 8 {
		if c.Invalid[g] != 0 {
			b.rejectIn(c, g, first+sum(&c.Before[g]))
		}
	}
}

// rejectIn clears the bits of invalid lines that end in a group. The first of the lines is value i.
func (b *Batch) rejectIn(c *chunk, group, i int) {
	numberWrong(c.Bitmaps, group)
	n, wrong := 0, uint64(0) // pending results, of at most 64 lines
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

func (b *Batch) decide(c *chunk, first int) {
	for at := c.Undecided.Next(0, c.end); at < c.end; {
		start, end := c.Ends.AfterLast(at), c.Ends.Next(at, c.end)
		i := c.linesBefore(start)
		b.set(first+i, c.value(i, start, end))
		at = c.Undecided.Next(end+1, c.end)
	}
}

// value returns line or value i of a chunk. For a line, its text is text[start:end].
func (c *chunk) value(i, start, end int) []byte {
	if c.offsets != nil {
		return c.text[c.offsets[i]:c.offsets[i+1]]
	}
	if c.crlf && end > start && c.text[end-1] == CarriageReturn {
		end--
	}
	return c.text[start:end]
}

// linesBefore returns the number of lines that end before offset at.
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
