package source

import (
	"bytes"
	"html"
	"iter"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxLabel is the maximum length of a link label (CommonMark, section 4.7).
const maxLabel = 999

// definitions removes link reference definitions from the start of a paragraph and records them.
type definitions struct{}

func (definitions) Transform(n *ast.Paragraph, _ gmtext.Reader, context parser.Context) {
	m := context.Get(linksKey).(*markdownLinks)
	lines := n.Lines()
	if first := lines.At(0); !bytes.HasPrefix(bytes.TrimLeft(m.file[first.Start:first.Stop], spaces), []byte("[")) {
		return
	}
	t := m.read(lines.Sliced(0, lines.Len()))
	end := 0
	for {
		d, ok := parseDefinition(t.text, end)
		if !ok {
			break
		}
		m.labels[util.ToLinkReference(t.text[d.label.start:d.label.end])] = true
		if !isProse(t.text[d.destination.start:d.destination.end]) { // [a]: <several words> is a comment
			m.destination(t, d.destination)
		}
		end = d.end
	}
	switch line, _ := slices.BinarySearch(t.starts, end); {
	case line == lines.Len():
		n.Parent().RemoveChild(n.Parent(), n)
	case line > 0:
		lines.SetSliced(line, lines.Len())
	}
}

// A definition is a link reference definition. It ends at the end of a line.
type definition struct {
	label, destination span
	end                int
}

func parseDefinition(text []byte, at int) (d definition, ok bool) {
	if at = skip(text, at, spaces); at == len(text) || text[at] != '[' {
		return d, false
	}
	if d.label, ok = label(text, at+1); !ok || len(bytes.TrimLeft(text[d.label.start:d.label.end], spaces)) == 0 {
		return d, false
	}
	if at = d.label.end + len("]"); at == len(text) || text[at] != ':' {
		return d, false
	}
	if d.destination, at, ok = destination(text, skip(text, at+1, spaces)); !ok {
		return d, false
	}
	var alone bool // nothing else is on its line
	d.end, alone = endOfLine(text, at)
	if start := skip(text, at, spaces); start > at {
		if title, ok := endOfTitle(text, start); ok {
			if end, ok := endOfLine(text, title); ok {
				d.end = end
				return d, true
			}
		}
	}
	return d, alone
}

func label(text []byte, start int) (span, bool) {
	for i := start; i < len(text) && i <= start+maxLabel; i++ {
		switch text[i] {
		case '\\':
			i++
		case '[':
			return span{}, false
		case ']':
			return span{start, i}, true
		}
	}
	return span{}, false
}

// endOfLine returns the start of the next line. It reports whether only white space precedes it.
func endOfLine(text []byte, at int) (end int, ok bool) {
	at = skip(text, at, " \t\r\v\f")
	if at == len(text) {
		return at, true
	}
	return at + 1, text[at] == '\n'
}

// A table has the lines of a GFM table without the delimiter row. They are split into cells later, because the library
// would pad each row with empty cells to the number of columns.
type table struct {
	ast.BaseBlock
	columns int
}

var tableKind = ast.NewNodeKind("table")

func (*table) Kind() ast.NodeKind { return tableKind }

func (t *table) Dump(source []byte, level int) { ast.DumpHelper(t, source, level, nil, nil) }

func (t *table) cells(file []byte) iter.Seq[[]gmtext.Segment] {
	return func(yield func([]gmtext.Segment) bool) {
		var text [1]gmtext.Segment
		for i := range t.Lines().Len() {
			column := 0
			for text[0] = range cells(file, t.Lines().At(i)) {
				if column++; column > t.columns || !yield(text[:]) {
					break
				}
			}
		}
	}
}

func cells(file []byte, row gmtext.Segment) iter.Seq[gmtext.Segment] {
	return func(yield func(gmtext.Segment) bool) {
		row = row.TrimLeftSpace(file)
		row = row.TrimRightSpace(file)
		if row.Start < row.Stop && file[row.Start] == '|' {
			row.Start++
		}
		if row.Start < row.Stop && file[row.Stop-1] == '|' {
			row.Stop--
		}
		for at := row.Start; at < row.Stop; {
			end := endOfCell(file[:row.Stop], at)
			cell := gmtext.NewSegment(at, end)
			cell = cell.TrimLeftSpace(file)
			if !yield(cell.TrimRightSpace(file)) {
				return
			}
			at = end + len("|")
		}
	}
}

func endOfCell(text []byte, at int) int {
	for from := at; ; from++ {
		n := bytes.IndexByte(text[from:], '|')
		if n < 0 {
			return len(text)
		}
		if from += n; from == 0 || text[from-1] != '\\' {
			return from
		}
	}
}

type tables struct{}

func (tables) Transform(n *ast.Paragraph, r gmtext.Reader, _ parser.Context) {
	lines := n.Lines()
	for i := 1; i < lines.Len(); i++ {
		delimiters := lines.At(i)
		columns := countDelimiters(delimiters.Value(r.Source()))
		if columns == 0 {
			continue
		}
		if columns == countCells(r.Source(), lines.At(i-1)) {
			n.Parent().InsertAfter(n.Parent(), n, newTable(columns, lines, i))
			if lines.SetSliced(0, i-1); i == 1 {
				n.Parent().RemoveChild(n.Parent(), n)
			}
		}
		return
	}
}

func newTable(columns int, lines *gmtext.Segments, delimiters int) *table {
	t := &table{columns: columns}
	t.Lines().Append(lines.At(delimiters - 1))
	t.Lines().AppendAll(lines.Sliced(delimiters+1, lines.Len()))
	return t
}

func countCells(file []byte, row gmtext.Segment) (n int) {
	for range cells(file, row) {
		n++
	}
	return n
}

// countDelimiters returns the number of columns of a delimiter row, or 0 if line is not one.
func countDelimiters(line []byte) (columns int) {
	if width, _ := util.IndentWidth(line, 0); width > 3 || len(bytes.Trim(line, "-")) == 0 {
		return 0
	}
	line = bytes.Trim(line, spaces)
	line = bytes.TrimPrefix(line, []byte("|"))
	line = bytes.TrimSuffix(line, []byte("|"))
	for cell := range bytes.SplitSeq(line, []byte("|")) {
		cell = bytes.Trim(cell, spaces)
		cell = bytes.TrimPrefix(cell, []byte(":"))
		cell = bytes.TrimSuffix(cell, []byte(":"))
		if len(cell) == 0 || len(bytes.Trim(cell, "-")) > 0 {
			return 0
		}
		columns++
	}
	return columns
}

// markdownEscape matches a backslash escape or a character reference (CommonMark, sections 2.4 and 2.5).
var markdownEscape = expression("\\\\[!-/:-@\\[-`{-~]|&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]*);")

func unescapeMarkdown(raw []byte) []byte {
	return markdownEscape().ReplaceAllFunc(raw, unescapeOne)
}

func unescapeOne(escape []byte) []byte {
	if escape[0] == '\\' {
		return escape[1:]
	}
	text := html.UnescapeString(string(escape))
	if len(text) > 1 && text[len(text)-1] == ';' { // HTML decodes &region; as &reg followed by "ion;"
		return escape
	}
	return []byte(text)
}

// An unescaper removes the escapes of Markdown, and maps offsets in the result to offsets in the source.
type unescaper struct {
	raw         []byte
	at, decoded int  // corresponding offsets in raw and in the result
	escape      span // next escape, empty at the end
	plain       bool
}

func newUnescaper(raw []byte) *unescaper {
	u := &unescaper{raw: raw, plain: !bytes.ContainsAny(raw, "\\&")}
	if !u.plain {
		u.find()
	}
	return u
}

func (u *unescaper) text() []byte {
	if u.plain {
		return u.raw
	}
	return unescapeMarkdown(u.raw)
}

func (u *unescaper) find() {
	u.escape = span{len(u.raw), len(u.raw)}
	if at := markdownEscape().FindIndex(u.raw[u.at:]); at != nil {
		u.escape = span{u.at + at[0], u.at + at[1]}
	}
}

// offset maps an offset in the result to the source. Offsets must not decrease from call to call.
func (u *unescaper) offset(decoded int) int {
	if u.plain {
		return decoded
	}
	for {
		if gap := u.escape.start - u.at; decoded <= u.decoded+gap {
			return max(u.at, u.at+decoded-u.decoded)
		}
		escape := u.raw[u.escape.start:u.escape.end]
		u.decoded += u.escape.start - u.at + len(unescapeOne(escape))
		u.at = u.escape.end
		u.find()
	}
}

// footnotes parses footnotes as GitHub does, "[^label]:" and the indented blocks after it, and records their labels.
// The library's extension does the same, but takes a millisecond to initialize.
type footnotes struct{}

type footnote struct{ ast.BaseBlock }

var footnoteKind = ast.NewNodeKind("footnote")

func (*footnote) Kind() ast.NodeKind { return footnoteKind }

func (n *footnote) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

func (footnotes) Trigger() []byte { return []byte{'['} }

func (footnotes) Open(_ ast.Node, r gmtext.Reader, context parser.Context) (ast.Node, parser.State) {
	line, _ := r.PeekLine()
	at := context.BlockOffset() + len("[")
	if at == 0 || !isIn(line, at, "^") {
		return nil, parser.NoChildren
	}
	note, ok := label(line, at+len("^"))
	end := note.end + len("]")
	if !ok || !isIn(line, end, ":") || util.IsBlank(line[note.start:note.end]) {
		return nil, parser.NoChildren
	}
	context.Get(linksKey).(*markdownLinks).notes[string(line[note.start:note.end])] = true
	r.Advance(end + len(":"))
	return new(footnote), parser.HasChildren
}

func (footnotes) Continue(_ ast.Node, r gmtext.Reader, _ parser.Context) parser.State {
	line, _ := r.PeekLine()
	if util.IsBlank(line) {
		return parser.Continue | parser.HasChildren
	}
	at, padding := util.IndentPosition(line, r.LineOffset(), 4)
	if at < 0 {
		return parser.Close
	}
	r.AdvanceAndSetPadding(at, padding)
	return parser.Continue | parser.HasChildren
}

func (footnotes) Close(ast.Node, gmtext.Reader, parser.Context) {}

func (footnotes) CanInterruptParagraph() bool { return true }

func (footnotes) CanAcceptIndentedLine() bool { return false }
