package abnftest

import (
	"math/bits"
	"slices"

	"example.org/iri/dfa"
)

// Model is an automaton that is easy to change: states are numbers, and whether one
// accepts does not decide where it stands.
type Model struct {
	dfa.Automaton // for all but Start, AcceptMin, Shift, Trans
	Begin         int
	Rows          [][]int // by state and class; state 0 is dead
	Accepting     []bool
}

// Unpack returns a model of an automaton without parts. What the table says once more for speed,
// loops and head, is left out: it would not change with the rows.
func Unpack(a *dfa.Automaton) *Model {
	m := &Model{Automaton: *a, Begin: a.Number(a.Start)}
	classes := *a.Classes
	m.Classes = &classes
	m.Loops, m.LoopSets, m.Head = nil, nil, dfa.Head{}
	m.Slots, m.MarkSlots = slices.Clone(a.Slots), slices.Clone(a.MarkSlots)
	for s := range a.States() {
		row := make([]int, a.NumClasses())
		for c := range row {
			row[c] = a.Number(dfa.State(a.Trans[int(s)+c]))
		}
		m.Rows = append(m.Rows, row)
		m.Accepting = append(m.Accepting, a.Accepts(s))
	}
	return m
}

// Pack lays the model out as a table: accepting states last.
func (m *Model) Pack() *dfa.Automaton {
	var order []int
	for _, accepting := range []bool{false, true} {
		for s, accepts := range m.Accepting {
			if accepts == accepting {
				order = append(order, s)
			}
		}
	}
	a := m.Automaton
	a.Slots = nil
	most := 0
	for _, s := range order {
		if len(m.Slots) > 0 {
			a.Slots = append(a.Slots, m.Slots[s])
			most = max(most, int(m.Slots[s]))
		}
	}
	classes := a.NumClasses()
	a.Shift = uint8(bits.Len(uint(classes + most - 1)))
	at := make([]int, len(order))
	a.AcceptMin = dfa.State(len(order) << a.Shift)
	for i, s := range slices.Backward(order) {
		at[s] = i << a.Shift
		if m.Accepting[s] {
			a.AcceptMin = dfa.State(at[s])
		}
		if len(a.Slots) > 0 {
			at[s] += int(a.Slots[i])
		}
	}
	a.Start = dfa.State(at[m.Begin])
	a.Trans = make([]uint16, len(order)<<a.Shift)
	for s, row := range m.Rows {
		for c, t := range row[:min(len(row), classes)] {
			a.Trans[at[s]+c] = uint16(at[t])
		}
	}
	return &a
}
