package rule

import (
	"errors"
	"math"

	"example.org/iri"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/scan"
)

// A Splitter is a rule whose texts are references or authorities. It also tells where their
// components lie.
// Splitters are variables of this package; [Rule.Splitter] finds that of a Rule.
type Splitter struct{ Rule }

// Split returns where the components of p lie if the whole of p matches the rule. The error is an
// [*iri.SyntaxError] or [iri.ErrTooLong]. Nothing but the error is allocated. The pass that
// validates also finds the offsets.
//
//go:noinline
func (s Splitter) Split(p []byte) (iri.Parts, error) {
	cut, v := scan.Bytes(s.language(), p)
	if v == scan.Valid {
		return iri.Parts(cut), nil
	}
	return split(s.language(), p)
}

// SplitString is [Splitter.Split] for a string.
//
//go:noinline
func (s Splitter) SplitString(text string) (iri.Parts, error) {
	cut, v := scan.String(s.language(), text)
	if v == scan.Valid {
		return iri.Parts(cut), nil
	}
	return split(s.language(), text)
}

// errNoParts is the error of a Splitter that was made of another rule by hand.
var errNoParts = errors.New("iri: the texts of this rule have no Parts")

// split is for texts that no kernel has accepted.
func split[Bytes ~[]byte | ~string](l *uri.Language, text Bytes) (iri.Parts, error) {
	switch {
	case l.Shape == uri.Other && l != &nothing:
		return iri.Parts{}, errNoParts
	case uint64(len(text)) > math.MaxUint32:
		return iri.Parts{}, iri.ErrTooLong
	}
	cut, state, n, ok := scan.Walk(l, text)
	if !ok {
		return iri.Parts{}, iri.SyntaxErrorIn(l, text, state, n)
	}
	return iri.Parts(cut), nil
}
