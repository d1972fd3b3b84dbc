// Package lines reads a text in chunks of whole lines, to validate many at once.
package lines

import (
	"bytes"
	"fmt"
	"io"
)

const (
	// ChunkSize is how much is read at once: so much that a call costs little, so little
	// that it stays in a cache near the processor.
	ChunkSize = 256 << 10

	// MaxLines is the number of lines of the largest chunk: what is made of each takes memory.
	MaxLines = 16 << 10

	// MaxLine is the length of the longest line that is kept.
	MaxLine = 8 << 20
)

// A TooLong error says that a line is longer than [MaxLine]. It has been skipped.
type TooLong struct{ Line int64 }

func (e *TooLong) Error() string {
	return fmt.Sprintf("line is longer than %d MiB and is skipped", MaxLine>>20)
}

// A Chunk holds whole lines. It is used again and again.
type Chunk struct {
	Text  []byte // the lines with what ends them; the last line of a text may have no end
	First int64  // number of the first one, from 1
	Lines int    // number of them
}

// A Reader reads chunks.
type Reader struct {
	r    io.Reader
	end  byte   // of a line
	rest []byte // read, but part of the next chunk
	line int64  // lines before that
	err  error  // of r
}

// NewReader returns a reader of the lines of r, each of which ends with a byte; the last may go
// without.
func NewReader(r io.Reader, end byte) *Reader {
	return &Reader{r: r, end: end}
}

// Read replaces a chunk by what follows: as many whole lines as have come when there is at least
// one. It calls the Read of its reader as often as that takes. At the end the error is [io.EOF].
// After a [TooLong] error what follows can be read. With any other error the reader has failed; the
// lines before the failure have been read, and the line in which it happened is lost. The
// chunk is empty if there is an error.
func (r *Reader) Read(c *Chunk) error {
	c.Text, c.First, c.Lines = append(c.Text[:0], r.rest...), r.line+1, 0
	r.rest = r.rest[:0]
	if err := r.fill(c); err != nil {
		c.Text = c.Text[:0]
		return err
	}
	r.count(c)
	r.line += int64(c.Lines)
	return nil
}

// count counts the lines of a chunk. If there are too many, it puts some aside.
func (r *Reader) count(c *Chunk) {
	c.Lines = bytes.Count(c.Text, []byte{r.end})
	if c.Lines > MaxLines {
		rest := Skip(c.Text, MaxLines, r.end)
		r.rest = append(append(make([]byte, 0, len(rest)+len(r.rest)), rest...), r.rest...)
		c.Text, c.Lines = c.Text[:len(c.Text)-len(rest)], MaxLines
	} else if c.Text[len(c.Text)-1] != r.end {
		c.Lines++
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
		text = append(make([]byte, 0, max(ChunkSize, min(2*len(text), MaxLine+ChunkSize))), text...)
	}
	room := text[len(text):min(cap(text), len(text)+ChunkSize)]
	for range tries {
		n, err := r.r.Read(room)
		if r.err = err; n > 0 || err != nil {
			return text[:len(text)+n]
		}
	}
	r.err = io.ErrNoProgress
	return text
}

// Skip returns what is after n lines of a text, which has as many. It takes little more time than to
// count them.
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
		text = text[bytes.IndexByte(text, end)+1:]
	}
	return text
}
