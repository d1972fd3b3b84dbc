package codegen

import (
	"maps"
	"slices"

	"example.org/iri/dfa"
)

// mostDigits is the number of decimal digits that int64 always holds.
const mostDigits = 18

// Digits returns the length of the longest string that a accepts if all these strings are 1 to 18
// decimal digits, so that int64 holds the number. It returns 0 for all other languages.
func Digits(a *dfa.Automaton) int {
	if a.Accepts(a.Start) {
		return 0
	}
	states := []dfa.State{a.Start} // after n digits
	for n := range mostDigits + 1 {
		next := make(map[dfa.State]bool)
		for _, s := range states {
			for bytes, t := range a.Edges(s) {
				if bytes.Lo < '0' || bytes.Hi > '9' {
					return 0
				}
				next[t] = true
			}
		}
		if len(next) == 0 {
			return n
		}
		states = slices.Collect(maps.Keys(next))
	}
	return 0
}
