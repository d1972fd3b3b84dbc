package source

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

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
