package rule

import (
	"strings"

	"example.org/iri/dfa/table"
	"example.org/iri/internal/language"
)

// Set is a set of languages. Each of the constants In... is one of its bits.
type Set uint16

// The languages that Classify distinguishes.
const (
	InIRI                Set = 1 << iota // [IRI]
	InIRIReference                       // [IRIReference]
	InAbsoluteIRI                        // [AbsoluteIRI]
	InURI                                // [URI]
	InURIReference                       // [URIReference]
	InAbsoluteURI                        // [AbsoluteURI]
	InIRIStrict                          // [IRIStrict]
	InIRIReferenceStrict                 // [IRIReferenceStrict]
)

// Has reports whether all languages of t are in s.
func (s Set) Has(t Set) bool { return s&t == t }

// String lists the languages by the names of their rules: "IRI|IRI-reference".
func (s Set) String() string {
	var names []string
	for i, name := range language.Languages.Names {
		if s>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, "|")
}

// Classify returns, in one pass, which of the languages p is in. The empty set means that p is not
// even a reference. It allocates nothing. A program that calls it links one table for it, of 190 KB.
//
//go:noinline
func Classify(p []byte) Set { return Set(table.Classify(&language.Languages, p)) }

// ClassifyString is [Classify] for a string.
//
//go:noinline
func ClassifyString(s string) Set { return Set(table.Classify(&language.Languages, s)) }
