// Package naming parses lists of rules, in which a rule may get another name.
package naming

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
)

// Cut splits RULE or NAME=RULE. The default name is the rule's own.
func Cut(entry string) (name, rule string, err error) {
	name, rule, renamed := strings.Cut(entry, "=")
	if !renamed {
		rule = name
	}
	if name == "" {
		return "", "", fmt.Errorf("abnf: %q is neither RULE nor NAME=RULE", entry)
	}
	return name, rule, nil
}

// Unknown returns the error for a name in an option that is not a rule of the grammar.
func Unknown(g *abnf.Grammar, option, name string) error {
	hint := ""
	var list abnf.ErrorList
	if errors.As(g.Verify(name), &list) && list[0].Nearest != "" {
		hint = "; did you mean " + list[0].Nearest + "?"
	}
	return fmt.Errorf("abnf: %s %s is not a rule of the grammar%s", option, name, hint)
}

// Span is a rule to locate under a name, only below the rules Below, each of which is below the previous one.
type Span struct {
	Name  string
	Rule  *abnf.Rule
	Below []*abnf.Rule
}

// SpanName returns the name of a span: NAME for NAME=A.B, and B for A.B.
func SpanName(entry string) string {
	if name, _, renamed := strings.Cut(entry, "="); renamed {
		return name
	}
	return entry[strings.LastIndexByte(entry, '.')+1:]
}

// SpanPath returns the names of the rules in a span: A and B for A.B and NAME=A.B.
func SpanPath(entry string) []string {
	if _, path, renamed := strings.Cut(entry, "="); renamed {
		entry = path
	}
	return strings.Split(entry, ".")
}

// SpanRule returns the name of the rule to locate: B for A.B and NAME=A.B.
func SpanRule(entry string) string {
	path := SpanPath(entry)
	return path[len(path)-1]
}

// ParseSpan parses RULE, A.B, or NAME=A.B with rules of a grammar.
func ParseSpan(g *abnf.Grammar, entry string) (Span, error) {
	var rules []*abnf.Rule
	for _, name := range SpanPath(entry) {
		r := g.Lookup(name)
		if r == nil {
			return Span{}, Unknown(g, "span", name)
		}
		rules = append(rules, r)
	}
	last := len(rules) - 1
	s := Span{SpanName(entry), rules[last], rules[:last]}
	if s.Name == "" {
		return Span{}, fmt.Errorf("abnf: %q is neither RULE, A.B nor NAME=A.B", entry)
	}
	return s, nil
}

// Spans parses a list of spans. No two may have the same rules.
func Spans(g *abnf.Grammar, entries []string) (list []Span, err error) {
	for _, entry := range entries {
		s, err := ParseSpan(g, entry)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, func(t Span) bool { return t.Rule == s.Rule && slices.Equal(t.Below, s.Below) }) {
			return nil, fmt.Errorf("abnf: span %s is listed twice", entry)
		}
		list = append(list, s)
	}
	return list, nil
}
