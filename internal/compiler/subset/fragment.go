package subset

import (
	"example.org/iri/internal/compiler/machine"
	"example.org/iri/internal/nfa"
)

// Smaller returns the minimal automaton of an NFA without tags and parts, if it is cheap to make and less than twice as
// large, and n otherwise. In the subset construction, deterministic fragments make smaller sets.
func Smaller(n *nfa.Automaton) *nfa.Automaton {
	const states, work = 8, 256
	d, err := Plain(n, Limits{States: states * len(n.States), Work: work * len(n.States)})
	if err != nil {
		return n
	}
	if m := fragment(machine.MergeStates(d)); size(m) < 2*size(n) {
		return m
	}
	return n
}

func size(n *nfa.Automaton) int {
	size := len(n.States)
	for _, s := range n.States {
		size += len(s.Eps) + len(s.Edges)
	}
	return size
}

// fragment returns a machine as an NFA without a dead state, and with one accepting state.
func fragment(d *machine.Machine[machine.Plain]) *nfa.Automaton {
	accept := int32(len(d.Output) - 1)
	if d.Start == 0 {
		return &nfa.Automaton{Name: d.Name, States: make([]nfa.State, 2), Accept: 1}
	}
	n := &nfa.Automaton{Name: d.Name, States: make([]nfa.State, accept+1), Start: d.Start - 1, Accept: accept}
	ranges := d.Classes.Ranges()
	for s := range accept {
		n.States[s].Edges = edges(d.Row(s+1), ranges)
		if d.Output[s+1].Accepting {
			n.States[s].Eps = []int32{accept}
		}
	}
	return n
}

// edges returns the transitions of a row as maximal ranges of bytes with the same target.
func edges(row []int32, ranges []machine.Range) (list []nfa.Edge) {
	for _, r := range ranges {
		t := row[r.Class] - 1
		last := len(list) - 1
		switch {
		case t < 0:
		case last >= 0 && list[last].To == t && list[last].Hi+1 == r.Lo:
			list[last].Hi = r.Hi
		default:
			list = append(list, nfa.Edge{ByteRange: r.ByteRange, To: t})
		}
	}
	return list
}
