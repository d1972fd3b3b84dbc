// Package block defines the types that package source exports and its readers of formats use.
package block

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"unicode/utf8"

	"example.org/iri/stream"
)

// A Reader reads the strings of a file in order.
type Reader interface {
	// Read replaces the strings in b by the next ones. It returns when b is full, or when it would have to wait for
	// more input, so that results appear while a user types. At the end of the file, the error is io.EOF. Any other
	// error is an *Error, and b has the strings before it. Read may be called again only if GoesOn is set.
	Read(b *Block) error
}

// An Error is an error of a file, not of a string in it.
type Error struct {
	Line, Column int64 // from 1; 0 if unknown
	Err          error
	GoesOn       bool // Read may continue after the error
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// LongLine returns the error of a line longer than MaxText.
func LongLine(line int64) *Error {
	return &Error{Line: line, Column: 1, Err: errLongLine, GoesOn: true}
}

var errLongLine = fmt.Errorf("line is longer than %d MiB and is skipped", MaxText>>20)

// FailedAt returns the error of a Reader for an error of its file: [io.EOF] unchanged, others with the line.
func FailedAt(line int64, err error) error {
	e := new(Error)
	var path *fs.PathError
	switch {
	case err == io.EOF:
		return err
	case errors.As(err, &e): // from a decompressor, which does not count lines
		return &Error{Line: line, Column: 1, Err: e.Err}
	case errors.As(err, &path): // the caller prints the file name
		err = path.Err
	}
	return &Error{Line: line, Column: 1, Err: fmt.Errorf("cannot be read: %w", err)}
}

// A Block contains consecutive strings of a file. A Reader fills the same Block repeatedly.
type Block struct {
	// Data is the concatenation of the strings. String i is Data[Offsets[i]:Offsets[i+1]].
	Data    []byte
	Offsets []int32
	Places  []Place // of each string

	// Lines means that Data consists of lines with their LF or CR LF, which may be missing in the last line of the
	// file. Offsets and Places are empty. The number of the first line is First.
	Lines bool
	First int64
	Mark  int64 // bytes before the first line of the file that are part of its columns

	Templates int // number of templates that were left out

	// With Options.Keep, Raw has the bytes of the file, Spans the bounds of the strings in it including quotation
	// marks, and Records its lines or rows.
	Raw     []byte
	Spans   []Span
	Records []Record

	AsInFile bool // references are not resolved

	lines   int
	written map[int]string // references in the file by index of the resolved string; nil unless noting
}

type Span struct{ Start, End int }

// A Place is the position of a string in its file.
type Place struct {
	Line   int64 // from 1
	Column int64 // of the first byte of the string, in bytes from 1
	Wide   int64 // UTF-8 continuation bytes before the string in its line; -1 if unknown

	// Verbatim means that the file contains the string byte for byte, so that byte k is in column Column+k. Otherwise,
	// the string was decoded.
	Verbatim bool

	// Name means that programs compare the string as a name, such as an XML namespace. It must not be replaced.
	Name bool

	// Relative means that relative references are allowed. Reference means that, in addition, the string is not a valid
	// IRI reference.
	Relative, Reference bool
}

// ColumnOf returns the column of a byte of the string, or of the whole string if it was decoded.
func (p Place) ColumnOf(offset int) int64 {
	if p.Verbatim {
		return p.Column + int64(offset)
	}
	return p.Column
}

// Wide returns the number of UTF-8 continuation bytes in text.
func Wide(text []byte) int64 { return int64(len(text) - utf8.RuneCount(text)) }

const (
	BlockSize = 256 << 10      // number of bytes at which a block is full
	MaxText   = stream.MaxLine // maximum length of a string; a longer one is an *Error with GoesOn set
	MaxBase   = 8 << 10        // maximum length of a base or prefix IRI, which many strings repeat
)

func (b *Block) Reset() {
	b.Mark, b.Templates = 0, 0
	b.Lines, b.Data, b.Offsets, b.Places = false, b.Data[:0], append(b.Offsets[:0], 0), b.Places[:0]
	b.Raw, b.Spans, b.Records = b.Raw[:0], b.Spans[:0], b.Records[:0]
	clear(b.written)
}

// Add appends a string of at most MaxText bytes.
func (b *Block) Add(text []byte, p Place) {
	b.Data = append(b.Data, text...)
	b.End(p)
}

// End ends the string that was appended to Data.
func (b *Block) End(p Place) {
	b.Offsets = append(b.Offsets, int32(len(b.Data)))
	b.Places = append(b.Places, p)
}

// Full reports whether a Reader should stop adding strings.
func (b *Block) Full() bool {
	return len(b.Data) >= BlockSize || len(b.Raw) >= BlockSize || len(b.Places) >= BlockSize/16
}

// Keep appends a string and the bytes before it to Raw.
func (b *Block) Keep(before, text []byte) {
	b.Raw = append(b.Raw, before...)
	start := len(b.Raw)
	b.Raw = append(b.Raw, text...)
	b.Spans = append(b.Spans, Span{start, len(b.Raw)})
}

// Len returns the number of strings.
func (b *Block) Len() int {
	if b.Lines {
		return b.lines
	}
	return len(b.Places)
}

// All yields the strings and their places. A string is valid until the next use of the block.
func (b *Block) All() iter.Seq2[Place, []byte] {
	if b.Lines {
		return b.allLines
	}
	return func(yield func(Place, []byte) bool) {
		for i, p := range b.Places {
			if !yield(p, b.Data[b.Offsets[i]:b.Offsets[i+1]]) {
				return
			}
		}
	}
}

func (b *Block) allLines(yield func(Place, []byte) bool) {
	for i, text := 0, b.Data; len(text) > 0; i++ {
		line, rest := CutLine(text)
		if !yield(b.line(i), line) {
			return
		}
		text = rest
	}
}

// CutLine returns the first line of text, without LF or CR LF, and the rest.
func CutLine(text []byte) (line, rest []byte) {
	line, rest, ended := bytes.Cut(text, []byte{'\n'})
	if ended {
		line = bytes.TrimSuffix(line, []byte{'\r'})
	}
	return line, rest
}

// A Cursor returns strings of a block by increasing index. It skips strings quickly.
type Cursor struct {
	block *Block
	next  int    // number of the first line of rest
	rest  []byte // of lines
}

// Cursor returns a cursor before the first string.
func (b *Block) Cursor() Cursor { return Cursor{block: b, rest: b.Data} }

// Text returns string i, where i exceeds all previous indices. The string is valid until the next use of the block.
func (c *Cursor) Text(i int) (Place, []byte) {
	b := c.block
	if !b.Lines {
		return b.Places[i], b.Data[b.Offsets[i]:b.Offsets[i+1]]
	}
	line, rest := CutLine(c.skip(i))
	c.rest = rest
	return b.line(i), line
}

func (c *Cursor) skip(i int) []byte {
	rest := stream.SkipLines(c.rest, i-c.next, '\n')
	c.next = i + 1
	return rest
}

// Line returns the bounds of line i in Data. Indices increase as in Text.
func (c *Cursor) Line(i int) (start, end int) {
	rest := c.skip(i)
	_, c.rest = CutLine(rest)
	return len(c.block.Data) - len(rest), len(c.block.Data) - len(c.rest)
}

func (b *Block) line(i int) Place {
	p := Place{Line: b.First + int64(i), Column: 1, Verbatim: true}
	if p.Line == 1 {
		p.Column += b.Mark
		p.Wide = b.Mark
	}
	return p
}

// NewLines returns a reader of lines if end is LF, and otherwise of records that end in another byte, such as NUL. The
// last line or record may lack its end.
func NewLines(r io.Reader, end byte) Reader {
	return &lineReader{lines: stream.NewReader(r, end), end: end}
}

// NewRecords returns a reader of records that also keeps their bytes in Raw.
func NewRecords(r io.Reader, end byte) Reader {
	return &lineReader{lines: stream.NewReader(r, end), end: end, keep: true}
}

type lineReader struct {
	lines *stream.Reader
	end   byte
	keep  bool
}

// Read fills b with the available lines. It splits records, but not lines.
func (l *lineReader) Read(b *Block) error {
	b.Reset()
	c := stream.Lines{Text: b.Data}
	err := l.lines.Next(&c)
	b.Data = c.Text
	if long := new(stream.LineTooLongError); errors.As(err, &long) {
		return LongLine(long.Line)
	}
	if err != nil {
		return FailedAt(c.First, err)
	}
	if l.end == '\n' {
		b.Lines, b.First, b.lines = true, c.First, c.Len
	} else {
		if l.keep {
			b.Raw = append(b.Raw, c.Text...)
		}
		b.addRecords(c, l.end)
	}
	return nil
}

// addRecords splits lines into strings in place.
func (b *Block) addRecords(c stream.Lines, end byte) {
	text := c.Text
	b.Data = text[:0]
	for n := c.First; len(text) > 0; n++ {
		record, rest, _ := bytes.Cut(text, []byte{end})
		b.Add(record, Place{Line: n, Column: 1, Verbatim: true})
		if raw := len(b.Raw); raw > 0 {
			start := raw - len(text)
			b.Spans = append(b.Spans, Span{start, start + len(record)})
			b.EndRecord(raw-len(rest), false)
		}
		text = rest
	}
}

// A Record is a line or row of a file. Records are in order. Each begins at the end of the previous one, which may be
// in the previous block.
type Record struct {
	End     int  // in Raw
	Strings int  // index of the first string after End
	Broken  bool // it has an error
}

func (b *Block) EndRecord(end int, broken bool) {
	b.Records = append(b.Records, Record{end, len(b.Places), broken})
}
