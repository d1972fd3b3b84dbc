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
// lies Ago bytes before the end of what has been read; if Ago is 0xFF, no offset.
type dfaCommit struct{ Event, Ago, From uint8 }

// dfaPlace is where a tag lies when the string has ended.
type dfaPlace struct{ Register, Ago uint8 }

// dfaNote is an event, in the low bits, and the number of bytes after which it came, in the high half.
type dfaNote uint64

// After returns how many bytes had been read when the event came.
func (x dfaNote) After() uint32 { return uint32(x >> 32) }

// dfaRecordLists is dfaRecord for a table with rules that repeat. The first entries of log, 16 or 256, have
// for each event but 0 the note of where it came last. After them come the notes of all events that change
// lists. It returns how many entries there are in all, in log or, if it is too short, in more.
func dfaRecordLists[Bytes ~[]byte | ~string](t *dfaTagged, text Bytes, log []dfaNote) (s dfaState, n int, more []dfaNote) {
	a := &t.Automaton
	s, n = a.Start, t.events()
	for i := 0; i < len(text); i++ {
		if s = a.Next(s, text[i]); s == 0 {
			break
		}
		event := uint8(0)
		if len(a.Outputs) > 0 {
			event = uint8(a.Outputs[a.number(s)])
		}
		if n == len(log) {
			more = append(make([]dfaNote, 0, 2*n), log...)[:2*n]
			log = more
		}
		x := dfaNote(i+1)<<32 + dfaNote(event)
		log[event], log[n] = x, x
		if event >= t.FirstList {
			n++
		}
	}
	return s, n, more
}

// events returns how many events a log has room for before its notes.
func (t *dfaTagged) events() int {
	if t.Automaton.InState || len(t.Automaton.Outputs) == 0 {
		return 16
	}
	return 256
}

// Each calls yield for each occurrence of the rule number k in a string of n bytes that has led to the state
// s, until yield returns false.
func (t *dfaTagged) Each(k int, s dfaState, n int, notes []dfaNote, yield func(Span) bool) {
	if !t.Automaton.Accepts(s) {
		return
	}
	var begins, ends [64]uint32
	final := t.Final[t.Automaton.number(s)]
	b := t.list(t.Places[final][2*k].Register, t.Ends[final], n, notes, begins[:0])
	e := t.list(t.Places[final][2*k+1].Register, t.Ends[final], n, notes, ends[:0])
	for i := len(b) - 1; i >= 0; i-- {
		if !yield(Span{int(b[i]), int(e[i])}) {
			return
		}
	}
}

// list appends the offsets in a register after an event at the end, the last one first.
func (t *dfaTagged) list(r, end uint8, n int, notes []dfaNote, list []uint32) []uint32 {
	list, r = t.back(r, end, uint32(n), list)
	for i := len(notes) - 1; i >= 0; i-- {
		list, r = t.back(r, uint8(notes[i]), notes[i].After(), list)
	}
	return list
}

// back appends the offsets that an event, after a number of bytes, has added to a register, the last one
// first, and returns the register that has those before.
func (t *dfaTagged) back(r, event uint8, after uint32, list []uint32) ([]uint32, uint8) {
	commits, from := t.Registers[r], r
	for i := len(commits) - 1; i >= 0; i-- {
		if c := commits[i]; c.Event == event {
			if c.Ago != 0xFF {
				list = append(list, after-uint32(c.Ago))
			}
			from = c.From
		}
	}
	return list, from
}
