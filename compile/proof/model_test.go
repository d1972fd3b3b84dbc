package proof_test

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"testing"

	"example.org/iri/dfa"
)

// model is an automaton that is easy to change: states are numbers, and whether
// one accepts does not decide where it stands.
type model struct {
	dfa.Automaton // for all but Start, AcceptMin, Shift, Trans
	start         int
	rows          [][]int // by state and class; state 0 is dead
	accepts       []bool
}

func unpack(a *dfa.Automaton) *model {
	m := &model{Automaton: *a, start: a.Number(a.Start)}
	classes := *a.Classes
	m.Classes = &classes
	m.Slots, m.MarkSlots = slices.Clone(a.Slots), slices.Clone(a.MarkSlots)
	for s := range a.States() {
		row := make([]int, a.NumClasses())
		for c := range row {
			row[c] = a.Number(dfa.State(a.Trans[int(s)+c]))
		}
		m.rows = append(m.rows, row)
		m.accepts = append(m.accepts, a.Accepts(s))
	}
	return m
}

// pack lays the model out as a table: accepting states last.
func (m *model) pack() *dfa.Automaton {
	var order []int
	for _, accepting := range []bool{false, true} {
		for s, accepts := range m.accepts {
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
		if m.accepts[s] {
			a.AcceptMin = dfa.State(at[s])
		}
		if len(a.Slots) > 0 {
			at[s] += int(a.Slots[i])
		}
	}
	a.Start = dfa.State(at[m.start])
	a.Trans = make([]uint16, len(order)<<a.Shift)
	for s, row := range m.rows {
		for c, t := range row[:min(len(row), classes)] {
			a.Trans[at[s]+c] = uint16(at[t])
		}
	}
	return &a
}

// mutants yields all automata that differ from m in where one class leads from
// one state, in whether one state accepts, or in the class of one of the bytes.
func (m *model) mutants(inBytes string) iter.Seq2[string, *dfa.Automaton] {
	return func(yield func(string, *dfa.Automaton) bool) {
		change := func(what string, do, undo func()) bool {
			do()
			defer undo()
			return yield(what, m.pack())
		}
		for s := 1; s < len(m.rows); s++ {
			flip := func() { m.accepts[s] = !m.accepts[s] }
			if !change(fmt.Sprintf("state %d flipped", s), flip, flip) {
				return
			}
			for c, was := range m.rows[s] {
				for t := range m.rows {
					set := func() { m.rows[s][c] = t }
					if t != was && !change(fmt.Sprintf("state %d, class %d to %d", s, c, t), set, func() { m.rows[s][c] = was }) {
						return
					}
				}
			}
		}
		for _, b := range []byte(inBytes) {
			for c := range m.NumClasses() {
				was := m.Classes[b]
				set := func() { m.Classes[b] = uint8(c) }
				if c != int(was) && !change(fmt.Sprintf("byte %#x in class %d", b, c), set, func() { m.Classes[b] = was }) {
					return
				}
			}
		}
	}
}

// The models are what they are taken for: unchanged, they give the automaton back.
func TestModel(t *testing.T) {
	for _, g := range grammars {
		a := compiled(t, g.text, nil)
		if b := unpack(a).pack(); a.String() != b.String() || a.Start != b.Start || a.AcceptMin != b.AcceptMin || !slices.Equal(a.Trans, b.Trans) {
			t.Errorf("packed again:\n%v%v", a, b)
		}
	}
}
