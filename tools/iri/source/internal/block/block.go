// Package block has the types that readers of formats and package source share. Package source exports them under
// the same names.
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

// A Reader reads the strings of one file, in their order.
type Reader interface {
	// Read replaces the strings in b by the next ones. It returns when b is full, or would have to
	// wait for more input, so that a user who types gets results. At the end of the file, the error
	// is io.EOF. If something cannot be read, it is an *Error, and b has the strings before it. Read
	// may be called again only after an *Error with GoesOn set.
	Read(b *Block) error
}

// An Error is an error of a file, not of a string in it.
type Error struct {
	Line, Column int64 // where, both from 1; 0 if there is no such place
	Err          error
	GoesOn       bool // whether what follows can be read
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// LongLine returns the error of a line of more than MaxText bytes.
func LongLine(line int64) *Error {
	return &Error{Line: line, Column: 1, Err: errLongLine, GoesOn: true}
}

var errLongLine = fmt.Errorf("line is longer than %d MiB and is skipped", MaxText>>20)

// FailedAt returns the error of a Reader for an error of its file: [io.EOF] at the end of the file, otherwise an error
// with the line.
func FailedAt(line int64, err error) error {
	e := new(Error)
	var path *fs.PathError
	switch {
	case err == io.EOF:
		return err
	case errors.As(err, &e): // of a decompressor, which does not count lines
		return &Error{Line: line, Column: 1, Err: e.Err}
	case errors.As(err, &path): // the caller prints the name
		err = path.Err
	}
	return &Error{Line: line, Column: 1, Err: fmt.Errorf("cannot be read: %w", err)}
}

// A Block holds strings, in the order of their file. A Reader fills the same Block again and again.
type Block struct {
	// Data has the strings one after the other: string i is Data[Offsets[i]:Offsets[i+1]].
	Data    []byte
	Offsets []int32
	Places  []Place // of each string

	// Lines means that Data consists of lines of a file, with their LF or CR LF, which the last line of
	// the file may lack. There are no Offsets and no Places. The first line has number First.
	Lines bool
	First int64
	Mark  int64 // bytes before the first line of the file that count in its columns

	Templates int // strings that were left out, since they are templates

	// If Options.Keep is set, Raw has the bytes of the file, Spans has the places of the strings in
	// it, with their quotation marks, and Records has its lines or rows.
	Raw     []byte
	Spans   []Span
	Records []Record

	AsInFile bool // references are not resolved

	lines   int
	written map[int]string // texts that resolved references have in the file; nil unless they are needed
}

// A Span is a part of Raw.
type Span struct{ Start, End int }

// A Place is the position of a string in its file.
type Place struct {
	Line   int64 // from 1: a line of text, or a row of a table
	Column int64 // of the first byte of the string in its line, in bytes from 1
	Wide   int64 // bytes before the string in its line that are not the first of their character; -1 if unknown

	// Verbatim means that the file has the string byte for byte, so its byte k is in column Column+k.
	// Otherwise, it was decoded.
	Verbatim bool

	// Name means that the string is a name that programs compare, such as the IRI of a namespace in XML: it is not replaced.
	Name bool

	// Relative means that relative references are allowed here. Reference means that they are, but the string is not
	// an IRI reference.
	Relative, Reference bool
}

// ColumnOf returns the column of a byte of the string, or the column of the string if it was decoded.
func (p Place) ColumnOf(offset int) int64 {
	if p.Verbatim {
		return p.Column + int64(offset)
	}
	return p.Column
}

// Wide returns the number of bytes of text that are not the first of their character.
func Wide(text []byte) int64 { return int64(len(text) - utf8.RuneCount(text)) }

// Limits on blocks.
const (
	BlockSize = 256 << 10      // bytes from which on a block is full
	MaxText   = stream.MaxLine // length of the longest string; a longer one is an *Error with GoesOn set
	MaxBase   = 8 << 10        // length of the longest base IRI and IRI of a prefix, which many strings repeat
)

// Reset empties a block.
func (b *Block) Reset() {
	b.Mark, b.Templates = 0, 0
	b.Lines, b.Data, b.Offsets, b.Places = false, b.Data[:0], append(b.Offsets[:0], 0), b.Places[:0]
	b.Raw, b.Spans, b.Records = b.Raw[:0], b.Spans[:0], b.Records[:0]
	clear(b.written)
}

// Add appends a string, at most MaxText bytes long.
func (b *Block) Add(text []byte, p Place) {
	b.Data = append(b.Data, text...)
	b.End(p)
}

// End ends the string that has been appended to Data.
func (b *Block) End(p Place) {
	b.Offsets = append(b.Offsets, int32(len(b.Data)))
	b.Places = append(b.Places, p)
}

// Full reports whether a block should take no more strings.
func (b *Block) Full() bool {
	return len(b.Data) >= BlockSize || len(b.Raw) >= BlockSize || len(b.Places) >= BlockSize/16
}

// Keep appends to Raw the bytes before a string, and the string.
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

// All yields the strings and their places. A string is valid until the block is used again.
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

// CutLine returns the first line of a text, without its LF or CR LF, and the rest.
func CutLine(text []byte) (line, rest []byte) {
	line, rest, ended := bytes.Cut(text, []byte{'\n'})
	if ended {
		line = bytes.TrimSuffix(line, []byte{'\r'})
	}
	return line, rest
}

// A Cursor returns strings of a block by number, in increasing order. Skipping strings is cheap.
type Cursor struct {
	block *Block
	next  int    // number of the line that rest begins with
	rest  []byte // of lines
}

// Cursor returns a cursor before all strings.
func (b *Block) Cursor() Cursor { return Cursor{block: b, rest: b.Data} }

// Text returns string i, which must follow those returned before. It is valid until the block is used again.
func (c *Cursor) Text(i int) (Place, []byte) {
	b := c.block
	if !b.Lines {
		return b.Places[i], b.Data[b.Offsets[i]:b.Offsets[i+1]]
	}
	line, rest := CutLine(c.skip(i))
	c.rest = rest
	return b.line(i), line
}

// skip returns the text from line i on.
func (c *Cursor) skip(i int) []byte {
	rest := stream.SkipLines(c.rest, i-c.next, '\n')
	c.next = i + 1
	return rest
}

// Line returns where line i of a block of lines begins and ends in Data. It must follow those returned before.
func (c *Cursor) Line(i int) (start, end int) {
	rest := c.skip(i)
	_, c.rest = CutLine(rest)
	return len(c.block.Data) - len(rest), len(c.block.Data) - len(c.rest)
}

// line returns the place of line i.
func (b *Block) line(i int) Place {
	p := Place{Line: b.First + int64(i), Column: 1, Verbatim: true}
	if p.Line == 1 {
		p.Column += b.Mark
		p.Wide = b.Mark
	}
	return p
}

// NewLines returns a reader of the lines of r if end is LF, otherwise of records that end with another byte, such as
// NUL. Lines end in LF or CR LF. The last line or record may have no end.
func NewLines(r io.Reader, end byte) Reader {
	return &lineReader{lines: stream.NewReader(r, end), end: end}
}

// NewRecords returns a reader of records that end with a byte, which keeps their bytes.
func NewRecords(r io.Reader, end byte) Reader {
	return &lineReader{lines: stream.NewReader(r, end), end: end, keep: true}
}

type lineReader struct {
	lines *stream.Reader
	end   byte
	keep  bool
}

// Read fills b with the lines that have arrived. It splits records, but not lines.
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

// addRecords turns lines into strings without their ends, in place.
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
