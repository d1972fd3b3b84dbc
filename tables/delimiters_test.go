package tables_test

import (
	"testing"

	"example.org/iri/dfa"
	. "example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/walk"
)

// TestDelimiters checks the characters that code writes literally, where it does not validate, against the grammars.
func TestDelimiters(t *testing.T) {
	delims := &IRIReference.Plan.Delims
	rule := func(name, file string) dfa.ByteSet {
		a := compiled(t, grammarOf(t, "languages/"+file), name)
		return a.Follow(a.Start)
	}
	one := func(b byte) (set dfa.ByteSet) {
		walk.Add(&set, b)
		return set
	}
	for char, set := range map[byte]dfa.ByteSet{
		':': one(delims[uri.DelimColon][0]),
		'/': one(delims[uri.DelimSlash][0]),
		'@': one(delims[uri.DelimAt][0]),
		'?': one(delims[uri.DelimQuery][0]),
		'#': one(delims[uri.DelimFragment][0]),
		'[': IPLiteral.Follow(IPLiteral.Start),
		']': last(IPLiteral.Automaton),
		'%': PctEncoded.Follow(PctEncoded.Start),
		'.': rule("dot-segment", "dot-segments.abnf"),
		'&': rule("separator", "pairs.abnf"),
		'=': rule("equals", "pairs.abnf"),
		'+': rule("for-space", "pairs.abnf"),
	} {
		if set != one(char) {
			t.Errorf("%q: the grammar has %v", char, set)
		}
	}
}

// last returns the bytes with which strings of a language may end.
func last(a *dfa.Automaton) (set dfa.ByteSet) {
	for s := range a.States() {
		for r, t := range a.Edges(s) {
			if a.Accepts(t) {
				walk.AddRange(&set, r)
			}
		}
	}
	return set
}
