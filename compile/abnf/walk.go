package abnf

import "iter"

// References yields the references in the rules called starts and in all rules reachable from these, each with the rule
// that it resolves to, or nil. It visits each rule once, in breadth-first order. From elements that are repeated at
// most 0 times, it yields only references to undefined rules.
func (g *Grammar) References(starts ...string) iter.Seq2[*RuleRef, *Rule] {
	return func(yield func(*RuleRef, *Rule) bool) {
		for _, n := range g.reach(starts) {
			if ref, is := n.(*RuleRef); is && !yield(ref, g.Target(ref)) {
				return
			}
		}
	}
}

// reach yields the nodes reachable from starts, each with its rule.
func (g *Grammar) reach(starts []string) iter.Seq2[*Rule, Node] {
	return func(yield func(*Rule, Node) bool) {
		seen := make(map[*Rule]bool)
		var queue []*Rule
		follow := func(r *Rule) {
			if r != nil && !seen[r] {
				seen[r] = true
				queue = append(queue, r)
			}
		}
		for _, name := range starts {
			follow(g.Lookup(name))
		}
		for ; len(queue) > 0; queue = queue[1:] {
			r := queue[0]
			for n, unused := range each(r.Body) {
				ref, is := n.(*RuleRef)
				switch {
				case unused && (!is || g.Target(ref) != nil):
					continue
				case is:
					follow(g.Target(ref))
				}
				if !yield(r, n) {
					return
				}
			}
		}
	}
}

// All yields n and its descendants in preorder, without the bodies of the rules that they refer to. It omits elements
// that are repeated at most 0 times; see [Children].
func All(n Node) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		visit(n, false, func(n Node, unused bool) bool { return unused || yield(n) })
	}
}

// each yields the same as All, and the nodes that All omits as unused.
func each(n Node) iter.Seq2[Node, bool] {
	return func(yield func(n Node, unused bool) bool) { visit(n, false, yield) }
}

// Children returns the children of a node in the order of the text. It omits an element that is repeated at most 0
// times: 0<pchar> of RFC 3986 is the empty string. The list must not be modified.
func Children(n Node) []Node {
	switch n := n.(type) {
	case *Alternation:
		return n.Alts
	case *Concatenation:
		return n.Elems
	case *Repetition:
		if n.Max != 0 {
			return []Node{n.Elem}
		}
	}
	return nil
}

// visit calls yield for n and its descendants until it returns false; unused means repeated at most 0 times.
func visit(n Node, unused bool, yield func(n Node, unused bool) bool) bool {
	if !yield(n, unused) {
		return false
	}
	if r, is := n.(*Repetition); is {
		return visit(r.Elem, unused || r.Max == 0, yield)
	}
	for _, child := range Children(n) {
		if !visit(child, unused, yield) {
			return false
		}
	}
	return true
}
