package nfa

import (
	"slices"

	"example.org/iri/compile/abnf"
)

// Graph is the graph of references of a rule: all rules that it refers to, directly or indirectly.
type Graph struct {
	Order []*abnf.Rule // by strongly connected components, each after those that it refers to

	grammar    *abnf.Grammar
	components map[*abnf.Rule]*component // of recursive rules
	references map[*abnf.Rule][]reference
	uses       map[*abnf.Rule]int // number of references to a rule, with those in repetitions that are copied counted twice
}

// NewGraph returns the graph of the rule start. It returns a Cycle for each component that is not regular.
func NewGraph(g *abnf.Grammar, start *abnf.Rule) (*Graph, []*Cycle) {
	graph := &Graph{
		grammar:    g,
		components: make(map[*abnf.Rule]*component),
		references: make(map[*abnf.Rule][]reference),
		uses:       make(map[*abnf.Rule]int),
	}
	w := &componentWalk{
		Graph:  graph,
		number: make(map[*abnf.Rule]int),
		low:    make(map[*abnf.Rule]int),
		done:   make(map[*abnf.Rule]bool),
	}
	w.visit(start)
	return graph, w.cycles
}

// Recursive reports whether r refers to itself, directly or indirectly.
func (g *Graph) Recursive(r *abnf.Rule) bool { return g.components[r] != nil }

// Inner returns the rules that r refers to and that do not refer to r.
func (g *Graph) Inner(r *abnf.Rule) (list []*abnf.Rule) {
	for _, ref := range g.references[r] {
		to := g.grammar.Target(ref.RuleRef)
		if !slices.Contains(list, to) && (g.components[to] == nil || g.components[to] != g.components[r]) {
			list = append(list, to)
		}
	}
	return list
}

// LeftLoop returns a rule that refers to itself within a repetition at its beginning, or nil.
func (g *Graph) LeftLoop() *abnf.Rule {
	for _, r := range g.Order {
		if c := g.components[r]; c != nil && c.loop != nil && c.left {
			return r
		}
	}
	return nil
}

// Left reports whether some rule refers to itself at its beginning.
func (g *Graph) Left() bool {
	return slices.ContainsFunc(g.Order, func(r *abnf.Rule) bool {
		c := g.components[r]
		return c != nil && c.left
	})
}

// A componentWalk finds strongly connected components by depth-first search (Robert Tarjan, Depth-First Search and
// Linear Graph Algorithms, 1972).
type componentWalk struct {
	*Graph
	number map[*abnf.Rule]int // order of the visit, from 1; 0 before
	low    map[*abnf.Rule]int // least number on the stack that the rule is known to lead to
	stack  []*abnf.Rule       // rules of incomplete components
	done   map[*abnf.Rule]bool
	cycles []*Cycle
}

func (w *componentWalk) visit(r *abnf.Rule) {
	w.number[r] = len(w.number) + 1
	w.low[r] = w.number[r]
	w.stack = append(w.stack, r)
	w.references[r] = references(r.Body)
	for _, ref := range w.references[r] {
		to := w.grammar.Target(ref.RuleRef)
		w.uses[to]++
		if ref.copied {
			w.uses[to]++
		}
		if w.number[to] == 0 {
			w.visit(to)
			w.low[r] = min(w.low[r], w.low[to])
		} else if !w.done[to] {
			w.low[r] = min(w.low[r], w.number[to])
		}
	}
	if w.low[r] == w.number[r] {
		first := len(w.stack) - 1
		for w.stack[first] != r {
			first--
		}
		rules := slices.Clone(w.stack[first:])
		w.stack = w.stack[:first]
		w.close(rules)
	}
}

func (w *componentWalk) close(rules []*abnf.Rule) {
	w.Order = append(w.Order, rules...)
	c := &component{rules: rules}
	for _, r := range rules {
		w.components[r], w.done[r] = c, true
	}
	inner := w.inner(c)
	if len(inner) == 0 {
		delete(w.components, rules[0]) // not recursive
		return
	}
	if !c.classify(inner) {
		cycle := w.notRegular(inner)
		cycle.Rules = rules
		w.cycles = append(w.cycles, cycle)
	}
}

// A reference is an occurrence of a rule name in the body of a rule.
type reference struct {
	*abnf.RuleRef
	position
}

// A position describes where a node is in the body of a rule.
type position struct {
	first, last bool // only the empty string may precede, follow

	// The repetition without an upper limit that is first, or last, in the body, and in which the node is first, or
	// last.
	beginsLoop, endsLoop *abnf.Repetition

	copied bool // within a repetition that the construction writes more than once
}

// references returns the references in a body, except those that are repeated at most 0 times.
func references(body abnf.Node) (list []reference) {
	var walk func(n abnf.Node, at position)
	walk = func(n abnf.Node, at position) {
		switch n := n.(type) {
		case *abnf.Alternation:
			for _, alt := range n.Alts {
				walk(alt, at)
			}
		case *abnf.Concatenation:
			for i, elem := range n.Elems {
				walk(elem, at.of(i, n))
			}
		case *abnf.Repetition:
			if n.Max != 0 {
				walk(n.Elem, at.within(n))
			}
		case *abnf.RuleRef:
			list = append(list, reference{n, at})
		}
	}
	walk(body, position{first: true, last: true})
	return list
}

func (at position) of(i int, n *abnf.Concatenation) position {
	if slices.ContainsFunc(n.Elems[:i], notVoid) {
		at.first, at.beginsLoop = false, nil
	}
	if slices.ContainsFunc(n.Elems[i+1:], notVoid) {
		at.last, at.endsLoop = false, nil
	}
	return at
}

// within returns the position of the repeated node. The first copy of 1*x and the loop after it end at one state, but
// do not begin at one.
func (at position) within(n *abnf.Repetition) position {
	at.copied = at.copied || copies(n) > 1
	if n.Max == 1 {
		return at
	}
	in := position{copied: at.copied}
	if n.Max == abnf.Unbounded && n.Min == 0 && at.first {
		in.beginsLoop = n
	}
	if n.Max == abnf.Unbounded && n.Min <= 1 && at.last {
		in.endsLoop = n
	}
	return in
}

func notVoid(n abnf.Node) bool {
	switch n := n.(type) {
	case *abnf.CharVal:
		return n.Text != ""
	case *abnf.Repetition:
		return n.Max != 0
	}
	return true
}
