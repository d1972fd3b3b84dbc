package source

import (
	"bufio"
	"bytes"
	stdcsv "encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

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
	if cap(r.bytes)-len(r.bytes) < n {
		r.buffer = append(slices.Grow(r.buffer[:0], 2*(len(r.bytes)+n)), r.bytes...)
		r.bytes = r.buffer
	}
	r.bytes = append(r.bytes, p[:n]...)
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

// tsv reads a column of text/tab-separated-values.
type tsv struct {
	rows
	column column
}

func newTSV(r io.Reader, o Options) Reader {
	return &tsv{newRows(r), newColumn(o.Column)}
}

func (t *tsv) Read(b *Block) error { return t.rows.read(b, t.row) }

// row adds the field of a row.
func (t *tsv) row(b *Block, row []byte) error {
	if t.column.index < 0 {
		if err := t.column.find(strings.Split(string(row), "\t")); err != nil {
			return &Error{Line: t.number, Column: 1, Err: err}
		}
		return nil
	}
	start := 0
	for i := range t.column.index {
		n := bytes.IndexByte(row[start:], '\t')
		if n < 0 {
			return &Error{Line: t.number, Column: int64(len(row)) + 1, Err: t.column.missing(i + 1), GoesOn: true}
		}
		start += n + 1
	}
	field, _, _ := bytes.Cut(row[start:], []byte("\t"))
	b.Add(field, Place{Line: t.number, Column: int64(start) + 1, Verbatim: true})
	return nil
}

// A column is what Options.Column names.
type column struct {
	name  string
	index int // from 0; less than 0 if only the first row can tell
}

func newColumn(name string) column {
	if n, err := strconv.Atoi(name); err == nil && n > 0 {
		return column{name, n - 1}
	}
	return column{name, -1}
}

// A ColumnError is about a table that does not have the column that was asked for.
type ColumnError struct{ message string }

func (e *ColumnError) Error() string { return e.message }

// find looks the column up in the first row. The error tells what there is.
func (c *column) find(row []string) error {
	i := slices.Index(row, c.name)
	switch {
	case c.name == "":
		return fmt.Errorf("a column must be named: %s, or a number from 1 to %d", list(row), len(row))
	case i < 0:
		return &ColumnError{fmt.Sprintf("no column %q; the first row has %s", c.name, list(row))}
	case slices.Contains(row[i+1:], c.name):
		return fmt.Errorf("the first row has two columns %q; a number tells which", c.name)
	}
	c.index = i
	return nil
}

// missing is about a row that is too short.
func (c *column) missing(fields int) error {
	return fmt.Errorf("the row has no column %d: it ends after %d", c.index+1, fields)
}

// maxListed is how many names an error lists.
const maxListed = 20

func list(names []string) string {
	var quoted []string
	for _, name := range names[:min(len(names), maxListed)] {
		quoted = append(quoted, strconv.Quote(name))
	}
	if len(names) > maxListed {
		quoted = append(quoted, "...")
	}
	return strings.Join(quoted, ", ")
}
