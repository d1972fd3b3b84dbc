package lint

import (
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// alternatives reports alternatives that add nothing to those before them.
func (l *linter) alternatives() {
	for n := range nodes(l.rule.Body) {
		if a, ok := n.(*abnf.Alternation); ok {
			if err := l.alternation(a); err != nil {
				l.unchecked(a.Pos, err)
			}
		}
	}
}

func (l *linter) alternation(n *abnf.Alternation) error {
	var list []*dfa.Automaton // of the alternatives
	for i, alt := range n.Alts {
		a, err := l.choice(alt)
		if err != nil {
			return err
		}
		if a.Start != dfa.Dead && i > 0 { // what matches nothing is reported elsewhere
			if err := l.alternative(n, i, append(list, a)); err != nil {
				return err
			}
		}
		list = append(list, a)
	}
	return nil
}

// alternative reports alternative i if all its texts match those before it.
func (l *linter) alternative(n *abnf.Alternation, i int, list []*dfa.Automaton) error {
	a, before := list[i], list[:i]
	tried := make([]bool, i)
	for j := 0; !tried[j]; {
		tried[j] = true
		text, more, err := l.difference(a, before[j])
		if err != nil {
			return err
		}
		if !more {
			l.report(n.Alts[i].Position(), nil, "alternative %s adds nothing: %s before it matches all its texts%s",
				shorten(n.Alts[i]), shorten(n.Alts[j]), caseHint(n.Alts[i], n.Alts[j]))
			return nil
		}
		if err := l.spend(i / 16); err != nil {
			return err
		}
		j = slices.IndexFunc(before, func(b *dfa.Automaton) bool { return dfa.Match(b, text) })
		if j < 0 {
			return nil
		}
	}
	union, err := l.choice(n.Alts[:i]...)
	if err != nil {
		return err
	}
	if _, more, err := l.difference(a, union); more || err != nil {
		return err
	}
	l.report(n.Alts[i].Position(), nil, "alternative %s adds nothing: those before it together match all its texts", shorten(n.Alts[i]))
	return nil
}

// caseHint explains why one string matches what another one does.
func caseHint(x, y abnf.Node) string {
	a, ok := x.(*abnf.CharVal)
	b, also := y.(*abnf.CharVal)
	if ok && also && a.Text != b.Text && strings.EqualFold(a.Text, b.Text) {
		return ", as letters in quotes match in either case"
	}
	return ""
}
