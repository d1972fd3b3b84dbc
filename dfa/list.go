package dfa

// isList reports whether the places of a tag are lists.
func (t *Tagged) isList(tag int) bool { return t.Repeats>>(tag/2)&1 != 0 && tag < 2*len(t.Names) }

// Each calls yield for each occurrence of the k-th of t.Names, a rule in t.Repeats, in a string of n bytes
// that has led to the state s, until yield returns false; for none if s does not accept. It is for generated
// packages; other programs call [FindAll]. The notes are those of events that change lists, without the first
// entries of the log. Each allocates nothing for up to 64 occurrences.
func (t *Tagged) Each(k int, s State, n int, notes []Note, yield func(Span) bool) {
	if !t.Automaton.Accepts(s) {
		return
	}
	var begins, ends [64]uint32
	final := t.Final[t.Automaton.Number(s)]
	b := t.list(t.Places[final][2*k].Register, t.Ends[final], n, notes, begins[:0])
	e := t.list(t.Places[final][2*k+1].Register, t.Ends[final], n, notes, ends[:0])
	for i := max(len(b), len(e)) - 1; i >= 0; i-- { // in a table that is right, there are as many ends as beginnings
		if !yield(Span{offset(b, i), offset(e, i)}) {
			return
		}
	}
}

const absent = -1 // the offset of a tag that is absent

// offset returns an offset in a list, absent if the list is too short.
func offset(list []uint32, i int) int {
	if i >= len(list) {
		return absent
	}
	return int(list[i])
}

// list appends the offsets in a register after an event at the end, the last one first.
func (t *Tagged) list(r, end uint8, n int, notes []Note, list []uint32) []uint32 {
	list, r = t.back(r, end, uint32(n), list)
	for i := len(notes) - 1; i >= 0; i-- {
		list, r = t.back(r, notes[i].event(), notes[i].after(), list)
	}
	return list
}

// events returns how many entries the log of a run has before the notes of events that change lists.
func (t *Tagged) events() int {
	if t.Automaton.InState || len(t.Automaton.Outputs) == 0 {
		return lowEvents
	}
	return maxEvents
}

// back appends the offsets that an event, after a number of bytes, has added to a register, the last one
// first, and returns the register that has those before.
func (t *Tagged) back(r, event uint8, after uint32, list []uint32) ([]uint32, uint8) {
	commits, from := t.Registers[r], r
	for i := len(commits) - 1; i >= 0; i-- {
		if c := commits[i]; c.Event == event {
			if c.Ago != None && uint32(c.Ago) <= after {
				list = append(list, after-uint32(c.Ago))
			}
			from = c.From
		}
	}
	return list, from
}
