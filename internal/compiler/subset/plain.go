package subset

import (
	"slices"

	"example.org/iri/internal/compiler/machine"
	"example.org/iri/internal/nfa"
)

// Limits bound a construction.
type Limits struct {
	States int
	Work   int // states of the NFA in sets
}

// Plain returns the machine of an NFA without tags. A state is a set of NFA states, with their part. Sets that lead to
// no accepting state become the dead state. The error is a *machine.Limit.
func Plain(n *nfa.Automaton, limits Limits) (*machine.Machine[machine.Plain], error) {
	live := n.Live()
	p := &plain{
		Explorer: machine.NewExplorer[[]int32, machine.Plain](n.Name, classes(n)),
		nfa:      n,
		live:     live,
		part:     partOf(n),
		kernels:  make(map[string]int32),
		met:      make([]int, len(n.States)),
		most:     limits.Work,
	}
	p.scratch = make([][]int32, p.Classes.N)
	if live[n.Start] {
		p.Start = p.state([]int32{n.Start})
	}
	if err := p.Explore(limits.States, p.expand); err != nil {
		return nil, err
	}
	return p.Machine, nil
}

type plain struct {
	*machine.Explorer[[]int32, machine.Plain]
	nfa     *nfa.Automaton
	live    []bool
	part    func(kernel []int32) uint8
	work    int // number of NFA states met
	most    int
	kernels map[string]int32 // state by kernel
	round   int              // number of closures computed
	met     []int            // by NFA state: the last round that met it
	stack   []int32
	scratch [][]int32 // kernel by class
	kernel  []int32   // last kernel, sorted
	set     []int32   // last closure
	key     []byte
	setKey  []byte
}

func (p *plain) expand(s int32) error {
	for c := range p.scratch {
		p.scratch[c] = p.scratch[c][:0]
	}
	kernels(p.nfa, p.States[s], &p.Classes, func(class, _ int, to int32) {
		p.scratch[class] = append(p.scratch[class], to)
	})
	for c, kernel := range p.scratch {
		if p.work += len(kernel); p.work > p.most {
			return &machine.Limit{What: machine.Work, Max: p.most}
		}
		switch {
		case len(kernel) == 0:
		case c > 0 && slices.Equal(kernel, p.scratch[c-1]): // the usual case
			p.Row(s)[c] = p.Row(s)[c-1]
		default:
			t := p.state(kernel)
			p.Row(s)[c] = t
		}
	}
	return nil
}

// state returns the state of the closure of a kernel.
func (p *plain) state(kernel []int32) int32 {
	p.kernel = append(p.kernel[:0], kernel...)
	slices.Sort(p.kernel)
	kernel = slices.Compact(p.kernel)
	p.key = appendStates(p.key[:0], kernel)
	s, known := p.kernels[string(p.key)]
	if !known {
		s = p.close(kernel)
		p.kernels[string(p.key)] = s
	}
	return s
}

func (p *plain) close(kernel []int32) int32 {
	set := p.closure(kernel)
	out := machine.Plain{Part: p.part(kernel)}
	_, out.Accepting = slices.BinarySearch(set, p.nfa.Accept)
	p.setKey = append(appendStates(p.setKey[:0], set), out.Part)
	return p.Number(p.setKey, func() ([]int32, machine.Plain) { return slices.Clone(set), out })
}

// closure returns the epsilon closure of a kernel, sorted, without states that neither have edges nor accept. The next
// call overwrites it.
func (p *plain) closure(kernel []int32) (set []int32) {
	p.round++
	set = p.set[:0]
	for p.stack = append(p.stack, kernel...); len(p.stack) > 0; {
		i := p.stack[len(p.stack)-1]
		p.stack = p.stack[:len(p.stack)-1]
		if p.met[i] == p.round {
			continue
		}
		p.met[i] = p.round
		p.work++
		s := &p.nfa.States[i]
		if len(s.Edges) > 0 || i == p.nfa.Accept {
			set = append(set, i)
		}
		for _, t := range s.Eps {
			if p.live[t] && p.met[t] != p.round {
				p.stack = append(p.stack, t)
			}
		}
	}
	slices.Sort(set)
	p.set = set
	return set
}
