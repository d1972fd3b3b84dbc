package table

// A Note is the number of bytes after which an event came, in the low half, and the event, in the high half.
type Note uint64

// After returns how many bytes had been read when the event came.
func (x Note) After() uint32 { return uint32(x) }

func (x Note) event() uint8 { return uint8(x >> 32) }

// RecordLists is [Record] for a table with rules that repeat. The first entries of log, 16 or 256, have for
// each event but 0 the note of where it came last. After them come the notes of all events that change
// lists. RecordLists returns how many entries there are in all. They are in log if it has four more;
// otherwise they may be in more, and only then it is not nil, and RecordLists allocates.
func RecordLists[Bytes ~[]byte | ~string](t *Tagged, text Bytes, log []Note) (last State, n int, more []Note) {
	a := &t.Automaton
	if !a.InState {
		return recordOutputLists(t, text, log)
	}
	s, i, n := a.Start, 0, lowEvents
	if k := a.Head.Bytes; k > 0 && len(text) >= k {
		if !begins(a, text) {
			return Dead, 0, nil
		}
		s, i = a.Head.End, k
	}
	for {
		s, i, n = recordFours(t, s, text, i, log, n)
		switch {
		case n+4 > len(log):
			more = grow(log, n)
			log = more
		case s == Dead:
			return Dead, 0, nil
		case len(text)-i >= 4:
			i += loop(a, s, text[i:])
		default:
			for ; i < len(text); i++ {
				s = State(a.Trans[int(s)+int(a.Classes[text[i]])])
				event := int(s) & 15
				x := Note(event)<<32 + Note(i+1)
				log[event], log[n] = x, x
				n += (event + lowEvents - int(t.FirstList)) >> 4
			}
			return s, n, more
		}
	}
}

// recordFours reads four bytes at a time from offset i on, as long as there is room for four notes after n.
// It also returns if four bytes have led from a state without an event to itself, and many are left. It does
// not call functions, so that what it uses stays in registers; and as in Record, a branch on whether there
// is an event would be predicted wrongly. So each event is noted, and the next is written over it unless it
// changes lists.
func recordFours[Bytes ~[]byte | ~string](t *Tagged, from State, text Bytes, i int, log []Note, n int) (last State, read, noted int) {
	classes, trans := t.Automaton.Classes, t.Automaton.Trans
	list := int(lowEvents - t.FirstList) // makes 16 or more of events that change lists
	log = log[:len(log):len(log)]
	low := (*[lowEvents]Note)(log)
	s := int(from)
	for len(text)-i >= 4 && len(log)-n >= 4 {
		x, w, was := text[i:i+4], (*[4]Note)(log[n:n+4]), s
		s0 := int(trans[s+int(classes[x[0]])])
		s1 := int(trans[s0+int(classes[x[1]])])
		s2 := int(trans[s1+int(classes[x[2]])])
		s = int(trans[s2+int(classes[x[3]])])
		s0 &= 15
		s1 &= 15
		s2 &= 15
		e := s & 15
		y := Note(i)
		y0 := Note(s0)<<32 + y + 1
		low[s0], w[0] = y0, y0
		k := (s0 + list) >> 4
		y1 := Note(s1)<<32 + y + 2
		low[s1], w[k&3] = y1, y1
		k += (s1 + list) >> 4
		y2 := Note(s2)<<32 + y + 3
		low[s2], w[k&3] = y2, y2
		k += (s2 + list) >> 4
		y3 := Note(e)<<32 + y + 4
		low[e], w[k&3] = y3, y3
		n += k + (e+list)>>4
		if i += 4; len(text)-i >= longLoop && s == was && e == 0 { // as in Run, the first is asked first
			break
		}
	}
	return State(s), i, n
}

// recordOutputLists is RecordLists for a table whose events are not in the states.
func recordOutputLists[Bytes ~[]byte | ~string](t *Tagged, text Bytes, log []Note) (s State, n int, more []Note) {
	a := &t.Automaton
	s, n = a.Start, t.Events()
	for i := 0; i < len(text) && s != Dead; i++ {
		if n == len(log) {
			more = grow(log, n)
			log = more
		}
		s = a.Next(s, text[i])
		event := t.Event(s)
		x := Note(event)<<32 + Note(i+1)
		log[event], log[n] = x, x
		if event >= t.FirstList {
			n++
		}
	}
	return s, n, more
}

// grow returns a longer log that begins with n notes.
func grow(log []Note, n int) []Note {
	longer := make([]Note, 2*len(log)+8)
	copy(longer, log[:n])
	return longer
}

// Event returns the event of a state, as in a [Commit]; 0 sets no register.
func (t *Tagged) Event(s State) uint8 {
	if a := &t.Automaton; len(a.Outputs) > 0 {
		return uint8(a.Outputs[a.Number(s)])
	}
	return 0
}

// isList reports whether the places of a tag are lists.
func (t *Tagged) isList(tag int) bool { return t.Repeats>>(tag/2)&1 != 0 && tag < 2*len(t.Names) }

// Each calls yield for each occurrence of the k-th of t.Names, a rule in t.Repeats, in a string of n bytes
// that has led to the state s, until yield returns false; for none if s does not accept. The notes are those
// of events that change lists, without the first entries of the log. Each allocates nothing for up to 64
// occurrences.
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
		list, r = t.back(r, notes[i].event(), notes[i].After(), list)
	}
	return list
}

// Events returns how many entries the log of a run has before the notes of events that change lists.
func (t *Tagged) Events() int {
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
