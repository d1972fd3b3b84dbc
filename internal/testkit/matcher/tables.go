package matcher

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"example.org/iri/compile"
	"example.org/iri/dfa"
	"example.org/iri/internal/walk"
)

// Equivalent reports whether two automata accept the same strings. If not, witness is a
// shortest string that one of them accepts, of several the first in byte order.
func Equivalent(a, b *dfa.Automaton) (witness []byte, equal bool) {
	witness, found := only(a, b)
	other, also := only(b, a)
	if !found || also && (len(other) < len(witness) || len(other) == len(witness) && string(other) < string(witness)) {
		witness, found = other, also
	}
	return witness, !found
}

// Common returns a shortest string that both automata accept, of several the first in byte
// order; found is false if there is none.
func Common(a, b *dfa.Automaton) (text []byte, found bool) {
	both, err := compile.Intersection("both", a, b)
	if err != nil {
		panic(err)
	}
	return only(both, compile.MustCompile("none = %xD800\n", "none"))
}

func only(a, b *dfa.Automaton) (text []byte, found bool) {
	text, found, err := compile.Witness(a, b)
	if err != nil {
		panic(err)
	}
	return text, found
}

// Minimal returns an error if a has a state too many: one that no text leads to, or two
// that no text tells apart (Moore's partition refinement), or bytes that are in
// different classes for no reason.
func Minimal(a *dfa.Automaton) error {
	reached := map[dfa.State]bool{a.Start: true, dfa.Dead: true}
	for queue := []dfa.State{a.Start}; len(queue) > 0; queue = queue[1:] {
		for b := range 256 {
			if s := a.Next(queue[0], byte(b)); !reached[s] {
				reached[s] = true
				queue = append(queue, s)
			}
		}
	}
	if len(reached) != a.NumStates() {
		return fmt.Errorf("%d of %d states can be reached in\n%v", len(reached), a.NumStates(), a)
	}
	if n := moore(a); n != a.NumStates() {
		return fmt.Errorf("%d states, %d would do:\n%v", a.NumStates(), n, a)
	}
	columns := make(map[string]bool)
	for b := range 256 {
		var column strings.Builder
		for s := range a.States() {
			fmt.Fprint(&column, a.Next(s, byte(b)), " ")
		}
		columns[column.String()] = true
	}
	if len(columns) != walk.NumClasses(a) {
		return errors.New(fmt.Sprint(walk.NumClasses(a), " classes, ", len(columns), " would do:\n", a))
	}
	return nil
}

// moore returns the number of states of the minimal automaton: it splits groups
// of states, to begin with by what they say, as long as a byte leads from a group
// into two.
func moore(a *dfa.Automaton) int {
	group := make(map[dfa.State]int)
	ids := make(map[string]int)
	for s := range a.States() {
		group[s] = id(ids, fmt.Sprint(a.Accepts(s), a.Part(s)))
	}
	for {
		next := make(map[dfa.State]int)
		nextIDs := make(map[string]int)
		for s := range a.States() {
			key := make([]byte, 0, 2*257)
			key = append(key, byte(group[s]), byte(group[s]>>8))
			for b := range 256 {
				g := group[a.Next(s, byte(b))]
				key = append(key, byte(g), byte(g>>8))
			}
			next[s] = id(nextIDs, string(key))
		}
		if len(nextIDs) == len(ids) {
			return len(ids)
		}
		group, ids = next, nextIDs
	}
}

func id(ids map[string]int, key string) int {
	n, ok := ids[key]
	if !ok {
		n = len(ids)
		ids[key] = n
	}
	return n
}

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
	a.Outputs = nil
	most := 0 // of the outputs that are in states
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
