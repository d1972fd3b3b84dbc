package source

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"example.org/iri"
)

// Limits that bound memory and time.
const (
	maxOpenBlocks = 200 // nested blocks; an item of a list counts as two
	perBlock      = 16  // bytes of maxFile for each line, for each block that a line is in, and for each string
)

// markdown returns a parser of the blocks of CommonMark with tables and footnotes. Their text, which the library would
// parse in quadratic time, is left to inlines.
var markdown = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(append(parser.DefaultBlockParsers(), util.Prioritized(footnotes{}, 999))...),
		parser.WithInlineParsers(util.Prioritized(noInlines{}, 0)),
		parser.WithParagraphTransformers(util.Prioritized(definitions{}, 100), util.Prioritized(tables{}, 200)),
	)
})

func newMarkdown(r io.Reader, base iri.IRI) Reader {
	return newDocument(r, base, func(file []byte) ([]found, error) {
		m := markdownLinks{file: file, labels: make(map[string]bool), notes: make(map[string]bool), left: maxFile / perBlock}
		return m.find()
	})
}

// markdownLinks finds the URLs of a file of Markdown.
type markdownLinks struct {
	file   []byte
	found  []found
	labels map[string]bool // of definitions
	notes  map[string]bool // labels of footnotes
	left   int64           // how many more lines, blocks and strings are allowed
	err    error           // set if a limit was exceeded

	skipped ast.Node // in place of the text of a block
	block   blockText
}

// linksKey is the key of the markdownLinks in a context of the parser.
var linksKey = parser.NewContextKey()

func (m *markdownLinks) find() ([]found, error) {
	context := parser.NewContext()
	context.Set(linksKey, m)
	m.skipped = ast.NewText()
	blocks := markdown().Parse(&boundedReader{gmtext.NewReader(m.file), m, context}, parser.WithContext(context))
	if m.err == nil {
		ast.Walk(blocks, m.visit)
	}
	return m.found, m.err
}

// A boundedReader reads the lines of a file. Once a limit is exceeded, it reports the end of the file.
type boundedReader struct {
	gmtext.Reader
	links   *markdownLinks
	context parser.Context
}

func (r *boundedReader) PeekLine() ([]byte, gmtext.Segment) {
	_, at := r.Position()
	if len(r.context.OpenedBlocks()) > maxOpenBlocks {
		r.links.fail(at.Start, errDeep)
	}
	if r.links.err != nil {
		return nil, at
	}
	return r.Reader.PeekLine()
}

// AdvanceLine counts lines and blocks: the parser remembers each block that a line is in. Of several blank lines, which
// mean the same as one, the parser gets the last: each would be in all nested lists, although it has only one byte.
func (r *boundedReader) AdvanceLine() {
	_, at := r.Position()
	r.links.charge(1+int64(len(r.context.OpenedBlocks())), at.Start)
	r.Reader.AdvanceLine()
	for {
		line, at := r.Reader.PeekLine()
		if line == nil || !util.IsBlank(line) || !beginsBlank(r.links.file[at.Stop:]) {
			return
		}
		r.Reader.AdvanceLine()
	}
}

// beginsBlank reports whether a text begins with a blank line.
func beginsBlank(text []byte) bool {
	line, _, more := bytes.Cut(text, []byte("\n"))
	return more && util.IsBlank(line)
}

var (
	errDeep       = fmt.Errorf("blocks are nested deeper than %d", maxOpenBlocks)
	errManyBlocks = fmt.Errorf("too many lines, blocks and strings: more than one for each %d bytes of the limit of file size", perBlock)
)

// charge counts n lines, blocks or strings at an offset. It returns false if a limit is exceeded.
func (m *markdownLinks) charge(n int64, at int) bool {
	if m.left -= n; m.left < 0 {
		m.fail(at, errManyBlocks)
	}
	return m.err == nil
}

func (m *markdownLinks) fail(at int, err error) {
	if m.err == nil {
		line, column := place(m.file[:at])
		m.err = &Error{Line: line, Column: column, Err: err}
	}
}

// noInlines skips the text of a block.
type noInlines struct{}

// Trigger returns the characters that a text can begin with; a space stands for any letter.
func (noInlines) Trigger() []byte { return []byte(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") }

func (noInlines) Parse(_ ast.Node, block gmtext.Reader, context parser.Context) ast.Node {
	for line, _ := block.PeekLine(); line != nil; line, _ = block.PeekLine() {
		block.AdvanceLine()
	}
	return context.Get(linksKey).(*markdownLinks).skipped
}

// visit finds the URLs of a block: destinations of links, autolinks, URLs in attributes of HTML and in plain text. It
// skips code.
func (m *markdownLinks) visit(n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering || n.Type() != ast.TypeBlock {
		return ast.WalkContinue, m.err
	}
	lines := n.Lines().Sliced(0, n.Lines().Len())
	switch n := n.(type) {
	case *ast.CodeBlock, *ast.FencedCodeBlock:
	case *ast.HTMLBlock:
		if n.HasClosure() {
			lines = append(lines, n.ClosureLine)
		}
		t := m.read(lines)
		m.html(t, span{0, len(t.text)})
	case *table:
		for cell := range n.cells(m.file) {
			newInlines(m, m.read(cell)).find()
		}
	default:
		if len(lines) > 0 {
			newInlines(m, m.read(lines)).find()
		}
	}
	return ast.WalkContinue, m.err
}

// html finds the URLs in a piece of HTML, which may be in a block quote.
func (m *markdownLinks) html(t *blockText, piece span) {
	for f := range htmlLinks(t.text[piece.start:piece.end]) {
		from, to := piece.start+f.start, piece.start+f.end
		f.start = t.offset(from)
		f.end = f.start + to - from
		if f.text == nil && !bytes.Equal(m.file[f.start:min(f.end, len(m.file))], t.text[from:to]) {
			f.text = bytes.Clone(t.text[from:to]) // it continues after the marker of a block quote on the next line
		}
		if !m.charge(1, f.start) {
			return
		}
		m.found = append(m.found, f)
	}
}

// A blockText has the lines of a block, one after the other.
type blockText struct {
	text   []byte
	lines  []gmtext.Segment
	starts []int // of the lines in text
}

// read returns the text of lines. It is valid until the next call.
func (m *markdownLinks) read(lines []gmtext.Segment) *blockText {
	t := &m.block
	t.text, t.lines, t.starts = t.text[:0], lines, t.starts[:0]
	for _, s := range lines {
		t.starts = append(t.starts, len(t.text))
		t.text = append(t.text, m.file[s.Start:s.Stop]...)
	}
	return t
}

// offset returns the offset in the file of a byte of the text.
func (t *blockText) offset(at int) int {
	i, begins := slices.BinarySearch(t.starts, at)
	if !begins {
		i--
	}
	return t.lines[i].Start + at - t.starts[i]
}

// add adds a string of the file to those that were found. With escapes, it decodes them.
func (m *markdownLinks) add(s span, escapes bool) {
	if !m.charge(1, s.start) {
		return
	}
	f := found{span: s, resolved: true}
	raw := m.file[s.start:s.end]
	if escapes && bytes.ContainsAny(raw, "\\&") {
		if text := unescapeMarkdown(raw); !bytes.Equal(text, raw) {
			f.text = text
		}
	}
	m.found = append(m.found, f)
}
