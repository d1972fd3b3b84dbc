package compile_test

import (
	"fmt"
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/matcher"
)

// From each start, a joint automaton does what the automaton does that it stands for, and no two of its
// states that starts lead to do the same.
func TestJoint(t *testing.T) {
	rnd := random(t)
	for n := range 8 {
		var list []*dfa.Automaton
		for range n * n / 2 { // none, one, and more than there are classes of bytes
			list = append(list, compiled(t, "r = "+matcher.RandomTree(rnd.IntN, 1+rnd.IntN(8)).String()+"\n", nil))
		}
		output := func(i int, s dfa.State) uint16 { return uint16(i%2) * uint16(list[i].Number(s)%3) }
		if n%2 == 0 {
			output = nil
		}
		joint, starts, err := Joint("joint", output, list...)
		if err != nil || len(starts) != len(list) {
			t.Fatal(len(starts), err)
		}
		reached := make(map[dfa.State]bool)
		for i, a := range list {
			compareFrom(t, joint, starts[i], a, reached, func(s dfa.State) uint16 {
				if output == nil {
					return 0
				}
				return output(i, s)
			})
		}
		checkDistinct(t, joint, reached)
	}
}

// compareFrom steps through an automaton and a joint one at once.
func compareFrom(t *testing.T, joint *dfa.Automaton, start dfa.State, a *dfa.Automaton, reached map[dfa.State]bool, output func(dfa.State) uint16) {
	type pair struct{ s, j dfa.State }
	pairs := []pair{{a.Start, start}}
	seen := map[pair]bool{pairs[0]: true}
	for ; len(pairs) > 0; pairs = pairs[1:] {
		s, j := pairs[0].s, pairs[0].j
		reached[j] = true
		if (s == dfa.Dead) != (j == dfa.Dead) || a.Accepts(s) != joint.Accepts(j) || s != dfa.Dead && joint.Outputs[joint.Number(j)] != output(s) {
			t.Fatalf("state %d of\n%vis %d in\n%v", a.Number(s), a, joint.Number(j), joint)
		}
		for b := range 256 {
			next := pair{a.Next(s, byte(b)), joint.Next(j, byte(b))}
			if !seen[next] {
				seen[next] = true
				pairs = append(pairs, next)
			}
		}
	}
}

// checkDistinct refines a partition of some states until each block has one.
func checkDistinct(t *testing.T, a *dfa.Automaton, states map[dfa.State]bool) {
	block, blocks := make(map[dfa.State]int), 0
	for {
		ids := make(map[string]int)
		next := make(map[dfa.State]int)
		for s := range states {
			key := fmt.Sprint(s == dfa.Dead, a.Accepts(s), a.Outputs[a.Number(s)], block[s])
			for b := range 256 {
				key += fmt.Sprint(" ", block[a.Next(s, byte(b))])
			}
			if _, ok := ids[key]; !ok {
				ids[key] = len(ids)
			}
			next[s] = ids[key]
		}
		if block = next; len(ids) == blocks {
			break
		}
		blocks = len(ids)
	}
	if blocks != len(states) {
		t.Fatalf("%d states do %d things in\n%v", len(states), blocks, a)
	}
}
