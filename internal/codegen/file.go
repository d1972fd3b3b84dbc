// Package codegen writes automata as Go source. It makes packages with functions for the rules of a
// grammar, and tests of these functions.
package codegen

import (
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// File is what a generated file holds.
type File struct {
	Package string
	Sources []Source

	// Functions asks for functions on each automaton. For rule x these are ValidX and CheckX and,
	// if it has spans, ParseX and its type XParts, with a method for each span. The variables of
	// the automata are then not exported. Without Functions, these variables are called after their
	// rules by [GoName].
	Functions   bool
	Rules       []Rule
	Classifiers []Classifier

	// Pos is where the grammar defines rules and languages, by name. It is for errors, and
	// may be nil.
	Pos map[string]abnf.Pos
}

// Source is a grammar text that generated code names as its origin.
type Source struct {
	Name string // file name; its folder is left out, as it differs between machines
	Text []byte
}

// Rule is an automaton and what is written with it.
type Rule struct {
	*dfa.Automaton
	Spans    *dfa.Tagged // nil if there are none
	Equation string      // what the automaton stands for, "" if that is the rule it is called after
	Examples Examples    // for the test
}

// Examples are texts of a rule for a generated test.
type Examples struct{ Valid, Invalid []string }

// Classifier is a classifier and the name of its variable.
type Classifier struct {
	Name string
	*dfa.Classifier
}
