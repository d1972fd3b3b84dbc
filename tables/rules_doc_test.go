package tables_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
	"example.org/iri/tables/internal/recipe"
)

// A ruleSection is a section of the page: a group of rules.
type ruleSection struct {
	title, text string
	column      string                      // title of the last column, if any
	cell        func(*recipe.Recipe) string // cell of that column
}

var ruleSections = map[string]ruleSection{
	"rfc3987": {title: "IRIs: RFC 3987, section 2.2",
		text: "RFC 3986, appendix A, has the rules from `scheme` on as well. The ABNF is in [rfc3987.abnf](../../tables/rfc3987.abnf)."},
	"rfc3986": {title: "URIs: RFC 3986, appendix A",
		text: "All of these are ASCII. The rules that both RFCs have are above. The ABNF is in [rfc3986.abnf](../../tables/rfc3986.abnf)."},
	"derived": {title: "Derived rules",
		text: "These are not rules of an RFC."},
	"rfc9112": {title: "HTTP", column: "source", cell: document,
		text: "In `A<B:RULE`, the rules of grammar A are added to those of B, and replace those with the same names.\n" +
			"`http-URI` and `https-URI` also require a host that is not empty, as the prose of RFC 9110 does. The ABNF is in [rfc9112.abnf](../../tables/rfc9112.abnf)."},
}

// TestRulesDocument generates docs/reference/rules.md from the grammars and the samples, which it validates.
func TestRulesDocument(t *testing.T) {
	groups, err := recipe.Groups(".")
	if err != nil {
		t.Fatal(err)
	}
	samples, err := recipe.Samples(".")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(`# Rules of RFC 3986, RFC 3987 and HTTP, with examples

These are the rules of package ` + "`rule`" + `, by their names in the RFCs and in Go. Commands and
` + "`rule.ByName`" + ` take both names. [Which rule](which-rule.md) helps to choose one. Strings are
written as in Go. Errors name rules of this page after "expected", and those of RFC 5234: ALPHA (letters),
DIGIT, HEXDIG. ` + "`abnfc extract --rule host rfc3986`" + ` prints the ABNF of a rule and of those that it needs.
`)
	for _, g := range groups {
		s := ruleSections[g.Name]
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", s.title, s.text)
		b.WriteString(row("rule", "Go", "matches", "such as", "but not", s.column) + "|" + strings.Repeat("---|", 5+min(1, len(s.column))) + "\n")
		for _, r := range g.Recipes {
			c, known := samples[r.Name]
			if !known {
				t.Errorf("%s does not have %s", recipe.SamplesFile, r.Name)
				continue
			}
			delete(samples, r.Name)
			check(t, r.Name, c)
			last := ""
			if s.cell != nil {
				last = s.cell(&r)
			}
			name := `<a id="` + strings.ToLower(r.Name) + "\"></a>`" + r.Name + "`"
			b.WriteString(row(name, "`"+recipe.GoName(r.Name)+"`", c.Matches, span(c.Valid), span(c.Invalid), last))
		}
	}
	if len(samples) > 0 {
		t.Errorf("%s has %v, which are not rules", recipe.SamplesFile, samples)
	}
	testkit.Golden(t, "../docs/reference/rules.md", b.String())
}

// row is a row of a table, with an optional last column.
func row(cells ...string) string {
	if last := len(cells) - 1; cells[last] == "" {
		cells = cells[:last]
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

func check(t *testing.T, name string, c recipe.Sample) {
	r, known := rule.ByName(name)
	valid, err1 := unquoted(c.Valid)
	invalid, err2 := unquoted(c.Invalid)
	if !known || err1 != nil || err2 != nil {
		t.Fatalf("%s: %s: known: %v; %v, %v", recipe.SamplesFile, name, known, err1, err2)
	}
	if !r.ValidString(valid) || r.ValidString(invalid) {
		t.Errorf("%s: %s is valid: %v, and %s: %v", name, c.Valid, r.ValidString(valid), c.Invalid, r.ValidString(invalid))
	}
}

func unquoted(s string) (string, error) { return strconv.Unquote(`"` + s + `"`) }

// span formats a string as code in a cell.
func span(s string) string { return "`\"" + strings.ReplaceAll(s, "|", `\|`) + "\"`" }

func equation(r *recipe.Recipe) string { return "`" + r.Equation() + "`" }

// document returns the source of a rule, with which its Doc begins, or its equation.
func document(r *recipe.Recipe) string {
	m := fromRFC.FindStringSubmatch(r.Doc)
	if m == nil {
		return equation(r)
	}
	return m[1]
}

var fromRFC = regexp.MustCompile(`^It is rule \S+ of (RFC \d+, section [\d.]*\d)`)
