package nfa

import (
	"slices"

	"example.org/iri/dfa"
)

// Concatenation returns an automaton for the concatenation of the languages of list.
func Concatenation(name string, list []*dfa.Automaton) *Automaton {
	n := &Automaton{Name: name, States: []State{{}}}
	for _, a := range list {
		n.append(a)
	}
	n.Accept = int32(len(n.States) - 1)
	n.dropDead()
	return n
}

// append adds the states of a between the last state and a new last state.
func (n *Automaton) append(a *dfa.Automaton) {
	before := int32(len(n.States) - 1)
	first := before + 1
	n.States[before].Eps = []int32{first + int32(a.Number(a.Start))}
	end := first + int32(a.NumStates())
	for s := range a.States() {
		var state State
		for r, to := range a.Edges(s) {
			state.Edges = append(state.Edges, Edge{r, first + int32(a.Number(to))})
		}
		if a.Accepts(s) {
			state.Eps = []int32{end}
		}
		n.States = append(n.States, state)
	}
	n.States = append(n.States, State{})
}

func (n *Automaton) dropDead() {
	live := n.Live()
	for i := range n.States {
		n.States[i].Edges = slices.DeleteFunc(n.States[i].Edges, func(e Edge) bool { return !live[e.To] })
	}
}
