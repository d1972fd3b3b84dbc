package compile

import (
	"encoding/binary"
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// Union returns the minimal automaton, called name, of the texts that one of the
// automata accepts at least. Like the other operations, but for Difference, it loses
// marks and parts, and returns a *LimitError if there would be too many states; its
// time is that of visiting the tuples of states that some text leads to.
func Union(name string, list ...*dfa.Automaton) (*dfa.Automaton, error) {
	return combine(name, list, func(accepting int) bool { return accepting > 0 })
}

// Intersection returns the automaton of the texts that all automata accept.
func Intersection(name string, list ...*dfa.Automaton) (*dfa.Automaton, error) {
	return combine(name, list, func(accepting int) bool { return accepting == len(list) })
}

// Difference returns the automaton of the texts that a accepts and none of the others.
// It keeps what a has of marks and parts: on a text of the difference, [dfa.Locate]
// reports what it reports by a, since either walk goes through the same states of a.
func Difference(name string, a *dfa.Automaton, others ...*dfa.Automaton) (*dfa.Automaton, error) {
	p := newProduct(name, append([]*dfa.Automaton{a}, others...))
	p.opts.Marks, p.opts.Parts, p.names = a.MarkNames, a.PartNames, a.PartNames
	err := p.visit(func(tuple []dfa.State) output {
		o := output{accepts: a.Accepts(tuple[0]), marks: a.Fires(tuple[0])}
		if len(a.Parts) > 0 {
			o.part = a.Parts[a.Number(tuple[0])]
		}
		for i, b := range others {
			o.accepts = o.accepts && !b.Accepts(tuple[i+1])
		}
		return o
	})
	if err != nil {
		return nil, err
	}
	return p.table(p.d)
}

// Complement returns the automaton of all texts that a does not accept, those that
// are no UTF-8 included.
func Complement(name string, a *dfa.Automaton) (*dfa.Automaton, error) {
	return combine(name, []*dfa.Automaton{a}, func(accepting int) bool { return accepting == 0 })
}

// combine returns the automaton that accepts by how many of the list accept.
func combine(name string, list []*dfa.Automaton, accepts func(accepting int) bool) (*dfa.Automaton, error) {
	p := newProduct(name, list)
	return p.automaton(func(tuple []dfa.State) bool {
		accepting := 0
		for i, s := range tuple {
			if list[i].Accepts(s) {
				accepting++
			}
		}
		return accepts(accepting)
	})
}

// product is the machine that walks several automata at once: its states are tuples
// of theirs (Rabin and Scott, 1959).
type product struct {
	*checked
	list   []*dfa.Automaton
	d      *machine
	tuples [][]dfa.State
	number map[string]int32
}

func newProduct(name string, list []*dfa.Automaton) *product {
	p := &product{
		checked: named(name),
		list:    list,
		d:       &machine{name: name},
		number:  make(map[string]int32),
	}
	p.d.classes = newAlphabet(func(b int) string {
		key := make([]byte, len(list))
		for i, a := range list {
			key[i] = a.Classes[b]
		}
		return string(key)
	})
	return p
}

// named is what errors and the layout need to know of an automaton without a rule.
func named(name string) *checked {
	return &checked{rule: &abnf.Rule{Name: name}, opts: Options{MaxStates: defaultMaxStates}}
}

// automaton returns the minimal automaton whose states accept as tuples do.
func (p *product) automaton(accepts func(tuple []dfa.State) bool) (*dfa.Automaton, error) {
	if err := p.visit(func(tuple []dfa.State) output { return output{accepts: accepts(tuple)} }); err != nil {
		return nil, err
	}
	return p.table(p.d)
}

// table returns the table of the smallest machine with the language of d.
func (c *checked) table(d *machine) (*dfa.Automaton, error) {
	a, err := layout(c, minimize(d))
	if err != nil {
		return nil, err
	}
	return a, a.Check()
}

// visit makes the states and transitions of the product, each with its output.
func (p *product) visit(outputOf func(tuple []dfa.State) output) error {
	p.d.addState(output{}) // the dead state
	p.tuples = append(p.tuples, nil)
	start := make([]dfa.State, len(p.list))
	for i, a := range p.list {
		start[i] = a.Start
	}
	p.d.start = p.state(start, outputOf)
	next := make([]dfa.State, len(p.list))
	for s := int32(1); int(s) < len(p.tuples); s++ {
		if len(p.tuples) > p.opts.MaxStates {
			return p.limit("states of the DFA", p.opts.MaxStates)
		}
		for c := range p.d.classes.n {
			for i, a := range p.list {
				next[i] = a.Next(p.tuples[s][i], p.d.classes.first[c])
			}
			t := p.state(next, outputOf)
			p.d.row(s)[c] = t
		}
	}
	p.d.trim()
	return nil
}

func (p *product) state(tuple []dfa.State, outputOf func([]dfa.State) output) int32 {
	key := make([]byte, 0, 4*len(tuple))
	for _, s := range tuple {
		key = binary.LittleEndian.AppendUint32(key, uint32(s))
	}
	s, known := p.number[string(key)]
	if !known {
		tuple = append([]dfa.State(nil), tuple...)
		s = p.d.addState(outputOf(tuple))
		p.number[string(key)] = s
		p.tuples = append(p.tuples, tuple)
	}
	return s
}

// trim leads transitions to states from which nothing is accepted to the dead one.
func (d *machine) trim() {
	into := d.inverse()
	live := make([]bool, len(d.output))
	var stack []int32
	for s, o := range d.output {
		if o.accepts {
			live[s] = true
			stack = append(stack, int32(s))
		}
	}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for c := range d.classes.n {
			for _, s := range into.sources(c, t) {
				if !live[s] {
					live[s] = true
					stack = append(stack, s)
				}
			}
		}
	}
	for i, t := range d.next {
		if !live[t] {
			d.next[i] = 0
		}
	}
	if !live[d.start] {
		d.start = 0
	}
}

// Concatenation returns the automaton of the texts that are made of a text of each
// automaton, in order. So are derived languages joined with rules of a grammar.
func Concatenation(name string, list ...*dfa.Automaton) (*dfa.Automaton, error) {
	c := named(name)
	n := &nfa{name: name, states: []nfaState{{}}}
	for _, a := range list {
		n.append(a)
	}
	n.accept = int32(len(n.states) - 1)
	n.dropDead()
	d, err := determinize(c, n)
	if err != nil {
		return nil, err
	}
	return c.table(d)
}

// append puts the states of an automaton behind the last state, from which a leads
// on, and a new last state behind them, to which it leads where it accepts.
func (n *nfa) append(a *dfa.Automaton) {
	before := int32(len(n.states) - 1)
	first := before + 1
	n.states[before].eps = []int32{first + int32(a.Number(a.Start))}
	end := first + int32(a.NumStates())
	for s := range a.States() {
		var state nfaState
		for r, to := range a.Edges(s) {
			state.edges = append(state.edges, edge{r, first + int32(a.Number(to))})
		}
		if a.Accepts(s) {
			state.eps = []int32{end}
		}
		n.states = append(n.states, state)
	}
	n.states = append(n.states, nfaState{})
}

// dropDead removes edges to states from which nothing is accepted.
func (n *nfa) dropDead() {
	live := n.live()
	for i := range n.states {
		n.states[i].edges = slices.DeleteFunc(n.states[i].edges, func(e edge) bool { return !live[e.to] })
	}
}
