package proof

import (
	"slices"

	"example.org/iri/compile/abnf"
)

// An equation describes a recursive rule as an alternation of rest and, for each of some rules, the term followed by
// that rule. If the rules are recursive at their beginnings, the rule comes before its term.
type equation struct {
	rest  term
	terms map[*abnf.Rule]term
}

// equations has the equations of rules that refer to each other, all at their ends or all at their beginnings.
type equations struct {
	*translator
	rules []*abnf.Rule
	left  bool // recursive at the beginnings
}

// components finds the strongly connected components of rules (Robert Tarjan, Depth-First Search and Linear Graph
// Algorithms, 1972).
type components struct {
	grammar *abnf.Grammar
	number  map[*abnf.Rule]int // order of the visit, from 1
	stack   []*abnf.Rule       // rules of incomplete components
	of      map[*abnf.Rule][]*abnf.Rule
}

// componentsOf returns the component of each recursive rule that r needs.
func componentsOf(g *abnf.Grammar, r *abnf.Rule) map[*abnf.Rule][]*abnf.Rule {
	c := &components{g, make(map[*abnf.Rule]int), nil, make(map[*abnf.Rule][]*abnf.Rule)}
	c.visit(r)
	return c.of
}

// visit returns the lowest number of a rule on the stack that r refers to, directly or indirectly.
func (c *components) visit(r *abnf.Rule) (low int) {
	c.number[r] = len(c.number) + 1
	begin, own := len(c.stack), false
	low = c.number[r]
	c.stack = append(c.stack, r)
	for n := range abnf.All(r.Body) {
		ref, is := n.(*abnf.RuleRef)
		if !is {
			continue
		}
		to := c.grammar.Target(ref)
		own = own || to == r
		if c.number[to] == 0 {
			low = min(low, c.visit(to))
		} else if slices.Contains(c.stack, to) {
			low = min(low, c.number[to])
		}
	}
	if low == c.number[r] {
		rules := slices.Clone(c.stack[begin:])
		c.stack = c.stack[:begin]
		for _, x := range rules {
			if own || len(rules) > 1 {
				c.of[x] = rules
			}
		}
	}
	return low
}

// solve computes the terms of rules that refer to each other. It reports whether they do so all at their ends, or all
// at their beginnings.
func (t *translator) solve(rules []*abnf.Rule) (solved bool) {
	for _, left := range []bool{false, true} {
		e := &equations{t, rules, left}
		list := make([]equation, len(rules))
		solved = true
		for i, r := range rules {
			x, linear := e.node(r.Body)
			list[i], solved = x, solved && linear
		}
		if solved {
			e.eliminate(list)
			return true
		}
	}
	return false
}

// node returns the equation of a node. If the node refers to the rules in other positions, linear is false.
func (e *equations) node(n abnf.Node) (x equation, linear bool) {
	if !e.refers(n) {
		return equation{rest: e.translator.node(n)}, true
	}
	switch n := n.(type) {
	case *abnf.RuleRef:
		return equation{nothing, map[*abnf.Rule]term{e.grammar.Target(n): nullary}}, true
	case *abnf.Alternation:
		x.rest = nothing
		for _, alt := range n.Alts {
			y, linear := e.node(alt)
			if !linear {
				return x, false
			}
			x = e.sum(x, y)
		}
		return x, true
	case *abnf.Concatenation:
		return e.concatenation(n)
	case *abnf.Repetition:
		if n.Max != 1 {
			return x, false
		}
		if x, linear = e.node(n.Elem); n.Min == 0 {
			x.rest = e.translator.terms.alt(nullary, x.rest)
		}
		return x, linear
	}
	return x, false
}

func (e *equations) refers(n abnf.Node) bool {
	for x := range abnf.All(n) {
		if ref, is := x.(*abnf.RuleRef); is && slices.Contains(e.rules, e.grammar.Target(ref)) {
			return true
		}
	}
	return false
}

// concatenation returns the equation of n, which may refer to the rules only in its last, or first, element.
func (e *equations) concatenation(n *abnf.Concatenation) (x equation, linear bool) {
	last := len(n.Elems) - 1
	inner, outer := n.Elems[last], n.Elems[:last]
	if e.left {
		inner, outer = n.Elems[0], n.Elems[1:]
	}
	if slices.ContainsFunc(outer, e.refers) {
		return x, false
	}
	beside := e.translator.terms.sequence(e.translator.nodes(outer))
	x, linear = e.node(inner)
	return e.join(beside, x), linear
}

func (e *equations) join(beside term, x equation) equation {
	join := func(y term) term { return e.translator.terms.cat(beside, y) }
	if e.left {
		join = func(y term) term { return e.translator.terms.cat(y, beside) }
	}
	y := equation{join(x.rest), make(map[*abnf.Rule]term)}
	for r, z := range x.terms {
		y.terms[r] = join(z)
	}
	return y
}

func (e *equations) sum(x, y equation) equation {
	z := equation{e.translator.terms.alt(x.rest, y.rest), make(map[*abnf.Rule]term)}
	for _, terms := range []map[*abnf.Rule]term{x.terms, y.terms} {
		for r, a := range terms {
			if b, both := z.terms[r]; both {
				a = e.translator.terms.alt(a, b)
			}
			z.terms[r] = a
		}
	}
	return z
}

// eliminate solves the equations by Gaussian elimination: x = ax / b has the solution a*b (Dean Arden, Delayed-logic
// and finite-state machines, 1961), which is substituted for the rule in the others.
func (e *equations) eliminate(list []equation) {
	for i := len(e.rules) - 1; i >= 0; i-- {
		list[i] = e.arden(list[i], e.rules[i])
		for j := range i {
			list[j] = e.substitute(list[j], e.rules[i], list[i])
		}
	}
	for i, r := range e.rules {
		for j := range i {
			list[i] = e.substitute(list[i], e.rules[j], list[j])
		}
		e.done[contextRule{e.below, r}] = list[i].rest
	}
}

func (e *equations) arden(x equation, r *abnf.Rule) equation {
	own, refers := x.terms[r]
	if !refers {
		return x
	}
	delete(x.terms, r)
	return e.join(e.translator.terms.star(own), x)
}

func (e *equations) substitute(x equation, r *abnf.Rule, y equation) equation {
	beside, refers := x.terms[r]
	if !refers {
		return x
	}
	delete(x.terms, r)
	return e.sum(x, e.join(beside, y))
}
