// Package compile compiles rules of an ABNF grammar to automata that validate strings. Parse the grammar with package
// abnf, compile a rule, and match strings with package dfa:
//
//	octet := compile.MustCompile(`octet = 1*3DIGIT`+"\n", "octet")
//	dfa.Match(octet, "127") // true
//
// [Compile] takes a parsed grammar and options. [Spans] compiles an automaton that also finds where other rules match
// in a string. [Union], [Intersection], [Difference] and [Concatenation] combine automata, [Classifier] tests several
// at once, and [Witness] compares two.
//
// Compiling a grammar takes milliseconds and allocates memory; matching a string does neither. To generate code at
// build time, use the command abnfc instead of this package.
//
// # From a rule to a table
//
// RFC 3986 writes the numbers from 0 to 255, without leading zeros, as
//
//	dec-octet     = DIGIT                 ; 0-9
//	              / %x31-39 DIGIT         ; 10-99
//	              / "1" 2DIGIT            ; 100-199
//	              / "2" %x30-34 DIGIT     ; 200-249
//	              / "25" %x30-35          ; 250-255
//
// Package abnf parses this rule into a tree. Each node becomes a fragment of an NFA with one entry and one exit. The
// start is marked >, the accepting state *. A transition eps reads no byte. DIGIT is copied to each reference:
//
//	nfa of dec-octet: 33 states
//	>    0  eps 1
//	     1  eps 3, eps 6, eps 11, eps 21, eps 28
//	  *  2
//	     3  eps 4
//	     4  '0'-'9' 5
//	     5  eps 2
//	     6  '1'-'9' 7
//	     7  eps 8
//	     8  eps 9
//	     9  '0'-'9' 10
//	    10  eps 2
//	    11  '1' 12
//	    12  eps 13
//	    13  eps 14
//	    14  eps 15
//	    15  '0'-'9' 16
//	    16  eps 17
//	    17  eps 18
//	    18  '0'-'9' 19
//	    19  eps 20
//	    20  eps 2
//	    21  '2' 22
//	    22  eps 23
//	    23  '0'-'4' 24
//	    24  eps 25
//	    25  eps 26
//	    26  '0'-'9' 27
//	    27  eps 2
//	    28  '2' 29
//	    29  '5' 30
//	    30  eps 31
//	    31  '0'-'5' 32
//	    32  eps 2
//
// States with the same future are merged as far as bisimulation shows it, and states with only an epsilon transition
// are removed. This is done for each rule before it is copied into another, which keeps large rules small:
//
//	reduced of dec-octet: 11 states
//	>    0  eps 2, eps 3, eps 4, eps 6, eps 8
//	  *  1
//	     2  '0'-'9' 1
//	     3  '1'-'9' 2
//	     4  '1' 5
//	     5  '0'-'9' 2
//	     6  '2' 7
//	     7  '0'-'4' 2
//	     8  '2' 9
//	     9  '5' 10
//	    10  '0'-'5' 1
//
// A string may lead to several of these states. The sets that some string leads to are the states of a DFA. State 0 is
// the empty set, from which nothing is accepted:
//
//	dfa of dec-octet: 7 states, 8 classes
//	     0
//	>    1  '0' 2, '1' 3, '2' 4, '3'-'9' 5
//	  *  2
//	  *  3  '0'-'9' 5
//	  *  4  '0'-'4' 5, '5' 6, '6'-'9' 2
//	  *  5  '0'-'9' 2
//	  *  6  '0'-'5' 2
//
// States that accept the same continuations are merged next. Here there are none, but one class of bytes is no longer
// needed:
//
//	min of dec-octet: 7 states, 7 classes
//	     0
//	>    1  '0' 2, '1' 3, '2' 4, '3'-'9' 5
//	  *  2
//	  *  3  '0'-'9' 5
//	  *  4  '0'-'4' 5, '5' 6, '6'-'9' 2
//	  *  5  '0'-'9' 2
//	  *  6  '0'-'5' 2
//
// In the table, bytes that all states treat alike form a class. Class 0 has all bytes but digits; classes 1 to 6 have
// the digits 0, 1, 2, 3 to 4, 5, and 6 to 9. Accepting states come last, so that acceptance is a comparison. For each
// state, the listing has a shortest string that leads to it:
//
//	table of dec-octet: 7 states, 7 classes
//	    0  dead
//	>   1  ""    '0' 2, '1' 3, '2' 4, '3'-'9' 5
//	  * 2  "0"
//	  * 3  "1"   '0'-'9' 5
//	  * 4  "2"   '0'-'4' 5, '5' 6, '6'-'9' 2
//	  * 5  "3"   '0'-'9' 2
//	  * 6  "25"  '0'-'5' 2
//
// A row has a power of two of entries, here eight, and a state is the index of the first entry of its row. State 4 is
// 32, and its row is 0, 40, 40, 40, 40, 48, 16, 0. After "2", class 5 (the digit 5) leads to 48, which is state 6, and
// class 6 to 16, which is state 2. So a step is s = Trans[s+Classes[b]].
//
// Trace of [Options] prints these listings.
package compile
