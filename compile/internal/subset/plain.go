package subset

import (
	"slices"

	"example.org/iri/compile/internal/machine"
	"example.org/iri/internal/nfa"
)

// Plain returns the machine of an NFA, with at most a number of states. Each state is a set of NFA
// states, with the marks that fire when it is entered and the part that all its readings are in.
// Sets from which no text is accepted become the dead state. The error is a *machine.Limit.
func Plain(n *nfa.Automaton, states int) (*machine.Machine[machine.Marked], error) {
	live := n.Live()
	p := &plain{
		Explorer: machine.NewExplorer[[]int32, machine.Marked](n.Name, classes(n)),
		nfa:      n,
		closures: newClosures(n, live),
		part:     partOf(n, live),
		kernels:  make(map[string]int32),
		met:      make([]int, len(n.States)),
		most:     membersPerState * states,
	}
	p.scratch = make([][]int32, p.Classes.N)
	if live[n.Start] {
		p.Start = p.state([]int32{n.Start})
	}
	if err := p.Explore(states, p.expand); err != nil {
		return nil, err
	}
	return p.Machine, nil
}

// plain is a machine whose states stand for sets of NFA states.
type plain struct {
	*machine.Explorer[[]int32, machine.Marked]
	nfa      *nfa.Automaton
	closures *closures
	part     func(kernel []int32) uint8
	members  int              // of all kernels and sets
	most     int              // of them, closures included
	kernels  map[string]int32 // state by kernel
	round    int              // number of sets made so far
	met      []int            // the round that met this NFA state last
	scratch  [][]int32        // kernel by class
	key      []byte           // of a kernel
	setKey   []byte
}

// expand fills in the transitions of s.
func (p *plain) expand(s int32) error {
	for c := range p.scratch {
		p.scratch[c] = p.scratch[c][:0]
	}
	kernels(p.nfa, p.States[s], &p.Classes, func(class, _ int, to int32) {
		p.scratch[class] = append(p.scratch[class], to)
	})
	for c, kernel := range p.scratch {
		if p.members+p.closures.size > p.most {
			return tooManyMembers(p.most)
		}
		if len(kernel) > 0 {
			t := p.state(kernel)
			p.Row(s)[c] = t
		}
	}
	return nil
}

// state returns the state of the set that a kernel reaches without a byte.
func (p *plain) state(kernel []int32) int32 {
	slices.Sort(kernel)
	kernel = slices.Compact(kernel)
	p.key = appendStates(p.key[:0], kernel)
	s, known := p.kernels[string(p.key)]
	if !known {
		s = p.close(kernel)
		p.kernels[string(p.key)] = s
	}
	return s
}

// close returns the state of a kernel that was not met before.
func (p *plain) close(kernel []int32) int32 {
	p.round++
	p.members += len(kernel)
	var set []int32
	var out machine.Marked
	for _, i := range kernel {
		c := p.closures.of(i)
		out.Marks |= c.marks
		for _, t := range c.states {
			if p.met[t] != p.round {
				p.met[t] = p.round
				set = append(set, t)
			}
		}
	}
	slices.Sort(set)
	out.Part = p.part(kernel)
	_, out.Accepting = slices.BinarySearch(set, p.nfa.Accept)
	p.setKey = append(appendStates(p.setKey[:0], set), byte(out.Marks), byte(out.Marks>>8), out.Part)
	return p.Number(p.setKey, func() ([]int32, machine.Marked) {
		p.members += len(set)
		return set, out
	})
}
