package mutant

import (
	"iter"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/matcher"
)

// Copy returns a copy that can be changed.
func Copy(a *dfa.Tagged) *dfa.Tagged {
	b := *a
	b.Automaton.Trans = slices.Clone(a.Automaton.Trans)
	b.Automaton.Loops, b.Automaton.LoopSets, b.Automaton.Head = nil, nil, dfa.Head{} // they would not change with cells
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

// Listed returns the same table without events in the states, so that they are easy to change.
func Listed(a *dfa.Tagged) *dfa.Tagged {
	b := Copy(a)
	if a.Automaton.InState {
		m := Unpack(&a.Automaton)
		m.InState = false
		b.Automaton = *m.Pack()
	}
	return b
}

// Cells yields the tables of the same language in which a cell leads elsewhere.
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

// Tables yields all tables that differ from a in one thing that is no cell, and pass Check.
func Tables(a *dfa.Tagged) iter.Seq[*dfa.Tagged] {
	return func(yield func(*dfa.Tagged) bool) {
		m := tagged{a, yield}
		_ = m.commits() && m.places() && m.fixed() && m.lists() && tagged{Listed(a), yield}.events()
	}
}

// tagged yields the mutants of a table. Methods report whether more are wanted.
type tagged struct {
	*dfa.Tagged
	yield func(*dfa.Tagged) bool
}

// change yields the table after a change.
func (m tagged) change(do func(b *dfa.Tagged)) bool {
	b := Copy(m.Tagged)
	do(b)
	return b.Check() != nil || m.yield(b)
}

// entry yields the tables in which an entry has another value.
func entry[T comparable](m tagged, at func(*dfa.Tagged) *T, values ...T) bool {
	for _, x := range values {
		if *at(m.Tagged) != x && !m.change(func(b *dfa.Tagged) { *at(b) = x }) {
			return false
		}
	}
	return true
}

// numEvents returns how many events the table has, the empty one included, and those at ends.
func (m tagged) numEvents() uint8 {
	most := uint8(slices.Max(append([]uint16{0}, m.Automaton.Outputs...)))
	return max(most, slices.Max(append([]uint8{0}, m.Ends...))) + 1
}

// commits changes commits, leaves them out, and adds some.
func (m tagged) commits() bool {
	for i, commits := range m.Registers {
		for k, was := range commits {
			if !entry(m, func(b *dfa.Tagged) *dfa.Commit { return &b.Registers[i][k] }, m.otherCommits(was)...) ||
				!m.change(func(b *dfa.Tagged) { b.Registers[i] = slices.Delete(b.Registers[i], k, k+1) }) {
				return false
			}
		}
		for _, c := range m.otherCommits(dfa.Commit{}) {
			if !m.change(func(b *dfa.Tagged) { b.Registers[i] = append(b.Registers[i], c) }) {
				return false
			}
		}
	}
	return true
}

// otherCommits lists commits that differ from one in an entry, and from the zero commit in any.
func (m tagged) otherCommits(was dfa.Commit) (list []dfa.Commit) {
	for event := range m.numEvents() {
		for ago := range uint8(4) {
			if c := (dfa.Commit{Event: event, Ago: ago, From: was.From}); (event != was.Event) != (ago != was.Ago) || was == (dfa.Commit{}) {
				list = append(list, c)
			}
		}
	}
	if m.Repeats == 0 {
		return list
	}
	if c := was; c.Ago != dfa.None {
		c.Ago = dfa.None
		list = append(list, c)
	}
	for from := range m.Registers {
		if c := was; from != int(was.From) {
			c.From = uint8(from)
			list = append(list, c)
		}
	}
	return list
}

// places changes a place in Places, and the entry of a state in Final.
func (m tagged) places() bool {
	others := []dfa.Place{{Register: dfa.None}, {Register: dfa.None, Ago: 1}, {Register: dfa.None, Ago: 2}}
	for r := range m.Registers {
		others = append(others, dfa.Place{Register: uint8(r)})
	}
	for i, places := range m.Places {
		for k := range places {
			if !entry(m, func(b *dfa.Tagged) *dfa.Place { return &b.Places[i][k] }, others...) {
				return false
			}
		}
	}
	for s := range m.Final {
		for i := range uint16(len(m.Places)) {
			if !entry(m, func(b *dfa.Tagged) *uint16 { return &b.Final[s] }, i) {
				return false
			}
		}
	}
	return true
}

// fixed changes a fixed place, leaves it out, and swaps it with the one before it.
func (m tagged) fixed() bool {
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
		if !entry(m, func(b *dfa.Tagged) *dfa.Fixed { return &b.Fixed[i] }, others...) ||
			!m.change(func(b *dfa.Tagged) { b.Fixed = slices.Delete(b.Fixed, i, i+1) }) ||
			i > 0 && !m.change(func(b *dfa.Tagged) { b.Fixed[i-1], b.Fixed[i] = b.Fixed[i], b.Fixed[i-1] }) {
			return false
		}
	}
	return true
}

// lists lets another rule repeat, another event happen at an end, or other events change lists.
func (m tagged) lists() bool {
	for k := range m.Names {
		if !m.change(func(b *dfa.Tagged) {
			if b.Repeats ^= 1 << k; len(b.Ends) == 0 {
				b.Ends = make([]uint8, len(b.Places))
			}
		}) {
			return false
		}
	}
	for i := range m.Ends {
		for event := range m.numEvents() + 2 {
			if !entry(m, func(b *dfa.Tagged) *uint8 { return &b.Ends[i] }, event) {
				return false
			}
		}
	}
	for first := range m.numEvents() + 1 {
		if m.Repeats != 0 && !entry(m, func(b *dfa.Tagged) *uint8 { return &b.FirstList }, first) {
			return false
		}
	}
	return true
}

// events gives a state another event.
func (m tagged) events() bool {
	for s := range m.Automaton.Outputs {
		for event := range m.numEvents() {
			if !entry(m, func(b *dfa.Tagged) *uint16 { return &b.Automaton.Outputs[s] }, uint16(event)) {
				return false
			}
		}
	}
	return true
}
