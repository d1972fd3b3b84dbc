package abnf

import "iter"

// References yields each reference that the rules called starts, and those they
// reach, make, with the rule it stands for: nil if there is none. A rule is
// visited once, those nearest to starts first. What is repeated at most 0 times
// is not reached.
func (g *Grammar) References(starts ...string) iter.Seq2[*RuleRef, *Rule] {
	return func(yield func(*RuleRef, *Rule) bool) {
		for _, n := range g.reach(starts) {
			if ref, is := n.(*RuleRef); is && !yield(ref, g.Lookup(ref.Name)) {
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
		follow := func(name string) {
			if r := g.Lookup(name); r != nil && !seen[r] {
				seen[r] = true
				queue = append(queue, r)
			}
		}
		for _, name := range starts {
			follow(name)
		}
		for ; len(queue) > 0; queue = queue[1:] {
			r := queue[0]
			more := visit(r.Body, reached, func(n Node) bool {
				if ref, is := n.(*RuleRef); is {
					follow(ref.Name)
				}
				return yield(r, n)
			})
			if !more {
				return
			}
		}
	}
}

// Whether a visit goes into what is repeated at most 0 times: 0<pchar> of RFC 3986
// is the empty text, whatever the prose says.
const (
	everywhere = true
	reached    = false
)

// visit calls yield for a node and those below it, in the order of the text, until
// it returns false.
func visit(n Node, zeros bool, yield func(Node) bool) bool {
	if !yield(n) {
		return false
	}
	switch n := n.(type) {
	case *Alternation:
		return visitAll(n.Alts, zeros, yield)
	case *Concatenation:
		return visitAll(n.Elems, zeros, yield)
	case *Repetition:
		return n.Max == 0 && !zeros || visit(n.Elem, zeros, yield)
	}
	return true
}

func visitAll(list []Node, zeros bool, yield func(Node) bool) bool {
	for _, n := range list {
		if !visit(n, zeros, yield) {
			return false
		}
	}
	return true
}
