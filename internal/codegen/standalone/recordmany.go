package standalone

// dfaRecordMany is dfaRun from the start. For each event it sets the entry of at to the number of
// bytes after which it came last; events has the event of each state, by its number.
func dfaRecordMany[Bytes ~[]byte | ~string](a *dfaAutomaton, events []uint8, text Bytes, at *[256]uint32) dfaState {
	s := a.Start
	for i := 0; i < len(text) && s != 0; i++ {
		s = a.Next(s, text[i])
		at[events[a.number(s)]] = uint32(i) + 1
	}
	return s
}
