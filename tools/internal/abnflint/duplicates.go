package abnflint

import (
	"fmt"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/values"
)

// checkDuplicates reports names that two files define, with both positions, and whether both have the same language. It
// omits core rules that an imported file defines with the same language.
func (l *linter) checkDuplicates() {
	for _, x := range l.input.Hidden {
		hidden, instead := x.Rule, x.Instead
		l.rule = instead
		same, difference := l.compareRules(instead, hidden)
		switch isCore := abnf.Core().Lookup(instead.Name) == instead; {
		case !isCore:
			l.report(duplicate, instead.Pos, nil, "defined in %v, too%s", hidden.Pos, difference)
		case !same:
			l.report(duplicate, hidden.Pos, nil, "the core rule is used instead%s", difference)
		}
	}
}

// compareRules describes how two rules with the same name differ, if that can be checked.
func (l *linter) compareRules(a, b *abnf.Rule) (same bool, difference string) {
	x, err := l.choice(a.Body)
	if err != nil {
		return false, ""
	}
	y, err := l.choice(b.Body)
	if err != nil {
		return false, ""
	}
	text, which, err := l.disagreement(x, y)
	switch {
	case err != nil:
		return false, ""
	case which == onlyFirst:
		return false, fmt.Sprintf("; that in %s does not match %s", b.File, values.Quote(l.grammar.Encoding, string(text)))
	case which == onlySecond:
		return false, fmt.Sprintf("; that in %s also matches %s", b.File, values.Quote(l.grammar.Encoding, string(text)))
	}
	return true, "; both mean the same"
}
