package nfa

import (
	"slices"

	"example.org/iri/compile/abnf"
)

// Reducer makes automata smaller before they are built into others: a rule that others refer to is
// built and reduced once, and its automaton copied to wherever it is referred to. It may be shared
// by all rules of a grammar, and keeps what it has made.
//
// Only what bears no span and no part can be reduced, since a state of the smaller automaton
// stands for many places in the grammar.
type Reducer struct {
	// Reduce returns an automaton with the language of n, and n itself if there is none that is
	// smaller. The error says that it would take too much; states limits the states on the way,
	// as far as they are fewer than usual, unless it is 0.
	Reduce func(n *Automaton, states int) (*Automaton, error)

	rules    map[*abnf.Rule]reduced
	leftSome bool
}

// reduced is what a rule was reduced to, or why it was not.
type reduced struct {
	*Automaton
	err    *RuleError
	inline bool // it is built in as it is
}

// RuleError says that a rule that was to be built in is at fault.
type RuleError struct {
	Rule *abnf.Rule
	Err  error
}

func (e *RuleError) Error() string { return e.Err.Error() }

func (e *RuleError) Unwrap() error { return e.Err }

// Keep makes n what is built in for a rule. The language of n must be that of the rule.
func (r *Reducer) Keep(rule *abnf.Rule, n *Automaton) { r.keep(rule, reduced{Automaton: n}) }

func (r *Reducer) keep(rule *abnf.Rule, what reduced) {
	if r.rules == nil {
		r.rules = make(map[*abnf.Rule]reduced)
	}
	r.rules[rule] = what
}

// LeftSome reports whether rules were left as they are because too many had been reduced before.
func (r *Reducer) LeftSome() bool { return r != nil && r.leftSome }

// Known returns what is built in for a rule, or why nothing can be; both are nil if neither is
// known.
func (r *Reducer) Known(rule *abnf.Rule) (*Automaton, error) {
	if r == nil {
		return nil, nil
	}
	known := r.rules[rule]
	if known.err != nil {
		return nil, known.err
	}
	return known.Automaton, nil
}

// Numbers of states from which on reducing gains something.
const (
	worthCopying = 8    // of what is copied, so that it is reduced first
	worthRule    = 500  // of a rule, beside the largest part that was reduced already
	worthPart    = 1000 // of a part of a rule: more, since what is made of rules is kept, of parts not
)

// builtIn is the fragment of a rule without spans and parts.
func (b *builder) builtIn(r *abnf.Rule) fragment {
	known := b.Reducer.rules[r]
	switch {
	case known.err != nil:
		b.fail(known.err)
	case known.inline && b.graph.uses[r] < 2:
		return b.whole(r)
	case known.Automaton == nil:
		return b.reduceRule(r)
	}
	return b.paste(known.Automaton)
}

// reduceRule builds a rule and reduces it. A rule that is built in but once is left as it is when
// much was reduced already: what is in it may become much smaller, but each of a chain of 3,000
// rules would be reduced 3,000 times.
func (b *builder) reduceRule(r *abnf.Rule) fragment {
	const most = 1 << 16 // states of rules that are built in once
	base, largest := b.base, b.largest
	b.base, b.largest = len(b.nfa.States), 0
	b.building = append(b.building, r)
	f := b.whole(r)
	if b.graph.uses[r] < 2 {
		b.tried += len(b.nfa.States) - b.base
		if b.tried > most && !b.worthwhile(b.base, worthRule) {
			b.Reducer.keep(r, reduced{inline: true})
			b.Reducer.leftSome = true
			b.building = b.building[:len(b.building)-1]
			b.base, b.largest = base, max(b.largest, largest)
			return f
		}
	}
	n, err := b.Reducer.Reduce(b.cut(b.base, f), 0)
	if err != nil {
		b.fail(&RuleError{r, err})
	}
	b.building = b.building[:len(b.building)-1]
	b.Reducer.keep(r, reduced{Automaton: n})
	b.base, b.largest = base, largest
	return b.paste(n)
}

// fail abandons the automaton. What the rule at fault was to be built into is at fault, too.
func (b *builder) fail(err *RuleError) {
	for _, r := range b.building {
		b.Reducer.keep(r, reduced{err: err})
	}
	panic(abandoned{err})
}

// worthwhile reports whether the states from first on are so many more than the largest of the
// automata that were built into them: of what is reduced level by level, little is done twice.
func (b *builder) worthwhile(first, worth int) bool {
	return len(b.nfa.States)-first >= b.largest+worth
}

// tryReduce returns the smaller automaton of a part of a rule if it takes little to make.
func (b *builder) tryReduce(n *Automaton) *Automaton {
	const effort = 8 // states for each
	m, err := b.Reducer.Reduce(n, effort*len(n.States))
	if err != nil {
		return n
	}
	return m
}

// cut removes the states from first on, which are those of a fragment, and returns them.
func (b *builder) cut(first int, f fragment) *Automaton {
	n := &Automaton{Name: b.nfa.Name, States: slices.Clone(b.nfa.States[first:])}
	n.shift(-int32(first))
	n.Start, n.Accept = f.in-int32(first), f.out-int32(first)
	b.nfa.States = b.nfa.States[:first]
	return n
}

// shift adds to the numbers of states that transitions lead to.
func (n *Automaton) shift(by int32) {
	for _, s := range n.States {
		for i := range s.Eps {
			s.Eps[i] += by
		}
		for i := range s.Edges {
			s.Edges[i].To += by
		}
	}
}

// paste adds the states of an automaton.
func (b *builder) paste(n *Automaton) fragment {
	first := int32(len(b.nfa.States))
	for range n.States {
		b.state()
	}
	copies := Automaton{States: b.nfa.States[first:]}
	copies.transitionsOf(n)
	copies.shift(first)
	b.largest = max(b.largest, len(n.States))
	return fragment{first + n.Start, first + n.Accept}
}

// transitionsOf copies those of an automaton with as many states.
func (n *Automaton) transitionsOf(from *Automaton) {
	epsilons, edges := 0, 0
	for _, s := range from.States {
		epsilons += len(s.Eps)
		edges += len(s.Edges)
	}
	eps, edge := make([]int32, 0, epsilons), make([]Edge, 0, edges)
	for i, s := range from.States {
		eps, edge = append(eps, s.Eps...), append(edge, s.Edges...)
		n.States[i].Eps = eps[len(eps)-len(s.Eps) : len(eps) : len(eps)]
		n.States[i].Edges = edge[len(edge)-len(s.Edges) : len(edge) : len(edge)]
	}
}

// copies returns a function that writes a node as often as it is called, at least twice.
func (b *builder) copies(n abnf.Node) func() fragment {
	first, irreducible := len(b.nfa.States), b.irreducible
	f := b.node(n)
	if b.irreducible == irreducible && len(b.nfa.States)-first >= worthCopying {
		a := b.tryReduce(b.cut(first, f))
		return func() fragment { return b.paste(a) }
	}
	used := false
	return func() fragment {
		if used {
			return b.node(n)
		}
		used = true
		return f
	}
}

// bears returns the rules that hold a span or a part, or refer to one that does.
func (s *Source) bears(g *Graph) map[*abnf.Rule]bool {
	list := make(map[*abnf.Rule]bool)
	if len(s.Spans)+len(s.Parts) == 0 {
		return list
	}
	for changed := true; changed; {
		changed = false
		for _, r := range g.Order {
			if list[r] {
				continue
			}
			_, part := s.Parts[r]
			if len(s.Spans[r]) > 0 || part || slices.ContainsFunc(g.references[r], func(ref reference) bool { return list[g.grammar.Target(ref.RuleRef)] }) {
				list[r], changed = true, true
			}
		}
	}
	return list
}
