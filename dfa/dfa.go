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
//
// # Tables
//
// An [Automaton] is a table of transitions. A [Tagged] also has the tables for spans of rules. A
// [Classifier] is for several languages at once.
//
// Transitions are in rows, a row a state, an entry a class of bytes. A [State] is the index of its
// row's first entry, so that a step is s = Trans[s+Classes[b]]. A table of more than 65,536 entries
// has numbers of states in place of states. States that accept come last, so that accepting is a
// comparison. A state may have one output: the part of a string that errors name, an event that
// [Record] notes, or a set of languages. Self-loops and the fixed prefix of all strings are in the table
// a second time, in a form by which a run validates many bytes at once.
//
// [Version3] is the version of this form. Tables that package compile makes pass [Automaton.Check].
//
// # Loops in other languages
//
// A loop needs Start, AcceptMin, Shift, Classes and Trans of an [Automaton]:
//
//	s = Start
//	for each byte b:
//		s = Trans[s+Classes[b]], shifted left by Shift if Trans has more than 65,536 entries
//	the string is valid if s >= AcceptMin
//
// State 0 leads only to itself, so that a loop may stop there, or go on. A string that is not valid
// goes wrong at the byte that leads from a state s to state 0, or at its end. The bytes expected there
// are those that lead from s to another state than 0, and the string may also end there if s >=
// AcceptMin. The number of s is s>>Shift, with low bits or without, and Outputs[s>>Shift] is its output;
// without Outputs it is 0. [Tagged] describes what events do. Loops, LoopSets and Head repeat what
// Trans says, and may be left out.
//
// What abnfc compile writes for C and JavaScript is the same with columns in place of rows: byte b leads
// from the state numbered s to next[classes[b]*states+s], so that the address of a column does not wait
// for the state.
package dfa
