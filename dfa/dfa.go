// Package dfa steps through deterministic finite automata over bytes, given as
// tables. It is the runtime half of an ABNF compiler (package compile makes the
// tables) and knows nothing of grammars: no allocation, no initialization, no
// imports beyond a few leaf packages.
//
// An [Automaton] is read only once made, so any number of goroutines may share it.
// Functions that take a text take a string or a byte slice alike, need time
// linear in its length and constant memory.
package dfa

import "iter"

// A State is the index of its row in Automaton.Trans, so that a step is one
// addition and one load.
type State uint32

// Dead is the state that no text leaves and that does not accept.
const Dead State = 0

// Automaton is a complete DFA. The fields are exported for generated literals;
// call [Automaton.Check] on one that was filled in by hand.
//
// Rows are 1<<Shift entries long, one entry a byte class, unused ones 0. Row 0
// is that of the dead state; then come the states that do not accept, then, from
// AcceptMin up, those that do.
type Automaton struct {
	Name      string      // of the rule whose language it accepts
	Start     State       // before the first byte
	AcceptMin State       // states from here up accept
	Shift     uint8       // log2 of the length of a row
	Classes   *[256]uint8 // class of each byte; bytes of a class behave alike in every state
	Trans     []uint16    // Trans[s+class] is the state after s

	// Marks, for Locate. The automaton is a Moore machine: the marks that fire
	// depend on the state entered alone, and all states with the same set share a slot.
	Slots     []uint8  // slot of each state, by number; 0 if no mark fires there
	SlotMarks []uint16 // set of marks of each slot, a bit each; SlotMarks[0] is 0
	MarkNames []string // rule whose beginning the mark is, in the order in which they begin in a text

	// Parts, for error messages.
	Parts     []uint8  // part of each state, by number
	PartNames []string // PartNames[0] is ""
}

// Next returns the state that byte b leads to from s.
func (a *Automaton) Next(s State, b byte) State {
	return State(a.Trans[int(s)+int(a.Classes[b])])
}

// Accepts reports whether the texts that lead to s are in the language.
func (a *Automaton) Accepts(s State) bool { return s >= a.AcceptMin }

// Number returns the index of s among the states, the dead one being 0.
func (a *Automaton) Number(s State) int { return int(s >> (a.Shift & 31)) }

// NumStates returns the number of states, the dead one included.
func (a *Automaton) NumStates() int { return len(a.Trans) >> (a.Shift & 31) }

// NumClasses returns the number of byte classes.
func (a *Automaton) NumClasses() int {
	n := 0
	for _, c := range a.Classes {
		n = max(n, int(c)+1)
	}
	return n
}

// Part returns the name of the part that s belongs to, "" if there is none: the
// innermost listed production that holds the last byte of a text that leads to s
// in every reading of it still possible, and can go on in one of them.
func (a *Automaton) Part(s State) string {
	if len(a.Parts) == 0 {
		return ""
	}
	return a.PartNames[a.Parts[a.Number(s)]]
}

// States yields all states, the dead one first.
func (a *Automaton) States() iter.Seq[State] {
	return func(yield func(State) bool) {
		for s := 0; s < len(a.Trans); s += 1 << a.Shift {
			if !yield(State(s)) {
				return
			}
		}
	}
}

// Edges yields the transitions of s, bytes in increasing order, neighbours with
// the same target joined, those to the dead state left out.
func (a *Automaton) Edges(s State) iter.Seq2[ByteRange, State] {
	return func(yield func(ByteRange, State) bool) {
		for lo := 0; lo < 256; {
			t, hi := a.Next(s, byte(lo)), lo
			for hi < 255 && a.Next(s, byte(hi+1)) == t {
				hi++
			}
			if t != Dead && !yield(ByteRange{byte(lo), byte(hi)}, t) {
				return
			}
			lo = hi + 1
		}
	}
}

// Follow returns the bytes that do not lead from s to the dead state.
func (a *Automaton) Follow(s State) ByteSet {
	var set ByteSet
	for r := range a.Edges(s) {
		set.AddRange(r)
	}
	return set
}

// Run returns the state that text leads to from s.
func Run[Bytes ~[]byte | ~string](a *Automaton, s State, text Bytes) State {
	classes, trans := a.Classes, a.Trans
	// In pieces, so that a long text is given up soon after it went wrong, while
	// the loop proper has one exit: a test for the dead state at each byte costs
	// more than the few steps in it that it saves.
	for len(text) > piece {
		for i := 0; i < piece; i++ {
			s = State(trans[int(s)+int(classes[text[i]])])
		}
		if s == Dead {
			return Dead
		}
		text = text[piece:]
	}
	for i := 0; i < len(text); i++ {
		s = State(trans[int(s)+int(classes[text[i]])])
	}
	return s
}

const piece = 64

// Match reports whether text is in the language of a.
func Match[Bytes ~[]byte | ~string](a *Automaton, text Bytes) bool {
	return Run(a, a.Start, text) >= a.AcceptMin
}

// Prefix returns the length of the longest prefix of text that is in the
// language of a, -1 if there is none; the empty prefix counts.
func Prefix[Bytes ~[]byte | ~string](a *Automaton, text Bytes) int {
	s, longest := a.Start, -1
	for i := 0; ; i++ {
		if a.Accepts(s) {
			longest = i
		}
		if i == len(text) || s == Dead {
			return longest
		}
		s = a.Next(s, text[i])
	}
}

// Last walks as far as text is the beginning of a text of the language: it
// returns the state before the first byte without a transition, and that byte's
// offset; the last state and len(text) if every byte has one.
func Last[Bytes ~[]byte | ~string](a *Automaton, s State, text Bytes) (State, int) {
	for i := 0; i < len(text); i++ {
		t := a.Next(s, text[i])
		if t == Dead {
			return s, i
		}
		s = t
	}
	return s, len(text)
}
