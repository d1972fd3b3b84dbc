package abnf

import "iter"

// References yields the references in the rules called starts and in all rules that these reach.
// With each comes the rule that it stands for, nil if there is none. A rule is visited once; rules
// nearest to starts come first. What is repeated at most 0 times is not reached; only its names
// without a rule are yielded.
func (g *Grammar) References(starts ...string) iter.Seq2[*RuleRef, *Rule] {
	return func(yield func(*RuleRef, *Rule) bool) {
		for _, n := range g.reach(starts) {
			if ref, is := n.(*RuleRef); is && !yield(ref, g.Target(ref)) {
				return
			}
		}
	}
}

// reach yields the nodes that starts reach, each with the rule it belongs to.
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

// All yields a node and those below it, in the order of the text. An outer node comes before what
// is inside it. Rules that it refers to are not followed. What is repeated at most 0 times is
// passed over; see [Children].
func All(n Node) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		visit(n, false, func(n Node, unused bool) bool { return unused || yield(n) })
	}
}

// each yields what All does and what that passes over, which is unused.
func each(n Node) iter.Seq2[Node, bool] {
	return func(yield func(n Node, unused bool) bool) { visit(n, false, yield) }
}

// Children returns the nodes right below a node, in the order of the text. What is repeated at most
// 0 times is left out: 0<pchar> of RFC 3986 is the empty string, whatever the prose says. The list
// belongs to the tree: do not change it.
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

// visit calls yield for a node and those below it until it returns false. unused holds for what is
// repeated at most 0 times.
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
