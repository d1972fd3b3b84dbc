// Package expression translates grammars to regular expressions, for tools that compare with
// engines of these.
package expression

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/abnftree"
)

// RE2 returns a rule of a grammar as a regular expression for a whole string,
// in the syntax that package regexp and RE2 share. The grammar must not be
// recursive.
//
// Package regexp takes each byte that is not UTF-8 for U+FFFD. So the expression
// means what the rule means if the rule does not admit U+FFFD, which no rule of
// RFC 3987 does.
func RE2(g *abnf.Grammar, rule string) (string, error) {
	if err := g.Verify(rule); err != nil {
		return "", err
	}
	t := translator{grammar: g}
	body := t.node(&abnf.RuleRef{Name: rule})
	if t.err != nil {
		return "", t.err
	}
	return `\A` + body + `\z`, nil
}

// A translator turns nodes into expressions that can stand before a quantifier or
// beside others. It remembers the first error.
type translator struct {
	grammar *abnf.Grammar
	open    []string // names of the rules being translated
	err     error
}

func (t *translator) node(n abnf.Node) string {
	return abnftree.Fold(n,
		func(_ *abnf.Alternation, alts []string) string { return group(strings.Join(alts, "|")) },
		func(_ *abnf.Concatenation, elems []string) string { return group(strings.Join(elems, "")) },
		repetition, charVal, numVal, t.rule,
		func(n *abnf.ProseVal) string { return t.fail(n, "has no regular expression") },
	)
}

func repetition(n *abnf.Repetition, elem func() string) string {
	if n.Max == 0 {
		return group("") // whatever the element is, prose included
	}
	return group(elem() + quantifier(n.Min, n.Max))
}

func (t *translator) rule(n *abnf.RuleRef) string {
	r := t.grammar.Target(n)
	if slices.Contains(t.open, r.Name) {
		return t.fail(n, "refers to itself")
	}
	t.open = append(t.open, r.Name)
	text := t.node(r.Body)
	t.open = t.open[:len(t.open)-1]
	return text
}

func (t *translator) fail(n abnf.Node, what string) string {
	if t.err == nil {
		t.err = fmt.Errorf("%v: %v %s", n.Position(), n, what)
	}
	return group("")
}

func group(body string) string { return "(?:" + body + ")" }

func quantifier(least, most int) string {
	switch {
	case most == abnf.Unbounded:
		return fmt.Sprintf("{%d,}", least)
	case most == least:
		return fmt.Sprintf("{%d}", least)
	}
	return fmt.Sprintf("{%d,%d}", least, most)
}

// charVal does not use (?i), which would take U+212A for a k.
func charVal(n *abnf.CharVal) string {
	var b strings.Builder
	for _, c := range n.Text {
		lower, upper := strings.ToLower(string(c)), strings.ToUpper(string(c))
		if n.CaseSensitive || lower == upper {
			b.WriteString(regexp.QuoteMeta(string(c)))
		} else {
			b.WriteString("[" + upper + lower + "]")
		}
	}
	return group(b.String())
}

func numVal(n *abnf.NumVal) string {
	if n.Range {
		return fmt.Sprintf(`[\x{%X}-\x{%X}]`, n.Values[0], n.Values[1])
	}
	var b strings.Builder
	for _, c := range n.Values {
		fmt.Fprintf(&b, `\x{%X}`, c)
	}
	return group(b.String())
}
