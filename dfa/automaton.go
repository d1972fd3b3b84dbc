package dfa

import "iter"

// A State is the index in Automaton.Trans of its transition on byte class 0, so that a step is one addition and one
// load. Its low bits may be its event, so that a run that records events needs no lookup.
type State uint32

// Dead is the state that does not accept and that no string leaves.
const Dead State = 0

// Version3 is referenced by generated files, so that a file for another version of the tables does not compile.
const Version3 = 3

// Automaton is a complete DFA. Its fields are exported for generated literals.
//
// Trans consists of rows of 1<<Shift entries, one for each state. A row begins with as many unused entries as the low
// bits of its state, followed by an entry for each byte class. All other entries are 0. Row 0 is the dead state,
// followed by the states that do not accept, and from AcceptMin on by those that do. An entry is a state. In a table of
// more than 65,536 entries, where two bytes cannot represent all states, it is the number of a state, and no state has
// low bits.
type Automaton struct {
	Name      string      // name of the rule whose language it accepts
	Start     State       // before the first byte
	AcceptMin State       // the first row of an accepting state
	Shift     uint8       // log2 of the length of a row
	Classes   *[256]uint8 // class of each byte; bytes of a class act alike in every state
	Trans     []uint16    // Trans[s+class] is the transition of s

	// Outputs has the output of each state, by number, or is empty. Outputs are indices of PartNames, if there are any,
	// events in a Tagged, and sets of languages in a Classifier.
	Outputs   []uint16
	InState   bool     // the output of a state is also in its low bits
	PartNames []string // PartNames[0] is ""

	// Self-loops are bytes that lead from a state to itself. A run may skip many of them at once.
	Loops    []uint8     // by number of the state: 1 plus the index of a set, or 0
	LoopSets [][32]uint8 // byte b is in the set if bit b>>4&7 of entry b&15|b>>7<<4 is set

	Head Head // the fixed prefix of all strings, if it is long enough to save time
}

// Next returns the state that byte b leads to from s.
func (a *Automaton) Next(s State, b byte) State {
	return a.entry(int(s) + int(a.Classes[b]))
}

// Accepts reports whether s is an accepting state.
func (a *Automaton) Accepts(s State) bool { return s >= a.AcceptMin }

// Number returns the number of s. The dead state has number 0.
func (a *Automaton) Number(s State) int { return int(s >> (a.Shift & 31)) }

// NumStates returns the number of states, including the dead state.
func (a *Automaton) NumStates() int { return len(a.Trans) >> (a.Shift & 31) }

// mostStates is the largest number of states, and of entries that are states instead of numbers.
const mostStates = 1 << 16

func (a *Automaton) isLarge() bool { return len(a.Trans) > mostStates }

func (a *Automaton) entry(i int) State {
	if a.isLarge() {
		return State(a.Trans[i]) << (a.Shift & 31)
	}
	return State(a.Trans[i])
}

// Part returns the name of the part that s belongs to, or "". The part is the innermost listed rule that contains the
// last byte of every string that leads to s, in every parse that is still possible, and that can continue in one of
// them.
func (a *Automaton) Part(s State) string {
	if len(a.PartNames) == 0 {
		return ""
	}
	return a.PartNames[a.Outputs[a.Number(s)]]
}

// States yields all states, beginning with the dead state.
func (a *Automaton) States() iter.Seq[State] {
	return func(yield func(State) bool) {
		for n := range a.NumStates() {
			if !yield(a.state(n)) {
				return
			}
		}
	}
}

func (a *Automaton) state(number int) State { return State(number<<a.Shift + a.low(number)) }

func (a *Automaton) low(number int) int {
	if !a.InState {
		return 0
	}
	return int(a.Outputs[number])
}

// Edges yields the transitions of s as ranges of bytes with their target states, in increasing order. It joins
// neighbours with the same target, and omits transitions to the dead state.
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

// Follow returns the bytes by which a string of the language can continue in s: those that do not lead to the dead
// state.
func (a *Automaton) Follow(s State) ByteSet {
	var set ByteSet
	var live [256]uint8 // by class; the last row of the table may be short
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
