package compile

import "example.org/iri/dfa"

// Equivalent reports whether two automata accept the same texts; marks and parts
// are not compared. If they do not, witness is a shortest text that only one of
// them accepts; it may be empty. The time is that of visiting every pair of states
// that some text leads to (Hopcroft and Karp, A Linear Algorithm for Testing
// Equivalence of Finite Automata, 1971, without the merging).
func Equivalent(a, b *dfa.Automaton) (witness []byte, equal bool) {
	type pair struct{ s, t dfa.State }
	type visit struct {
		pair
		parent int
		by     byte
	}
	visits := []visit{{pair{a.Start, b.Start}, -1, 0}}
	seen := map[pair]bool{visits[0].pair: true}
	for i := 0; i < len(visits); i++ {
		v := visits[i]
		if a.Accepts(v.s) != b.Accepts(v.t) {
			for ; visits[i].parent >= 0; i = visits[i].parent {
				witness = append([]byte{visits[i].by}, witness...)
			}
			return witness, false
		}
		for c := range 256 {
			next := pair{a.Next(v.s, byte(c)), b.Next(v.t, byte(c))}
			if !seen[next] {
				seen[next] = true
				visits = append(visits, visit{next, i, byte(c)})
			}
		}
	}
	return nil, true
}
