package abnflint

import (
	"slices"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/walk"
)

// checkLanguage reports a rule that matches only the empty string, unless its text shows this, and a rule that redefines
// a core rule. It returns false if the rule cannot be checked.
func (l *linter) checkLanguage() bool {
	a, err := l.automaton(l.rule)
	switch {
	case err != nil:
		l.unchecked(l.rule.Pos, err)
		return false
	case a.Start == dfa.Dead: // reported by checkEmpty
	case walk.Len(a.Follow(a.Start)) == 0 && !l.plainlyEmpty(l.rule.Body):
		l.report(empty, l.rule.Pos, nil, "matches only the empty string")
	}
	if core := abnf.Core().Lookup(l.rule.Name); core != nil && core != l.rule {
		if err := l.compareWithCore(a, core); err != nil {
			l.unchecked(l.rule.Pos, err)
		}
	}
	return true
}

// plainlyEmpty reports whether a node is visibly the empty string: "", an element repeated at most 0 times, or another
// rule.
func (l *linter) plainlyEmpty(n abnf.Node) bool {
	switch n := n.(type) {
	case *abnf.CharVal:
		return n.Text == ""
	case *abnf.Repetition:
		return n.Max == 0
	case *abnf.RuleRef:
		return l.grammar.Target(n) != l.rule
	}
	return !slices.ContainsFunc(abnf.Children(n), func(m abnf.Node) bool { return !l.plainlyEmpty(m) })
}

func (l *linter) compareWithCore(a *dfa.Automaton, core *abnf.Rule) error {
	b, err := compile.Compile(&abnf.Grammar{Encoding: l.grammar.Encoding}, core.Name, nil)
	if err != nil {
		return err
	}
	text, which, err := l.disagreement(b, a)
	switch which {
	case onlyFirst:
		l.report(coreRule, l.rule.Pos, text, "replaces the core rule %s, which also matches %+q", core.Name, text)
	case onlySecond:
		l.report(coreRule, l.rule.Pos, text, "replaces the core rule %s, which does not match %+q", core.Name, text)
	}
	return err
}
