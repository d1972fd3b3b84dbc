package source

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"example.org/iri"
	"example.org/iri/internal/uri/scan"
	"example.org/iri/tools/iri/source/internal/block"
	"example.org/iri/tools/iri/source/internal/rdf"
)

const bufferSize = 64 << 10 // of buffers that fill from files

// Options tell how to read files. The zero value reads lists of lines, RDF, pages and prose.
type Options struct {
	Format Format // of all files; "" if their names tell

	// Column of CSV and TSV: a name, which the first row must have, or a number from 1; then
	// there is no such row, and the first one holds a text like any other. Column of Parquet:
	// its name, with dots behind those of groups.
	Column string
	// Field of JSONL: the path of the texts, as github.com/tidwall/gjson has it.
	Field string

	Base string // what relative references of HTML and RDF are resolved against, if not ""

	SkipBOM bool // skip a byte order mark; else it is an error
	NUL     bool // lines end in NUL; else files with NUL are an error: they are binary

	// Ratio is how many bytes may come out of one compressed byte, on average, so that a bomb
	// does not keep all busy for days. 0 is 250, and less than 0 any number.
	Ratio int64
}

// A File is an open file.
type File struct {
	Format Format
	Texts  Reader

	read *counter
	size int64
	file io.Closer // nil if it is not ours
}

// Open opens a file. An error that the content causes is an *Error.
func Open(name string, o Options) (*File, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	f, err := New(name, file, o)
	if err != nil {
		file.Close()
		return nil, err
	}
	f.file = file
	return f, nil
}

// New is Open for what is open already, such as standard input. The name only tells the format.
func New(name string, r io.Reader, o Options) (*File, error) {
	f := &File{Format: o.Format, read: &counter{r: r}, size: -1}
	if f.Format == "" {
		f.Format = FormatOf(name)
	}
	file, _ := r.(*os.File)
	if file != nil {
		info, err := file.Stat()
		if err != nil {
			return nil, err
		}
		if info.IsDir() {
			return nil, errors.New("a folder, not a file")
		}
		if info.Mode().IsRegular() {
			f.size = info.Size()
		}
	}
	if err := f.start(o); err != nil {
		return nil, err
	}
	return f, nil
}

// start makes what reads a file.
func (f *File) start(o Options) (err error) {
	var base iri.IRI
	if o.Base != "" {
		if base, err = iri.Parse(o.Base); err != nil {
			return fmt.Errorf("base: %w", err)
		}
	}
	r, err := unpack(bufio.NewReaderSize(f.read, bufferSize), f.read, o.Ratio)
	if err != nil {
		return err
	}
	if err := checkText(r, o); err != nil {
		return err
	}
	switch f.Format {
	case Lines:
		end := byte(scan.LineFeed)
		if o.NUL {
			end = 0
		}
		f.Texts = block.NewLines(r, end)
	case CSV:
		f.Texts = newCSV(r, o)
	case TSV:
		f.Texts = newTSV(r, o)
	case JSONL:
		f.Texts = newJSONL(r, o)
	case NTriples:
		f.Texts = rdf.NewReader(r, rdf.NTriples, base)
	case NQuads:
		f.Texts = rdf.NewReader(r, rdf.NQuads, base)
	case Turtle:
		f.Texts = rdf.NewReader(r, rdf.Turtle, base)
	case TriG:
		f.Texts = rdf.NewReader(r, rdf.TriG, base)
	case HTML:
		f.Texts = newHTML(r, base)
	case Text:
		f.Texts, err = newText(r)
	default:
		return fmt.Errorf("unknown format %q; known are %s", f.Format, known())
	}
	return err
}

func known() string {
	var names []string
	for _, f := range Formats() {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}

// Progress returns how many bytes of the file have been read, as they are stored, and how many there
// are, -1 if nobody knows. It may be called while another goroutine reads.
func (f *File) Progress() (read, size int64) { return f.read.n.Load(), f.size }

// Close closes a file that Open has opened.
func (f *File) Close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}

// checkText looks at the first bytes of a stream, and skips a byte order mark if it may.
func checkText(r *bufio.Reader, o Options) error {
	for _, mark := range []string{"\xff\xfe", "\xfe\xff"} {
		if begins(r, mark) {
			return &Error{Line: 1, Column: 1, Err: errors.New("the file is in UTF-16, not UTF-8")}
		}
	}
	const mark = "\xef\xbb\xbf"
	if begins(r, mark) {
		if !o.SkipBOM {
			return &Error{Line: 1, Column: 1, Err: errors.New("the file begins with a byte order mark, U+FEFF")}
		}
		r.Discard(len(mark))
	}
	if o.NUL {
		return nil
	}
	head, _ := r.Peek(r.Buffered())
	if i := strings.IndexByte(string(head), 0); i >= 0 {
		line, column := place(head[:i])
		return &Error{Line: line, Column: column, Err: errors.New("the file is binary: it has a NUL byte")}
	}
	return nil
}

// place returns where the byte behind a text stands that begins a file.
func place(text []byte) (line, column int64) {
	line, column = 1, 1
	for _, b := range text {
		column++
		if b == '\n' {
			line, column = line+1, 1
		}
	}
	return line, column
}
