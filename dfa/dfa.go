// Package dfa matches strings with the automata that package compile makes from ABNF grammars:
//
//	hour := compile.MustCompile(`hour = ( "0" / "1" ) DIGIT / "2" %x30-33`+"\n", "hour")
//	dfa.Match(hour, "23")    // true
//	dfa.Diagnose(hour, "24") // hour: '4' is not allowed (byte 1, expected '0'-'3')
//
// [Match] validates, [Diagnose] returns an error, [Prefix] finds the longest matching prefix, and [Run] reads a string
// in pieces. [Find] and [FindAll] return where rules match in a string. The packages that abnfc generates call these
// functions.
//
// The functions take a string or a byte slice. They take time linear in its length and constant memory. Only Diagnose
// allocates, for its error. An [Automaton] may be used by any number of goroutines.
//
// # Tables
//
// An [Automaton] is a table of transitions. A [Tagged] adds the tables for spans of rules. A [Classifier] is for
// several languages at once.
//
// The table has a row for each state, with an entry for each class of bytes. A [State] is the index of the first entry
// of its row, so that a step is s = Trans[s+Classes[b]]. In a table of more than 65,536 entries, entries are numbers of
// states. Accepting states come last, so that acceptance is a comparison. A state may have one output: the part of a
// string that errors name, an event that [Record] records, or a set of languages. Self-loops and the fixed prefix of
// all strings are stored in a second form, by which a run validates many bytes at once.
//
// [Version3] is the version of the tables. Tables made by package compile pass [Automaton.Check].
//
// # Loops in other languages
//
// A loop needs the fields Start, AcceptMin, Shift, Classes and Trans of an [Automaton]:
//
//	s = Start
//	for each byte b:
//		s = Trans[s+Classes[b]], shifted left by Shift if Trans has more than 65,536 entries
//	the string is valid if s >= AcceptMin
//
// State 0 leads only to itself, so that a loop may stop there or continue. The error of an invalid string is at the
// byte that leads from a state s to state 0, or at the end. The bytes expected there are those that lead from s to
// another state than 0; the string may also end there if s >= AcceptMin. The number of s is s>>Shift, with or without
// low bits, and its output is Outputs[s>>Shift], or 0 without Outputs. [Tagged] describes events. Loops, LoopSets and
// Head are redundant.
//
// The output of abnfc compile for C and JavaScript has columns instead of rows: byte b leads from the state with number
// s to next[classes[b]*states+s], so that the address of a column does not depend on the state.
package dfa
