package proof_test

import (
	"iter"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/matcher"
)

// copyTagged returns a copy that can be changed.
func copyTagged(a *dfa.Tagged) *dfa.Tagged {
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

// listed returns the same table without events in the states, so that they are easy to change.
func listed(a *dfa.Tagged) *dfa.Tagged {
	b := copyTagged(a)
	if a.Automaton.InState {
		m := matcher.Unpack(&a.Automaton)
		m.InState = false
		b.Automaton = *m.Pack()
	}
	return b
}

// events returns how many events a table has, the empty one included, and those at ends.
func events(a *dfa.Tagged) uint8 {
	most := uint8(slices.Max(append([]uint16{0}, a.Automaton.Outputs...)))
	return max(most, slices.Max(append([]uint8{0}, a.Ends...))) + 1
}

// spanMutants yields all tables that differ from a in one thing that is no cell, and pass Check.
func spanMutants(a *dfa.Tagged) iter.Seq[*dfa.Tagged] {
	return func(yield func(*dfa.Tagged) bool) {
		checked := func(b *dfa.Tagged) bool { return b.Check() != nil || yield(b) }
		_ = commitMutants(a, checked) && placeMutants(a, checked) && fixedMutants(a, checked) && eventMutants(a, checked) && listMutants(a, checked)
	}
}

// commitMutants yields those with a commit that was changed, left out, or added.
func commitMutants(a *dfa.Tagged, yield func(*dfa.Tagged) bool) bool {
	for i, commits := range a.Registers {
		for k, was := range commits {
			for _, c := range otherCommits(a, was) {
				b := copyTagged(a)
				if b.Registers[i][k] = c; !yield(b) {
					return false
				}
			}
			b := copyTagged(a)
			if b.Registers[i] = slices.Delete(b.Registers[i], k, k+1); !yield(b) {
				return false
			}
		}
		for _, c := range otherCommits(a, dfa.Commit{}) {
			b := copyTagged(a)
			if b.Registers[i] = append(b.Registers[i], c); !yield(b) {
				return false
			}
		}
	}
	return true
}

// otherCommits lists commits that differ from one in an entry.
func otherCommits(a *dfa.Tagged, was dfa.Commit) (list []dfa.Commit) {
	for event := range events(a) {
		for ago := range uint8(4) {
			if c := (dfa.Commit{Event: event, Ago: ago, From: was.From}); (event != was.Event) != (ago != was.Ago) || was == (dfa.Commit{}) {
				list = append(list, c)
			}
		}
	}
	if c := was; a.Repeats != 0 && c.Ago != dfa.None {
		c.Ago = dfa.None
		list = append(list, c)
	}
	for from := range a.Registers {
		if c := was; from != int(was.From) && a.Repeats != 0 {
			c.From = uint8(from)
			list = append(list, c)
		}
	}
	return list
}

// listMutants yields those in which another rule may repeat, another event happens at an end, or other
// events are said to change lists.
func listMutants(a *dfa.Tagged, yield func(*dfa.Tagged) bool) bool {
	for k := range a.Names {
		b := copyTagged(a)
		if b.Repeats ^= 1 << k; len(b.Ends) == 0 {
			b.Ends = make([]uint8, len(b.Places))
		}
		if !yield(b) {
			return false
		}
	}
	for i, was := range a.Ends {
		for event := range events(a) + 2 {
			b := copyTagged(a)
			if b.Ends[i] = event; event != was && !yield(b) {
				return false
			}
		}
	}
	for first := range events(a) + 1 {
		b := copyTagged(a)
		if b.FirstList = first; a.Repeats != 0 && first != a.FirstList && !yield(b) {
			return false
		}
	}
	return true
}

// placeMutants yields those with another place in Places, and another entry of it in Final.
func placeMutants(a *dfa.Tagged, yield func(*dfa.Tagged) bool) bool {
	others := []dfa.Place{{Register: dfa.None}, {Register: dfa.None, Ago: 1}, {Register: dfa.None, Ago: 2}}
	for r := range a.Registers {
		others = append(others, dfa.Place{Register: uint8(r)})
	}
	for i, places := range a.Places {
		for k, was := range places {
			for _, p := range others {
				b := copyTagged(a)
				if b.Places[i][k] = p; p != was && !yield(b) {
					return false
				}
			}
		}
	}
	for s, was := range a.Final {
		for i := range uint16(len(a.Places)) {
			b := copyTagged(a)
			if b.Final[s] = i; i != was && !yield(b) {
				return false
			}
		}
	}
	return true
}

// fixedMutants yields those with a fixed place that was changed, left out, or stands before that
// before it.
func fixedMutants(a *dfa.Tagged, yield func(*dfa.Tagged) bool) bool {
	for i, was := range a.Fixed {
		others := []dfa.Fixed{was, was, was, was}
		others[0].Not = !was.Not
		others[1].Offset++
		others[2].Offset--
		others[3].Source = dfa.None
		for tag := range uint8(2*len(a.Names) + 2) {
			others = append(others, was, was)
			others[len(others)-2].Guard = tag
			others[len(others)-1].Source = tag
		}
		for _, f := range others {
			b := copyTagged(a)
			if b.Fixed[i] = f; f != was && !yield(b) {
				return false
			}
		}
		b := copyTagged(a)
		if b.Fixed = slices.Delete(b.Fixed, i, i+1); !yield(b) {
			return false
		}
		if i == 0 {
			continue
		}
		b = copyTagged(a)
		b.Fixed[i-1], b.Fixed[i] = was, a.Fixed[i-1]
		if !yield(b) {
			return false
		}
	}
	return true
}

// eventMutants yields those in which a state has another event.
func eventMutants(a *dfa.Tagged, yield func(*dfa.Tagged) bool) bool {
	a = listed(a)
	for s, was := range a.Automaton.Outputs {
		for event := range events(a) {
			b := copyTagged(a)
			if b.Automaton.Outputs[s] = uint16(event); uint16(event) != was && !yield(b) {
				return false
			}
		}
	}
	return true
}

// cellMutants yields those of the same language in which a cell leads elsewhere.
func cellMutants(a *dfa.Tagged) iter.Seq[*dfa.Tagged] {
	return func(yield func(*dfa.Tagged) bool) {
		for i, was := range a.Automaton.Trans {
			for s := range a.Automaton.States() {
				b := copyTagged(a)
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
