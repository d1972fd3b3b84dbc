package compile

import (
	"fmt"
	"math"
	"slices"

	"example.org/iri/compile/internal/machine"
	"example.org/iri/dfa"
)

// Equivalent reports whether two automata accept the same texts; marks and parts
// are not compared. If they do not, witness is a shortest text that only one of
// them accepts, of several the first in byte order; it may be empty. The time is
// that of visiting every pair of states that some text leads to (Hopcroft and Karp,
// A Linear Algorithm for Testing Equivalence of Finite Automata, 1971, without the
// merging).
func Equivalent(a, b *dfa.Automaton) (witness []byte, equal bool) {
	differ := func(p statePair) bool { return a.Accepts(p.s) != b.Accepts(p.t) }
	witness, found, _ := shortest(a, b, math.MaxInt, differ)
	return witness, !found
}

// Witness returns a shortest text that a accepts and b does not, of several the
// first in byte order; found is false if there is none: a's language is then a
// subset of b's. It is an error if more than 1<<20 pairs of states need to be visited.
func Witness(a, b *dfa.Automaton) (witness []byte, found bool, err error) {
	only := func(p statePair) bool { return a.Accepts(p.s) && !b.Accepts(p.t) }
	return shortest(a, b, 1<<20, only)
}

// statePair is the states that a text leads to in two automata.
type statePair struct{ s, t dfa.State }

// shortest returns the first text, shorter ones before longer ones and equally
// long ones in byte order, that leads to a pair which is wanted. It visits pairs
// breadth-first, at most limit of them.
func shortest(a, b *dfa.Automaton, limit int, wanted func(statePair) bool) (text []byte, found bool, err error) {
	type visit struct {
		statePair
		parent int
		by     byte
	}
	bytes := distinct(a, b)
	visits := []visit{{statePair{a.Start, b.Start}, -1, 0}}
	seen := map[statePair]bool{visits[0].statePair: true}
	for i := 0; i < len(visits); i++ {
		v := visits[i]
		if wanted(v.statePair) {
			for ; visits[i].parent >= 0; i = visits[i].parent {
				text = append(text, visits[i].by)
			}
			slices.Reverse(text)
			return text, true, nil
		}
		for _, c := range bytes {
			next := statePair{a.Next(v.s, c), b.Next(v.t, c)}
			if !seen[next] {
				seen[next] = true
				visits = append(visits, visit{next, i, c})
			}
		}
		if len(visits) > limit {
			return nil, false, fmt.Errorf("abnf: rules %s and %s are too large to be compared: more than %d pairs of states", a.Name, b.Name, limit)
		}
	}
	return nil, false, nil
}

// distinct returns the first byte of each set of bytes that neither automaton
// tells apart, in increasing order.
func distinct(a, b *dfa.Automaton) []byte {
	both := machine.NewAlphabet(func(c int) [2]uint8 { return [2]uint8{a.Classes[c], b.Classes[c]} })
	return both.First[:both.N]
}
