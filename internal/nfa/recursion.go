package nfa

import (
	"slices"

	"example.org/iri/compile/abnf"
)

// A component is a set of rules that refer to each other, directly or indirectly: a strongly connected component of the
// graph of references. It is regular if all these references are at the end of their rules, or all at the beginning.
// Some of them may be at the end, or the beginning, of the element of a repetition there, of one repetition only, as in
//
//	set = item *( "," set )
//
// The proof is for the end; the beginning is symmetric. Consider a pushdown automaton that expands a rule at each
// reference, and pushes the continuation. A reference at the end of a rule has no continuation, and needs no stack.
// After a reference in the loop, as set in the example, the continuation is the loop: another round, or the end of the
// rule. So all entries of the stack are equal, and only their number counts. It remains to show that it matters only
// whether this number is 0.
//
// The NFA has two copies of the component. In the outer copy the stack is empty; in the inner copy it may have entries.
// References in the loop lead to the inner copy, the others stay in their copy. At the end of a rule of the inner copy,
// the NFA continues with the loop of the inner copy, or ends like the outer copy.
//
// The NFA accepts what the pushdown automaton accepts: it takes the same path, but stays in the inner copy when the
// stack becomes empty. This excludes nothing, because the inner copy can do all that the outer copy can.
//
// The pushdown automaton accepts what the NFA accepts. Where the NFA goes from the end of an inner rule to the loop,
// the pushdown automaton pops an entry. If there is none, it popped the last one earlier, continued with the loop, and
// then left the loop to reach the end of the rule, because nothing follows the loop, and the next reference in the loop
// pushes an entry. So it can stay in the loop instead. Where the NFA ends the component, the pushdown automaton pops
// all entries, and leaves their loops without reading.
//
// With two loops this fails, because the entries differ. In
//
//	r = "a" *( "b" r ) / "c" *( "d" r )
//
// the strings a(bcda)^n(badc)^m satisfy m <= n+1: each badc pops two entries and pushes none in the end.
type component struct {
	rules []*abnf.Rule
	left  bool             // recursive at the beginning
	loop  *abnf.Repetition // the repetition with references, or nil

	inLoop map[*abnf.RuleRef]bool // the references in the loop
}

// classify reports whether a component with the given references is regular, and sets its fields.
func (c *component) classify(inner []use) bool {
	for _, c.left = range []bool{false, true} {
		c.loop = nil
		c.inLoop = make(map[*abnf.RuleRef]bool)
		if all(inner, c.fits) {
			return true
		}
	}
	return false
}

// fits reports whether a reference is in a position that keeps the component regular, if the earlier ones are.
func (c *component) fits(u use) bool {
	at, loop := u.last, u.endsLoop
	if c.left {
		at, loop = u.first, u.beginsLoop
	}
	if at || loop == nil {
		return at
	}
	if c.loop == nil {
		c.loop = loop
	}
	c.inLoop[u.RuleRef] = true
	return c.loop == loop
}

// A use is a reference and the rule whose body has it.
type use struct {
	in *abnf.Rule
	reference
}

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

// Cycle reports that rules refer to themselves in a way that is not regular.
type Cycle struct {
	Names []string   // of the rules in the cycle, the first one repeated at the end
	Pos   []abnf.Pos // where each of them refers to the next
	Where string     // position of a reference in its rule: "in the middle of a rule"

	Rules []*abnf.Rule // the whole component, which may be more than the cycle
}

// notRegular describes why a component is not regular: it has a reference in the middle of a rule; or one at the
// beginning and one at the end; or references in two repetitions.
func (g *Graph) notRegular(inner []use) *Cycle {
	for _, u := range inner {
		if !u.begins() && !u.ends() {
			return g.cycle(u, "in the middle of a rule")
		}
	}
	beginning := slices.IndexFunc(inner, func(u use) bool { return !u.ends() })
	end := slices.IndexFunc(inner, func(u use) bool { return !u.begins() })
	if beginning >= 0 && end >= 0 {
		return g.cycle(inner[beginning], "at the beginning of a rule and, at "+inner[end].Pos.String()+", at the end of one")
	}
	loops := slices.DeleteFunc(inner, func(u use) bool { return u.first || u.last })
	last := loops[len(loops)-1]
	return g.cycle(loops[0], "in a repetition and, at "+last.Pos.String()+", in another one")
}

// begins reports whether a reference is at the beginning of a rule, or of a loop there.
func (u use) begins() bool { return u.first || u.beginsLoop != nil }

func (u use) ends() bool { return u.last || u.endsLoop != nil }

// cycle returns the shortest cycle that contains a reference.
func (g *Graph) cycle(u use, where string) *Cycle {
	e := &Cycle{Names: []string{u.in.Name}, Pos: []abnf.Pos{u.Pos}, Where: where}
	begin := g.grammar.Target(u.RuleRef)
	back := map[*abnf.Rule]use{} // the last reference on a shortest path from begin
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
