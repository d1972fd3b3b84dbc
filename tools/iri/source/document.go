package source

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/tools/iri/source/internal/block"
)

// maxFile is the limit of files that are read into memory: Markdown and YAML.
const maxFile int64 = 16 << 20

var errLargeFile = fmt.Errorf("the file has more than %d bytes, which is the limit of its format", maxFile)

type document struct {
	r     io.Reader
	find  func(file []byte) ([]found, error)
	links linker

	file  []byte
	found []found
	err   error
	begun bool
	position
}

type found struct {
	span
	text     []byte // decoded; nil if it equals the bytes in the file
	resolved bool   // it may be a relative reference
	base     bool
	scope    *scope // with the base IRI; nil for that of the document
}

func newDocument(r io.Reader, base iri.IRI, find func([]byte) ([]found, error)) Reader {
	return &document{r: r, find: find, links: newLinker(base), position: position{line: 1, column: 1}}
}

func (d *document) Read(b *Block) error {
	b.Reset()
	if !d.begun {
		d.begun = true
		d.start()
	}
	for ; len(d.found) > 0 && !b.Full(); d.found = d.found[1:] {
		f := d.found[0]
		d.advance(d.file[d.done:f.start])
		d.done = f.start
		place := d.place(f.text == nil)
		if f.text == nil {
			f.text = d.file[f.start:f.end]
		}
		if len(f.text) > MaxText {
			d.found = d.found[1:]
			return &Error{Line: d.line, Column: d.column, Err: fmt.Errorf("the string has %w", errLong), GoesOn: true}
		}
		links := &d.links
		if f.scope != nil {
			links = f.scope.linker()
			d.found[0].scope = nil // release a base IRI that may be long
		}
		added := links.addTo(b, f.text, place, f.resolved)
		if f.base && f.resolved && max(len(f.text), len(added)) > block.MaxBase {
			d.found = d.found[1:]
			return &Error{Line: d.line, Column: d.column, Err: errLongBase, GoesOn: true}
		}
	}
	if len(d.found) > 0 || b.Len() > 0 {
		return nil
	}
	return d.err
}

func (d *document) start() {
	file, err := io.ReadAll(io.LimitReader(d.r, maxFile+1))
	switch {
	case err != nil:
		line := int64(bytes.Count(file, []byte("\n"))) + 1
		d.err = block.FailedAt(line, err)
	case int64(len(file)) > maxFile:
		d.err = &Error{Err: errLargeFile}
	default:
		d.file = file
		if d.found, d.err = d.find(file); d.err == nil {
			d.err = io.EOF
		}
		slices.SortStableFunc(d.found, func(a, b found) int { return cmp.Compare(a.start, b.start) })
	}
}

// A position is the line and the column of the byte at offset done.
type position struct {
	line, column int64
	wide         int64 // as in a Place
	done         int
	narrow       bool // a character of the text is one byte in the file
}

// isVerbatim reports whether the file contains a decoded string byte for byte. The bytes of raw have been converted to
// UTF-8.
func (p *position) isVerbatim(text, raw []byte) bool {
	return bytes.Equal(text, raw) && (!p.narrow || utf8.RuneCount(text) == len(text))
}

func (p *position) place(verbatim bool) Place {
	return Place{Line: p.line, Column: p.column, Wide: p.wide, Verbatim: verbatim}
}

func (p *position) advance(text []byte) {
	if n := bytes.Count(text, []byte("\n")); n > 0 {
		p.line += int64(n)
		p.column, p.wide = 1, 0
		text = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	if p.narrow {
		p.column += int64(utf8.RuneCount(text))
	} else {
		p.column += int64(len(text))
		p.wide += block.Wide(text)
	}
}

// A linker resolves relative references against a base IRI.
type linker struct{ resolver iri.Resolver }

func newLinker(base iri.IRI) linker {
	return linker{iri.Resolver{Base: base, Verbatim: true}}
}

// rebase returns a linker for a base IRI in a file, which may be relative. It reports whether the base is valid.
func (l *linker) rebase(base string) (own *linker, ok bool) {
	x := *l
	if r, err := iri.ParseReference(base); err == nil && !l.resolver.Base.IsZero() {
		x.resolver.Base = l.resolver.Base.Resolve(r)
	} else if absolute, err := iri.Parse(base); err == nil {
		x.resolver.Base = absolute
	} else {
		return l, false
	}
	return &x, true
}

var (
	errNoBase   = errors.New("no base IRI")
	errLongBase = fmt.Errorf("the base IRI has more than %d bytes", block.MaxBase)
)

// addTo adds text to a block and returns the added bytes. With resolve, it resolves text against the base IRI, or adds
// it unchanged if that fails.
func (l *linker) addTo(b *Block, text []byte, place Place, resolve bool) []byte {
	start := len(b.Data)
	resolved, err := b.Data, errNoBase
	if resolve && !b.AsInFile && !l.resolver.Base.IsZero() {
		resolved, _, err = l.resolver.AppendResolve(b.Data, text)
	}
	if err != nil || len(resolved)-start > MaxText {
		resolved = append(b.Data[:start], text...)
	}
	b.Data = resolved
	added := resolved[start:]
	if !bytes.Equal(added, text) {
		b.Resolved(text)
		place.Verbatim = false
	}
	place.Relative, place.Reference = resolve, errors.As(err, new(*iri.SyntaxError))
	b.End(place)
	return added
}
