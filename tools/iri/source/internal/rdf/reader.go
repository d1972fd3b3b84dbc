// Package rdf finds the IRIs of N-Triples, N-Quads, Turtle and TriG, and their positions.
//
// The terminals are defined by the ABNF files of this folder, from which the compiler generates a DFA for the lexer.
// Above it is an LL(1) parser.
//
// No library returns the positions of terms: github.com/knakk/rdf and github.com/geoknoesis/rdf-go report them only in
// errors, gonum.org/v1/gonum/graph/formats/rdf and github.com/cayleygraph/quad read only N-Triples and N-Quads, by
// whole lines, and github.com/deiu/rdf2go makes a graph of the whole file. Some also refuse invalid IRIs, which this
// package has to find.
package rdf

//go:generate go run ./generate

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"example.org/iri"
	"example.org/iri/tools/iri/source/internal/block"
)

// A Syntax is a syntax of RDF.
type Syntax uint8

// The syntaxes of RDF 1.2, which include RDF 1.1.
const (
	NTriples Syntax = iota
	NQuads
	Turtle
	TriG
)

// A Reader reads the IRIs of a file in order: those of terms, datatypes, graphs and directives.
//
// It decodes escapes such as \u00E9, except those that are not a character. In Turtle and TriG, it expands prefixed
// names and resolves relative references against the base IRI, if possible. It returns the text between < and >
// unchanged, even if it is invalid.
//
// GoesOn is set for errors in a line of N-Triples or N-Quads, undeclared prefixes, and IRIs that are too long.
//
// A Reader takes linear time. Its memory holds the longest IRI, the prefixes (up to MaxText bytes) and the open
// brackets (about a million), but not long literals.
type Reader struct {
	lexer
	start        symbol
	lines        bool // a statement ends with its line
	keeps        bool // blocks also have the bytes around the strings
	broken       bool // the line has an error
	alternatives *parseTable
	stack        []symbol // expected symbols, the last first
	skips        bool     // skip the rest of the line
	failed       error    // error of every further call

	resolver   iri.Resolver
	namespaces map[string][]byte // IRIs of prefixes by label with the colon
	declares   string            // label of the current declaration
	held       int               // size of namespaces
	decoded    []byte
}

// Limits of memory.
const (
	maxStack = 1 << 20
	maxHeld  = block.MaxText
	overhead = 128 // of a prefix, in bytes of maxHeld
)

var (
	errTooLong  = fmt.Errorf("an IRI is longer than %d MiB", block.MaxText>>20)
	errLongBase = fmt.Errorf("the IRI of a prefix or a base IRI is longer than %d bytes", block.MaxBase)
	errTooDeep  = errors.New("too many open brackets")
	errTooMany  = fmt.Errorf("the prefixes take more than %d MiB", maxHeld>>20)
)

// NewReader returns a reader of a file. The base IRI applies until the file sets one. With the zero IRI, relative
// references are not resolved.
func NewReader(file io.Reader, syntax Syntax, base iri.IRI) *Reader {
	r := &Reader{
		lexer:        newLexer(file, &lineTokens),
		alternatives: alternatives(),
		resolver:     iri.Resolver{Base: base, Verbatim: true},
		namespaces:   make(map[string][]byte),
	}
	switch syntax {
	case NTriples:
		r.start, r.lines = ntriples, true
	case NQuads:
		r.start, r.lines = nquads, true
	case Turtle:
		r.start, r.tokens = turtle, &turtleTokens.Automaton
	case TriG:
		r.start, r.tokens = trig, &turtleTokens.Automaton
	}
	r.restart(0)
	r.stack = append(r.stack, r.start)
	return r
}

// NewRecords is like NewReader for N-Triples and N-Quads. Blocks also have the bytes and lines of the file.
func NewRecords(file io.Reader, syntax Syntax, base iri.IRI) *Reader {
	r := NewReader(file, syntax, base)
	r.keeps = true
	return r
}

// Read implements [block.Reader].
func (r *Reader) Read(b *block.Block) error {
	b.Reset()
	if r.keeps {
		r.raw = &b.Raw
		defer func() { r.keep(r.begin) }()
	}
	for !b.Full() && r.failed == nil {
		if r.lines && len(r.stack) == 1 {
			r.plainLines(b)
		}
		records := len(b.Records)
		err := r.step(b)
		switch e, _ := err.(*block.Error); {
		case err == errMore && b.Len() > 0:
			return nil
		case err == errMore:
			r.fill()
		case e != nil && e.GoesOn:
			r.broken = len(b.Records) == records // otherwise the line has ended
			return e
		default:
			r.failed = err
		}
	}
	if r.failed == io.EOF && b.Len() > 0 {
		return nil
	}
	return r.failed
}

func (r *Reader) step(b *block.Block) error {
	if r.skips {
		if err := r.skip(); err != nil {
			return err
		}
		r.skips = false
	}
	if err := r.next(); err != nil {
		return r.recover(err)
	}
	t := &r.token
	if t.symbol == comment || t.symbol == lineEnd && !r.lines {
		return nil
	}
	rule, err := r.parse(t)
	if err != nil {
		err = r.recover(err)
	}
	if r.keeps && (t.symbol == lineEnd || t.symbol == endOfFile) {
		b.EndRecord(r.inRaw(r.begin), r.broken || err != nil)
		r.broken = false
	}
	switch {
	case err != nil:
		return err
	case t.symbol == endOfFile:
		return io.EOF
	}
	return r.act(rule, t, b)
}

// parse pops a terminal from the stack. It returns the rule of which the terminal alone is an alternative, if any.
func (r *Reader) parse(t *token) (rule symbol, err error) {
	for len(r.stack) > 0 {
		top := r.stack[len(r.stack)-1]
		if top == t.symbol {
			r.stack = r.stack[:len(r.stack)-1]
			return rule, nil
		}
		which := r.alternatives[top][t.symbol]
		if which == none {
			return 0, t.error(fmt.Errorf("%s where %s is expected", t.symbol, top))
		}
		r.stack = r.stack[:len(r.stack)-1]
		for _, s := range slices.Backward(rules[top][which]) {
			r.stack = append(r.stack, s)
		}
		if len(r.stack) > maxStack {
			return 0, t.error(errTooDeep)
		}
		rule = top
	}
	if t.symbol == endOfFile {
		return 0, nil
	}
	return 0, t.error(fmt.Errorf("%s where %s is expected", t.symbol, r.start))
}

// recover makes an error in a line of N-Triples or N-Quads recoverable by skipping the rest of the line.
func (r *Reader) recover(err error) error {
	e, ok := err.(*block.Error)
	if !ok || !r.lines || e.Err == errNotText || errors.Is(e, r.err) {
		return err
	}
	e.GoesOn = true
	r.stack = append(r.stack[:0], r.start)
	r.skips = r.token.symbol != lineEnd
	return e
}

// plainLines is a fast path for lines of N-Triples and N-Quads that consist of IRIs, each with at most one blank after
// it, and a dot. It stops before any other line. Its results are those of the parser.
func (r *Reader) plainLines(b *block.Block) {
	if r.skips || r.at != r.begin || r.cut || r.stack[0] != r.start {
		return
	}
	var iris [4]span
	for !b.Full() {
		n, end := r.plainLine(&iris)
		if n != 3 && (n != 4 || r.start != nquads) {
			return
		}
		for _, x := range iris[:n] {
			b.Add(r.buf[x.begin:x.end], block.Place{Line: r.line, Column: r.column(x.begin), Verbatim: true})
			if r.keeps {
				b.Spans = append(b.Spans, block.Span{Start: r.inRaw(x.begin - 1), End: r.inRaw(x.end + 1)})
			}
		}
		if r.keeps {
			b.EndRecord(r.inRaw(end+1), false)
		}
		r.restart(end + 1)
		r.line, r.lineStart = r.line+1, r.offset+int64(r.begin)
	}
}

type span struct{ begin, end int }

// plainLine returns the bounds and number of the IRIs in a plain line, and the offset of its LF, or 0.
func (r *Reader) plainLine(iris *[4]span) (n, end int) {
	end = r.find(&r.lf, '\n')
	if end == len(r.buf) || r.find(&r.cr, '\r') < end || bytes.IndexByte(r.buf[r.begin:end], escape) >= 0 {
		return 0, 0
	}
	at := r.begin
	for ; n < len(iris) && at+1 < end && r.buf[at] == iriOpen && r.buf[at+1] != iriOpen; n++ {
		size := bytes.IndexByte(r.buf[at:end], iriClose)
		if size < 0 || size > block.MaxText {
			return 0, 0
		}
		iris[n] = span{at + 1, at + size}
		at += size + 1
		if blanks.Has(r.buf[at]) { // at the end there is still the LF
			at++
		}
	}
	if r.buf[at] != fullStop || at+1 != end {
		return 0, 0
	}
	return n, end
}
