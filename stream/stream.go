// Package stream validates the lines of a file of any size, on all processors.
//
// Range over [Scanner.Chunks]: see the example. [Chunk.Lines] yields the valid or the invalid lines of a chunk, with
// their numbers. A [Reader] reads lines for other purposes, and [Run] processes other sequences.
package stream

import (
	"context"
	"errors"
	"io"
	"iter"
	"runtime"

	"example.org/iri/internal/uri/scan"
	"example.org/iri/rule"
)

// A Scanner validates lines by a rule.
type Scanner struct {
	Rule rule.Rule
	CRLF bool // lines end in LF or CR LF, not only in LF
}

// Chunks reads r to its end, and yields its lines in order, in chunks. A [Chunk] has the lines of one Read of r, up to
// about 256 KB, and their results. It is yielded without waiting for the next Read, and may be used only until the next
// iteration.
//
// For a line longer than [MaxLine], Chunks yields a [*LineTooLongError] instead of a chunk, and continues after that
// line. Any other error is an error of r and comes last, after the complete lines before it.
//
// A loop starts one goroutine that reads and [runtime.GOMAXPROCS] goroutines that validate. They have ended when the
// loop ends. If the loop is left early, it waits for the current Read, and more of r has been read than was yielded. A
// loop uses some megabytes of memory, about ten times that with lines of MaxLine. It reuses chunks, so long input costs
// no allocations.
func (s Scanner) Chunks(r io.Reader) iter.Seq2[*Chunk, error] {
	return func(yield func(*Chunk, error) bool) {
		in := input{lines: NewReader(r, scan.LineFeed)}
		Run(context.Background(), runtime.GOMAXPROCS(0), Steps[scanned]{
			Read:  in.read,
			Work:  func(c *scanned) { c.validate(s) },
			Write: func(c *scanned) error { return c.yield(yield) },
		})
	}
}

type input struct {
	lines *Reader
	ended bool
}

type scanned struct {
	Chunk
	err error
}

func (in *input) read(c *scanned) bool {
	if in.ended {
		return false
	}
	lines := Lines{Text: c.Text}
	c.err = in.lines.Next(&lines)
	c.First, c.Text = lines.First, lines.Text
	if _, goesOn := c.err.(*LineTooLongError); !goesOn {
		in.ended = c.err != nil
	}
	return c.err != io.EOF
}

// A Chunk has consecutive lines that a [Scanner] has validated, and their results.
type Chunk struct {
	rule.Batch
	First int64  // number of the first line, from 1
	Text  []byte // the lines with their ends; the last line of the input may have none
}

func (c *scanned) validate(s Scanner) {
	if c.err == nil {
		c.CRLF = s.CRLF
		s.Rule.Lines(&c.Batch, c.Text)
	}
}

func (c *scanned) yield(yield func(*Chunk, error) bool) error {
	if c.err != nil && !yield(nil, c.err) || c.err == nil && !yield(&c.Chunk, nil) {
		return errLeft
	}
	return nil
}

var errLeft = errors.New("the loop was left")

// Lines yields the number and the bytes, without line end, of each line that matches the rule, or that does not match
// if matching is false.
func (c *Chunk) Lines(matching bool) iter.Seq2[int64, []byte] {
	return func(yield func(int64, []byte) bool) {
		text, next := c.Text, 0 // index of the first line of text
		for i := c.Next(0, matching); i < c.Len; i = c.Next(i+1, matching) {
			line, rest := scan.CutLine(SkipLines(text, i-next, scan.LineFeed), c.CRLF)
			if !yield(c.First+int64(i), line) {
				return
			}
			text, next = rest, i+1
		}
	}
}
