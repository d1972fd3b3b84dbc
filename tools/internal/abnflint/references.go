package abnflint

import "example.org/iri/compile/abnf"

// references lists where r refers to other rules and to itself, the first place for each. Names
// without a rule are not among them.
func (l *linter) references(r *abnf.Rule) []*abnf.RuleRef {
	var list []*abnf.RuleRef
	seen := make(map[*abnf.Rule]bool)
	for n := range abnf.All(r.Body) {
		if ref, ok := n.(*abnf.RuleRef); ok && l.target(ref) != nil && !seen[l.target(ref)] {
			seen[l.target(ref)] = true
			list = append(list, ref)
		}
	}
	return list
}

// target returns the rule that ref refers to.
func (l *linter) target(ref *abnf.RuleRef) *abnf.Rule { return l.grammar.Target(ref) }

// shorten shortens an element to a length that fits a message.
func shorten(n abnf.Node) string {
	const most = 40
	text := n.String()
	if len(text) > most {
		return text[:most-3] + "..."
	}
	return text
}
