package fix

import (
	"strings"

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
func whitespace(s string) string { return s[:len(s)-len(strings.TrimLeft(s, spaces))] }

// hasBreak reports whether s has a byte that breaks are made of. A run of whitespace without one is of spaces only.
func hasBreak(s string) bool {
	for i := range len(removed) {
		if strings.IndexByte(s, removed[i]) >= 0 {
			return true
		}
	}
	return false
}

// unbroken returns s, which is a part of the input, without breaks.
func (r *repair) unbroken(s string) string {
	if !r.breaks {
		return s
	}
	var b strings.Builder
	for s != "" {
		run := whitespace(s)
		if !hasBreak(run) {
			b.WriteString(run)
		}
		s = s[len(run):]
		n := strings.IndexAny(s, spaces)
		if n < 0 {
			n = len(s)
		}
		b.WriteString(s[:n])
		s = s[n:]
	}
	return b.String()
}

// beginsOctet reports whether s, which does not begin with whitespace, begins with a percent-encoded
// octet, with breaks in it or without.
func beginsOctet(s string) bool {
	if len(s) >= percent.Size && dfa.Match(language.PctEncoded.Automaton, s[:percent.Size]) {
		return true
	}
	var octet [percent.Size]byte
	for i := range octet {
		if run := whitespace(s); hasBreak(run) {
			s = s[len(run):]
		}
		if s == "" {
			return false
		}
		octet[i], s = s[0], s[1:]
	}
	return dfa.Match(language.PctEncoded.Automaton, octet[:])
}
