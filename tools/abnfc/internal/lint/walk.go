package lint

import (
	"iter"

	"example.org/iri/compile/abnf"
)

// nodes yields n and the nodes below it, from the outside in. What is repeated at
// most 0 times is passed over: it is the empty text.
func nodes(n abnf.Node) iter.Seq[abnf.Node] {
	return func(yield func(abnf.Node) bool) { visit(n, yield) }
}

func visit(n abnf.Node, yield func(abnf.Node) bool) bool {
	if !yield(n) {
		return false
	}
	for _, m := range inner(n) {
		if !visit(m, yield) {
			return false
		}
	}
	return true
}

// inner returns the nodes right below n.
func inner(n abnf.Node) []abnf.Node {
	switch n := n.(type) {
	case *abnf.Alternation:
		return n.Alts
	case *abnf.Concatenation:
		return n.Elems
	case *abnf.Repetition:
		if n.Max != 0 {
			return []abnf.Node{n.Elem}
		}
	}
	return nil
}

// references lists where r refers to other rules and to itself, the first place for each.
func (l *linter) references(r *abnf.Rule) []*abnf.RuleRef {
	var list []*abnf.RuleRef
	seen := make(map[*abnf.Rule]bool)
	for n := range nodes(r.Body) {
		if ref, ok := n.(*abnf.RuleRef); ok && !seen[l.target(ref)] {
			seen[l.target(ref)] = true
			list = append(list, ref)
		}
	}
	return list
}

// target returns the rule that ref refers to.
func (l *linter) target(ref *abnf.RuleRef) *abnf.Rule { return l.grammar.Lookup(ref.Name) }

// shorten cuts what an element says to a length that fits a message.
func shorten(n abnf.Node) string {
	const most = 40
	text := n.String()
	if len(text) > most {
		return text[:most-3] + "..."
	}
	return text
}
