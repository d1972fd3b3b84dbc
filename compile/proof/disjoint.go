package proof

import (
	"cmp"

	"example.org/iri/dfa"
)

// Disjoint proves that no text is accepted by both a and b. It visits all pairs of
// their states that a text leads to. The error is a [*Counterexample], or that of Check.
func Disjoint(a, b *dfa.Automaton) (Claim, error) {
	if err := cmp.Or(a.Check(), b.Check()); err != nil {
		return Claim{}, err
	}
	type states struct{ s, t dfa.State }
	type visit struct {
		states
		text []byte
	}
	seen := map[states]bool{{a.Start, b.Start}: true}
	for queue := []visit{{states{a.Start, b.Start}, nil}}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		if a.Accepts(v.s) && b.Accepts(v.t) {
			return Claim{}, &Counterexample{Rule: a.Name, Text: v.text, Why: "a text of " + b.Name + " too"}
		}
		for c := range 256 {
			next := states{a.Next(v.s, byte(c)), b.Next(v.t, byte(c))}
			if next.s != dfa.Dead && next.t != dfa.Dead && !seen[next] {
				seen[next] = true
				queue = append(queue, visit{next, append(v.text[:len(v.text):len(v.text)], byte(c))})
			}
		}
	}
	return Claim{Text: a.Name + " and " + b.Name + " are disjoint", Pairs: len(seen)}, nil
}
