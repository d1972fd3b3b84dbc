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

// Options are how to read files. The zero value reads lists of lines, RDF, pages and prose.
type Options struct {
	Format Format // of all files; "" for that of their names

	// Column of CSV and TSV: a name, which the first row must have, or a number from 1; then
	// there is no such row, and the first one holds a string like any other.
	Column string
	// Field of JSON, JSONL, YAML and XML: the path of the strings; without it, those that are known
	// by their names.
	Field string
	All   bool // every string of JSON, JSONL and YAML

	Delimiter rune // between the fields of CSV and TSV; 0 is that of the format
	Keep      bool // blocks of CSV, TSV and JSONL have all that is in the file

	Base string // what relative references of HTML and RDF are resolved against, if not ""
	NUL  bool   // lines end in NUL; else files with NUL are an error: they are binary

	// MaxFile is how many bytes a file of Markdown or YAML may have. 0 is 16 MiB.
	MaxFile int64
}

// A File is an open file.
type File struct {
	Format  Format
	Texts   Reader
	Skipped bool // a byte order mark

	packed bool // it was compressed
	read   *counter
	size   int64     // -1 if it is not known
	file   io.Closer // nil if it is not ours
}

// Open opens a file. An error that the content causes is an *Error.
func Open(name string, o Options) (*File, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return Take(name, file, o)
}

// Take is Open for a file that is open already. It is closed with the File, and after an error.
func Take(name string, file *os.File, o Options) (*File, error) {
	f, err := New(name, file, o)
	if err != nil {
		file.Close()
		return nil, err
	}
	f.file = file
	return f, nil
}

// New is Open for what is open already, such as standard input. The name is for the format only.
func New(name string, r io.Reader, o Options) (f *File, err error) {
	defer Recover(&err)
	f = &File{Format: o.Format, read: &counter{r: r}, size: -1}
	file, _ := r.(*os.File)
	if file != nil {
		info, err := file.Stat()
		if err != nil {
			return nil, err
		}
		if info.IsDir() {
			return nil, errors.New("a folder, not a file; -r reads the files in it")
		}
		if info.Mode().IsRegular() {
			f.size = info.Size()
		}
	}
	if err := f.start(name, o); err != nil {
		return nil, err
	}
	return f, nil
}

// start makes what reads a file. The format is that of the options or of the name.
func (f *File) start(name string, o Options) error {
	packed := bufio.NewReaderSize(f.read, bufferSize)
	r, err := unpack(packed, f.read)
	if err == nil && !o.NUL && isTar(r) {
		err = notUnpacked("tar", "tar xOf FILE MEMBER")
	}
	if err != nil {
		return err
	}
	if f.Format == "" {
		if f.Format = FormatOf(name); f.Format == "" {
			return &FormatError{ExtensionOf(name)}
		}
	}
	if f.Skipped, err = checkText(r, f.Format, o); err != nil {
		return err
	}
	f.packed = r != packed
	f.Texts, err = newReader(r, f.Format, o)
	if f.Skipped {
		f.Texts = marked{f.Texts}
	}
	f.Texts = recovering{f.Texts}
	return err
}

const mark = "\xef\xbb\xbf"

// A marked reads a file whose byte order mark has been skipped. It counts in the columns of the first line.
type marked struct{ Reader }

func (m marked) Read(b *Block) error {
	err := m.Reader.Read(b)
	b.Mark = int64(len(mark))
	for i := range b.Places {
		if p := &b.Places[i]; p.Line == 1 {
			p.Column += b.Mark
		}
	}
	if e, is := err.(*Error); is && e.Line == 1 {
		e.Column += b.Mark
	}
	return err
}

// newReader returns the reader of a format that is read from its beginning to its end.
func newReader(r io.Reader, format Format, o Options) (Reader, error) {
	var base iri.IRI
	if o.Base != "" {
		var err error
		if base, err = iri.Parse(o.Base); err != nil {
			return nil, fmt.Errorf("base: %w", err)
		}
	}
	switch format {
	case Lines:
		end := byte(scan.LineFeed)
		if o.NUL {
			end = 0
		}
		return block.NewLines(r, end), nil
	case CSV:
		return newCSV(r, o), nil
	case TSV:
		return newTSV(r, o), nil
	case JSONL:
		return newJSONL(r, o, base), nil
	case JSON:
		return newJSON(r, o, base), nil
	case YAML:
		return newYAML(r, o, base), nil
	case XML:
		return newXML(r, o, base), nil
	case NTriples:
		return rdf.NewReader(r, rdf.NTriples, base), nil
	case NQuads:
		return rdf.NewReader(r, rdf.NQuads, base), nil
	case Turtle:
		return rdf.NewReader(r, rdf.Turtle, base), nil
	case TriG:
		return rdf.NewReader(r, rdf.TriG, base), nil
	case HTML:
		return newHTML(r, base), nil
	case Markdown:
		return newMarkdown(r, o, base), nil
	case Text:
		return newText(r), nil
	}
	return nil, fmt.Errorf("unknown format %q; known are %s", format, FormatNames())
}

// Progress returns how many bytes of the file have been read, as they are stored, and how many there
// are, -1 if unknown. It may be called while another goroutine reads.
func (f *File) Progress() (read, size int64) { return f.read.n.Load(), f.size }

// Close closes a file that Open has opened.
func (f *File) Close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}

// IsPacked reports whether a file was compressed.
func (f *File) IsPacked() bool { return f.packed }

// checkText looks at the first bytes of a stream. It skips a byte order mark, and then returns true.
func checkText(r *bufio.Reader, format Format, o Options) (skipped bool, err error) {
	for _, mark := range []string{"\xff\xfe", "\xfe\xff"} {
		if begins(r, mark) {
			return false, &Error{Line: 1, Column: 1, Err: errors.New("the file is in UTF-16, not UTF-8")}
		}
	}
	if skipped = begins(r, mark); skipped {
		r.Discard(len(mark))
	}
	switch format {
	case NTriples, NQuads, Turtle, TriG: // may have NUL in literals
		return skipped, nil
	}
	if o.NUL {
		return skipped, nil
	}
	head, _ := r.Peek(r.Buffered())
	if i := strings.IndexByte(string(head), 0); i >= 0 {
		line, column := place(head[:i])
		return skipped, &Error{Line: line, Column: column, Err: errors.New("the file is binary: it has a NUL byte")}
	}
	return skipped, nil
}

// place returns where the byte after a string stands that begins a file.
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
