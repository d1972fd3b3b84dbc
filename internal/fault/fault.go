// Package fault finds out what is wrong with a text that is not in a language.
package fault

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// A Fault is what there is to say of a text that is not in a language.
type Fault struct {
	Language *uri.Language
	State    dfa.State // before the byte that has no transition, or at the end of the text
	Offset   int64     // of that byte, or the length of the text
	Byte     int       // that byte, -1 at the end
}

// Of returns the fault of a text whose walk came to a state and an offset.
func Of[Bytes ~[]byte | ~string](l *uri.Language, text Bytes, s dfa.State, n int) Fault {
	f := Fault{l, s, int64(n), -1}
	if n < len(text) {
		f.Byte = int(text[n])
	}
	return f
}

// InPieces returns the fault of a text that is not at hand as a whole.
func InPieces(l *uri.Language, s dfa.State, offset int64, b int) Fault {
	return Fault{l, s, offset, b}
}
