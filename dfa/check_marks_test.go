package dfa_test

import (
	"math/rand/v2"

	. "example.org/iri/dfa"
)

// badMarks is the part of TestCheck for the lists of marks.
var badMarks = []struct {
	text  string
	spoil func(a *Automaton)
}{
	{"not every state has a slot", func(a *Automaton) { a.Slots = a.Slots[:10] }},
	{"not every state has a slot", func(a *Automaton) { a.Slots = append(a.Slots, 0) }},
	{"state 4 has a slot without a register or a place in its row", func(a *Automaton) { a.Slots[4] = 4 }},
	{"state 10 has a slot without a register or a place in its row", func(a *Automaton) { a.Slots[10] = 16 }},
	{"state 2 has a slot without a register or a place in its row", func(a *Automaton) {
		*a = Automaton{Name: "link", Start: 32, AcceptMin: 64, Shift: 5, Classes: star().Classes, Trans: make([]uint16, 96)}
		a.Slots, a.MarkSlots, a.MarkNames = []uint8{0, 0, 16}, []uint64{1}, []string{"m"} // room enough, but no register
	}},
	{"the dead state has a slot", func(a *Automaton) { a.Slots[0] = 1 }},

	// The slot is part of the state: the list must say the same as the rows.
	{"state 3, class 2: leads to 32, which is no state", func(a *Automaton) { a.Slots[4] = 1 }},
	{"state 1, class 1: leads to 25, which is no state", func(a *Automaton) { a.Slots = nil }},

	{"marks without slots", func(a *Automaton) { *a = *star(); a.Name, a.MarkNames = "link", []string{"x"} }},
	{"marks without slots", func(a *Automaton) { *a = *star(); a.Name, a.MarkSlots = "link", []uint64{1} }},
	{"no marks or more than 16", func(a *Automaton) { a.MarkNames = nil }},
	{"no marks or more than 16", func(a *Automaton) { a.MarkNames, a.MarkSlots = make([]string, 17), make([]uint64, 17) }},
	{"not every mark has slots", func(a *Automaton) { a.MarkSlots = a.MarkSlots[:1] }},
	{"not every mark has slots", func(a *Automaton) { a.MarkSlots = append(a.MarkSlots, 0) }},
	{"not every mark has slots", func(a *Automaton) { a.MarkSlots = nil }},
	{"a mark fires before the first byte", func(a *Automaton) { a.Slots[1], a.Start = 1, 9 }},
}

// mutateMarks changes the slots of the marks or their names.
func mutateMarks(a *Automaton, rnd *rand.Rand) {
	switch rnd.IntN(3) {
	case 0:
		a.MarkSlots[rnd.IntN(len(a.MarkSlots))] ^= 1 << rnd.IntN(64)
	case 1:
		a.MarkSlots = append(a.MarkSlots[:1], make([]uint64, rnd.IntN(20))...)
	default:
		a.MarkNames = append(a.MarkNames[:rnd.IntN(3)], make([]string, rnd.IntN(20))...)
	}
}
