package standalone

// dfaTagged is an automaton with lists of offsets, at which rules that may repeat begin and end: tags 2k
// and 2k+1 for the rule number k.
type dfaTagged struct {
	Automaton dfaAutomaton
	Names     []string
	Registers [][]dfaCommit // what changes each register
	Final     []uint16      // by number of an accepting state: the index of its entries in Places and Ends
	Places    [][]dfaPlace  // the register that has the list, by tag
	Repeats   uint32        // the set of the rules that repeat
	FirstList uint8         // events from here up change lists
	Ends      []uint8       // an event that takes place when the string has ended
}

// dfaCommit is an event that sets a register to the list of register From and, after it, the offset that
// lies Ago bytes before the end of what has been read.
type dfaCommit struct{ Event, Ago, From uint8 }

// dfaPlace is where a tag lies when the string has ended.
type dfaPlace struct{ Register, Ago uint8 }

// dfaLog is what a run has noted of events that change lists, and after how many bytes.
type dfaLog struct {
	After  []uint32
	Events []uint8
}

// dfaRecordLists is dfaRecord that also writes the events that change lists to a log, and returns how many
// there were. If the log was too short for them, more has them all.
func dfaRecordLists[Bytes ~[]byte | ~string](t *dfaTagged, text Bytes, at []uint32, log dfaLog) (s dfaState, n int, more *dfaLog) {
	a := &t.Automaton
	s = a.Start
	for i := 0; i < len(text); i++ {
		if s = a.Next(s, text[i]); s == 0 {
			break
		}
		event := uint8(0)
		if len(a.Outputs) > 0 {
			event = uint8(a.Outputs[a.number(s)])
		}
		at[event] = uint32(i) + 1
		if event < t.FirstList {
			continue
		}
		if n == len(log.After) {
			more = &dfaLog{make([]uint32, 2*n+8), make([]uint8, 2*n+8)}
			copy(more.After, log.After)
			copy(more.Events, log.Events)
			log = *more
		}
		log.After[n], log.Events[n] = uint32(i)+1, event
		n++
	}
	return s, n, more
}

// Each calls yield for each occurrence of the rule number k in a string of n bytes that has led to the state
// s, until yield returns false.
func (t *dfaTagged) Each(k int, s dfaState, n int, log dfaLog, yield func(Span) bool) {
	if !t.Automaton.Accepts(s) {
		return
	}
	var begins, ends [64]uint32
	final := t.Final[t.Automaton.number(s)]
	b := t.list(t.Places[final][2*k].Register, t.Ends[final], n, log, begins[:0])
	e := t.list(t.Places[final][2*k+1].Register, t.Ends[final], n, log, ends[:0])
	for i := len(b) - 1; i >= 0; i-- {
		if !yield(Span{int(b[i]), int(e[i])}) {
			return
		}
	}
}

// list appends the offsets in a register after an event at the end, the last one first.
func (t *dfaTagged) list(r, end uint8, n int, log dfaLog, list []uint32) []uint32 {
	list, r = t.back(r, end, uint32(n), list)
	for i := len(log.After) - 1; i >= 0; i-- {
		list, r = t.back(r, log.Events[i], log.After[i], list)
	}
	return list
}

// back appends the offsets that an event, after a number of bytes, has added to a register, the last one
// first, and returns the register that has those before.
func (t *dfaTagged) back(r, event uint8, after uint32, list []uint32) ([]uint32, uint8) {
	commits, from := t.Registers[r], r
	for i := len(commits) - 1; i >= 0; i-- {
		if c := commits[i]; c.Event == event {
			list = append(list, after-uint32(c.Ago))
			from = c.From
		}
	}
	return list, from
}
