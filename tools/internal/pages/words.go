package pages

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// A word is one that the project does not use, and what it writes instead.
type word struct{ expression, instead string }

// refused are words without a proper use here. Pages have them in code and in quotations only.
var refused = []word{
	{`judg(e|es|ed|ing|ement)`, "validate, match, check"},
	{`verdicts?`, "result"},
	{`percent triples?`, "percent-encoded octet"},
	{`rungs?`, "level"},
	{`twins?`, "reference implementation"},
	{`abreast`, "batch"},
	{`strangers?`, "untrusted input"},
	{`floor plans?`, "import rules"},
	{`beyond ASCII`, "non-ASCII"},
	{`(capital|small) letters?`, "upper case, lower case"},
	{`held by|holds? it to|holds? them to`, "tested by"},
	{`doubtful|in doubt`, "suspect"},
	{`at fault`, "invalid"},
}

// counted are words that have a proper use. A page may have as many of each as testdata/words.tsv allows.
var counted = []string{`texts?`, `address(es)?`, `marks?`, `says?|tells?|holds?`}

func pattern(expression string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:` + strings.ReplaceAll(expression, " ", `\s+`) + `)\b`)
}

// prose returns the page with everything that is not prose as spaces: code, HTML, targets of links.
// Lines and offsets stay.
func (p *Page) prose() string {
	bytes := []byte(p.Source)
	keep := make([]bool, len(bytes))
	ast.Walk(p.document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.CodeSpan, *ast.AutoLink, *ast.RawHTML:
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			for i := n.Segment.Start; i < n.Segment.Stop; i++ {
				keep[i] = true
			}
		}
		return ast.WalkContinue, nil
	})
	for i, c := range bytes {
		if !keep[i] && c != '\n' {
			bytes[i] = ' '
		}
	}
	return quotation.ReplaceAllStringFunc(string(bytes), blank)
}

var quotation = regexp.MustCompile(`"[^"\n]*(\n[^"\n]+)?"|“[^”]*”`)

func blank(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return ' '
	}, s)
}

// words returns the refused words of a page.
func (p *Page) words() (list []Problem) {
	prose := p.prose()
	for _, w := range refused {
		for _, at := range pattern(w.expression).FindAllStringIndex(prose, -1) {
			list = append(list, p.problemf(p.lineAt(at[0]), "%q: write %s", prose[at[0]:at[1]], w.instead))
		}
	}
	return list
}

// counts returns how often a page has each of the counted words.
func (p *Page) counts() (counts []int) {
	prose := p.prose()
	for _, w := range counted {
		counts = append(counts, len(pattern(w).FindAllString(prose, -1)))
	}
	return counts
}
