package rdf

import "example.org/iri"

// url stands for the package of that name.
var url parser

type parser struct{}

// Parse parses the text of an IRI, in which characters may be escaped.
func (parser) Parse(text string) (iri.Reference, error) {
	return iri.ParseReference(unEscape([]rune(text)))
}
