package iri_test

import (
	"errors"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/rule"
)

// automaton returns the table of a rule, which users have no way to.
func automaton(r rule.Rule) *dfa.Automaton {
	for _, l := range language.All() {
		if l.Name == r.String() {
			return l.Automaton
		}
	}
	return nil
}

// sameMistake reports whether the error of a text in pieces says what that of the whole
// says. Where the text was cut within the character, it may have been another one.
func sameMistake(inPieces, whole error, cuts ...int) bool {
	var e, f *iri.SyntaxError
	if !errors.As(inPieces, &e) || !errors.As(whole, &f) || e.Offset != f.Offset || e.Byte != f.Byte || e.Expected() != f.Expected() {
		return false
	}
	for _, cut := range cuts {
		if e.Rune == utf8.RuneError && f.Offset < int64(cut) && int64(cut) < f.Offset+utf8.UTFMax {
			return true
		}
	}
	return e.Reason == f.Reason && e.Rune == f.Rune && e.Component() == f.Component()
}
