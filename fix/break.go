package fix

import (
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
)

const (
	breaks = "\t\r\n"
	spaces = " " + breaks
)

const digits = "0123456789"

func whitespace(s []byte) []byte {
	n := 0
	for n < len(s) && isWhitespace(s[n]) {
		n++
	}
	return s[:n]
}

func isWhitespace(b byte) bool { return b == ' ' || isBreak(b) }

func isBreak(b byte) bool { return b == '\t' || b == '\n' || b == '\r' }

func hasBreak(run []byte) bool {
	return slices.ContainsFunc(run, isBreak)
}

func beginsOctet(s []byte) bool {
	return len(s) >= percent.Size && dfa.Match(language.PctEncoded.Automaton, s[:percent.Size])
}
