// Package tables is the folder of the grammars, and of what describes the tables that are
// made of them; the tables themselves are package internal/language. There is an
// automaton for each production of RFC 3987, for each of RFC 3986 that RFC 3987 does
// not name alike, and for languages derived from them.
//
// Languages of whole references carry marks: where ihier-part, iauthority, ihost, port,
// ipath-abempty, iquery and ifragment begin, in this order; and plans for fast paths. All
// others are plain. All know the context of each state, which errors speak by. Package
// internal/recipe says what each is made of.
//
// The .sum files describe the automata, a line each: name, states, byte classes,
// bytes of the table, SHA-256 of the binary form. Every language has the line of its
// plain automaton; that of the marked one is called NAME+marks. NAME+plan has the
// bytes of the plan for fast paths and their SHA-256. Review them and the
// grammars; nobody reads tables.
package tables

//go:generate go run ./generate
