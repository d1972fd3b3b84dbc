package mutant

import (
	"iter"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/matcher"
)

// Copy returns a deep copy. It drops the fields that depend on transitions and commits.
func Copy(a *dfa.Tagged) *dfa.Tagged {
	b := *a
	b.Automaton.Trans = slices.Clone(a.Automaton.Trans)
	b.Automaton.Loops, b.Automaton.LoopSets, b.Automaton.Head = nil, nil, dfa.Head{}
	b.ListMoves = nil
	b.Automaton.Outputs = slices.Clone(a.Automaton.Outputs)
	b.Names, b.Final, b.Fixed = slices.Clone(a.Names), slices.Clone(a.Final), slices.Clone(a.Fixed)
	b.Registers, b.Places, b.Ends = slices.Clone(a.Registers), slices.Clone(a.Places), slices.Clone(a.Ends)
	for i, commits := range b.Registers {
		b.Registers[i] = slices.Clone(commits)
	}
	for i, places := range b.Places {
		b.Places[i] = slices.Clone(places)
	}
	return &b
}

// Listed returns a copy of the table whose events are not in the state numbers, but in a list that is easy to change.
func Listed(a *dfa.Tagged) *dfa.Tagged {
	b := Copy(a)
	if a.Automaton.InState {
		m := Unpack(&a.Automaton)
		m.InState = false
		b.Automaton = *m.Pack()
	}
	return b
}

// Cells yields the valid tables that differ in one transition, but accept the same language.
func Cells(a *dfa.Tagged) iter.Seq[*dfa.Tagged] {
	return func(yield func(*dfa.Tagged) bool) {
		for i, was := range a.Automaton.Trans {
			for s := range a.Automaton.States() {
				b := Copy(a)
				if b.Automaton.Trans[i] = uint16(s); uint16(s) == was || b.Check() != nil {
					continue
				}
				if _, equal := matcher.Equivalent(&a.Automaton, &b.Automaton); equal && !yield(b) {
					return
				}
			}
		}
	}
}

// Tables yields the valid tables that differ in one place other than a transition.
func Tables(a *dfa.Tagged) iter.Seq[*dfa.Tagged] {
	return func(yield func(*dfa.Tagged) bool) {
		stopped := false
		try := func(b *dfa.Tagged) {
			stopped = stopped || b.Check() == nil && !yield(b)
		}
		m := tagged{a, try}
		m.commits()
		m.places()
		m.fixed()
		m.lists()
		tagged{Listed(a), try}.events()
	}
}

// tagged makes the mutants of a table, and passes them to try.
type tagged struct {
	*dfa.Tagged
	try func(*dfa.Tagged)
}

func (m tagged) change(do func(b *dfa.Tagged)) {
	b := Copy(m.Tagged)
	do(b)
	m.try(b)
}

// entry changes an entry to each of several values.
func entry[T comparable](m tagged, at func(*dfa.Tagged) *T, values ...T) {
	for _, x := range values {
		if *at(m.Tagged) != x {
			m.change(func(b *dfa.Tagged) { *at(b) = x })
		}
	}
}

func (m tagged) numEvents() uint8 {
	most := uint8(slices.Max(append([]uint16{0}, m.Automaton.Outputs...)))
	return max(most, slices.Max(append([]uint8{0}, m.Ends...))) + 1
}

// commits changes, removes and adds commits.
func (m tagged) commits() {
	for i, commits := range m.Registers {
		for k, was := range commits {
			entry(m, func(b *dfa.Tagged) *dfa.Commit { return &b.Registers[i][k] }, m.otherCommits(was)...)
			m.change(func(b *dfa.Tagged) { b.Registers[i] = slices.Delete(b.Registers[i], k, k+1) })
		}
		for _, c := range m.otherCommits(dfa.Commit{}) {
			m.change(func(b *dfa.Tagged) { b.Registers[i] = append(b.Registers[i], c) })
		}
	}
}

// otherCommits lists the commits that differ from was in one field or, if it is zero, in any field.
func (m tagged) otherCommits(was dfa.Commit) (list []dfa.Commit) {
	for event := range m.numEvents() {
		for ago := range uint8(4) {
			if (event != was.Event) != (ago != was.Ago) || was == (dfa.Commit{}) {
				list = append(list, dfa.Commit{Event: event, Ago: ago, From: was.From})
			}
		}
	}
	if m.Repeats != 0 {
		list = append(list, dfa.Commit{Event: was.Event, Ago: dfa.None, From: was.From})
		for from := range m.Registers {
			if from != int(was.From) {
				list = append(list, dfa.Commit{Event: was.Event, Ago: was.Ago, From: uint8(from)})
			}
		}
	}
	return list
}

// places changes entries of Places and Final.
func (m tagged) places() {
	others := []dfa.Place{{Register: dfa.None}, {Register: dfa.None, Ago: 1}, {Register: dfa.None, Ago: 2}}
	for r := range m.Registers {
		others = append(others, dfa.Place{Register: uint8(r)})
	}
	for i, places := range m.Places {
		for k := range places {
			entry(m, func(b *dfa.Tagged) *dfa.Place { return &b.Places[i][k] }, others...)
		}
	}
	for s := range m.Final {
		for i := range uint16(len(m.Places)) {
			entry(m, func(b *dfa.Tagged) *uint16 { return &b.Final[s] }, i)
		}
	}
}

// fixed changes, removes and swaps entries of Fixed.
func (m tagged) fixed() {
	for i, was := range m.Fixed {
		others := []dfa.Fixed{was, was, was, was}
		others[0].Not = !was.Not
		others[1].Offset++
		others[2].Offset--
		others[3].Source = dfa.None
		for tag := range uint8(2*len(m.Names) + 2) {
			others = append(others, was, was)
			others[len(others)-2].Guard = tag
			others[len(others)-1].Source = tag
		}
		entry(m, func(b *dfa.Tagged) *dfa.Fixed { return &b.Fixed[i] }, others...)
		m.change(func(b *dfa.Tagged) { b.Fixed = slices.Delete(b.Fixed, i, i+1) })
		if i > 0 {
			m.change(func(b *dfa.Tagged) { b.Fixed[i-1], b.Fixed[i] = b.Fixed[i], b.Fixed[i-1] })
		}
	}
}

// lists changes Repeats, Ends and FirstList.
func (m tagged) lists() {
	for k := range m.Names {
		m.change(func(b *dfa.Tagged) {
			if b.Repeats ^= 1 << k; len(b.Ends) == 0 {
				b.Ends = make([]uint8, len(b.Places))
			}
		})
	}
	for event := range m.numEvents() + 2 {
		for i := range m.Ends {
			entry(m, func(b *dfa.Tagged) *uint8 { return &b.Ends[i] }, event)
		}
		if m.Repeats != 0 && event <= m.numEvents() {
			entry(m, func(b *dfa.Tagged) *uint8 { return &b.FirstList }, event)
		}
	}
}

func (m tagged) events() {
	for s := range m.Automaton.Outputs {
		for event := range m.numEvents() {
			entry(m, func(b *dfa.Tagged) *uint16 { return &b.Automaton.Outputs[s] }, uint16(event))
		}
	}
}
