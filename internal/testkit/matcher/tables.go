package matcher

import (
	"errors"
	"fmt"
	"strings"

	"example.org/iri/compile"
	"example.org/iri/dfa"
	"example.org/iri/internal/walk"
)

// Equivalent reports whether two automata accept the same strings, or returns the shortest string that only one
// accepts.
func Equivalent(a, b *dfa.Automaton) (text []byte, equal bool) {
	text, found := witness(a, b)
	other, also := witness(b, a)
	if !found || also && (len(other) < len(text) || len(other) == len(text) && string(other) < string(text)) {
		text, found = other, also
	}
	return text, !found
}

// Common returns the shortest string that both automata accept, the first in byte order, and whether there is one.
func Common(a, b *dfa.Automaton) (text []byte, found bool) {
	both, err := compile.Intersection("both", a, b)
	if err != nil {
		panic(err)
	}
	nothing := compile.MustCompile("nothing = %xD800\n", "nothing") // no string contains a surrogate
	return witness(both, nothing)
}

// witness returns the shortest string that a accepts and b rejects.
func witness(a, b *dfa.Automaton) (text []byte, found bool) {
	text, found, err := compile.Witness(a, b)
	if err != nil {
		panic(err)
	}
	return text, found
}

// Minimal returns an error if a is not minimal: if it has an unreachable state, two equivalent states (Moore's
// partition refinement), or two byte classes with equal columns.
func Minimal(a *dfa.Automaton) error {
	reached := map[dfa.State]bool{a.Start: true, dfa.Dead: true}
	for queue := []dfa.State{a.Start}; len(queue) > 0; queue = queue[1:] {
		for b := range 256 {
			if s := a.Next(queue[0], byte(b)); !reached[s] {
				reached[s] = true
				queue = append(queue, s)
			}
		}
	}
	if len(reached) != a.NumStates() {
		return fmt.Errorf("%d of %d states can be reached in\n%v", len(reached), a.NumStates(), a)
	}
	if n := moore(a); n != a.NumStates() {
		return fmt.Errorf("%d states, %d would do:\n%v", a.NumStates(), n, a)
	}
	columns := make(map[string]bool)
	for b := range 256 {
		var column strings.Builder
		for s := range a.States() {
			fmt.Fprint(&column, a.Next(s, byte(b)), " ")
		}
		columns[column.String()] = true
	}
	if len(columns) != walk.NumClasses(a) {
		return errors.New(fmt.Sprint(walk.NumClasses(a), " classes, ", len(columns), " would do:\n", a))
	}
	return nil
}

// moore returns the number of states of the minimal automaton. It splits groups of states, initially by acceptance and
// listed rule (Part), as long as a byte leads from one group into two. States are fewer than 1<<16.
func moore(a *dfa.Automaton) int {
	group := make(map[dfa.State]int)
	ids := make(map[string]int)
	for s := range a.States() {
		group[s] = id(ids, fmt.Sprint(a.Accepts(s), a.Part(s)))
	}
	for {
		next := make(map[dfa.State]int)
		nextIDs := make(map[string]int)
		for s := range a.States() {
			key := make([]byte, 0, 2*257)
			key = append(key, byte(group[s]), byte(group[s]>>8))
			for b := range 256 {
				g := group[a.Next(s, byte(b))]
				key = append(key, byte(g), byte(g>>8))
			}
			next[s] = id(nextIDs, string(key))
		}
		if len(nextIDs) == len(ids) {
			return len(ids)
		}
		group, ids = next, nextIDs
	}
}

func id(ids map[string]int, key string) int {
	n, ok := ids[key]
	if !ok {
		n = len(ids)
		ids[key] = n
	}
	return n
}
