package scan

import (
	"example.org/iri/dfa"
	"example.org/iri/tables"
)

// planned returns the automata of texts with a scheme and of references.
func planned() (iri, ref *dfa.Automaton) { return &tables.IRI, &tables.IRIReference }
