package source

import (
	"bufio"
	"bytes"
	stdcsv "encoding/csv"
	"errors"
	"fmt"
	"io"

	"example.org/iri/tools/iri/source/internal/block"
)

// csv reads a column of RFC 4180. A row need not have as many fields as others.
type csv struct {
	reader *stdcsv.Reader
	raw    recent
	column column

	line int64 // where the next row begins, or empty lines in front of it
}

func newCSV(r io.Reader, o Options) Reader {
	c := &csv{raw: recent{r: r}, column: newColumn(o.Column), line: 1}
	c.reader = stdcsv.NewReader(bufio.NewReaderSize(&c.raw, bufferSize))
	c.reader.FieldsPerRecord = -1
	c.reader.ReuseRecord = true
	return c
}

func (c *csv) Read(b *Block) error {
	b.Reset()
	for {
		row, err := c.reader.Read()
		if err == nil {
			err = c.row(b, row)
		} else {
			err = c.explain(err)
		}
		raw := c.raw.forget(c.reader.InputOffset())
		c.line += int64(bytes.Count(raw, []byte("\n")))
		if err != nil || b.Full() || b.Len() > 0 && !c.raw.ready() {
			return err
		}
	}
}

// row adds the field of a row.
func (c *csv) row(b *Block, row []string) error {
	line, _ := c.reader.FieldPos(0)
	if c.column.index < 0 {
		if err := c.column.find(row); err != nil {
			return &Error{Line: int64(line), Column: 1, Err: err}
		}
		return nil
	}
	if c.column.index >= len(row) {
		return &Error{Line: int64(line), Column: 1, Err: c.column.missing(len(row)), GoesOn: true}
	}
	b.Data = append(b.Data, row[c.column.index]...)
	b.End(c.place(row[c.column.index]))
	return nil
}

// place tells where the text of a field begins, and whether it stands there as it is.
func (c *csv) place(text string) Place {
	line, column := c.reader.FieldPos(c.column.index)
	raw := c.raw.bytes
	for i := c.line; i < int64(line); i++ {
		raw = raw[bytes.IndexByte(raw, '\n')+1:]
	}
	if raw = raw[column-1:]; len(raw) > 0 && raw[0] == '"' {
		raw = raw[1:]
		column++
	}
	return Place{Line: int64(line), Column: int64(column), Verbatim: len(raw) >= len(text) && string(raw[:len(text)]) == text}
}

// explain tells what is wrong with a row, and where.
func (c *csv) explain(err error) error {
	wrong := new(stdcsv.ParseError)
	switch {
	case errors.As(err, &wrong):
		return &Error{Line: int64(wrong.Line), Column: int64(wrong.Column), Err: fmt.Errorf("broken CSV: %w", wrong.Err), GoesOn: c.column.index >= 0}
	case errors.Is(err, errLong):
		return &Error{Line: c.line, Column: 1, Err: fmt.Errorf("the row has %w; a quotation mark may be missing", err)}
	}
	return block.FailedAt(c.line, err)
}

// recent keeps what was read from a file and is not yet forgotten: the bytes of the row being read,
// and what is buffered behind it.
type recent struct {
	r         io.Reader
	bytes     []byte
	forgotten int64
	buffer    []byte
}

func (r *recent) Read(p []byte) (int, error) {
	if len(r.bytes) > MaxText+bufferSize {
		return 0, errLong
	}
	n, err := r.r.Read(p)
	r.buffer = append(append(r.buffer[:0], r.bytes...), p[:n]...)
	r.bytes = r.buffer
	return n, err
}

// forget returns the bytes in front of an offset. They are valid until the next Read.
func (r *recent) forget(offset int64) []byte {
	n := offset - r.forgotten
	old := r.bytes[:n]
	r.bytes, r.forgotten = r.bytes[n:], offset
	return old
}

// ready reports whether there is a row, or a part of it, that can be read without waiting.
func (r *recent) ready() bool { return bytes.IndexByte(r.bytes, '\n') >= 0 }
