// Package codegen writes automata as Go source: packages with functions for the rules of a grammar, and their tests.
package codegen

import (
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// File is a generated file, with functions on automata and their tables, which are unexported. For rule x, the
// functions are ValidX, CheckX, PrefixX and, if it has spans, ParseX. The types are XMatcher for streams, and XParts
// for the result of ParseX, with methods for each span.
type File struct {
	Package    string
	Name       string // without .go; names in the test depend on it
	Sources    []Source
	Command    string   // command that writes the file; may be empty
	Notes      []string // sentences about the languages, for the header
	Rules      []Rule
	Standalone bool // include the needed parts of package dfa, and import only the standard library

	// Pos has the positions of rules and languages, by name, for errors. It may be nil.
	Pos map[string]abnf.Pos
}

// Source is the text of a grammar that generated code names as its origin.
type Source struct {
	Name     string // file name; its folder is omitted, because it differs between machines
	Text     []byte
	Encoding abnf.Encoding
}

// Rule is an automaton, and further data for its functions.
type Rule struct {
	*dfa.Automaton
	Spans    *dfa.Tagged // nil without spans
	Digits   []int       // by index in Spans.Names: the result of [Digits] for the rule
	Examples Examples    // for the test
}

func (r *Rule) digits(span int) int {
	if span < len(r.Digits) {
		return r.Digits[span]
	}
	return 0
}

// Examples are valid and invalid strings for a generated test.
type Examples struct{ Valid, Invalid []string }
