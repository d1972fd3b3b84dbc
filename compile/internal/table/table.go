// Package table lays minimal machines out as the tables of package dfa.
package table

import (
	"math/bits"
	"slices"

	"example.org/iri/compile/internal/machine"
	"example.org/iri/dfa"
)

// Automaton lays a machine out. Parts are the names of its parts, the first being "" for no part; an
// automaton without parts has an empty list. The table has at most a number of cells. The error is a
// *machine.Limit.
func Automaton(d *machine.Machine[machine.Plain], parts []string, cells int) (*dfa.Automaton, error) {
	order, firstAccepting := d.Order()
	a := &dfa.Automaton{Name: d.Name, Classes: &d.Classes.Of}
	if len(parts) > 0 {
		a.PartNames, a.Parts = parts, machine.Column(d, order, func(o machine.Plain) uint8 { return o.Part })
	}
	return a, addRows(a, d, order, firstAccepting, rowLimits{most: cells})
}

// rowLimits are the log2 of the least length of a row, and the most cells of a table.
type rowLimits struct{ leastShift, most int }

// addRows lays the transitions out. States are numbered so that accepting is one
// comparison: the dead one, those that do not accept, those that do, each group
// breadth-first from the start. Rows are a power of two long, and long enough for the
// slot in front of the classes. Entries have two bytes where these can hold every state.
func addRows[Out machine.Output](a *dfa.Automaton, d *machine.Machine[Out], order []int32, firstAccepting int, limits rowLimits) error {
	const mostInRow, narrow = 1 << 8, 1 << 16 // cells
	slots := 1
	if len(a.Slots) > 0 {
		slots += int(slices.Max(a.Slots))
	}
	shift := max(bits.Len(uint(d.Classes.N+slots-2)), limits.leastShift)
	if 1<<shift > mostInRow {
		return &machine.Limit{What: "byte classes and events", Max: mostInRow}
	}
	if len(order)<<shift > limits.most {
		return &machine.Limit{What: machine.Cells, Max: limits.most}
	}
	state := make([]int, len(order)) // that each state of d becomes
	for i, s := range order {
		state[s] = i << shift
		if slots > 1 {
			state[s] += int(a.Slots[i])
		}
	}
	a.Start, a.AcceptMin, a.Shift = dfa.State(state[d.Start]), dfa.State(firstAccepting<<shift), uint8(shift)
	if cells := len(order) << shift; cells <= narrow {
		a.Trans = rows[uint16](d, state, cells)
	} else {
		a.Wide = rows[uint32](d, state, cells)
	}
	addLoops(a)
	addHead(a)
	return nil
}

// rows returns the transitions of a machine whose states become those given.
func rows[Cell uint16 | uint32, Out machine.Output](d *machine.Machine[Out], state []int, cells int) []Cell {
	list := make([]Cell, cells)
	for s := range d.Output {
		for class, t := range d.Row(int32(s)) {
			list[state[s]+class] = Cell(state[t])
		}
	}
	return list
}
