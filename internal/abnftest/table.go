package abnftest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/iri/dfa"
)

// Equivalent reports whether two automata accept the same texts. If not, witness is a
// shortest text that one of them accepts, of several the first in byte order.
func Equivalent(a, b *dfa.Automaton) (witness []byte, equal bool) {
	witness, found := first(a, b, func(a, b bool) bool { return a != b })
	return witness, !found
}

// Common returns a shortest text that both automata accept, of several the first in byte
// order; found is false if there is none.
func Common(a, b *dfa.Automaton) (text []byte, found bool) {
	return first(a, b, func(a, b bool) bool { return a && b })
}

// first returns the first text that is wanted, by which of the automata accept it. Shorter texts
// come before longer ones, equally long ones are in byte order. It visits all pairs of states.
func first(a, b *dfa.Automaton, wanted func(a, b bool) bool) (text []byte, found bool) {
	type states struct{ a, b dfa.State }
	type visit struct {
		states
		parent int
		by     byte
	}
	visits := []visit{{states{a.Start, b.Start}, -1, 0}}
	seen := map[states]bool{visits[0].states: true}
	for i := 0; i < len(visits); i++ {
		v := visits[i]
		if wanted(a.Accepts(v.a), b.Accepts(v.b)) {
			for ; visits[i].parent >= 0; i = visits[i].parent {
				text = append(text, visits[i].by)
			}
			slices.Reverse(text)
			return text, true
		}
		for c := range 256 {
			next := states{a.Next(v.a, byte(c)), b.Next(v.b, byte(c))}
			if !seen[next] {
				seen[next] = true
				visits = append(visits, visit{next, i, byte(c)})
			}
		}
	}
	return nil, false
}

// Minimal returns an error if a has a state too many: one that no text leads to, or two
// that no text tells apart (Moore's partition refinement), or bytes that are in
// different classes for no reason.
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
	if len(columns) != a.NumClasses() {
		return errors.New(fmt.Sprint(a.NumClasses(), " classes, ", len(columns), " would do:\n", a))
	}
	return nil
}

// moore returns the number of states of the minimal automaton: it splits groups
// of states, to begin with by what they say, as long as a byte leads from a group
// into two.
func moore(a *dfa.Automaton) int {
	group := make(map[dfa.State]int)
	ids := make(map[string]int)
	for s := range a.States() {
		group[s] = id(ids, fmt.Sprint(a.Accepts(s), a.Fires(s), a.Part(s)))
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
