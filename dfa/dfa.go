// Package dfa matches strings against deterministic finite automata. It is the runtime half of an
// ABNF compiler: package compile makes the automata, and package table has their form. Package dfa
// knows nothing of grammars. A match does not allocate. The package initializes nothing, and imports
// only a few small packages.
//
// Functions of this package do not change an [Automaton], so any number of goroutines may share it.
// They take a string or a byte slice. They need time linear in its length, and constant memory.
package dfa

import "example.org/iri/dfa/table"

// Automaton is an automaton over bytes. To step through a string by hand, begin with Start, call Next
// for each byte, and call Accepts at the end. Package table describes the other fields and methods.
type Automaton = table.Automaton

// State is a state of an automaton.
type State = table.State

// Dead is the state that no string leaves and that does not accept.
const Dead = table.Dead

// ByteSet is a set of bytes.
type ByteSet = table.ByteSet

// Span is where a piece of a string lies.
type Span = table.Span

// Match reports whether text is in the language of a. It reads each byte once, and stops where no
// continuation is in the language any more. It allocates nothing.
func Match[Bytes ~[]byte | ~string](a *Automaton, text Bytes) bool {
	return table.Run(a, a.Start, text) >= a.AcceptMin
}

// Run returns the state that text leads to from s, and [Dead] if no string of the language goes on
// so. To read a string in pieces, begin with a.Start, and call a.Accepts after the last piece. Run
// allocates nothing.
func Run[Bytes ~[]byte | ~string](a *Automaton, s State, text Bytes) State {
	return table.Run(a, s, text)
}

// Prefix returns the length in bytes of the longest prefix of text that is in the language of a, -1
// if there is none. The empty prefix counts: 0 means that the empty string is in the language, and no
// longer prefix. It reads each byte once, stops where no continuation is in the language any more,
// and allocates nothing.
func Prefix[Bytes ~[]byte | ~string](a *Automaton, text Bytes) int { return table.Prefix(a, text) }

// Find reports whether text is in the language of t. If so, it returns which of the rules t.Names are
// present, as a set with 1<<k for the k-th name, and sets spans to where these rules lie, by byte
// offsets. If a rule occurs several times, its span is that of the last occurrence. The span of a
// rule that is absent is the zero [Span]. Without a match the set is empty and spans is untouched.
//
// The k-th of spans belongs to the k-th of t.Names. Find panics if there are more spans than names.
// It reads each byte once and allocates nothing. It is not for strings longer than 1<<32-1 bytes:
// their offsets would wrap. Generated packages have code of their own for this, which is faster.
func Find[Bytes ~[]byte | ~string](t *table.Tagged, text Bytes, spans []Span) (present uint64, ok bool) {
	if len(t.Automaton.Outputs) > 0 && !t.Automaton.InState {
		return findMany(t, text, spans)
	}
	var at [16]uint32
	s := table.Record(&t.Automaton, text, at[:])
	if !t.Automaton.Accepts(s) {
		return 0, false
	}
	return t.Decode(s, at[:], len(text), spans), true
}

// findMany is Find for a table with many events. In a function of its own, its array costs other
// tables nothing.
func findMany[Bytes ~[]byte | ~string](t *table.Tagged, text Bytes, spans []Span) (present uint64, ok bool) {
	var at [256]uint32
	s := table.Record(&t.Automaton, text, at[:])
	if !t.Automaton.Accepts(s) {
		return 0, false
	}
	return t.Decode(s, at[:], len(text), spans), true
}
