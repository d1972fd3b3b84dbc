package scan

import (
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

// planned returns the automata of texts with a scheme and of references.
func planned() (iri, ref *uri.Language) { return &language.IRI, &language.IRIReference }
