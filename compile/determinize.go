package compile

import (
	"encoding/binary"
	"errors"
	"slices"
)

// determinize is the subset construction (Rabin and Scott, Finite Automata and
// Their Decision Problems, 1959): a state of the DFA is the set of NFA states
// that a text can lead to, together with the marks that fire when it is entered
// and the part that all its readings are in. Sets from which no text is accepted
// become the dead state.
func determinize(c *checked, n *nfa) (*machine, error) {
	live := n.live()
	b := &subsets{
		nfa:      n,
		closures: n.closures(live),
		part:     n.partOf(live),
		d:        &machine{name: n.name, classes: n.classes()},
		kernels:  make(map[string]int32),
		states:   make(map[string]int32),
		met:      make([]int, len(n.states)),
		most:     membersPerState * c.opts.MaxStates,
	}
	b.d.addState(output{}) // the dead state
	b.sets = append(b.sets, nil)
	if live[n.start] {
		b.d.start = b.state([]int32{n.start})
	}
	for s := int32(1); int(s) < len(b.sets); s++ {
		if len(b.sets) > c.opts.MaxStates {
			return nil, c.limit("states of the DFA", c.opts.MaxStates)
		}
		if !b.expand(s) {
			return nil, c.limit("members of the states of the DFA", b.most)
		}
	}
	return b.d, nil
}

// membersPerState is how many NFA states the states of a DFA may have on average,
// when there are as many as there may be. It bounds memory.
const membersPerState = 64

// explosion returns the error for the innermost rule that exceeds a limit by
// itself, if err says that c's rule does.
func (c *checked) explosion(err error) error {
	if !errors.As(err, new(*LimitError)) {
		return err
	}
	for _, r := range c.graph.order {
		inner := &checked{grammar: c.grammar, rule: r, graph: c.graph, opts: c.opts}
		n, _ := thompson(inner) // not larger than that of c's rule
		if _, err := determinize(inner, n); err != nil {
			return err
		}
	}
	return err
}

type subsets struct {
	nfa      *nfa
	closures *closures
	part     func(kernel []int32) uint8
	d        *machine
	sets     [][]int32        // NFA states of each DFA state
	members  int              // of all kernels and sets
	most     int              // of them, closures included
	kernels  map[string]int32 // DFA state by kernel: the targets of the bytes just read
	states   map[string]int32 // DFA state by set and output
	round    int              // number of sets made so far
	met      []int            // the round that met this NFA state last
	scratch  [256][]int32     // kernel by class
}

// expand fills in the transitions of s. It reports whether there was room for all.
func (b *subsets) expand(s int32) bool {
	of := &b.d.classes.of
	kernel := b.scratch[:b.d.classes.n]
	for c := range kernel {
		kernel[c] = kernel[c][:0]
	}
	for _, i := range b.sets[s] {
		for _, e := range b.nfa.states[i].edges {
			for c := int(of[e.Lo]); c <= int(of[e.Hi]); c++ { // classes are intervals, in order
				kernel[c] = append(kernel[c], e.to)
			}
		}
	}
	for c := range kernel {
		if b.members+b.closures.size > b.most {
			return false
		}
		if len(kernel[c]) > 0 {
			t := b.state(kernel[c])
			b.d.row(s)[c] = t
		}
	}
	return true
}

// state returns the DFA state of the set that the kernel reaches without a byte.
func (b *subsets) state(kernel []int32) int32 {
	slices.Sort(kernel)
	kernel = slices.Compact(kernel)
	if s, ok := b.kernels[key(kernel, output{})]; ok {
		return s
	}
	b.round++
	b.members += len(kernel)
	var set []int32
	var o output
	for _, i := range kernel {
		c := b.closures.of(i)
		o.marks |= c.marks
		for _, t := range c.states {
			if b.met[t] != b.round {
				b.met[t] = b.round
				set = append(set, t)
			}
		}
	}
	slices.Sort(set)
	o.part = b.part(kernel)
	_, o.accepts = slices.BinarySearch(set, b.nfa.accept)
	s, ok := b.states[key(set, o)]
	if !ok {
		s = b.d.addState(o)
		b.sets = append(b.sets, set)
		b.members += len(set)
		b.states[key(set, o)] = s
	}
	b.kernels[key(kernel, output{})] = s
	return s
}

// key makes a set of NFA states and an output usable as a map key.
func key(set []int32, o output) string {
	k := make([]byte, 0, 4*len(set)+3)
	for _, i := range set {
		k = binary.LittleEndian.AppendUint32(k, uint32(i))
	}
	return string(append(k, byte(o.marks), byte(o.marks>>8), o.part))
}
