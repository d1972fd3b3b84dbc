package dfa

import "slices"

// isList reports whether a tag has a list of offsets.
func (t *Tagged) isList(tag int) bool { return t.Repeats>>(tag/2)&1 != 0 && tag < 2*len(t.Names) }

// Each calls yield for each occurrence of the rule t.Names[k], which must be in t.Repeats, until yield returns false.
// The string has n bytes and leads to s. If s does not accept, there are no occurrences. Notes are those of [Record]
// after the first 16 or 256. Each is for generated packages; other programs call [FindAll]. It does not allocate for up
// to 64 occurrences.
func (t *Tagged) Each(k int, s State, n int, notes []Note, yield func(Span) bool) {
	if !t.Automaton.Accepts(s) {
		return
	}
	final := t.Final[t.Automaton.Number(s)]
	b, e := t.Places[final][2*k].Register, t.Places[final][2*k+1].Register
	if len(t.ListMoves) == 0 || len(notes) >= fewNotes {
		t.eachOfMany(b, e, t.Ends[final], n, notes, yield)
		return
	}
	// The loop has no branches on events, which would often be mispredicted.
	var begins, ends [fewNotes]uint32
	i, j := 0, 0
	event, after, moves, width := t.Ends[final], uint32(n), t.ListMoves, len(t.Registers)
	for left := len(notes) - 1; ; left-- {
		x, y := moves[int(event)*width+int(b)], moves[int(event)*width+int(e)]
		begins[i&(fewNotes-1)], ends[j&(fewNotes-1)] = after+1-uint32(x>>8), after+1-uint32(y>>8)
		i, j = i+int((x>>8+0xFF)>>8), j+int((y>>8+0xFF)>>8)
		b, e = uint8(x), uint8(y)
		if left < 0 {
			break
		}
		event, after = notes[left].event(), notes[left].after()
	}
	for i--; i >= 0; i-- {
		if !yield(Span{int(begins[i&(fewNotes-1)]), int(ends[i&(fewNotes-1)])}) {
			return
		}
	}
}

const fewNotes = 32

// eachOfMany is Each for any number of notes, given the registers of begin and end and the event at the end.
func (t *Tagged) eachOfMany(begin, end, last uint8, n int, notes []Note, yield func(Span) bool) {
	var begins, ends [64]uint32
	b := t.list(begin, last, n, notes, begins[:0])
	e := t.list(end, last, n, notes, ends[:0])
	for i := max(len(b), len(e)) - 1; i >= 0; i-- { // in a valid table, there are as many ends as beginnings
		if !yield(Span{offset(b, i), offset(e, i)}) {
			return
		}
	}
}

// rightListMoves reports whether ListMoves agrees with Registers, with at most one commit of an event to each.
func rightListMoves(t *Tagged) bool {
	width := len(t.Registers)
	want := make([]uint16, len(t.ListMoves))
	for i := range want {
		want[i] = uint16(i % width)
	}
	for r, commits := range t.Registers {
		for _, c := range commits {
			i := int(c.Event)*width + r
			if i >= len(want) || want[i] != uint16(r) {
				return false
			}
			want[i] = uint16(c.From) | uint16(c.Ago+1)<<8 // 0 for None
		}
	}
	last := int(slices.Max(append([]uint16{0}, t.Automaton.Outputs...)))
	for _, e := range t.Ends {
		last = max(last, int(e))
	}
	return len(want) > last*width && slices.Equal(t.ListMoves, want)
}

const absent = -1

func offset(list []uint32, i int) int {
	if i >= len(list) {
		return absent
	}
	return int(list[i])
}

// list appends the offsets in register r after event end at the end of the string, last one first.
func (t *Tagged) list(r, end uint8, n int, notes []Note, list []uint32) []uint32 {
	list, r = t.back(r, end, uint32(n), list)
	for i := len(notes) - 1; i >= 0; i-- {
		list, r = t.back(r, notes[i].event(), notes[i].after(), list)
	}
	return list
}

// events returns the number of entries in a log before the notes of events that change lists.
func (t *Tagged) events() int {
	if t.Automaton.InState || len(t.Automaton.Outputs) == 0 {
		return lowEvents
	}
	return maxEvents
}

// back appends the offsets that an event, after some bytes, added to register r, last one first. It returns the
// register that has the earlier offsets.
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
