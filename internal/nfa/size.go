package nfa

import (
	"cmp"
	"fmt"
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/abnftree"
)

// TooLarge reports that the NFA would exceed the limit of states. Rule is the innermost rule that does so, and Node the
// innermost node in it.
type TooLarge struct {
	Rule *abnf.Rule
	Node abnf.Node
	Max  int
}

func (e *TooLarge) Error() string {
	return fmt.Sprintf("abnf: %v: rule %s: more than %d states of the NFA", e.Node.Position(), e.Rule.Name, e.Max)
}

// size returns the number of states that Thompson's construction would make for a rule. It makes none, so that a
// repetition of a million times is cheap to reject.
func (g *Graph) size(source Source, max int) (int, error) {
	s := &sizer{Source: source, graph: g, bound: int64(max) + 1, rule: make(map[*abnf.Rule]int64)}
	for _, r := range g.Order {
		if _, known := s.rule[r]; known {
			continue
		}
		for _, counted := range s.count(r) {
			if s.rule[counted] == s.bound {
				return 0, &TooLarge{Rule: r, Node: s.largest(r.Body), Max: max}
			}
		}
	}
	return int(s.rule[source.Rule]), nil
}

// Largest returns the largest rule that r refers to, the largest rule that this one refers to, and so on.
func (g *Graph) Largest(source Source, r *abnf.Rule) (way []*abnf.Rule) {
	s := g.sizes(source, 1<<31)
	for list := g.Inner(r); len(list) > 0; list = g.Inner(way[len(way)-1]) {
		way = append(way, slices.MaxFunc(list, func(a, b *abnf.Rule) int { return cmp.Compare(s.rule[a], s.rule[b]) }))
	}
	return way
}

// LargeNode returns the innermost node of r for which Thompson's construction makes more than max states, or the body
// of r.
func (g *Graph) LargeNode(source Source, r *abnf.Rule, max int) abnf.Node {
	s := g.sizes(source, int64(max)+1)
	s.in = g.components[r]
	return s.largest(r.Body)
}

func (g *Graph) sizes(source Source, bound int64) *sizer {
	s := &sizer{Source: source, graph: g, bound: bound, rule: make(map[*abnf.Rule]int64)}
	for _, r := range g.Order {
		if s.rule[r] == 0 {
			s.count(r)
		}
	}
	return s
}

type sizer struct {
	Source
	graph *Graph
	bound int64
	rule  map[*abnf.Rule]int64
	in    *component // of the rule being counted, if it is recursive
}

// count counts the states of a rule, or of its whole component, and returns the rules counted.
func (s *sizer) count(r *abnf.Rule) []*abnf.Rule {
	s.in = s.graph.components[r]
	if s.in == nil {
		s.rule[r] = s.body(r)
		return []*abnf.Rule{r}
	}
	total := int64(1)
	for _, r := range s.in.rules {
		total = s.sum(total, 1, s.body(r))
	}
	if s.in.loop != nil { // two copies, at worst with all rules reachable in the outer one
		total = s.sum(total, total, 1)
	}
	for _, r := range s.in.rules {
		s.rule[r] = total
	}
	return s.in.rules
}

func (s *sizer) body(r *abnf.Rule) int64 {
	return s.sum(1, s.node(r.Body), 2*int64(len(s.Spans[r])))
}

func (s *sizer) sum(counts ...int64) (total int64) {
	for _, n := range counts {
		total = min(total+n, s.bound)
	}
	return total
}

// times counts n copies of a node of some size; both are below 1<<32.
func (s *sizer) times(n int, size int64) int64 { return min(int64(n)*size, s.bound) }

func (s *sizer) node(n abnf.Node) int64 {
	return abnftree.Fold(n,
		func(_ *abnf.Alternation, alts []int64) int64 { return s.sum(2, s.sum(alts...)) },
		func(_ *abnf.Concatenation, elems []int64) int64 { return s.sum(elems...) },
		s.repetition,
		func(n *abnf.CharVal) int64 { return s.sum(1, int64(len(n.Text))) },
		s.numVal, s.reference,
		func(*abnf.ProseVal) int64 { return 0 },
	)
}

func (s *sizer) reference(n *abnf.RuleRef) int64 {
	r := s.graph.grammar.Target(n)
	if s.in == nil || s.graph.components[r] != s.in {
		return s.rule[r]
	}
	if s.in.inLoop[n] {
		return 2
	}
	return 1
}

func (s *sizer) repetition(n *abnf.Repetition, size func() int64) int64 {
	if n.Max == 0 {
		return 2
	}
	elem := size()
	if n.Max == abnf.Unbounded {
		return s.sum(2, s.times(n.Min, elem), elem)
	}
	return s.sum(2, s.times(n.Max, elem))
}

func (s *sizer) numVal(n *abnf.NumVal) int64 {
	if n.Range {
		return s.value(n.Values[0], n.Values[1])
	}
	total := int64(1)
	for _, v := range n.Values {
		total = s.sum(total, s.value(v, v))
	}
	return total
}

func (s *sizer) value(lo, hi uint32) int64 {
	total := int64(2)
	for _, seq := range s.graph.sequences(lo, hi) {
		total += int64(len(seq) - 1)
	}
	return total
}

func (s *sizer) largest(n abnf.Node) abnf.Node {
	for _, m := range abnf.Children(n) {
		if s.node(m) == s.bound {
			return s.largest(m)
		}
	}
	return n
}
