package fix

import (
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
)

// Whitespace in the input is spaces, and breaks: what the URL Standard removes from URLs.
const (
	breaks = "\t\r\n"
	spaces = " " + breaks
)

const digits = "0123456789"

// whitespace returns the run of whitespace that s begins with.
func whitespace(s []byte) []byte {
	n := 0
	for n < len(s) && isWhitespace(s[n]) {
		n++
	}
	return s[:n]
}

func isWhitespace(b byte) bool { return b == ' ' || isBreak(b) }

// isBreak reports whether a byte makes a break of the whitespace that it is in.
func isBreak(b byte) bool { return b == '\t' || b == '\n' || b == '\r' }

// hasBreak reports whether a run of whitespace is a break.
func hasBreak(run []byte) bool {
	return slices.ContainsFunc(run, isBreak)
}

// beginsOctet reports whether s begins with a percent-encoded octet.
func beginsOctet(s []byte) bool {
	return len(s) >= percent.Size && dfa.Match(language.PctEncoded.Automaton, s[:percent.Size])
}
