package dfa

import "iter"

// A State is the index in Automaton.Trans of its transition on byte class 0, so that a step is one
// addition and one load. Its low bits may be its event, so that a run that records events has
// nothing to look up.
type State uint32

// Dead is the state that no string leaves and that does not accept.
const Dead State = 0

// Version3 is what generated files name, so that one made for another form of the tables does not
// compile.
const Version3 = 3

// Automaton is a complete DFA. The fields are exported for generated literals.
//
// Trans is made of rows of 1<<Shift entries, one row a state. A row begins with as many unused
// entries as the low bits of the state say. Then comes an entry for each byte class. All other
// entries are 0. Row 0 is that of the dead state. Next come the states that do not accept, and then,
// from AcceptMin up, those that do. An entry is a state. In a table of more than 65,536 entries it is
// the number of a state instead, since two bytes cannot hold all states, and no state has low bits.
type Automaton struct {
	Name      string      // of the rule whose language it accepts
	Start     State       // before the first byte
	AcceptMin State       // the first row of a state that accepts; so do all from here up
	Shift     uint8       // log2 of the length of a row
	Classes   *[256]uint8 // class of each byte; bytes of a class behave alike in every state
	Trans     []uint16    // Trans[s+class] leads on from s

	// Outputs has the output of each state, by its number; it may be empty. Outputs are indices of
	// PartNames, if there are any, events in a Tagged, and sets of languages in a Classifier.
	Outputs   []uint16
	InState   bool     // the output of a state is also in its low bits
	PartNames []string // PartNames[0] is ""

	// Self-loops: bytes that lead from a state to itself. In a long string, a run may take many of them
	// at once.
	Loops    []uint8     // by number of the state: 1 and the index of a set, 0 if there is none
	LoopSets [][32]uint8 // sets of bytes: b is bit b>>4&7 of entry b&15|b>>7<<4

	Head Head // the fixed prefix of all strings, if it is long enough to save time
}

// Next returns the state that byte b leads to from s.
func (a *Automaton) Next(s State, b byte) State {
	return a.entry(int(s) + int(a.Classes[b]))
}

// Accepts reports whether the strings that lead to s are in the language.
func (a *Automaton) Accepts(s State) bool { return s >= a.AcceptMin }

// Number returns the index of s among the states, the dead one being 0.
func (a *Automaton) Number(s State) int { return int(s >> (a.Shift & 31)) }

// NumStates returns the number of states, the dead one included.
func (a *Automaton) NumStates() int { return len(a.Trans) >> (a.Shift & 31) }

// mostStates is the number of entries of a table up to which these are states.
const mostStates = 1 << 16

// isLarge reports whether the entries of the table are numbers of states.
func (a *Automaton) isLarge() bool { return len(a.Trans) > mostStates }

// entry returns the state that an entry of the table leads to.
func (a *Automaton) entry(i int) State {
	if a.isLarge() {
		return State(a.Trans[i]) << (a.Shift & 31)
	}
	return State(a.Trans[i])
}

// Part returns the name of the part that s belongs to, "" if there is none: the innermost rule, of
// those that are listed as parts, that contains the last byte of the strings that lead to s. It does so
// in every parse that is still possible, and can go on in one of them.
func (a *Automaton) Part(s State) string {
	if len(a.PartNames) == 0 {
		return ""
	}
	return a.PartNames[a.Outputs[a.Number(s)]]
}

// States yields all states, the dead one first.
func (a *Automaton) States() iter.Seq[State] {
	return func(yield func(State) bool) {
		for n := range a.NumStates() {
			if !yield(a.state(n)) {
				return
			}
		}
	}
}

// state returns the state that has the given number.
func (a *Automaton) state(number int) State { return State(number<<a.Shift + a.low(number)) }

// low returns the low bits of the state that has the given number.
func (a *Automaton) low(number int) int {
	if !a.InState {
		return 0
	}
	return int(a.Outputs[number])
}

// Edges yields the transitions of s as ranges of bytes, in increasing order, each with its target
// state. Neighbours with the same target are joined. Transitions to the dead state are left out.
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

// Follow returns the bytes with which a string of the language can go on in s: those that do not lead
// to the dead state.
func (a *Automaton) Follow(s State) ByteSet {
	var set ByteSet
	var live [256]uint8 // 1 for a class that goes on; the last row of the table may be short
	for class := range min(1<<(a.Shift&31), len(live), len(a.Trans)-int(s)) {
		if a.entry(int(s)+class) != Dead {
			live[class] = 1
		}
	}
	for w := range set {
		word := uint64(0)
		for _, class := range a.Classes[64*w : 64*w+64] {
			word = word>>1 | uint64(live[class])<<63
		}
		set[w] = word
	}
	return set
}
