package tables_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
	"example.org/iri/tables/internal/recipe"
)

// A ruleSection is how the page has a group of rules.
type ruleSection struct {
	title, text string
	file        string                      // whose lines are quoted
	column      string                      // the last one, if there is any
	cell        func(*recipe.Recipe) string // in that column
}

var ruleSections = map[string]ruleSection{
	"rfc3987": {title: "RFC 3987, section 2.2", file: "rfc3987.abnf",
		text: "The rules of IRIs. Those from `scheme` on are rules of RFC 3986, appendix A, as well."},
	"rfc3986": {title: "RFC 3986, appendix A", file: "rfc3986.abnf",
		text: "The rules of URIs, which are ASCII. The rules that RFC 3987 has in common with RFC 3986 stand above."},
	"derived": {title: "Derived languages", column: "equation", cell: equation,
		text: "In `A<B:RULE`, the rules of grammar A take the place of those of B.\n" +
			"[Which rule](which-rule.md#the-languages) has more."},
	"rfc9112": {title: "HTTP", file: "rfc9112.abnf", column: "document", cell: document,
		text: "The rules with an I in front also take characters beyond ASCII, as RFC 3987 has them. The rules for\n" +
			"http and https forbid an empty host, as RFC 9110 does in prose."},
}

// TestRulesDocument makes docs/reference/rules.md of the grammars and of testdata/rules.txt, whose
// texts are judged.
func TestRulesDocument(t *testing.T) {
	groups, err := recipe.Groups(".")
	if err != nil {
		t.Fatal(err)
	}
	cases := ruleCases(t)
	var b strings.Builder
	b.WriteString(`# Rules

This page lists every rule of package ` + "`rule`" + `, by its name in the RFC and by its variable in Go.
Commands and ` + "`rule.ByName`" + ` take both names. [Which rule](which-rule.md) helps to choose.
Texts are Go strings. ` + "`go test -run TestRulesDocument ./tables -update`" + ` makes the page, and judges
all texts.
`)
	for _, g := range groups {
		s := ruleSections[g.Name]
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", s.title, s.text)
		b.WriteString(row("rule", "Go", "it takes", "such as", "but not", s.column) + "|" + strings.Repeat("---|", 5+min(1, len(s.column))) + "\n")
		for _, r := range g.Recipes {
			c, known := cases[r.Name]
			if !known {
				t.Errorf("testdata/rules.txt does not have %s", r.Name)
				continue
			}
			delete(cases, r.Name)
			c.judge(t, r.Name)
			last := ""
			if s.cell != nil {
				last = s.cell(&r)
			}
			b.WriteString(row("`"+r.Name+"`", "`"+recipe.GoName(r.Name)+"`", c.takes, span(c.valid), span(c.invalid), last))
		}
		if s.file != "" {
			b.WriteString("\n```abnf\n" + grammarLines(t, s.file, g.Recipes) + "```\n")
		}
	}
	if len(cases) > 0 {
		t.Errorf("testdata/rules.txt has %v, which are no rules", cases)
	}
	testkit.Golden(t, "../docs/reference/rules.md", b.String())
}

// row is a row of a table. The last column may not be there.
func row(cells ...string) string {
	if last := len(cells) - 1; cells[last] == "" {
		cells = cells[:last]
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

// A ruleCase is a line of testdata/rules.txt.
type ruleCase struct{ takes, valid, invalid string }

func ruleCases(t *testing.T) map[string]ruleCase {
	text, err := os.ReadFile("testdata/rules.txt")
	if err != nil {
		t.Fatal(err)
	}
	cases := make(map[string]ruleCase)
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(cells) == 4 {
			cases[cells[0]] = ruleCase{cells[1], cells[2], cells[3]}
		}
	}
	return cases
}

// judge asks the rule for the texts.
func (c ruleCase) judge(t *testing.T, name string) {
	r, known := rule.ByName(name)
	valid, err1 := unquoted(c.valid)
	invalid, err2 := unquoted(c.invalid)
	if !known || err1 != nil || err2 != nil {
		t.Fatalf("testdata/rules.txt: %s: known: %v; %v, %v", name, known, err1, err2)
	}
	if !r.ValidString(valid) || r.ValidString(invalid) {
		t.Errorf("%s: %s is valid: %v, and %s: %v", name, c.valid, r.ValidString(valid), c.invalid, r.ValidString(invalid))
	}
}

func unquoted(text string) (string, error) { return strconv.Unquote(`"` + text + `"`) }

// span is a text as code in a cell.
func span(text string) string { return "`\"" + strings.ReplaceAll(text, "|", `\|`) + "\"`" }

// equation tells what a language is made of.
func equation(r *recipe.Recipe) string { return "`" + r.Equation() + "`" }

// document returns where a rule is from, which its Doc says first, or what it is made of.
func document(r *recipe.Recipe) string {
	m := fromRFC.FindStringSubmatch(r.Doc)
	if m == nil {
		return equation(r)
	}
	return m[1]
}

var fromRFC = regexp.MustCompile(`^is rule \S+ of (RFC \d+, section [\d.]*\d)`)

// grammarLines returns the rules of recipes as they stand in a grammar.
func grammarLines(t *testing.T, file string, recipes []recipe.Recipe) string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g, err := abnf.ParseFile(file, text)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	var b strings.Builder
	for _, r := range recipes {
		if r.Name != r.Rule {
			continue // it has rules of another file
		}
		first := g.Lookup(r.Rule).Line - 1
		last := first + 1
		for last < len(lines) && strings.HasPrefix(lines[last], " ") {
			last++
		}
		b.WriteString(strings.Join(lines[first:last], "\n") + "\n")
	}
	return b.String()
}
