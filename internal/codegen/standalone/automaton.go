// Package standalone is what generated packages that import nothing have in place of package dfa.
// Package codegen copies the files that a package needs, from after the package clause on.
package standalone

// dfaState is the index of a state's row in the table.
type dfaState uint32

// dfaAutomaton is a complete automaton over bytes. Row 0 is that of the dead state.
type dfaAutomaton struct {
	Name      string      // of the rule whose language it accepts
	Start     dfaState    // before the first byte
	AcceptMin dfaState    // the first row of a state that accepts; so do all from here up
	Shift     uint8       // log2 of the length of a row
	Classes   *[256]uint8 // class of each byte; bytes of a class behave alike in every state
	Trans     []uint16    // Trans[s+class] is the state after s; its number, if there are more than 65,536 entries
	Outputs   []uint16    // by number of the state: its part, for errors, its event, or its set of languages
	InState   bool        // the output of a state is also in its low bits
	PartNames []string
	Loops     []uint8     // by number of the state: 1 and the index of a set, 0 if there is none
	LoopSets  [][32]uint8 // sets of bytes that lead from a state to itself
	Head      dfaHead     // the fixed prefix of all strings, if that is long enough to gain by it
}

// dfaHead is a fixed prefix of Bytes bytes that leads to state End. Words covers it, eight bytes at
// a time from the first on; the last word ends where the prefix does.
type dfaHead struct {
	Bytes int
	End   dfaState
	Words []dfaHeadWord
}

// dfaHeadWord has a byte for each of eight positions. The ASCII characters that are valid there lie,
// with the bits of Fold set, in a range: Low is 0x80 less its first character, High is 0x7f less its
// last one.
type dfaHeadWord struct{ Fold, Low, High uint64 }

// Next returns the state that byte b leads to from s.
func (a *dfaAutomaton) Next(s dfaState, b byte) dfaState { return a.entry(int(s) + int(a.Classes[b])) }

// Accepts reports whether the strings that lead to s are in the language.
func (a *dfaAutomaton) Accepts(s dfaState) bool { return s >= a.AcceptMin }

// isLarge reports whether the entries of the table are numbers of states.
func (a *dfaAutomaton) isLarge() bool { return len(a.Trans) > 1<<16 }

// entry returns the state that an entry of the table leads to.
func (a *dfaAutomaton) entry(i int) dfaState {
	if a.isLarge() {
		return dfaState(a.Trans[i]) << (a.Shift & 31)
	}
	return dfaState(a.Trans[i])
}

// number returns the index of s among the states.
func (a *dfaAutomaton) number(s dfaState) int { return int(s >> (a.Shift & 31)) }

// dfaRun returns the state that text leads to from s, 0 if no string of the language goes on so.
func dfaRun[Bytes ~[]byte | ~string](a *dfaAutomaton, s dfaState, text Bytes) dfaState {
	if n := a.Head.Bytes; n > 0 && s == a.Start && len(text) >= n {
		const highBits = 0x8080808080808080
		right := uint64(highBits)
		for i := range a.Head.Words {
			begin := min(8*i, n-8)
			t, w := text[begin:begin+8], &a.Head.Words[i]
			word := uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
				uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
			folded := (word | w.Fold) &^ highBits // so that no sum carries
			right &= (folded + w.Low) &^ (folded + w.High) &^ word
		}
		if right != highBits {
			return 0
		}
		s, text = a.Head.End, text[n:]
	}
	last, n := dfaLast(a, s, text)
	if n < len(text) {
		return 0
	}
	return last
}

// dfaLast steps from s to the first byte of text without a transition. It returns the state before
// this byte, and its offset; if there is none, the last state and len(text).
func dfaLast[Bytes ~[]byte | ~string](a *dfaAutomaton, s dfaState, text Bytes) (dfaState, int) {
	classes, trans, at := a.Classes, a.Trans, int(s)
	i := 0
	for ; !a.isLarge() && i+8 <= len(text); i += 8 { // one test for eight bytes
		t, before := text[i:i+8], at
		at = int(trans[at+int(classes[t[0]])])
		at = int(trans[at+int(classes[t[1]])])
		at = int(trans[at+int(classes[t[2]])])
		at = int(trans[at+int(classes[t[3]])])
		at = int(trans[at+int(classes[t[4]])])
		at = int(trans[at+int(classes[t[5]])])
		at = int(trans[at+int(classes[t[6]])])
		at = int(trans[at+int(classes[t[7]])])
		if at == 0 {
			at = before
			break
		}
		if len(text)-i >= 40 && at == before {
			i += dfaLoop(a, dfaState(at), text[i+8:])
		}
	}
	s = dfaState(at)
	for ; i < len(text); i++ {
		next := a.Next(s, text[i])
		if next == 0 {
			break
		}
		s = next
	}
	return s, i
}

// dfaLoop returns how many bytes text begins with that lead from s to s, if the table has them.
func dfaLoop[Bytes ~[]byte | ~string](a *dfaAutomaton, s dfaState, text Bytes) (n int) {
	k := a.number(s)
	if k >= len(a.Loops) || a.Loops[k] == 0 {
		return 0
	}
	set := &a.LoopSets[a.Loops[k]-1]
	for n < len(text) && set[text[n]&15|text[n]>>7<<4]>>(text[n]>>4&7)&1 != 0 {
		n++
	}
	return n
}
