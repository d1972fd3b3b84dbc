package nfa

import (
	"slices"

	"example.org/iri/compile/abnf"
)

// Graph is what a rule needs: the rules it refers to, directly or not.
type Graph struct {
	Order []*abnf.Rule // component by component, each behind those that it refers to

	grammar    *abnf.Grammar
	components map[*abnf.Rule]*component // of rules that refer to themselves
	references map[*abnf.Rule][]reference
	uses       map[*abnf.Rule]int // references to it, those that are copied counted twice
}

// NewGraph follows the references from start. It returns a Cycle for each component that
// is not regular.
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

// Recursive reports whether a rule refers to itself, directly or not.
func (g *Graph) Recursive(r *abnf.Rule) bool { return g.components[r] != nil }

// Inner lists the rules that a rule refers to and that do not refer to it.
func (g *Graph) Inner(r *abnf.Rule) (list []*abnf.Rule) {
	for _, ref := range g.references[r] {
		to := g.grammar.Target(ref.RuleRef)
		if !slices.Contains(list, to) && (g.components[to] == nil || g.components[to] != g.components[r]) {
			list = append(list, to)
		}
	}
	return list
}

// component is a set of rules that refer to each other, directly or through one
// another: a strongly connected component of the graph of references. It is
// regular if all these references stand at the end of their rules, or all at the
// beginning.
type component struct {
	rules []*abnf.Rule
	left  bool // at the beginning
}

// componentWalk finds components by depth-first search (Robert Tarjan, Depth-First
// Search and Linear Graph Algorithms, 1972).
type componentWalk struct {
	*Graph
	number map[*abnf.Rule]int // of the visit, from 1; 0 before
	low    map[*abnf.Rule]int // least number on the stack that the rule is known to lead to
	stack  []*abnf.Rule       // rules whose component is not complete
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

// close takes the rules of a complete component.
func (w *componentWalk) close(rules []*abnf.Rule) {
	w.Order = append(w.Order, rules...)
	c := &component{rules: rules}
	for _, r := range rules {
		w.components[r], w.done[r] = c, true
	}
	inner := w.inner(c)
	if len(inner) == 0 {
		delete(w.components, rules[0]) // a rule by itself
		return
	}
	atEnd := func(u use) bool { return u.last }
	atBeginning := func(u use) bool { return u.first }
	switch {
	case all(inner, atEnd):
	case all(inner, atBeginning):
		c.left = true
	default:
		w.cycles = append(w.cycles, w.notRegular(inner))
	}
}

// use is a reference and the rule in whose body it stands.
type use struct {
	in *abnf.Rule
	reference
}

// inner lists the references from rules of a component to rules of it.
func (g *Graph) inner(c *component) (list []use) {
	for _, r := range c.rules {
		for _, ref := range g.references[r] {
			if g.components[g.grammar.Target(ref.RuleRef)] == c {
				list = append(list, use{r, ref})
			}
		}
	}
	return list
}

func all(list []use, holds func(use) bool) bool {
	return !slices.ContainsFunc(list, func(u use) bool { return !holds(u) })
}

// Cycle says that rules refer to themselves in a way that is not regular.
type Cycle struct {
	Names []string   // of the rules on the way, the first again at the end
	Pos   []abnf.Pos // where each of them refers to the next: one fewer than Names
	Where string     // a rule of the cycle refers to the next
}

// notRegular describes why a component is not regular: a reference in the middle
// of a rule or, if there is none, one at the beginning and another at the end.
func (g *Graph) notRegular(inner []use) *Cycle {
	for _, u := range inner {
		if !u.first && !u.last {
			return g.cycle(u, "in the middle of a rule")
		}
	}
	beginning := inner[slices.IndexFunc(inner, func(u use) bool { return !u.last })]
	end := inner[slices.IndexFunc(inner, func(u use) bool { return !u.first })]
	return g.cycle(beginning, "at the beginning of a rule and, at "+end.Pos.String()+", at the end of one")
}

// cycle returns the shortest cycle that a reference is part of.
func (g *Graph) cycle(u use, where string) *Cycle {
	e := &Cycle{Names: []string{u.in.Name}, Pos: []abnf.Pos{u.Pos}, Where: where}
	begin := g.grammar.Target(u.RuleRef)
	back := map[*abnf.Rule]use{} // the last reference on a shortest way from begin
	for queue := []*abnf.Rule{begin}; len(queue) > 0; queue = queue[1:] {
		for _, ref := range g.references[queue[0]] {
			to := g.grammar.Target(ref.RuleRef)
			if _, met := back[to]; !met {
				back[to] = use{queue[0], ref}
				queue = append(queue, to)
			}
		}
	}
	var way []use
	for r := u.in; r != begin; r = back[r].in {
		way = append(way, back[r])
	}
	for _, step := range slices.Backward(way) {
		e.Names, e.Pos = append(e.Names, step.in.Name), append(e.Pos, step.Pos)
	}
	e.Names = append(e.Names, u.in.Name)
	return e
}

// reference is a place in a rule's body that refers to a rule.
type reference struct {
	*abnf.RuleRef
	first, last bool // nothing but the empty text can stand before it, or behind it
	copied      bool // it stands in a repetition that is written more than once
}

// references lists the references in a body. What is repeated at most 0 times
// refers to nothing.
func references(body abnf.Node) (list []reference) {
	var walk func(n abnf.Node, first, last, copied bool)
	walk = func(n abnf.Node, first, last, copied bool) {
		switch n := n.(type) {
		case *abnf.Alternation:
			for _, alt := range n.Alts {
				walk(alt, first, last, copied)
			}
		case *abnf.Concatenation:
			begin := slices.IndexFunc(n.Elems, notVoid)
			end := len(n.Elems) - 1
			for end >= 0 && !notVoid(n.Elems[end]) {
				end--
			}
			for i, elem := range n.Elems {
				walk(elem, first && i == begin, last && i == end, copied)
			}
		case *abnf.Repetition:
			if n.Max != 0 {
				once := n.Max == 1
				walk(n.Elem, first && once, last && once, copied || copies(n) > 1)
			}
		case *abnf.RuleRef:
			list = append(list, reference{n, first, last, copied})
		}
	}
	walk(body, true, true, false)
	return list
}

// notVoid reports whether a node is anything but the empty text written down.
func notVoid(n abnf.Node) bool {
	switch n := n.(type) {
	case *abnf.CharVal:
		return n.Text != ""
	case *abnf.Repetition:
		return n.Max != 0
	}
	return true
}
