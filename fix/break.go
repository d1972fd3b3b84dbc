package fix

import (
	"bytes"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
)

// Whitespace in the input is spaces, and what the URL Standard removes from URLs.
const (
	removed = "\t\r\n"
	spaces  = " " + removed
)

// whitespace returns the run of whitespace that s begins with.
func whitespace(s []byte) []byte { return s[:len(s)-len(bytes.TrimLeft(s, spaces))] }

// hasBreak reports whether s has a byte that breaks are made of. A run of whitespace without one is of spaces only.
func hasBreak(s []byte) bool {
	for i := range len(removed) {
		if bytes.IndexByte(s, removed[i]) >= 0 {
			return true
		}
	}
	return false
}

// unbroken returns s, which is a part of the input, without breaks.
func (r *repair) unbroken(s []byte) []byte {
	if !r.breaks {
		return s
	}
	var b []byte
	for len(s) > 0 {
		run := whitespace(s)
		if !hasBreak(run) {
			b = append(b, run...)
		}
		s = s[len(run):]
		n := bytes.IndexAny(s, spaces)
		if n < 0 {
			n = len(s)
		}
		b = append(b, s[:n]...)
		s = s[n:]
	}
	return b
}

// beginsOctet reports whether s, which does not begin with whitespace, begins with a percent-encoded
// octet, with breaks in it or without.
func beginsOctet(s []byte) bool {
	if len(s) >= percent.Size && dfa.Match(language.PctEncoded.Automaton, s[:percent.Size]) {
		return true
	}
	var octet [percent.Size]byte
	for i := range octet {
		if run := whitespace(s); hasBreak(run) {
			s = s[len(run):]
		}
		if len(s) == 0 {
			return false
		}
		octet[i], s = s[0], s[1:]
	}
	return dfa.Match(language.PctEncoded.Automaton, octet[:])
}
