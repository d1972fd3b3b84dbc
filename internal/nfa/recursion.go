package nfa

import (
	"slices"

	"example.org/iri/compile/abnf"
)

// component is a set of rules that refer to each other, directly or through one
// another: a strongly connected component of the graph of references. It is
// regular if all these references stand at the end of their rules, or all at the
// beginning; some of them may stand there in what one repetition repeats, as in
//
//	set = item *( "," set )
//
// Proof for the end; the other one is its mirror image. Think of a machine that expands a rule
// whenever it meets a reference, and keeps on a stack where to go on after it. After a reference
// that stands at the end of a rule there is nothing to go on with: it needs no stack. After
// one in the loop, as set is in the example, it goes on with the loop: another round, or the end of
// the rule. So all entries of the stack are the same, and only their number is to be shown not to
// matter, but for whether it is 0.
//
// Let the NFA have two copies of the component. In the outer one nothing is on the stack, in the
// inner one there may be something. References in the loop lead to the inner copy, the others stay
// in their copy. From where rules of the inner copy end it goes on with the loop of the inner copy,
// or ends as the outer copy does.
//
// The NFA reads what the machine reads: it takes the same way, but stays in the inner copy when the
// stack becomes empty. This forbids nothing, since all that the outer copy can do the inner one
// can.
//
// The machine reads what the NFA reads. Where the NFA goes from the end of an inner rule to the
// loop, the machine takes the last entry from the stack. If there is none, it has taken the last
// one before and gone on with the loop; then it has come to the end of the rule by leaving the
// loop, since nothing stands after the loop and the next reference in it is an entry. So it can as
// well stay in the loop. Where the NFA ends the component, the machine leaves the loops on its
// stack, one after the other, without reading.
//
// With two loops this fails, since the entries differ. In
//
//	r = "a" *( "b" r ) / "c" *( "d" r )
//
// the strings a(bcda)^n(badc)^m have m <= n+1: each badc takes two entries, for good.
type component struct {
	rules []*abnf.Rule
	left  bool             // at the beginning
	loop  *abnf.Repetition // with references in it, nil if there is none

	inLoop map[*abnf.RuleRef]bool // the references in the loop
}

// classify reports whether a component with the given references is regular, and notes how.
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

// fits reports whether a reference stands where it has to, if those before it do.
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
	Where string     // where a rule of the cycle refers to the next: "in the middle of a rule"

	Rules []*abnf.Rule // all that refer to each other, of which the cycle may have only some
}

// notRegular describes why a component is not regular: a reference in the middle of a rule or, if
// there is none, one at the beginning and another at the end, or in two repetitions.
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

// begins reports whether a reference stands at the beginning of a rule, or of a loop there.
func (u use) begins() bool { return u.first || u.beginsLoop != nil }

// ends reports whether a reference stands at the end of a rule, or of a loop there.
func (u use) ends() bool { return u.last || u.endsLoop != nil }

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
