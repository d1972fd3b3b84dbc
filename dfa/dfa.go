// Package dfa matches strings with the automata that package compile makes of ABNF grammars:
//
//	hour := compile.MustCompile(`hour = ( "0" / "1" ) DIGIT / "2" %x30-33`+"\n", "hour")
//	dfa.Match(hour, "23")    // true
//	dfa.Diagnose(hour, "24") // hour: '4' is not allowed (byte 1, expected '0'-'3')
//
// [Match] validates, [Diagnose] returns an error, [Prefix] finds the longest match at the beginning, and
// [Run] reads a string in pieces. [Find] and [FindAll] return where rules match in a string. The
// packages that abnfc generates call these functions.
//
// The functions take a string or a byte slice. They need time linear in its length and constant memory.
// Except for the error of Diagnose, they do not allocate. Any number of goroutines may share an
// [Automaton].
package dfa

import (
	"iter"

	"example.org/iri/dfa/table"
)

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

// Run returns the state that text leads to from s: [Dead] if no continuation leads to an accepting
// state. To read a string in pieces, begin with a.Start, and call a.Accepts after the last piece. Run
// allocates nothing.
func Run[Bytes ~[]byte | ~string](a *Automaton, s State, text Bytes) State {
	return table.Run(a, s, text)
}

// Prefix returns the length in bytes of the longest prefix of text that is in the language of a, -1
// if there is none. The empty prefix counts: 0 means that the empty string is in the language, and
// all other prefixes are not. It reads each byte once, stops where no continuation is in the language any more,
// and allocates nothing.
func Prefix[Bytes ~[]byte | ~string](a *Automaton, text Bytes) int { return table.Prefix(a, text) }

// Find reports whether text is in the language of t. If so, it returns which of the rules t.Names are
// present, as a set with 1<<k for the k-th name, and sets spans to where these rules lie, by byte
// offsets. If a rule occurs several times, its span is that of the first occurrence; [FindAll] yields all.
// The span of a rule that is absent is the zero [Span]. Without a match the set is empty and spans is
// untouched.
//
// The k-th of spans belongs to the k-th of t.Names. There must not be more spans than names.
// It reads each byte once. It is not for strings longer than 1<<32-1 bytes: their offsets would wrap. It
// allocates nothing, unless rules that repeat begin and end at more than 64 places. Generated packages have
// code of their own for this, which is faster.
func Find[Bytes ~[]byte | ~string](t *table.Tagged, text Bytes, spans []Span) (present uint64, ok bool) {
	switch a := &t.Automaton; {
	case t.Repeats != 0:
		return findLists(t, text, spans)
	case len(a.Outputs) > 0 && !a.InState:
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

// findLists is Find for a table with rules that repeat.
func findLists[Bytes ~[]byte | ~string](t *table.Tagged, text Bytes, spans []Span) (present uint64, ok bool) {
	var room notes
	s, last, all := record(t, text, &room)
	if !t.Automaton.Accepts(s) {
		return 0, false
	}
	var at [256]uint32
	for event, x := range last {
		at[event] = x.After()
	}
	present = t.Decode(s, at[:], len(text), spans)
	for k := range spans {
		if t.Repeats>>k&1 != 0 {
			t.Each(k, s, len(text), all, func(x Span) bool {
				spans[k] = x
				present |= 1 << k
				return false
			})
		}
	}
	return present, true
}

// FindAll returns all occurrences of the k-th of t.Names in text, in the order of their starts; none if
// text is not in the language of t. It reads text when it is ranged over, with the time and the limits of [Find].
func FindAll[Bytes ~[]byte | ~string](t *table.Tagged, text Bytes, k int) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		if t.Repeats>>k&1 == 0 {
			spans := make([]Span, k+1)
			if present, _ := Find(t, text, spans); present>>k&1 != 0 {
				yield(spans[k])
			}
			return
		}
		var room notes
		s, _, all := record(t, text, &room)
		t.Each(k, s, len(text), all, yield)
	}
}

// notes is room for what a run of a table with rules that repeat notes.
type notes [256 + 64]table.Note

// record runs the automaton of t over text. It returns the state that it leads to, the last note of each
// event, and the notes of all events that change lists.
func record[Bytes ~[]byte | ~string](t *table.Tagged, text Bytes, room *notes) (s table.State, last, all []table.Note) {
	s, n, more := table.RecordLists(t, text, room[:])
	log, first := room[:], t.Events()
	if more != nil {
		log = more
	}
	return s, log[:first], log[first:max(n, first)]
}
