package stream

import (
	"bytes"
	"io"
	"strconv"
)

const (
	// MaxLine is the length of the longest line that is read: 8 MiB.
	MaxLine = 8 << 20

	chunkSize = 256 << 10 // so large that a Read costs little, so small that it stays in a cache near the processor
	maxLines  = 16 << 10  // of a chunk, as what is made of each takes memory
)

// A TooLong error is for a line longer than [MaxLine]. Lines are counted from 1.
type TooLong struct{ Line int64 }

func (e *TooLong) Error() string {
	return "iri: line is longer than " + strconv.Itoa(MaxLine>>20) + " MiB and is skipped"
}

// A Reader reads chunks of whole lines, for programs that do more with them than validate them by one rule, or start
// their own goroutines. A [Scanner] reads by itself.
type Reader struct {
	r    io.Reader
	end  byte   // of a line
	rest []byte // read, but part of the next chunk
	line int64  // lines before that
	err  error  // of r
}

// NewReader returns a Reader of the lines of r. Each line ends with the byte end, such as LF or NUL; the last may have
// no end. [rule.Rule.Lines] takes those that end with LF.
func NewReader(r io.Reader, end byte) *Reader {
	return &Reader{r: r, end: end}
}

// Read sets First, Text and Len of c to the lines that follow: to those that one Read of the underlying reader
// completes, up to about 256 KB. It needs more calls of that if a line is longer. The bytes of c.Text are reused.
//
// At the end, the error is [io.EOF]. After a [*TooLong] error, Read continues with the next line. Any other error is
// that of the underlying reader, and comes after the complete lines before it. If there is an error, c has no lines.
func (r *Reader) Read(c *Chunk) error {
	c.Text, c.First, c.Len = append(c.Text[:0], r.rest...), r.line+1, 0
	r.rest = r.rest[:0]
	if err := r.fill(c); err != nil {
		c.Text = c.Text[:0]
		return err
	}
	r.count(c)
	r.line += int64(c.Len)
	return nil
}

// count counts the lines of a chunk. If there are too many, it puts some aside.
func (r *Reader) count(c *Chunk) {
	c.Len = bytes.Count(c.Text, []byte{r.end})
	if c.Len > maxLines {
		rest := Skip(c.Text, maxLines, r.end)
		r.rest = append(append(make([]byte, 0, len(rest)+len(r.rest)), rest...), r.rest...)
		c.Text, c.Len = c.Text[:len(c.Text)-len(rest)], maxLines
	} else if c.Text[len(c.Text)-1] != r.end {
		c.Len++
	}
}

// fill reads until the chunk has a whole line, and puts what is after the last one aside.
func (r *Reader) fill(c *Chunk) error {
	for seen := 0; ; {
		if end := bytes.LastIndexByte(c.Text[seen:], r.end) + 1; end > 0 {
			if seen+end > MaxLine && bytes.IndexByte(c.Text[seen:], r.end)+seen > MaxLine {
				return r.skip(c)
			}
			r.rest = append(r.rest, c.Text[seen+end:]...)
			c.Text = c.Text[:seen+end]
			return nil
		}
		switch seen = len(c.Text); {
		case seen > MaxLine:
			return r.skip(c)
		case r.err == io.EOF && seen > 0:
			return nil
		case r.err != nil:
			return r.err
		}
		c.Text = r.more(c.Text)
	}
}

// skip passes over the line that the chunk begins with.
func (r *Reader) skip(c *Chunk) error {
	text := c.Text
	c.Text = nil // it is large: give it back
	for {
		if end := bytes.IndexByte(text, r.end); end >= 0 {
			r.rest = append(r.rest, text[end+1:]...)
			break
		}
		if r.err != nil {
			break
		}
		text = r.more(text[:0])
	}
	r.line++
	return &TooLong{Line: r.line}
}

// more appends what one Read gives to a text, and remembers the error.
func (r *Reader) more(text []byte) []byte {
	const (
		least = 4 << 10 // so that a Read does not get a few bytes only
		tries = 100
	)
	if cap(text)-len(text) < least {
		text = append(make([]byte, 0, max(chunkSize, min(2*len(text), MaxLine+chunkSize))), text...)
	}
	room := text[len(text):min(cap(text), len(text)+chunkSize)]
	for range tries {
		n, err := r.r.Read(room)
		if r.err = err; n > 0 || err != nil {
			return text[:len(text)+n]
		}
	}
	r.err = io.ErrNoProgress
	return text
}

// Skip returns what follows the first n lines of text, nothing if it has fewer. It takes little more time than to count
// them.
func Skip(text []byte, n int, end byte) []byte {
	const (
		step = 4 << 10
		few  = 16 // lines that are found sooner one by one
	)
	for n > few && len(text) > step {
		here := bytes.Count(text[:step], []byte{end})
		if here >= n {
			break
		}
		text, n = text[step:], n-here
	}
	for ; n > 0; n-- {
		i := bytes.IndexByte(text, end)
		if i < 0 {
			return text[len(text):]
		}
		text = text[i+1:]
	}
	return text
}
