package compile

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/compiler/machine"
)

// Witness returns a shortest string that a accepts and b does not, the first of these in byte order. If there is none,
// found is false, and the language of a is a subset of that of b. Parts are ignored. Witness visits pairs of states
// breadth-first; it returns an error at more than 1<<20 pairs.
func Witness(a, b *dfa.Automaton) (text []byte, found bool, err error) {
	const most = 1 << 20
	type pair struct{ s, t dfa.State }
	type visit struct {
		pair
		parent int
		by     byte
	}
	bytes := distinct(a, b)
	visits := []visit{{pair{a.Start, b.Start}, -1, 0}}
	seen := map[pair]bool{visits[0].pair: true}
	for i := 0; i < len(visits); i++ {
		v := visits[i]
		if a.Accepts(v.s) && !b.Accepts(v.t) {
			for ; visits[i].parent >= 0; i = visits[i].parent {
				text = append(text, visits[i].by)
			}
			slices.Reverse(text)
			return text, true, nil
		}
		for _, c := range bytes {
			next := pair{a.Next(v.s, c), b.Next(v.t, c)}
			if !seen[next] {
				seen[next] = true
				visits = append(visits, visit{next, i, c})
			}
		}
		if len(visits) > most {
			return nil, false, fmt.Errorf("abnf: rules %s and %s are too large to be compared: more than %d pairs of states", a.Name, b.Name, most)
		}
	}
	return nil, false, nil
}

// distinct returns the first byte of each class of bytes that neither automaton distinguishes, in increasing order.
func distinct(a, b *dfa.Automaton) []byte {
	both := machine.NewAlphabet(func(c int) [2]uint8 { return [2]uint8{a.Classes[c], b.Classes[c]} })
	return both.First[:both.N]
}
