package source

import (
	"bufio"
	"bytes"
	"cmp"
	stdcsv "encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.org/iri/stream"
	"example.org/iri/tools/iri/source/internal/block"
)

// maxCells is the limit of cells in a row of CSV or TSV. The library takes 40 bytes for each.
const maxCells = 1 << 20

var errCells = fmt.Errorf("the row has more than %d cells", maxCells)

// csv reads a column of RFC 4180. Rows may differ in their number of fields.
type csv struct {
	reader *stdcsv.Reader
	raw    recent
	column column
	keep   bool

	line int64 // of the next row, or of empty lines before it
}

func newCSV(r io.Reader, o Options) Reader {
	c := &csv{raw: recent{r: r, most: maxCells + bufferSize}, column: newColumn(o), keep: o.Keep, line: 1}
	c.reader = stdcsv.NewReader(bufio.NewReaderSize(&c.raw, bufferSize))
	c.reader.FieldsPerRecord = -1
	c.reader.ReuseRecord = true
	if o.Delimiter != 0 {
		c.reader.Comma = o.Delimiter
	}
	c.raw.separator = []byte(string(c.reader.Comma))
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
		if c.keep {
			c.endRecord(b, raw, err)
		}
		if err != nil || b.Full() || b.Len() > 0 && !c.raw.ready() {
			return err
		}
	}
}

// endRecord appends the bytes of a row to Raw. The library skips empty lines before the row; they become a record
// without strings.
func (c *csv) endRecord(b *Block, raw []byte, err error) {
	start := len(b.Raw)
	b.Raw = append(b.Raw, raw...)
	if blank := blankLines(raw); blank > 0 {
		before := 0
		if n := len(b.Records); n > 0 {
			before = b.Records[n-1].Strings
		}
		b.Records = append(b.Records, block.Record{End: start + blank, Strings: before})
	}
	b.EndRecord(len(b.Raw), err != nil && err != io.EOF)
}

func blankLines(raw []byte) (n int) {
	for {
		line, _, ended := bytes.Cut(raw[n:], []byte{'\n'})
		if !ended || len(bytes.TrimSuffix(line, []byte{'\r'})) > 0 {
			return n
		}
		n += len(line) + 1
	}
}

func (c *csv) row(b *Block, row []string) error {
	first, _ := c.reader.FieldPos(0)
	if first == 1 && endsInCR(c.raw.bytes[:c.reader.InputOffset()-c.raw.forgotten]) {
		return &Error{Line: 1, Column: 1, Err: errCR}
	}
	if c.column.index < 0 {
		if err := c.column.find(row); err != nil {
			return &Error{Line: int64(first), Column: 1, Err: err}
		}
		return nil
	}
	if c.column.index >= len(row) {
		return &Error{Line: int64(first), Column: 1, Err: c.column.missing(len(row)), GoesOn: true}
	}
	field, start := row[c.column.index], 0
	line, column := c.reader.FieldPos(c.column.index)
	for range int64(line) - c.line {
		start += bytes.IndexByte(c.raw.bytes[start:], '\n') + 1
	}
	raw, wide := c.raw.bytes[start+column-1:], block.Wide(c.raw.bytes[start:start+column-1])
	whole := raw[:fieldLength(raw, field)]
	if c.keep {
		b.Spans = append(b.Spans, block.Span{Start: len(b.Raw) + start + column - 1, End: len(b.Raw) + start + column - 1 + len(whole)})
	}
	if len(raw) > 0 && raw[0] == '"' {
		raw = raw[1:]
		column++
	}
	b.Data = append(b.Data, field...)
	b.End(Place{Line: int64(line), Column: int64(column), Wide: wide, Verbatim: len(raw) >= len(field) && string(raw[:len(field)]) == field})
	return nil
}

var errCR = errors.New("lines end in CR without LF")

// endsInCR reports whether a row consists of lines that end in CR alone, as old programs wrote them.
func endsInCR(row []byte) bool {
	at := bytes.IndexByte(row, '\r')
	return at >= 0 && !bytes.HasPrefix(row[at+1:], []byte("\n")) && bytes.Count(row[:at], []byte{'"'})%2 == 0
}

// fieldLength returns the length of the field at the start of raw, including its quotation marks.
func fieldLength(raw []byte, field string) int {
	if len(raw) == 0 || raw[0] != '"' {
		return len(field)
	}
	for at := 1; ; at += 2 { // a doubled quotation mark is an escaped one
		next := bytes.IndexByte(raw[at:], '"')
		if next < 0 {
			return len(raw)
		}
		if at += next; at+1 == len(raw) || raw[at+1] != '"' {
			return at + 1
		}
	}
}

func (c *csv) explain(err error) error {
	wrong := new(stdcsv.ParseError)
	switch {
	case errors.As(err, &wrong):
		return &Error{Line: int64(wrong.Line), Column: int64(wrong.Column), Err: &BrokenError{Format: "CSV", Err: wrong.Err}, GoesOn: c.column.index >= 0}
	case errors.Is(err, errLong):
		return &Error{Line: c.line, Column: 1, Err: fmt.Errorf("the row has %w; a quotation mark may be missing", err)}
	case errors.Is(err, errMany):
		return &Error{Line: c.line, Column: 1, Err: errCells}
	}
	return block.FailedAt(c.line, err)
}

// A recent reader keeps the bytes that it has read until they are forgotten: a row or token, and what is buffered after it.
type recent struct {
	r         io.Reader
	bytes     []byte
	forgotten int64
	buffer    []byte
	limit     int // of bytes; 0 means MaxText

	separator []byte // separators in bytes are counted; nil for no limit
	most      int    // limit of separators
	seen      int    // separators in bytes
}

var errMany = errors.New("too many parts")

func (r *recent) Read(p []byte) (int, error) {
	if len(r.bytes) > cmp.Or(r.limit, MaxText)+bufferSize {
		return 0, errLong
	}
	n, err := r.r.Read(p)
	if len(r.separator) > 0 {
		if r.seen += bytes.Count(p[:n], r.separator); r.seen > r.most {
			return 0, errMany
		}
	}
	if cap(r.bytes)-len(r.bytes) < n {
		r.buffer = append(slices.Grow(r.buffer[:0], 2*(len(r.bytes)+n)), r.bytes...)
		r.bytes = r.buffer
	}
	r.bytes = append(r.bytes, p[:n]...)
	return n, err
}

// forget drops the bytes before an offset and returns them. They are valid until the next Read.
func (r *recent) forget(offset int64) []byte {
	n := offset - r.forgotten
	old := r.bytes[:n]
	r.bytes, r.forgotten = r.bytes[n:], offset
	if len(r.separator) > 0 {
		r.seen = max(0, r.seen-bytes.Count(old, r.separator)) // a separator may have been split between two reads
	}
	return old
}

// ready reports whether Read can go on without waiting for input.
func (r *recent) ready() bool { return bytes.IndexByte(r.bytes, '\n') >= 0 }

// tsv reads a column of text/tab-separated-values, as registered at IANA.
type tsv struct {
	rows
	column    column
	delimiter string
	keep      bool
}

func newTSV(r io.Reader, o Options) Reader {
	t := &tsv{newRows(r), newColumn(o), "\t", o.Keep}
	if o.Delimiter != 0 {
		t.delimiter = string(o.Delimiter)
	}
	return t
}

func (t *tsv) Read(b *Block) error { return t.rows.read(b, t.row) }

func (t *tsv) row(b *Block, row []byte) error {
	if t.number == 1 && bytes.IndexByte(row, '\r') >= 0 {
		return &Error{Line: 1, Column: 1, Err: errCR}
	}
	start, end, err := t.field(row)
	switch {
	case t.keep && end < 0:
		b.Raw = append(b.Raw, t.raw...)
	case t.keep:
		b.Keep(t.raw[:start], t.raw[start:end])
		b.Raw = append(b.Raw, t.raw[end:]...)
	}
	if end >= 0 {
		b.Add(row[start:end], Place{Line: t.number, Column: int64(start) + 1, Wide: block.Wide(row[:start]), Verbatim: true})
	}
	if t.keep {
		b.EndRecord(len(b.Raw), err != nil)
	}
	return err
}

// field returns the bounds of the field in a row. The end is negative if the row has none.
func (t *tsv) field(row []byte) (start, end int, err error) {
	if t.column.index < 0 {
		if bytes.Count(row, []byte(t.delimiter)) >= maxCells {
			return 0, -1, &Error{Line: t.number, Column: 1, Err: errCells}
		}
		if err := t.column.find(strings.Split(string(row), t.delimiter)); err != nil {
			return 0, -1, &Error{Line: t.number, Column: 1, Err: err}
		}
		return 0, -1, nil
	}
	for i := range t.column.index {
		n := bytes.Index(row[start:], []byte(t.delimiter))
		if n < 0 {
			return 0, -1, &Error{Line: t.number, Column: int64(len(row)) + 1, Err: t.column.missing(i + 1), GoesOn: true}
		}
		start += n + len(t.delimiter)
	}
	field, _, _ := bytes.Cut(row[start:], []byte(t.delimiter))
	return start, start + len(field), nil
}

type column struct {
	name  string
	index int // from 0; less than 0 until the first row is read
	seen  *sought
}

func newColumn(o Options) column {
	c := column{o.Column, -1, o.seen}
	if c.seen == nil {
		c.seen = new(sought)
	}
	if n, err := strconv.Atoi(o.Column); err == nil && n > 0 {
		c.index, c.seen.found = n-1, true
	}
	return c
}

// A ColumnError reports that a table lacks the column of Options.
type ColumnError struct {
	Names   []string
	message string
}

func (e *ColumnError) Error() string { return e.message }

func (c *column) find(row []string) error {
	i := slices.Index(row, c.name)
	if i < 0 {
		i = only(row, func(name string) bool { return strings.EqualFold(strings.TrimSpace(name), strings.TrimSpace(c.name)) })
	}
	switch {
	case c.name == "":
		return &ColumnError{names(row), fmt.Sprintf("a column is required: %s, or a number from 1 to %d", list(row), len(row))}
	case i < 0 && len(row) == 1 && strings.ContainsAny(row[0], ";|\t"):
		return &ColumnError{names(row), fmt.Sprintf("no column %q; the first row has %s, which may have another --delimiter", c.name, list(row))}
	case i < 0:
		return &ColumnError{names(row), fmt.Sprintf("no column %q; the first row has %s", c.name, list(row))}
	case slices.Contains(row[i+1:], c.name):
		return fmt.Errorf("the first row has two columns %q; use the number of one", c.name)
	}
	c.index, c.seen.found = i, true
	return nil
}

func only(names []string, fits func(string) bool) int {
	i := slices.IndexFunc(names, fits)
	if i >= 0 && slices.ContainsFunc(names[i+1:], fits) {
		return -1
	}
	return i
}

func (c *column) missing(fields int) error {
	return fmt.Errorf("the row has no column %d: it ends after %d", c.index+1, fields)
}

func names(row []string) (list []string) {
	for _, name := range row[:min(len(row), maxListed)] {
		list = append(list, strings.Clone(name))
	}
	return list
}

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

// errLong reports a line or a value that does not end within MaxText bytes.
var errLong = fmt.Errorf("more than %d MiB", MaxText>>20)

type rows struct {
	reader *stream.Reader
	lines  stream.Lines
	rest   []byte // rest of lines
	number int64  // of the last line
	raw    []byte // the last line with its end
}

func newRows(r io.Reader) rows { return rows{reader: stream.NewReader(r, '\n')} }

// read fills a block from the available lines. An error of take may have GoesOn set.
func (r *rows) read(b *Block, take func(b *Block, line []byte) error) error {
	b.Reset()
	for !b.Full() {
		if len(r.rest) == 0 && b.Len() > 0 {
			return nil // the next line may not have arrived
		}
		line, err := r.next()
		if err == nil {
			err = take(b, line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// next returns the next line without its line break, valid until the next call.
func (r *rows) next() (line []byte, err error) {
	if len(r.rest) == 0 {
		if err := r.reader.Next(&r.lines); err != nil {
			return nil, r.fail(err)
		}
		r.rest = r.lines.Text
	}
	r.raw = r.rest
	line, r.rest = block.CutLine(r.rest)
	r.raw = r.raw[:len(r.raw)-len(r.rest)]
	r.number++
	return line, nil
}

func (r *rows) fail(err error) error {
	if long := new(stream.LineTooLongError); errors.As(err, &long) {
		r.number = long.Line
		return block.LongLine(long.Line)
	}
	return block.FailedAt(r.number+1, err)
}
