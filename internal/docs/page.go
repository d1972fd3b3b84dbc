// Package docs reads the pages of this project, which are Markdown, and holds them to its rules:
// links lead somewhere, code is code, commands exist, lines are wrapped, figures say how they were
// made. Only tests import it, and what writes pages.
package docs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A Page is a page of Markdown.
type Page struct {
	Path     string // from the root of the project, with slashes
	Text     string
	Lines    []string
	Headings []Heading
	Blocks   []Block // of code
	Tables   []Table
	Links    []Link
	held     []string // files that hold the blocks of the page true
	kinds    []kind   // of Lines
}

// A Heading begins a section. The first one is the title of its page.
type Heading struct {
	Line         int // from 1
	Level        int
	Text, Anchor string
}

// A Block is fenced code.
type Block struct {
	Line     int    // of its first line of code, from 1
	Section  int    // which of the headings stands above it; -1 above the first one
	Language string // as it stands behind the fence
	Text     string // of the code
	Marks    []Mark // in front of it
}

// A Mark is a comment in front of a block, which readers of the page do not see: <!-- verb rest -->.
//
//   - <!-- in FILE -->: these lines are part of a file that tests read.
//   - <!-- held by FILE -->: that test reads the page. In front of the title it is for all blocks.
type Mark struct{ Verb, Rest string }

// A Table is a table.
type Table struct {
	Line    int        // of its head, from 1
	Section int        // as in Block
	Figures bool       // a column is aligned to the right, as numbers are
	Rows    [][]string // cells; the head is the first row
}

// A Link leads to another place of the project, or out of it.
type Link struct {
	Line   int
	Target string
}

// A Problem is where a page breaks a rule.
type Problem struct {
	Path string
	Line int
	Text string
}

func (p Problem) String() string { return fmt.Sprintf("%s:%d: %s", p.Path, p.Line, p.Text) }

// problemf returns a problem in a line of the page.
func (p *Page) problemf(line int, format string, args ...any) Problem {
	return Problem{p.Path, line, fmt.Sprintf(format, args...)}
}

// kind is what a line is.
type kind byte

const (
	prose kind = iota
	heading
	table
	code  // within a fence
	fence // of three backticks
	remark
)

var (
	headingLine   = regexp.MustCompile(`^(#{1,6}) +(.*?) *#*$`)
	fenceLine     = regexp.MustCompile("^ *(```+|~~~+) *([\\w+-]*)")
	markLine      = regexp.MustCompile(`^<!-- (in|held by) (.*) -->$`)
	item          = regexp.MustCompile(`^([-*]|\d+\.) `)
	linkOrPicture = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	divider       = regexp.MustCompile(`^ *\|[ :|-]+\|? *$`)
)

// Parse reads a page.
func Parse(path, text string) *Page {
	p := &Page{Path: path, Text: text, Lines: strings.Split(strings.TrimSuffix(text, "\n"), "\n")}
	p.kinds = make([]kind, len(p.Lines))
	var marks []Mark
	for i := 0; i < len(p.Lines); i++ {
		line := p.Lines[i]
		switch {
		case strings.HasPrefix(line, "<!--"):
			if m := markLine.FindStringSubmatch(line); m != nil {
				marks = append(marks, Mark{m[1], m[2]})
			}
			i = p.skipComment(i)
			continue
		case headingLine.MatchString(line):
			p.addHeading(i)
			if len(p.Headings) == 1 {
				p.held = rests(marks, "held by")
			}
		case fenceLine.MatchString(line):
			i = p.addBlock(i, marks)
		case strings.HasPrefix(strings.TrimLeft(line, " "), "|"):
			i = p.addTable(i)
		case line == "":
			continue // marks stay
		}
		marks = nil
	}
	p.addLinks()
	return p
}

// skipComment returns the last line of the comment that begins in a line.
func (p *Page) skipComment(i int) int {
	for j := i; j < len(p.Lines); j++ {
		p.kinds[j] = remark
		if strings.Contains(p.Lines[j], "-->") {
			return j
		}
	}
	return len(p.Lines) - 1
}

func (p *Page) addHeading(i int) {
	m := headingLine.FindStringSubmatch(p.Lines[i])
	h := Heading{Line: i + 1, Level: len(m[1]), Text: m[2], Anchor: anchor(m[2])}
	n := 0
	for _, other := range p.Headings {
		if anchor(other.Text) == h.Anchor {
			n++
		}
	}
	if n > 0 {
		h.Anchor += fmt.Sprintf("-%d", n)
	}
	p.kinds[i] = heading
	p.Headings = append(p.Headings, h)
}

// indented returns the lines at which code begins that has no fence: four blanks in front, and no item
// of a list above.
func (p *Page) indented() (lines []int) {
	inList := false
	for i, line := range p.Lines {
		switch {
		case p.kinds[i] != prose || line == "":
		case strings.HasPrefix(line, "    ") && i > 0 && p.Lines[i-1] == "" && !inList:
			lines = append(lines, i+1)
		case !strings.HasPrefix(line, " "):
			inList = item.MatchString(line)
		}
	}
	return lines
}

// anchor returns the name by which links lead to a heading: that of the usual forges.
func anchor(heading string) string {
	heading = linkOrPicture.ReplaceAllString(heading, "$1")
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

// addBlock returns the line of the fence that ends the block.
func (p *Page) addBlock(i int, marks []Mark) int {
	m := fenceLine.FindStringSubmatch(p.Lines[i])
	indent := len(p.Lines[i]) - len(strings.TrimLeft(p.Lines[i], " "))
	b := Block{Line: i + 2, Section: len(p.Headings) - 1, Language: m[2], Marks: marks}
	p.kinds[i] = fence
	for i++; i < len(p.Lines); i++ {
		line := p.Lines[i]
		if strings.HasPrefix(strings.TrimLeft(line, " "), m[1]) {
			p.kinds[i] = fence
			break
		}
		p.kinds[i] = code
		b.Text += line[min(indent, len(line)-len(strings.TrimLeft(line, " "))):] + "\n"
	}
	p.Blocks = append(p.Blocks, b)
	return i
}

// addTable returns the last line of the table.
func (p *Page) addTable(i int) int {
	t := Table{Line: i + 1, Section: len(p.Headings) - 1}
	for ; i < len(p.Lines) && strings.HasPrefix(strings.TrimLeft(p.Lines[i], " "), "|"); i++ {
		p.kinds[i] = table
		if divider.MatchString(p.Lines[i]) {
			t.Figures = t.Figures || slices.ContainsFunc(cells(p.Lines[i]), isRight)
			continue
		}
		t.Rows = append(t.Rows, cells(p.Lines[i]))
	}
	p.Tables = append(p.Tables, t)
	return i - 1
}

// isRight reports whether a cell of a divider aligns its column to the right.
func isRight(cell string) bool { return strings.HasSuffix(cell, ":") && !strings.HasPrefix(cell, ":") }

// cells returns the cells of a row, in which \| is no border.
func cells(row string) []string {
	row = strings.ReplaceAll(strings.Trim(strings.TrimSpace(row), "|"), `\|`, "\x00")
	list := strings.Split(row, "|")
	for i := range list {
		list[i] = strings.TrimSpace(strings.ReplaceAll(list[i], "\x00", `\|`))
	}
	return list
}

var (
	codeSpan  = regexp.MustCompile("``[^\n]+?``|`[^`]+`")
	inline    = regexp.MustCompile(`\]\(([^()\s]*)(?:\s+"[^"]*")?\)`)
	reference = regexp.MustCompile(`(?m)^\[[^\]]+\]: +(\S+)`)
	attribute = regexp.MustCompile(`\b(?:src|href|srcset)="([^"]*)"`)
)

func (p *Page) addLinks() {
	text := p.visible(prose, heading, table)
	text = codeSpan.ReplaceAllStringFunc(text, blank)
	for _, r := range []*regexp.Regexp{inline, reference, attribute} {
		for _, m := range r.FindAllStringSubmatchIndex(text, -1) {
			p.Links = append(p.Links, Link{1 + strings.Count(text[:m[0]], "\n"), text[m[2]:m[3]]})
		}
	}
}

// visible returns the text of the page with all lines empty but those of some kinds.
func (p *Page) visible(kinds ...kind) string {
	var b strings.Builder
	for i, line := range p.Lines {
		for _, k := range kinds {
			if p.kinds[i] == k {
				b.WriteString(line)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// blank returns as many spaces and line ends as a text has.
func blank(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return ' '
	}, text)
}

// rests returns what stands behind a verb in marks.
func rests(marks []Mark, verb string) (list []string) {
	for _, m := range marks {
		if m.Verb == verb {
			list = append(list, m.Rest)
		}
	}
	return list
}
