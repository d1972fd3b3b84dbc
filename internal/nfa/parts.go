package nfa

import (
	"slices"

	"example.org/iri/dfa"
)

// HeldPart is a part that contains the byte on which a state was entered.
type HeldPart struct {
	Part uint8
	Open bool // the part can continue
}

// A partRange is an expansion of a listed part: the states from first to last. Ranges nest or are disjoint; outer ones
// come later.
type partRange struct {
	part        uint8
	first, last int32
}

// heldParts returns the parts whose expansion contains each state, innermost first. The start is in none.
func (n *Automaton) heldParts(parts []partRange) [][]HeldPart {
	held := make([][]HeldPart, len(n.States))
	live := n.Live()
	for _, p := range parts {
		readsOn := n.readsOn(p, live)
		for i := p.first; i <= p.last; i++ {
			if i != n.Start {
				held[i] = append(held[i], HeldPart{p.part, readsOn[i-p.first]})
			}
		}
	}
	return held
}

// readsOn reports for each state of a part whether a byte can be read from it without leaving the part.
func (n *Automaton) readsOn(p partRange, live []bool) []bool {
	from := make([][]int32, p.last-p.first+1)
	reads := make([]bool, len(from))
	var stack []int32
	for i := p.first; i <= p.last; i++ {
		if len(n.States[i].Edges) > 0 {
			reads[i-p.first] = true
			stack = append(stack, i)
		}
		for _, t := range n.States[i].Eps {
			if p.first <= t && t <= p.last && live[t] {
				from[t-p.first] = append(from[t-p.first], i)
			}
		}
	}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, i := range from[t-p.first] {
			if !reads[i-p.first] {
				reads[i-p.first] = true
				stack = append(stack, i)
			}
		}
	}
	return reads
}

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
