package source

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"example.org/iri"
)

// Limits of memory and time.
const (
	maxOpenBlocks = 200 // nested blocks; a list item counts as two
	perBlock      = 16  // maxFile/perBlock limits the sum of lines, blocks that they continue, and strings
)

// markdown returns a parser of the blocks of CommonMark with tables and footnotes. Inlines, which the library would
// parse in quadratic time, are left to type inlines.
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

type markdownLinks struct {
	file   []byte
	found  []found
	labels map[string]bool
	notes  map[string]bool
	left   int64 // remaining lines, blocks and strings
	err    error // set when a limit is exceeded

	skipped ast.Node // placeholder for the inlines of a block
	block   blockText
}

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

// A boundedReader reports the end of the file when a limit is exceeded.
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

// AdvanceLine counts lines and blocks, since the parser allocates for each block that a line continues. Of several
// blank lines, which mean the same as one, it passes only the last: each costs one byte, but is recorded in all nested
// lists.
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

func beginsBlank(text []byte) bool {
	line, _, more := bytes.Cut(text, []byte("\n"))
	return more && util.IsBlank(line)
}

var (
	errDeep       = fmt.Errorf("blocks are nested deeper than %d", maxOpenBlocks)
	errManyBlocks = fmt.Errorf("too many lines, blocks and strings: more than one for each %d bytes of the size limit", perBlock)
)

// charge counts n lines, blocks or strings at an offset. It returns false once a limit is exceeded.
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

type noInlines struct{}

// Trigger returns the characters that inlines can begin with; the library treats a space as any letter.
func (noInlines) Trigger() []byte { return []byte(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") }

func (noInlines) Parse(_ ast.Node, block gmtext.Reader, context parser.Context) ast.Node {
	for line, _ := block.PeekLine(); line != nil; line, _ = block.PeekLine() {
		block.AdvanceLine()
	}
	return context.Get(linksKey).(*markdownLinks).skipped
}

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

// html finds the URLs in HTML, whose lines may have markers of block quotes between them.
func (m *markdownLinks) html(t *blockText, piece span) {
	for f := range htmlLinks(t.text[piece.start:piece.end]) {
		from, to := piece.start+f.start, piece.start+f.end
		f.start = t.offset(from)
		f.end = f.start + to - from
		if f.text == nil && !bytes.Equal(m.file[f.start:min(f.end, len(m.file))], t.text[from:to]) {
			f.text = bytes.Clone(t.text[from:to]) // a marker of a block quote interrupts it
		}
		if !m.charge(1, f.start) {
			return
		}
		m.found = append(m.found, f)
	}
}

// A blockText is the concatenated lines of a block.
type blockText struct {
	text   []byte
	lines  []gmtext.Segment
	starts []int
}

// read returns the text of lines, valid until the next call.
func (m *markdownLinks) read(lines []gmtext.Segment) *blockText {
	t := &m.block
	t.text, t.lines, t.starts = t.text[:0], lines, t.starts[:0]
	for _, s := range lines {
		t.starts = append(t.starts, len(t.text))
		t.text = append(t.text, m.file[s.Start:s.Stop]...)
	}
	return t
}

func (t *blockText) offset(at int) int {
	i, begins := slices.BinarySearch(t.starts, at)
	if !begins {
		i--
	}
	return t.lines[i].Start + at - t.starts[i]
}

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

// endOfHTML returns the end of the HTML tag, comment, instruction or declaration at the current offset (CommonMark,
// section 6.6), or -1.
func (s *inlines) endOfHTML() int {
	switch {
	case s.follows("<!-->"):
		return s.at + len("<!-->")
	case s.follows("<!--->"):
		return s.at + len("<!--->")
	case s.follows("<!--"):
		return s.until("-->", len("<!--"))
	case s.follows("<?"):
		return s.until("?>", len("<?"))
	case s.follows("<![CDATA["):
		return s.until("]]>", len("<![CDATA["))
	case s.follows("<!") && isIn(s.text, s.at+2, upper):
		return s.until(">", len("<!"))
	case s.follows("</") && isIn(s.text, s.at+2, letters):
		return s.endOfTag(skip(s.text, skip(s.text, s.at+2, tagName), spaces), false)
	case isIn(s.text, s.at+1, letters):
		return s.startTag()
	}
	return -1
}

const (
	upper         = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	letters       = upper + "abcdefghijklmnopqrstuvwxyz"
	tagName       = letters + "0123456789-"
	attributeHead = letters + "_:"
	attributeName = tagName + "_:."
	unquotedEnd   = "\"'=<>`" + "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x20"
)

func isIn(text []byte, at int, set string) bool {
	return at < len(text) && strings.IndexByte(set, text[at]) >= 0
}

// until returns the end of the next closer, or -1. It records missing closers, so that the rest of the text is searched
// only once.
func (s *inlines) until(closer string, from int) int {
	if s.missing[closer] {
		return -1
	}
	n := bytes.Index(s.text[s.at+from:], []byte(closer))
	if n < 0 {
		if s.missing == nil {
			s.missing = make(map[string]bool)
		}
		s.missing[closer] = true
		return -1
	}
	return s.at + from + n + len(closer)
}

func (s *inlines) endOfTag(at int, slash bool) int {
	if slash && isIn(s.text, at, "/") {
		at++
	}
	if !isIn(s.text, at, ">") {
		return -1
	}
	return at + 1
}

// startTag returns the end of a start tag, or -1. It reads no attribute twice, which would take quadratic time.
func (s *inlines) startTag() int {
	at := skip(s.text, s.at+1, tagName)
	for {
		name := skip(s.text, at, spaces)
		if name == at || !isIn(s.text, name, attributeHead) {
			return s.endOfTag(name, true)
		}
		if s.wasSeen(name) {
			return -1
		}
		if at = s.endOfAttribute(name); at < 0 {
			return -1
		}
	}
}

func (s *inlines) endOfAttribute(name int) int {
	end := skip(s.text, name, attributeName)
	at := skip(s.text, end, spaces)
	if !isIn(s.text, at, "=") {
		return end
	}
	at = skip(s.text, at+1, spaces)
	if isIn(s.text, at, `"'`) {
		n := bytes.IndexByte(s.text[at+1:], s.text[at])
		if n < 0 {
			return -1
		}
		return at + 1 + n + 1
	}
	if end = skipUntil(s.text, at, unquotedEnd); end == at {
		return -1
	}
	return end
}

// wasSeen reports whether an attribute was read before, and records it. An attribute read before followed an unfinished
// tag, so the current tag is unfinished, too.
func (s *inlines) wasSeen(at int) bool {
	if s.seen == nil {
		s.seen = make([]uint64, len(s.text)/64+1)
	}
	word, bit := &s.seen[at/64], uint64(1)<<(at%64)
	was := *word&bit != 0
	*word |= bit
	return was
}
