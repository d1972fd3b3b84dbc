// Package pages parses the Markdown pages of the project, checks their links and code, and runs their commands. It is
// for tests only.
package pages

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// A Page is a parsed page of Markdown.
type Page struct {
	Name   string // from the root of the project, with slashes
	Source string
	Blocks []Block
	Links  []Reference
	Spans  []Reference // inline code

	document ast.Node
	anchors  map[string]bool
	tests    []string // from <!-- tested by FILE --> before the title; for all blocks
}

// A Block is a block of code.
type Block struct {
	Line       int    // of the first line of code, from 1
	Language   string // from the info string of the fence
	Fenced     bool
	Text       string
	Start, End int    // of Text in Page.Source
	File       string // its name, if the line before ends in `NAME`:
	sources    []string
	tests      []string
}

// A Reference is a link target or code and its line.
type Reference struct {
	Line int
	Text string
}

// A Problem is a mistake in a page.
type Problem struct {
	Page string
	Line int
	Text string
}

func (p Problem) String() string { return fmt.Sprintf("%s:%d: %s", p.Page, p.Line, p.Text) }

func (p *Page) problemf(line int, format string, args ...any) Problem {
	return Problem{p.Name, line, fmt.Sprintf(format, args...)}
}

var (
	markdown  = goldmark.New(goldmark.WithExtensions(extension.Table))
	fileName  = regexp.MustCompile("`([\\w/-]*\\.[\\w./-]+)`:$")
	remark    = regexp.MustCompile(`^<!-- (in|tested by) (\S+) -->`)
	attribute = regexp.MustCompile(`\b(src|href|srcset|id)="([^"]*)"`)
)

// Parse parses a page. Comments, which readers do not see, say before a block which file checks it:
//
//   - <!-- in FILE -->: FILE, which tests run or read, contains these lines.
//   - <!-- tested by FILE -->: the test in FILE mentions the page, and runs or reads the block. Before the title it
//     holds for all blocks of the page.
func Parse(name, source string) *Page {
	p := &Page{Name: name, Source: source, anchors: make(map[string]bool)}
	p.document = markdown.Parser().Parse(text.NewReader([]byte(source)))
	ast.Walk(p.document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			p.add(n)
		}
		return ast.WalkContinue, nil
	})
	return p
}

func (p *Page) add(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		if len(p.anchors) == 0 {
			_, p.tests = p.remarks(n)
		}
		p.addAnchor(anchor(p.content(n)))
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		p.addBlock(n)
	case *ast.Link:
		p.addLink(n, string(n.Destination))
	case *ast.Image:
		p.addLink(n, string(n.Destination))
	case *ast.AutoLink:
		p.addLink(n, string(n.URL([]byte(p.Source))))
	case *ast.CodeSpan:
		p.Spans = append(p.Spans, Reference{p.line(n), p.content(n)})
	case *ast.HTMLBlock:
		p.addHTML(n, n.Lines())
	case *ast.RawHTML:
		p.addHTML(n, n.Segments)
	}
}

func (p *Page) addLink(n ast.Node, target string) {
	p.Links = append(p.Links, Reference{p.line(n), target})
}

// addAnchor gives a repeated heading a suffix, -1 for the first repetition, as GitHub does.
func (p *Page) addAnchor(name string) {
	unique := name
	for i := 1; p.anchors[unique]; i++ {
		unique = fmt.Sprintf("%s-%d", name, i)
	}
	p.anchors[unique] = true
}

func (p *Page) addHTML(n ast.Node, lines *text.Segments) {
	html := string(lines.Value([]byte(p.Source)))
	if strings.HasPrefix(html, "<!--") {
		return
	}
	for _, m := range attribute.FindAllStringSubmatch(html, -1) {
		if m[1] == "id" {
			p.anchors[m[2]] = true
		} else {
			p.addLink(n, m[2])
		}
	}
}

func (p *Page) addBlock(n ast.Node) {
	b := Block{Start: n.Pos(), End: n.Pos()}
	if fenced, is := n.(*ast.FencedCodeBlock); is {
		b.Fenced = true
		b.Language = string(fenced.Language([]byte(p.Source)))
		b.Start += strings.Index(p.Source[b.Start:], "\n") + 1
		b.End = b.Start
	}
	if lines := n.Lines(); lines.Len() > 0 {
		b.Start, b.End = lines.At(0).Start, lines.At(lines.Len()-1).Stop
		b.Text = string(lines.Value([]byte(p.Source)))
	}
	b.Line = p.lineAt(b.Start)
	b.sources, b.tests = p.remarks(n)
	if before, is := n.PreviousSibling().(*ast.Paragraph); is {
		if m := fileName.FindStringSubmatch(strings.TrimSpace(string(before.Lines().Value([]byte(p.Source))))); m != nil {
			b.File = m[1]
		}
	}
	p.Blocks = append(p.Blocks, b)
}

// remarks returns the files named by the comments right before a node.
func (p *Page) remarks(n ast.Node) (sources, tests []string) {
	for n = n.PreviousSibling(); n != nil && n.Kind() == ast.KindHTMLBlock; n = n.PreviousSibling() {
		m := remark.FindStringSubmatch(string(n.Lines().Value([]byte(p.Source))))
		switch {
		case m == nil:
		case m[1] == "in":
			sources = append(sources, m[2])
		default:
			tests = append(tests, m[2])
		}
	}
	return sources, tests
}

func (p *Page) content(n ast.Node) string {
	var b strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, is := n.(*ast.Text); is && entering {
			b.Write(t.Value([]byte(p.Source)))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// anchor returns the anchor of a heading by the rules of GitHub.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

func (p *Page) line(n ast.Node) int { return p.lineAt(n.Pos()) }

func (p *Page) lineAt(offset int) int {
	return 1 + strings.Count(p.Source[:max(0, min(offset, len(p.Source)))], "\n")
}
