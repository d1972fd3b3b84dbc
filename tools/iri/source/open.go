package source

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"runtime"
	"strings"

	"example.org/iri"
	"example.org/iri/tools/iri/source/internal/block"
	"example.org/iri/tools/iri/source/internal/rdf"
)

const bufferSize = 64 << 10 // of buffers filled from files

// Options control how files are read. The zero Options choose the format by the name of the file. CSV and TSV require a
// Column.
type Options struct {
	Format Format // of all files; if empty, chosen by name

	// ByExtension maps extensions, such as ".mdx", to formats. It takes precedence over [FormatOf].
	ByExtension map[string]Format

	// Column selects a column of CSV and TSV, by its name in the first row or, for tables without names, by its number
	// from 1.
	Column string
	// Field is the path of the strings in JSON, JSONL, YAML and XML. If it is empty, strings of well-known members and
	// elements are read.
	Field string
	All   bool // every string of JSON, JSONL and YAML

	Templates bool // also read strings that are templates, such as {{ url }}

	Delimiter rune // between the fields of CSV and TSV; 0 means the comma or the tab
	Keep      bool // blocks also contain the bytes around strings; only for CSV, TSV, JSONL, N-Triples, N-Quads, and lines with NUL

	Base string // IRI that relative references in files are resolved against; may be empty
	NUL  bool   // lines end in NUL; otherwise, a NUL byte is an error, except in RDF

	AsInFile bool // do not resolve relative references, even against a base IRI in the file
	Notes    bool // blocks note resolved references for [Block.LeaveOut] and [Block.InFile]

	seen *sought
}

// A File is an open file and the reader of its strings.
type File struct {
	Format  Format
	Texts   Reader
	Skipped bool // a byte order mark was skipped

	packed bool
	seen   *sought
	read   *counter
	size   int64 // -1 if unknown
	file   io.Closer
}

// Open opens the named file. An error about its content is an *Error.
func Open(name string, o Options) (*File, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return Take(name, file, o)
}

// Take is like Open for an open file. It closes the file if it returns an error; otherwise, Close does.
func Take(name string, file *os.File, o Options) (*File, error) {
	f, err := New(name, file, o)
	if err != nil {
		file.Close()
		return nil, err
	}
	f.file = file
	return f, nil
}

// New is like Open for a reader such as standard input, which Close does not close. Only the extension of name matters.
func New(name string, r io.Reader, o Options) (f *File, err error) {
	defer Recover(&err)
	f = &File{Format: o.Format, read: &counter{r: r}, size: -1, seen: new(sought)}
	o.seen = f.seen
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
		if f.Format = o.formatOf(name); f.Format == "" {
			return &FormatError{ExtensionOf(name)}
		}
	}
	if f.Skipped, err = checkText(r, f.Format, o); err != nil {
		return err
	}
	if err := refuseMarkup(r, f.Format); err != nil {
		return err
	}
	f.packed = r != packed
	head, _ := r.Peek(r.Buffered())
	templated := (f.Format == JSON || f.Format == XML) && frontMatter().Match(head)
	f.Texts, err = newReader(r, f.Format, o)
	if templated {
		f.Texts = afterFrontMatter{f.Texts}
	}
	if f.Skipped {
		f.Texts = marked{f.Texts}
	}
	if leavesOutTemplates(f.Format, o) {
		f.Texts = templateReader{f.Texts}
	}
	if o.Notes || o.AsInFile {
		f.Texts = block.Noting(f.Texts, o.AsInFile)
	}
	f.Texts = recovering{f.Texts}
	return err
}

const mark = "\xef\xbb\xbf"

// A marked reader adds the skipped byte order mark to the columns of the first line.
type marked struct{ Reader }

func (m marked) Read(b *Block) error {
	err := m.Reader.Read(b)
	b.Mark = int64(len(mark))
	for i := range b.Places {
		if p := &b.Places[i]; p.Line == 1 {
			p.Column += b.Mark
			if p.Wide >= 0 {
				p.Wide += b.Mark // the column in characters, Column-Wide, is without the mark, as in other programs
			}
		}
	}
	if e, is := err.(*Error); is && e.Line == 1 {
		e.Column += b.Mark
	}
	return err
}

// An uncounted reader marks the number of characters before a string as unknown.
type uncounted struct{ Reader }

func (u uncounted) Read(b *Block) error {
	err := u.Reader.Read(b)
	for i := range b.Places {
		b.Places[i].Wide = -1
	}
	return err
}

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
		switch {
		case o.NUL && o.Keep:
			return block.NewRecords(r, 0), nil
		case o.NUL:
			return block.NewLines(r, 0), nil
		}
		return block.NewLines(r, '\n'), nil
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
		return uncounted{newStatements(r, rdf.NTriples, o, base)}, nil
	case NQuads:
		return uncounted{newStatements(r, rdf.NQuads, o, base)}, nil
	case Turtle:
		return uncounted{rdf.NewReader(r, rdf.Turtle, base)}, nil
	case TriG:
		return uncounted{rdf.NewReader(r, rdf.TriG, base)}, nil
	case HTML:
		return newHTML(r, base), nil
	case Markdown:
		return newMarkdown(r, base), nil
	case Text:
		return newText(r), nil
	}
	return nil, fmt.Errorf("unknown format %q; known are %s", format, FormatNames())
}

func newStatements(r io.Reader, syntax rdf.Syntax, o Options, base iri.IRI) Reader {
	if o.Keep {
		return rdf.NewRecords(r, syntax, base)
	}
	return rdf.NewReader(r, syntax, base)
}

// Progress returns the number of bytes read, before decompression, and the size of the file, or -1 if unknown. It is
// safe for concurrent use.
func (f *File) Progress() (read, size int64) { return f.read.n.Load(), f.size }

func (f *File) Close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}

// Missed returns an error if nothing was at the path of Options.Field, but the file has members. The file must have been
// read to its end.
func (f *File) Missed() *FieldError { return f.seen.missed() }

// Matched reports whether the column or path of Options has occurred in the file so far.
func (f *File) Matched() bool { return f.seen.found }

func (f *File) IsPacked() bool { return f.packed }

// checkText returns an error if a stream begins like UTF-16, or has a NUL among its first bytes. It skips a byte order
// mark and reports whether there was one.
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

// place returns the line and the column of the byte after text, which is the start of a file.
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

// A recovering reader turns a panic, of a reader or of its library, into an error of the file, so that a program
// continues with other files.
type recovering struct{ Reader }

func (r recovering) Read(b *Block) (err error) {
	defer Recover(&err)
	return r.Reader.Read(b)
}

// Recover sets err to an *Error if the function that deferred it panics.
func Recover(err *error) {
	if x := recover(); x != nil {
		*err = &Error{Err: fmt.Errorf("the reader failed: %v (%s)", x, placeOfPanic())}
	}
}

func placeOfPanic() string {
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(0, callers[:])])
	for panics := false; ; {
		frame, more := frames.Next()
		ofRuntime := strings.HasPrefix(frame.Function, "runtime.")
		if panics && !ofRuntime || !more {
			return fmt.Sprintf("%s/%s:%d", path.Base(path.Dir(frame.File)), path.Base(frame.File), frame.Line)
		}
		panics = panics || frame.Function == "runtime.gopanic"
	}
}
