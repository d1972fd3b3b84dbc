package stream

import (
	"bytes"
	"io"
	"strconv"
)

const (
	// MaxLine is the length of the longest line that is read: 8 MiB.
	MaxLine = 8 << 20

	chunkSize = 256 << 10 // large enough for cheap Reads, small enough for the cache
	maxLines  = 16 << 10  // in a chunk, because the result of each line takes memory
)

// A LineTooLongError reports the number, from 1, of a line longer than [MaxLine].
type LineTooLongError struct{ Line int64 }

func (e *LineTooLongError) Error() string {
	return "iri: line is longer than " + strconv.Itoa(MaxLine>>20) + " MiB and is skipped"
}

// Lines are consecutive lines from a [Reader].
type Lines struct {
	Len   int    // number of lines
	First int64  // number of the first line, from 1
	Text  []byte // the lines with their ends; the last line of the input may have none
}

// A Reader reads many whole lines at a time. It is for programs that process them in their own way or in their own
// goroutines; to validate them by a rule, use a [Scanner].
type Reader struct {
	r    io.Reader
	end  byte   // line end
	rest []byte // already read, part of the next lines
	line int64  // number of lines before rest
	err  error  // error of r
}

// NewReader returns a Reader of the lines of r. Each line ends with the byte end, such as LF or NUL; the last may lack
// it. For [rule.Rule.Lines], it must be LF.
func NewReader(r io.Reader, end byte) *Reader {
	return &Reader{r: r, end: end}
}

// Next sets l to the next lines: those that one Read of the underlying reader completes, up to about 256 KB. Longer
// lines need several Reads. Next reuses the bytes of l.Text.
//
// At the end, the error is [io.EOF]. After a [*LineTooLongError], Next continues with the next line. Any other error is
// an error of the underlying reader, after the complete lines before it. If there is an error, l has no lines.
func (r *Reader) Next(l *Lines) error {
	l.Text, l.First, l.Len = append(l.Text[:0], r.rest...), r.line+1, 0
	r.rest = r.rest[:0]
	if err := r.fill(l); err != nil {
		l.Text = l.Text[:0]
		return err
	}
	r.count(l)
	r.line += int64(l.Len)
	return nil
}

// count counts the lines. It moves lines beyond maxLines to r.rest.
func (r *Reader) count(l *Lines) {
	l.Len = bytes.Count(l.Text, []byte{r.end})
	if l.Len > maxLines {
		rest := SkipLines(l.Text, maxLines, r.end)
		r.rest = append(append(make([]byte, 0, len(rest)+len(r.rest)), rest...), r.rest...)
		l.Text, l.Len = l.Text[:len(l.Text)-len(rest)], maxLines
	} else if l.Text[len(l.Text)-1] != r.end {
		l.Len++
	}
}

// fill reads at least one whole line, and moves the text after the last whole line to r.rest.
func (r *Reader) fill(l *Lines) error {
	for seen := 0; ; {
		if end := bytes.LastIndexByte(l.Text[seen:], r.end) + 1; end > 0 {
			if seen+end > MaxLine && bytes.IndexByte(l.Text[seen:], r.end)+seen > MaxLine {
				return r.skip(l)
			}
			r.rest = append(r.rest, l.Text[seen+end:]...)
			l.Text = l.Text[:seen+end]
			return nil
		}
		switch seen = len(l.Text); {
		case seen > MaxLine:
			return r.skip(l)
		case r.err == io.EOF && seen > 0:
			return nil
		case r.err != nil:
			return r.err
		}
		l.Text = r.more(l.Text)
	}
}

func (r *Reader) skip(l *Lines) error {
	text := l.Text
	l.Text = nil // frees the large buffer
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
	return &LineTooLongError{Line: r.line}
}

func (r *Reader) more(text []byte) []byte {
	const (
		least = 4 << 10 // minimum size of a Read
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

// SkipLines returns text without its first n lines. It takes little more time than counting them.
func SkipLines(text []byte, n int, end byte) []byte {
	const (
		step = 4 << 10
		few  = 16 // fewer lines are found faster one by one
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
