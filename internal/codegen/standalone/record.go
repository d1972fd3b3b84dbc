package standalone

// dfaRecord is dfaRun from the start of a table whose outputs are events. For each event but 0 it
// sets the entry of at to the number of bytes after which it came last.
func dfaRecord[Bytes ~[]byte | ~string](a *dfaAutomaton, text Bytes, at []uint32) dfaState {
	switch {
	case len(a.Outputs) == 0:
		return dfaRun(a, a.Start, text)
	case a.InState:
		return dfaRecordLow(a, text, (*[16]uint32)(at))
	}
	s := a.Start
	for i := 0; i < len(text) && s != 0; i++ {
		s = a.Next(s, text[i])
		at[a.Outputs[a.number(s)]] = uint32(i) + 1
	}
	return s
}

// dfaRecordLow is dfaRecord for events in the last four bits of states.
func dfaRecordLow[Bytes ~[]byte | ~string](a *dfaAutomaton, text Bytes, at *[16]uint32) dfaState {
	classes, trans := a.Classes, a.Trans
	s, i := int(a.Start), 0
	if n := a.Head.Bytes; n > 0 && len(text) >= n {
		if s, i = int(dfaRun(a, a.Start, text[:n])), n; s == 0 {
			return 0
		}
	}
	for ; i+8 <= len(text); i += 8 { // one test for eight bytes
		t, before, n := text[i:i+8], s, uint32(i)
		s0 := int(trans[s+int(classes[t[0]])])
		s1 := int(trans[s0+int(classes[t[1]])])
		s2 := int(trans[s1+int(classes[t[2]])])
		s = int(trans[s2+int(classes[t[3]])])
		at[s0&15] = n + 1
		at[s1&15] = n + 2
		at[s2&15] = n + 3
		at[s&15] = n + 4
		s0 = int(trans[s+int(classes[t[4]])])
		s1 = int(trans[s0+int(classes[t[5]])])
		s2 = int(trans[s1+int(classes[t[6]])])
		s = int(trans[s2+int(classes[t[7]])])
		at[s0&15] = n + 5
		at[s1&15] = n + 6
		at[s2&15] = n + 7
		at[s&15] = n + 8
		if s == 0 {
			return 0
		}
		if len(text)-i >= 40 && s == before {
			i += dfaLoop(a, dfaState(s), text[i+8:])
			at[s&15] = uint32(i) + 8
		}
	}
	for ; i < len(text); i++ {
		s = int(trans[s+int(classes[text[i]])])
		at[s&15] = uint32(i) + 1
	}
	return dfaState(s)
}
