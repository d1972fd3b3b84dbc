package dfa

// A Note records that an event occurred after a number of bytes, which is its low half; the high half is the event. A
// log begins with the last note of each event, which may lack the event: 16 entries, or 256 if events are not in the
// states. Entry 0 is unused. If rules repeat, a note follows for each occurrence of an event that changes lists.
type Note uint64

func (x Note) after() uint32 { return uint32(x) }

func (x Note) event() uint8 { return uint8(x >> 32) }

// Record runs the automaton a of a [Tagged] over text, and returns the last state, as [Run] does. It is for generated
// packages; other programs call [Find]. It writes the notes of the run to log, and returns their number. Events from
// firstList on change lists; firstList is 0 if no rule repeats.
//
// If rules repeat, log must have four entries more than its beginning. If the notes do not fit, Record returns a longer
// log as more, which is nil otherwise. It allocates nothing else.
func Record[Bytes ~[]byte | ~string](a *Automaton, firstList uint8, text Bytes, log []Note) (last State, notes int, more []Note) {
	if firstList != 0 || !a.InState { // with lists, the loop below would take 1.2 to 1.3 times as long
		return recordLists(a, firstList, text, log)
	}
	s, i := int(a.Start), 0
	if n := a.Head.Bytes; n > 0 && len(text) >= n {
		if !begins(a, text) {
			return Dead, 0, nil
		}
		s, i = int(a.Head.End), n
	}
	classes, trans := a.Classes, a.Trans
	low := (*[lowEvents]Note)(log) // a row has at least 16 entries, so that events are four bits
	// A branch on events would often be mispredicted, and cost more than storing all of them. Storing after each four
	// steps needs the fewest registers.
	for ; len(text)-i >= 8; i += 8 {
		t, before, n := text[i:i+8], s, Note(i)
		s0 := int(trans[s+int(classes[t[0]])])
		s1 := int(trans[s0+int(classes[t[1]])])
		s2 := int(trans[s1+int(classes[t[2]])])
		s = int(trans[s2+int(classes[t[3]])])
		low[s0&15] = n + 1
		low[s1&15] = n + 2
		low[s2&15] = n + 3
		low[s&15] = n + 4
		s0 = int(trans[s+int(classes[t[4]])])
		s1 = int(trans[s0+int(classes[t[5]])])
		s2 = int(trans[s1+int(classes[t[6]])])
		s = int(trans[s2+int(classes[t[7]])])
		low[s0&15] = n + 5
		low[s1&15] = n + 6
		low[s2&15] = n + 7
		low[s&15] = n + 8
		if s == int(Dead) {
			return Dead, 0, nil
		}
		if len(text)-i >= longLoop && s == before {
			i += loop(a, State(s), text[i+8:])
			low[s&15] = Note(i) + 8
		}
	}
	for ; i < len(text); i++ {
		s = int(trans[s+int(classes[text[i]])])
		low[s&15] = Note(i) + 1
	}
	return State(s), lowEvents, nil
}

// recordLists is Record if rules repeat, or if events are not in the states.
func recordLists[Bytes ~[]byte | ~string](a *Automaton, firstList uint8, text Bytes, log []Note) (last State, n int, more []Note) {
	if !a.InState {
		return recordOutputs(a, firstList, text, log)
	}
	s, i, n := a.Start, 0, lowEvents
	if k := a.Head.Bytes; k > 0 && len(text) >= k {
		if !begins(a, text) {
			return Dead, 0, nil
		}
		s, i = a.Head.End, k
	}
	list := int(lowEvents - firstList) // event+list >= 16 if the event changes lists
	for {
		s, i, n = recordFours(a, list, s, text, i, log, n)
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
				n += (event + list) >> 4
			}
			return s, n, more
		}
	}
}

// recordFours reads four bytes at a time from offset i on, while there is room for four notes after n. It also returns
// where loop may continue. It calls no functions, so that its variables stay in registers. It writes a note for each
// event, which the next note overwrites unless the event changes lists.
func recordFours[Bytes ~[]byte | ~string](a *Automaton, list int, from State, text Bytes, i int, log []Note, n int) (last State, read, noted int) {
	classes, trans := a.Classes, a.Trans
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
		if i += 4; len(text)-i >= longLoop && s == was && e == 0 { // the cheap comparison comes first
			break
		}
	}
	return State(s), i, n
}

// recordOutputs is Record if events are not in the states.
func recordOutputs[Bytes ~[]byte | ~string](a *Automaton, firstList uint8, text Bytes, log []Note) (s State, n int, more []Note) {
	if len(a.Outputs) == 0 {
		return Run(a, a.Start, text), lowEvents, nil
	}
	s, n = a.Start, maxEvents
	for i := 0; i < len(text) && s != Dead; i++ {
		s = a.Next(s, text[i])
		event := int(a.Outputs[a.Number(s)])
		x := Note(event)<<32 + Note(i+1)
		log[event] = x
		if firstList == 0 || event < int(firstList) {
			continue
		}
		if n == len(log) {
			more = grow(log, n)
			log = more
		}
		log[n] = x
		n++
	}
	return s, n, more
}

func grow(log []Note, n int) []Note {
	longer := make([]Note, 2*len(log)+8)
	copy(longer, log[:n])
	return longer
}
