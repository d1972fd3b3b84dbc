// Package mutant makes mutants of tables, for tests only: of an automaton, of an automaton with spans, and of the plan
// of a kernel. Each differs from its table in one place. Checks and proofs must refute all that differ in meaning.
package mutant

import (
	"bytes"
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/walk"
)

// Automaton is an automaton in a form that is easy to change: states are numbers in any order.
type Automaton struct {
	dfa.Automaton // without Start, AcceptMin, Shift and Trans
	Begin         int
	Rows          [][]int // by state and class; state 0 is dead
	Accepting     []bool
}

// Unpack returns a copy of an automaton of at most 65,536 entries. It drops Loops and Head, which depend on the rows.
func Unpack(a *dfa.Automaton) *Automaton {
	m := &Automaton{Automaton: *a, Begin: a.Number(a.Start)}
	classes := *a.Classes
	m.Classes = &classes
	m.Loops, m.LoopSets, m.Head = nil, nil, dfa.Head{}
	m.Outputs = slices.Clone(a.Outputs)
	for s := range a.States() {
		row := make([]int, walk.NumClasses(a))
		for c := range row {
			row[c] = a.Number(dfa.State(a.Trans[int(s)+c]))
		}
		m.Rows = append(m.Rows, row)
		m.Accepting = append(m.Accepting, a.Accepts(s))
	}
	return m
}

// Pack converts the automaton to a table, with accepting states last.
func (m *Automaton) Pack() *dfa.Automaton {
	var order []int
	for _, accepting := range []bool{false, true} {
		for s, accepts := range m.Accepting {
			if accepts == accepting {
				order = append(order, s)
			}
		}
	}
	a := m.Automaton
	a.Outputs = nil
	most := 0 // greatest output in a state
	for _, s := range order {
		if len(m.Outputs) > 0 {
			a.Outputs = append(a.Outputs, m.Outputs[s])
		}
		if m.InState {
			most = max(most, int(m.Outputs[s]))
		}
	}
	classes := walk.NumClasses(&a)
	a.Shift = uint8(bits.Len(uint(classes + most - 1)))
	at := make([]int, len(order))
	a.AcceptMin = dfa.State(len(order) << a.Shift)
	for i, s := range slices.Backward(order) {
		at[s] = i << a.Shift
		if m.Accepting[s] {
			a.AcceptMin = dfa.State(at[s])
		}
		if a.InState {
			at[s] += int(a.Outputs[i])
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

// A Change is a changed entry: the target of a transition, whether a state accepts, or the class of a byte.
type Change struct {
	Entry            string // "cell", "acceptance" or "class"
	State, Class, To int
	Byte             byte
}

// Changes yields changes of all states, and of the classes of inBytes. The automaton has a change during its iteration.
// A transition or class gets every step-th of its other values, but at least one.
func (m *Automaton) Changes(step int, inBytes string) iter.Seq[Change] {
	return func(yield func(Change) bool) {
		_ = m.stateChanges(step, yield) && m.classChanges(step, inBytes, yield)
	}
}

func (m *Automaton) stateChanges(step int, yield func(Change) bool) (more bool) {
	more = true
	for s, row := range m.Rows {
		for c, was := range row {
			for to := range others(was, len(m.Rows), s+c, step) {
				row[c] = to
				more = more && yield(Change{Entry: "cell", State: s, Class: c, To: to})
			}
			row[c] = was
		}
		m.Accepting[s] = !m.Accepting[s]
		more = more && yield(Change{Entry: "acceptance", State: s})
		m.Accepting[s] = !m.Accepting[s]
	}
	return more
}

func (m *Automaton) classChanges(step int, inBytes string, yield func(Change) bool) (more bool) {
	more = true
	for i := range len(inBytes) {
		b := inBytes[i]
		was := m.Classes[b]
		for c := range others(int(was), walk.NumClasses(&m.Automaton), int(b), step) {
			m.Classes[b] = uint8(c)
			more = more && yield(Change{Entry: "class", Byte: b, Class: c})
		}
		m.Classes[b] = was
	}
	return more
}

// others yields every step-th of the numbers below n other than but. The first one depends on k.
func others(but, n, k, step int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := k % min(step, max(n-1, 1)); i < n-1; i += step {
			if !yield((but + 1 + i) % n) {
				return
			}
		}
	}
}

// Plans yields plans that differ from p in one bit of the binary form: in every step-th bit from one on.
func Plans(p *uri.Plan, from, step int) iter.Seq2[int, *uri.Plan] {
	form, err := binary.Append(nil, binary.LittleEndian, p)
	if err != nil {
		panic(err)
	}
	return func(yield func(int, *uri.Plan) bool) {
		for bit := from; bit < 8*len(form); bit += step {
			b := bytes.Clone(form)
			b[bit/8] ^= 1 << (bit % 8)
			q := new(uri.Plan)
			if _, err := binary.Decode(b, binary.LittleEndian, q); err != nil {
				panic(err)
			}
			if *q != *p && !yield(bit, q) { // the other bits of a bool have no effect
				return
			}
		}
	}
}
