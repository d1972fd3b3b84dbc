// Package stream judges the lines of texts that are too long for memory, on all processors.
package stream

import (
	"context"
	"errors"
	"io"
	"iter"
	"runtime"

	"example.org/iri/internal/lines"
	"example.org/iri/internal/ordered"
	"example.org/iri/internal/uri/scan"
	"example.org/iri/rule"
)

// MaxLine is the length of the longest line that a [Scanner] judges, in bytes.
const MaxLine = lines.MaxLine

// A Scanner judges the lines of texts.
type Scanner struct {
	Rule rule.Rule
	CRLF bool // a carriage return in front of a line feed belongs to the end of the line
}

// Scan reads r to its end. It gives the lines in their order, with verdicts, one [Chunk] after the
// other. A chunk holds the lines that one Read of r gave, up to about 256 KB, and comes as soon as
// it is judged: so a slow r has its answers, too. It is valid until the loop goes on.
//
// For a line longer than [MaxLine] there is a [*TooLong] error in place of a chunk, and the loop
// goes on behind that line. Any other error is that of r and comes last. What r gave before has
// been judged, but for the line that the error cut.
//
// One goroutine reads, and as many as [runtime.GOMAXPROCS] tells judge. All of them have ended when
// the loop ends. If it is left early, this takes until the Read under way returns; r has been read
// farther than the chunks tell. Memory is some megabytes, with lines of MaxLine some ten times
// that. Chunks are reused, so a long text costs no allocations.
func (s Scanner) Scan(r io.Reader) iter.Seq2[*Chunk, error] {
	return func(yield func(*Chunk, error) bool) {
		in := input{lines: lines.NewReader(r, '\n')}
		ordered.Run(context.Background(), runtime.GOMAXPROCS(0), ordered.Steps[Chunk]{
			Read:  in.read,
			Work:  func(c *Chunk) { c.judge(s) },
			Write: func(c *Chunk) error { return c.yield(yield) },
		})
	}
}

// A TooLong error tells which line is longer than [MaxLine]. Lines are counted from 1.
type TooLong struct{ Line int64 }

func (e *TooLong) Error() string { return "iri: " + (*lines.TooLong)(e).Error() }

// input is where chunks come from.
type input struct {
	lines *lines.Reader
	ended bool
}

func (in *input) read(c *Chunk) bool {
	if in.ended {
		return false
	}
	c.err = in.lines.Read(&c.chunk)
	if long, is := c.err.(*lines.TooLong); is {
		c.err = (*TooLong)(long)
	} else {
		in.ended = c.err != nil
	}
	return c.err != io.EOF
}

// A Chunk holds lines that follow each other, and verdicts on them.
type Chunk struct {
	rule.Batch
	First int64  // number of the first line, from 1
	Text  []byte // the lines, each with its line feed; the last of all may have none

	chunk lines.Chunk
	err   error // in place of lines
}

func (c *Chunk) judge(s Scanner) {
	if c.err == nil {
		c.First, c.Text, c.CRLF = c.chunk.First, c.chunk.Text, s.CRLF
		s.Rule.Lines(&c.Batch, c.Text)
	}
}

// yield gives a chunk, or the error in its place, to a loop.
func (c *Chunk) yield(yield func(*Chunk, error) bool) error {
	if c.err != nil && !yield(nil, c.err) || c.err == nil && !yield(c, nil) {
		return errLeft
	}
	return nil
}

var errLeft = errors.New("the loop was left")

// Lines gives the lines that match the rule, or those that do not: the number and the text of each,
// without its end.
func (c *Chunk) Lines(matching bool) iter.Seq2[int64, []byte] {
	return func(yield func(int64, []byte) bool) {
		text, next := c.Text, 0 // the number of the line that text begins with
		for i := c.Next(0, matching); i < c.Len; i = c.Next(i+1, matching) {
			line, rest := scan.CutLine(lines.Skip(text, i-next, scan.LineFeed), c.CRLF)
			if !yield(c.First+int64(i), line) {
				return
			}
			text, next = rest, i+1
		}
	}
}
