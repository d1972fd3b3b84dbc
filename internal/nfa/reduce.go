package nfa

import (
	"slices"

	"example.org/iri/compile/abnf"
)

// Reducer makes automata smaller during construction. It caches the automata of rules, and may be shared by all rules
// of a grammar. The result for a rule does not depend on earlier ones. The zero value is ready to use.
type Reducer struct {
	// Smaller, if set, returns an automaton with the language of n, or n itself.
	Smaller func(n *Automaton) *Automaton

	rules map[*abnf.Rule]*Automaton
}

// worthwhile reports whether n states are enough to reduce a rule whose largest reduced part has largest states. The
// margin keeps the work small for rules that are nested thousands deep.
func worthwhile(n, largest int) bool { return n >= largest+largest/4+16 }

// smaller removes the fragment f, which has the states from first on, and returns it as a reduced automaton.
func (b *builder) smaller(first int, f fragment) *Automaton {
	n := b.cut(first, f).reduce()
	if b.Reducer.Smaller != nil && !slices.ContainsFunc(n.States, func(s State) bool { return s.Tag != 0 }) {
		n = b.Reducer.Smaller(n)
	}
	b.largest = len(n.States)
	return n
}

// builtIn returns the fragment of a rule that does not depend on its context. It reduces and caches the rule if it is
// shared or worthwhile: in the Reducer, or in the builder if there are spans in it.
func (b *builder) builtIn(r *abnf.Rule) fragment {
	rules := &b.Reducer.rules
	if b.withSpan[r] {
		rules = &b.rules
	}
	if *rules == nil {
		*rules = make(map[*abnf.Rule]*Automaton)
	}
	known, isKept := (*rules)[r]
	if !isKept {
		first, base, largest := len(b.nfa.States), b.base, b.largest
		shared := b.graph.uses[r] > 1
		if shared {
			b.base = first
		}
		b.largest = 0
		f := b.whole(r)
		b.base = base
		if !shared && !worthwhile(len(b.nfa.States)-first, b.largest) {
			b.largest = max(b.largest, largest)
			return f
		}
		known = b.smaller(first, f)
		b.largest = largest
		(*rules)[r] = known
	}
	b.largest = max(b.largest, len(known.States))
	return b.paste(known)
}

// cut removes the fragment f, which has the states from first on, and returns it as an automaton.
func (b *builder) cut(first int, f fragment) *Automaton {
	n := &Automaton{Name: b.nfa.Name, States: slices.Clone(b.nfa.States[first:])}
	n.shift(-int32(first))
	n.Start, n.Accept = f.in-int32(first), f.out-int32(first)
	b.nfa.States = b.nfa.States[:first]
	return n
}

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

func (b *builder) paste(n *Automaton) fragment {
	first := len(b.nfa.States)
	for _, s := range n.States {
		i := b.state()
		b.nfa.States[i] = State{Eps: slices.Clone(s.Eps), Edges: slices.Clone(s.Edges), Tag: s.Tag, Expansion: b.current}
	}
	copies := Automaton{States: b.nfa.States[first:]}
	copies.shift(int32(first))
	return fragment{int32(first) + n.Start, int32(first) + n.Accept}
}

// copies returns a function that returns a copy of the fragment of n. It will be called at least twice.
func (b *builder) copies(n abnf.Node) func() fragment {
	first, open := len(b.nfa.States), b.open
	f := b.node(n)
	if b.open == open {
		largest := b.largest
		a := b.smaller(first, f)
		b.largest = max(b.largest, largest)
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

// dependent returns the rules that depend on their context: parts have ranges of states, spans may be below rules.
func (s *Source) dependent() map[*abnf.Rule]bool {
	list := make(map[*abnf.Rule]bool)
	for r := range s.Parts {
		list[r] = true
	}
	for r, spans := range s.Spans {
		if slices.ContainsFunc(spans, func(s Span) bool { return len(s.Below) > 0 }) {
			list[r] = true
		}
	}
	return list
}

// holding returns the rules that are in list, or refer to such a rule.
func holding[T any](list map[*abnf.Rule]T, g *Graph) map[*abnf.Rule]bool {
	holds := make(map[*abnf.Rule]bool)
	if len(list) == 0 {
		return holds
	}
	for changed := true; changed; {
		changed = false
		for _, r := range g.Order {
			if holds[r] {
				continue
			}
			_, listed := list[r]
			if listed || slices.ContainsFunc(g.references[r], func(ref reference) bool { return holds[g.grammar.Target(ref.RuleRef)] }) {
				holds[r], changed = true, true
			}
		}
	}
	return holds
}
