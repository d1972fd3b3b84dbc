package table

// Log is what a run has noted of events that change lists, in their order.
type Log struct {
	After  []uint32 // how many bytes had been read
	Events []uint8
}

// RecordLists is [Record] for a table with rules that repeat. It also writes the events that change lists
// to log, whose two slices have one length, and returns how many there were. If log was too short for
// them, more has them all; otherwise it is nil, and RecordLists allocates nothing.
func RecordLists[Bytes ~[]byte | ~string](t *Tagged, text Bytes, at []uint32, log Log) (s State, n int, more *Log) {
	a, i := &t.Automaton, 0
	s = a.Start
	if k := a.Head.Bytes; a.InState && k > 0 && len(text) >= k {
		if !begins(a, text) {
			return Dead, 0, nil
		}
		s, i = a.Head.End, k
	}
	if a.InState {
		for len(text)-i >= 8 && s != Dead {
			if n+8 > len(log.After) {
				more = log.grow(n)
				log = *more
			}
			before := s
			s, n = recordEight(t, s, text[i:i+8], i, n, at, log)
			if i += 8; s == before && s&(lowEvents-1) == 0 && len(text)-i >= longLoop-8 {
				i += loop(a, s, text[i:])
			}
		}
	}
	for ; i < len(text) && s != Dead; i++ {
		if n == len(log.After) {
			more = log.grow(n)
			log = *more
		}
		s = a.Next(s, text[i])
		event := t.event(s)
		at[event] = uint32(i) + 1
		if event >= t.FirstList {
			log.After[n], log.Events[n] = uint32(i)+1, event
			n++
		}
	}
	return s, n, more
}

// recordEight reads eight bytes, before which i were read and n events noted. A branch on whether there is
// an event would cost more than all the stores: it is often predicted wrongly.
func recordEight[Bytes ~[]byte | ~string](t *Tagged, from State, text Bytes, i, n int, at []uint32, log Log) (State, int) {
	classes, trans := t.Automaton.Classes, t.Automaton.Trans
	low := (*[lowEvents]uint32)(at)
	after, events := log.After[n:][:8], log.Events[n:][:8]
	// One more than the last four bits of a state that is an event of a list has the fifth bit.
	list := lowEvents - int(t.FirstList)
	s, k := int(from), 0
	for j := range 8 {
		s = int(trans[s+int(classes[text[j]])])
		event, now := s&(lowEvents-1), uint32(i+j)+1
		low[event] = now
		after[k&7], events[k&7] = now, uint8(event)
		k += (event + list) >> 4 & 1
	}
	return State(s), n + k
}

// grow returns a longer log that begins with n events.
func (log Log) grow(n int) *Log {
	size := 2*len(log.After) + 8
	more := &Log{make([]uint32, size), make([]uint8, size)}
	copy(more.After, log.After[:n])
	copy(more.Events, log.Events[:n])
	return more
}

// event returns the event of a state.
func (t *Tagged) event(s State) uint8 {
	if a := &t.Automaton; len(a.Outputs) > 0 {
		return uint8(a.Outputs[a.Number(s)])
	}
	return 0
}

// isList reports whether the places of a tag are lists.
func (t *Tagged) isList(tag int) bool { return t.Repeats>>(tag/2)&1 != 0 && tag < 2*len(t.Names) }

// Each calls yield for each occurrence of the k-th of t.Names, a rule in t.Repeats, in a string of n bytes
// that has led to the accepting state s, until yield returns false. The log is what [RecordLists] has
// noted. Each allocates nothing for up to 64 occurrences.
func (t *Tagged) Each(k int, s State, n int, log Log, yield func(Span) bool) {
	var begins, ends [64]uint32
	final := t.Final[t.Automaton.Number(s)]
	b := t.list(t.Places[final][2*k].Register, t.Ends[final], n, log, begins[:0])
	e := t.list(t.Places[final][2*k+1].Register, t.Ends[final], n, log, ends[:0])
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
func (t *Tagged) list(r, end uint8, n int, log Log, list []uint32) []uint32 {
	list, r = t.back(r, end, uint32(n), list)
	for i := len(log.After) - 1; i >= 0; i-- {
		list, r = t.back(r, log.Events[i], log.After[i], list)
	}
	return list
}

// back appends the offsets that an event, after a number of bytes, has added to a register, the last one
// first, and returns the register that has those before.
func (t *Tagged) back(r, event uint8, after uint32, list []uint32) ([]uint32, uint8) {
	commits, from := t.Registers[r], r
	for i := len(commits) - 1; i >= 0; i-- {
		if c := commits[i]; c.Event == event {
			if uint32(c.Ago) <= after {
				list = append(list, after-uint32(c.Ago))
			}
			from = c.From
		}
	}
	return list, from
}
