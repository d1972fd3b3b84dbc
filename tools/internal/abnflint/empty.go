package abnflint

import (
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/abnftree"
	"example.org/iri/internal/values"
)

// checkEmpty reports rules that match no string, even imported ones, since these may need a rule of the file.
func (l *linter) checkEmpty() {
	l.barren = l.findBarren()
	for _, r := range l.all {
		if l.barren[r] {
			l.rule = r
			l.report(empty, r.Pos, nil, "matches no string")
		}
	}
}

// findBarren returns the rules without a string. It starts from all rules, and removes each that has a string even if the
// remaining ones have none, until nothing changes. Undefined names and prose count as having a string.
func (l *linter) findBarren() map[*abnf.Rule]bool {
	barren, waiting := make(map[*abnf.Rule]bool), make(map[*abnf.Rule]bool)
	users := make(map[*abnf.Rule][]*abnf.Rule)
	var queue []*abnf.Rule
	for _, r := range slices.Backward(l.all) { // rules usually come after those that need them
		barren[r], waiting[r] = true, true
		queue = append(queue, r)
		for _, ref := range l.references(r) {
			users[l.target(ref)] = append(users[l.target(ref)], r)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		r := queue[0]
		waiting[r] = false
		if !barren[r] || !l.hasText(r.Body, barren) {
			continue
		}
		delete(barren, r)
		for _, user := range users[r] {
			if barren[user] && !waiting[user] {
				waiting[user] = true
				queue = append(queue, user)
			}
		}
	}
	return barren
}

// hasText reports whether a node has a string, if the barren rules have none.
func (l *linter) hasText(n abnf.Node, barren map[*abnf.Rule]bool) bool {
	return abnftree.Fold(n,
		func(_ *abnf.Alternation, alts []bool) bool { return slices.Contains(alts, true) },
		func(_ *abnf.Concatenation, elems []bool) bool { return !slices.Contains(elems, false) },
		func(n *abnf.Repetition, elem func() bool) bool { return n.Min == 0 || n.Max == 0 || elem() },
		func(*abnf.CharVal) bool { return true },
		l.isEncodable,
		func(n *abnf.RuleRef) bool { return !barren[l.target(n)] },
		func(*abnf.ProseVal) bool { return true },
	)
}

// isEncodable reports whether a node of values has a string. Surrogates have none.
func (l *linter) isEncodable(n *abnf.NumVal) bool {
	none := func(v uint32) bool { return values.Len(l.grammar.Encoding, rune(v)) == 0 }
	if n.Range { // a range of surrogates only has none
		return !none(n.Values[0]) || !none(n.Values[1]) || n.Values[0] < firstSurrogate && n.Values[1] > lastSurrogate
	}
	return !slices.ContainsFunc(n.Values, none)
}
