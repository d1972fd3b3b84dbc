package abnflint

import (
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

func (l *linter) checkAlternatives() {
	for n := range abnf.All(l.rule.Body) {
		if a, ok := n.(*abnf.Alternation); ok {
			l.alternation(a)
		}
	}
}

type alternative struct {
	abnf.Node
	automaton *dfa.Automaton
}

// alternation compares each alternative with those before it, unless it cannot be compiled. Alternatives that match
// nothing are reported by checkEmpty.
func (l *linter) alternation(n *abnf.Alternation) {
	var before []alternative
	for _, alt := range n.Alts {
		a, err := l.choice(alt)
		if err == nil && a.Start != dfa.Dead {
			x := alternative{alt, a}
			err = l.compare(x, before)
			before = append(before, x)
		}
		if err != nil {
			l.unchecked(alt.Position(), err)
		}
	}
}

// compare reports x if each of its strings matches one of the alternatives before it, or their union. A string of x
// that none of them matches ends the search. To find one, compare takes the difference of x and the alternative that
// matches the last string found.
func (l *linter) compare(x alternative, before []alternative) error {
	tried := make([]bool, len(before))
	for i := 0; i < len(before) && !tried[i]; {
		tried[i] = true
		text, more, err := l.difference(x.automaton, before[i].automaton)
		if err != nil {
			return err
		}
		if !more {
			l.report(redundant, x.Position(), nil, "alternative %s adds nothing: %s before it matches all its strings%s",
				shorten(x), shorten(before[i]), caseHint(x.Node, before[i].Node))
			return nil
		}
		if err := l.spend(len(before) / 16); err != nil {
			return err
		}
		i = slices.IndexFunc(before, func(b alternative) bool { return dfa.Match(b.automaton, text) })
		if i < 0 {
			return nil
		}
	}
	if len(before) == 0 {
		return nil
	}
	return l.compareWithAll(x, before)
}

// compareWithAll reports x if the union of the alternatives before it matches all its strings.
func (l *linter) compareWithAll(x alternative, before []alternative) error {
	list := make([]abnf.Node, len(before))
	for i, b := range before {
		list[i] = b.Node
	}
	union, err := l.choice(list...)
	if err != nil {
		return err
	}
	if _, more, err := l.difference(x.automaton, union); more || err != nil {
		return err
	}
	l.report(redundant, x.Position(), nil, "alternative %s adds nothing: those before it together match all its strings", shorten(x))
	return nil
}

// caseHint explains that two strings match the same because case is ignored.
func caseHint(x, y abnf.Node) string {
	a, ok := x.(*abnf.CharVal)
	b, also := y.(*abnf.CharVal)
	if ok && also && a.Text != b.Text && strings.EqualFold(a.Text, b.Text) {
		return ", as letters in quotes match in either case"
	}
	return ""
}
