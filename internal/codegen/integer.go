package codegen

import (
	"maps"
	"slices"

	"example.org/iri/dfa"
)

// mostDigits is the largest number of decimal digits of which all numbers fit into int64.
const mostDigits = 18

// Digits returns the length of the longest string of a, if all its strings are 1 to 18 decimal digits, so that their
// values fit into int64. Otherwise it returns 0.
func Digits(a *dfa.Automaton) int {
	if a.Accepts(a.Start) {
		return 0
	}
	states := []dfa.State{a.Start}
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
