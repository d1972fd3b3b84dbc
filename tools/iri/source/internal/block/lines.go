package block

import (
	"bytes"
	"errors"
	"io"

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
		return FailedAt(c.First, err)
	}
	if l.end == scan.LineFeed {
		b.Lines, b.First, b.lines = true, c.First, c.Lines
	} else {
		b.addRecords(c, l.end)
	}
	return nil
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
