// Package layout converts minimal machines into the tables of package dfa. Its errors are of type *machine.Limit.
package layout

import (
	"math/bits"
	"slices"

	"example.org/iri/dfa"

	"example.org/iri/internal/compiler/machine"
)

// Automaton converts a machine. Parts are the names of its parts, beginning with "" for no part; the list is empty for
// a machine without parts. The table has at most cells entries.
func Automaton(d *machine.Machine[machine.Plain], parts []string, cells int) (*dfa.Automaton, error) {
	a := new(dfa.Automaton)
	order, firstAccepting := d.Order()
	if len(parts) > 0 {
		a.PartNames, a.Outputs = parts, machine.Column(d, order, func(o machine.Plain) uint16 { return uint16(o.Part) })
	}
	return a, layOut(a, d, order, firstAccepting, cells)
}

// Classifier converts a machine whose states have sets of languages, which have the given names. The table has at most
// cells entries.
func Classifier(d *machine.Machine[machine.Set], names []string, cells int) (*dfa.Classifier, error) {
	c := &dfa.Classifier{Names: names}
	order, firstAccepting := d.Order()
	c.Automaton.Outputs = machine.Column(d, order, func(o machine.Set) uint16 { return uint16(o) })
	return c, layOut(&c.Automaton, d, order, firstAccepting, cells)
}

// Numbered converts a machine whose outputs are numbers. The table has at most cells entries.
func Numbered(d *machine.Machine[machine.Numbered], cells int) (*dfa.Automaton, error) {
	order, firstAccepting := d.Order()
	a := &dfa.Automaton{Outputs: machine.Column(d, order, func(o machine.Numbered) uint16 { return o.Number })}
	return a, layOut(a, d, order, firstAccepting, cells)
}

// layOut sets all fields of a but the outputs. The order of states makes acceptance a comparison: the dead state, the
// states that do not accept, those that do, each group breadth-first. The length of a row is a power of two, with room
// for outputs in the low bits of states. Entries are states if these fit into two bytes, else numbers of states.
func layOut[Out machine.Output](a *dfa.Automaton, d *machine.Machine[Out], order []int32, firstAccepting, cells int) error {
	const mostInRow, small = 1 << 8, 1 << 16
	shift := bits.Len(uint(d.Classes.N - 1))
	if a.InState {
		shift = max(bits.Len(uint(d.Classes.N+int(slices.Max(a.Outputs))-1)), logLow)
		cells = min(cells, small)
	}
	switch {
	case 1<<shift > mostInRow:
		return &machine.Limit{What: machine.Row, Max: mostInRow}
	case len(order)<<shift > cells:
		return &machine.Limit{What: machine.Cells, Max: cells}
	case len(order) > small:
		return &machine.Limit{What: machine.Minimal, Max: small}
	}
	state := make([]int, len(order)) // by state of d
	for i, s := range order {
		state[s] = i << shift
		if a.InState {
			state[s] += int(a.Outputs[i])
		}
	}
	a.Name, a.Classes, a.Shift = d.Name, &d.Classes.Of, uint8(shift)
	a.Start, a.AcceptMin = dfa.State(state[d.Start]), dfa.State(firstAccepting<<shift)
	perEntry := 0 // log2 of the quotient of a state and its entry
	if len(order)<<shift > small {
		perEntry = shift
	}
	a.Trans = make([]uint16, len(order)<<shift)
	for s := range d.Output {
		for class, t := range d.Row(int32(s)) {
			a.Trans[state[s]+class] = uint16(state[t] >> perEntry)
		}
	}
	addLoops(a)
	addHead(a)
	return nil
}
