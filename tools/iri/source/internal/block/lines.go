package block

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"example.org/iri/internal/lines"
	"example.org/iri/internal/uri/scan"
)

// NewLines returns a reader of the lines of r, each of which ends with LF or CR LF, or of records
// that end with another byte, such as NUL. The last of them may have no end.
func NewLines(r io.Reader, end byte) Reader {
	return &lineReader{lines: lines.NewReader(r, end), end: end}
}

type lineReader struct {
	lines *lines.Reader
	end   byte
}

// Read fills b with as many lines as have come. Records it cuts; lines it leaves as they stand.
func (l *lineReader) Read(b *Block) error {
	b.Reset()
	c := lines.Chunk{Text: b.Data}
	err := l.lines.Read(&c)
	b.Data = c.Text
	if long := new(lines.TooLong); errors.As(err, &long) {
		return &Error{Line: long.Line, Column: 1, Err: err, GoesOn: true}
	}
	if err != nil {
		return failure(err, c.First)
	}
	if l.end == scan.LineFeed {
		b.Lines, b.First, b.lines = true, c.First, c.Lines
	} else {
		b.addRecords(c, l.end)
	}
	return nil
}

// failure tells the line at which a file could not be read any more, unless it has come to its end.
func failure(err error, line int64) error {
	e := new(Error)
	var path *fs.PathError
	switch {
	case err == io.EOF:
		return err
	case errors.As(err, &e):
		return &Error{Line: line, Column: 1, Err: e.Err}
	case errors.As(err, &path): // whoever prints the error tells the name
		err = path.Err
	}
	return &Error{Line: line, Column: 1, Err: fmt.Errorf("cannot be read: %w", err)}
}

// addRecords turns a chunk into texts without their ends, in place.
func (b *Block) addRecords(c lines.Chunk, end byte) {
	text := c.Text
	b.Data = text[:0]
	for n := c.First; len(text) > 0; n++ {
		record, rest, _ := bytes.Cut(text, []byte{end})
		b.Add(record, Place{Line: n, Column: 1, Verbatim: true})
		text = rest
	}
}
