// Package codegen writes automata as Go source. It makes packages with functions for the rules of a
// grammar, and tests of these functions.
package codegen

import (
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// File is what a generated file holds: functions on automata, and the tables of these, which are
// not exported. For rule x the functions are ValidX, CheckX and PrefixX and, if it has spans,
// ParseX. Types are XMatcher for streams and XParts for what is parsed, with methods for each span.
type File struct {
	Package    string
	Name       string // of the file, without .go; names in its test follow from it
	Sources    []Source
	Command    string   // what writes the file, may be empty
	Notes      []string // sentences about the languages, for the header
	Rules      []Rule
	Standalone bool // asks for a package with what it needs of package dfa in it, which imports only the standard library

	// Pos is where the grammar defines rules and languages, by name. It is for errors, and
	// may be nil.
	Pos map[string]abnf.Pos
}

// Source is a grammar text that generated code names as its origin.
type Source struct {
	Name     string // file name, of any bytes; its folder is left out, as it differs between machines
	Text     []byte
	Encoding abnf.Encoding
}

// Rule is an automaton and what is written with it.
type Rule struct {
	*dfa.Automaton
	Spans    *dfa.Tagged // nil if there are none
	Digits   []int       // by name in Spans: what [Digits] returns for the rule
	Examples Examples    // for the test
}

// digits returns how many digits a span may have if it is an integer, and otherwise 0.
func (r *Rule) digits(span int) int {
	if span < len(r.Digits) {
		return r.Digits[span]
	}
	return 0
}

// Examples are strings of a rule for a generated test.
type Examples struct{ Valid, Invalid []string }
