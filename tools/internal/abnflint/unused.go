package abnflint

import "example.org/iri/compile/abnf"

func (l *linter) checkUnused(starts []string) {
	why := "not needed by the start rules"
	if len(starts) == 0 {
		starts = l.roots()
		why = "not needed: only rules that need each other refer to it"
	}
	needed := make(map[*abnf.Rule]bool)
	for _, name := range starts {
		needed[l.grammar.Lookup(name)] = true
	}
	for _, r := range l.grammar.References(starts...) {
		needed[r] = true
	}
	for _, r := range l.own {
		if !needed[r] {
			l.rule = r
			l.report(unused, r.Pos, nil, "%s", why)
		}
	}
}

// roots returns the names of the first rule and of rules that no other rule refers to.
func (l *linter) roots() []string {
	referred := make(map[*abnf.Rule]bool)
	for _, r := range l.own {
		for _, ref := range l.references(r) {
			if to := l.target(ref); to != r {
				referred[to] = true
			}
		}
	}
	var names []string
	for i, r := range l.own {
		if i == 0 || !referred[r] {
			names = append(names, r.Name)
		}
	}
	return names
}
