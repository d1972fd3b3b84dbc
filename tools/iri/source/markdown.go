package source

import (
	"bytes"
	"cmp"
	"html"
	"io"
	"regexp"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gmtext "github.com/yuin/goldmark/text"

	"example.org/iri"
)

// markdown is CommonMark with what forges add to it.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList, extension.Footnote))

func newMarkdown(r io.Reader, o Options, base iri.IRI) Reader {
	return newDocument(r, cmp.Or(o.MaxFile, maxMarkdown), base, func(file []byte) ([]found, error) {
		m := markdownLinks{file: file}
		ast.Walk(markdown.Parser().Parse(gmtext.NewReader(file)), m.visit)
		m.endText()
		return m.found, nil
	})
}

// markdownLinks are the URLs of a file of Markdown.
type markdownLinks struct {
	file   []byte
	found  []found
	text   span // plain text so far, which emphasis does not end
	inLink int  // how many links and images are open; their text is no link
}

// visit finds the URLs of a node: destinations of links, definitions, autolinks, attributes of HTML, and
// what stands in plain text. Code has none.
func (m *markdownLinks) visit(n ast.Node, entering bool) (ast.WalkStatus, error) {
	switch n := n.(type) {
	case *ast.Link:
		m.link(entering, n.Pos(), n.Destination, n.Reference == nil)
	case *ast.Image:
		m.link(entering, n.Pos(), n.Destination, n.Reference == nil)
	case *ast.LinkReferenceDefinition:
		if entering {
			m.destination(n.Lines().At(0).Start, n.Destination)
		}
	case *ast.AutoLink:
		if label := n.Label(m.file); entering && n.AutoLinkType == ast.AutoLinkURL {
			m.add(m.offset(label, n.Pos()), label, false)
		}
		return ast.WalkSkipChildren, nil
	case *ast.RawHTML:
		if entering {
			m.html(n.Segments)
		}
	case *ast.HTMLBlock:
		if entering {
			m.htmlBlock(n)
		}
	case *ast.CodeSpan, *ast.CodeBlock, *ast.FencedCodeBlock:
		m.endText()
		return ast.WalkSkipChildren, nil
	case *ast.Text:
		if entering && m.inLink == 0 {
			m.addText(n.Segment)
		}
	}
	return ast.WalkContinue, nil
}

// link finds the destination of a link, unless a definition has it.
func (m *markdownLinks) link(entering bool, pos int, destination []byte, inline bool) {
	m.endText()
	if !entering {
		m.inLink--
		return
	}
	m.inLink++
	if inline {
		m.destination(pos, destination)
	}
}

// destination finds a destination with escapes and entities. A link without one leads to its page.
func (m *markdownLinks) destination(pos int, raw []byte) {
	if len(raw) > 0 {
		m.add(m.offset(raw, pos), raw, true)
	}
}

// offset returns where a string of a node stands. It is a part of the file, but for that of an indented
// line, which is looked for from the position of the node.
func (m *markdownLinks) offset(raw []byte, pos int) int {
	at := cap(m.file) - cap(raw)
	if at >= 0 && at < len(m.file) && &m.file[at] == &raw[0] {
		return at
	}
	if at = bytes.Index(m.file[pos:], raw); at < 0 {
		return pos
	}
	return pos + at
}

// add finds a string that begins at an offset, with escapes undone if it may have some.
func (m *markdownLinks) add(at int, raw []byte, escapes bool) {
	f := found{span: span{at, at + len(raw)}, resolved: true}
	if text := unescapeMarkdown(raw); escapes && !bytes.Equal(text, raw) {
		f.text = text
	}
	m.found = append(m.found, f)
}

// markdownEscape is an escape or a character reference (CommonMark, sections 2.4 and 2.5).
var markdownEscape = regexp.MustCompile("\\\\[!-/:-@\\[-`{-~]|&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]*);")

func unescapeMarkdown(raw []byte) []byte {
	return markdownEscape.ReplaceAllFunc(raw, func(escape []byte) []byte {
		if escape[0] == '\\' {
			return escape[1:]
		}
		return []byte(html.UnescapeString(string(escape)))
	})
}

// addText adds plain text. It goes on what came before if only marks of emphasis stand between.
func (m *markdownLinks) addText(s gmtext.Segment) {
	if m.text.end > m.text.start && s.Start >= m.text.end && len(bytes.Trim(m.file[m.text.end:s.Start], "*_~")) == 0 {
		m.text.end = s.Stop
		return
	}
	m.endText()
	m.text = span{s.Start, s.Stop}
}

// endText finds the URLs of the plain text so far.
func (m *markdownLinks) endText() {
	start, end := m.text.start, m.text.end
	if start > 0 && m.file[start-1] == '|' && end < len(m.file) && m.file[end] == '|' { // the bars of a table
		start, end = start-1, end+1
	}
	for s := range urls(m.file[start:end]) {
		m.add(start+s.start, m.file[start+s.start:start+s.end], true)
	}
	m.text = span{}
}

func (m *markdownLinks) htmlBlock(n *ast.HTMLBlock) {
	lines := gmtext.NewSegments()
	lines.AppendAll(n.Lines().Sliced(0, n.Lines().Len()))
	if n.HasClosure() {
		lines.Append(n.ClosureLine)
	}
	m.html(lines)
}

// html finds the URLs in HTML, which stands in lines that may be quoted.
func (m *markdownLinks) html(lines *gmtext.Segments) {
	m.endText()
	var page bytes.Buffer
	for i := range lines.Len() {
		s := lines.At(i)
		page.Write(m.file[s.Start:s.Stop])
	}
	for f := range htmlLinks(page.Bytes()) {
		start := fileOffset(lines, f.start)
		if end := start + f.end - f.start; f.text == nil && !bytes.Equal(m.file[start:min(end, len(m.file))], page.Bytes()[f.start:f.end]) {
			f.text = bytes.Clone(page.Bytes()[f.start:f.end]) // it goes on in another line, after the mark of a quotation
		}
		f.start, f.end = start, start+f.end-f.start
		m.found = append(m.found, f)
	}
}

// fileOffset returns where a byte of lines stands in the file.
func fileOffset(lines *gmtext.Segments, offset int) int {
	for i := range lines.Len() {
		s := lines.At(i)
		if n := s.Stop - s.Start; offset >= n {
			offset -= n
			continue
		}
		return s.Start + offset
	}
	return 0
}
