package dfa

// Match reports whether text is in the language of a. It reads each byte once, stops where no continuation is in the
// language, and does not allocate.
func Match[Bytes ~[]byte | ~string](a *Automaton, text Bytes) bool {
	return Run(a, a.Start, text) >= a.AcceptMin
}

// Run returns the state that text leads to from s, which is [Dead] if no continuation leads to an accepting state. To
// read a string in pieces, begin with a.Start, and call a.Accepts after the last piece. Run does not allocate.
func Run[Bytes ~[]byte | ~string](a *Automaton, s State, text Bytes) State {
	if a.isLarge() {
		if last, n := lastLarge(a, s, text); n == len(text) {
			return last
		}
		return Dead
	}
	i := 0
	if n := a.Head.Bytes; n > 0 && s == a.Start && len(text) >= n {
		if !begins(a, text) {
			return Dead
		}
		s, i = a.Head.End, n
	}
	classes, trans, at := a.Classes, a.Trans, int(s)
	// The chain of loads takes most of the time. A counter and a test for the dead state at each byte would double it;
	// one test in eight bytes is enough to stop early. The branch that tests for a self-loop is often mispredicted, so
	// only long texts take it.
	for ; len(text)-i >= 8; i += 8 {
		t, before := text[i:i+8], at
		at = int(trans[at+int(classes[t[0]])])
		at = int(trans[at+int(classes[t[1]])])
		at = int(trans[at+int(classes[t[2]])])
		at = int(trans[at+int(classes[t[3]])])
		at = int(trans[at+int(classes[t[4]])])
		at = int(trans[at+int(classes[t[5]])])
		at = int(trans[at+int(classes[t[6]])])
		at = int(trans[at+int(classes[t[7]])])
		if at == int(Dead) {
			return Dead
		}
		if len(text)-i >= longLoop && at == before {
			i += loop(a, State(at), text[i+8:])
		}
	}
	for ; i < len(text); i++ {
		at = int(trans[at+int(classes[text[i]])])
	}
	return State(at)
}

// lastLarge is [Last] for a large table: one whose entries are numbers of states, not states.
func lastLarge[Bytes ~[]byte | ~string](a *Automaton, s State, text Bytes) (State, int) {
	classes, trans, shift := a.Classes, a.Trans, a.Shift&31
	for i := 0; i < len(text); i++ {
		next := State(trans[int(s)+int(classes[text[i]])]) << shift
		if next == Dead {
			return s, i
		}
		s = next
	}
	return s, len(text)
}

// Prefix returns the length in bytes of the longest prefix of text that is in the language of a, or -1 if there is
// none. The length may be 0, if the language has the empty string. Prefix reads each byte once, stops where no
// continuation is in the language, and does not allocate.
func Prefix[Bytes ~[]byte | ~string](a *Automaton, text Bytes) int {
	s, longest := a.Start, -1
	for i := 0; ; i++ {
		if a.Accepts(s) {
			longest = i
		}
		if i == len(text) || s == Dead {
			return longest
		}
		before := s
		s = a.Next(s, text[i])
		if i&7 == 7 && len(text)-i >= longLoop && s == before { // as in Run
			i += loop(a, s, text[i+1:])
		}
	}
}

// Last runs a from s up to the first byte of text without a transition. It returns the state before this byte, and the
// offset of the byte. If every byte has a transition, it returns the last state and len(text). It does not allocate.
func Last[Bytes ~[]byte | ~string](a *Automaton, s State, text Bytes) (State, int) {
	if a.isLarge() {
		return lastLarge(a, s, text)
	}
	classes, trans, at, i := a.Classes, a.Trans, int(s), 0
	for ; len(text)-i >= 8; i += 8 { // as in Run
		t, before := text[i:i+8], at
		at = int(trans[at+int(classes[t[0]])])
		at = int(trans[at+int(classes[t[1]])])
		at = int(trans[at+int(classes[t[2]])])
		at = int(trans[at+int(classes[t[3]])])
		at = int(trans[at+int(classes[t[4]])])
		at = int(trans[at+int(classes[t[5]])])
		at = int(trans[at+int(classes[t[6]])])
		at = int(trans[at+int(classes[t[7]])])
		if at == int(Dead) {
			at = before
			break
		}
		if len(text)-i >= longLoop && at == before {
			i += loop(a, State(at), text[i+8:])
		}
	}
	for ; i < len(text); i++ {
		next := int(trans[at+int(classes[text[i]])])
		if next == int(Dead) {
			break
		}
		at = next
	}
	return State(at), i
}
