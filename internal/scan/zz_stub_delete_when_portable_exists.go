package scan

import "example.org/iri/dfa"

// TEMPORARY: delete this file as soon as portable.go has these two.
func Portable[Bytes ~[]byte | ~string](a *dfa.Automaton, text Bytes) (Offsets, Verdict) {
	return Offsets{}, Ask
}
func PortableValid[Bytes ~[]byte | ~string](a *dfa.Automaton, text Bytes) bool {
	return dfa.Match(a, text)
}
