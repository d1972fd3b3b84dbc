package target

import (
	"math/rand/v2"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// From each start, a joint automaton is equivalent to the automaton it represents, and no two of its states are
// equivalent.
func TestUnion(t *testing.T) {
	rnd := rand.New(rand.NewPCG(uint64(testkit.Seed(5234)), 0))
	texts := matcher.Texts("abc", 4)
	for n := range 8 {
		var list []*dfa.Automaton
		for range n * n / 2 { // none, one, and more than there are classes of bytes
			list = append(list, compile.MustCompile("r = "+matcher.RandomTree(rnd.IntN, 1+rnd.IntN(8)).String()+"\n", "r"))
		}
		plain, starts := joint(t, nil, list)
		if err := matcher.Minimal(plain); err != nil && len(list) > 0 {
			t.Fatal(err)
		}
		output := func(i int, s dfa.State) uint16 { return uint16(list[i].Number(s) % 3) }
		outputs, startsOfOutputs := joint(t, output, list)
		for i, a := range list {
			for _, text := range texts {
				s, want := dfa.Run(outputs, startsOfOutputs[i], text), dfa.Run(a, a.Start, text)
				if dfa.Run(plain, starts[i], text) >= plain.AcceptMin != a.Accepts(want) || outputs.Accepts(s) != a.Accepts(want) {
					t.Fatalf("automaton %d: %q accepted: %t", i, text, !a.Accepts(want))
				}
				if want != dfa.Dead && outputs.Outputs[outputs.Number(s)] != output(i, want) {
					t.Fatalf("automaton %d: %q has output %d", i, text, outputs.Outputs[outputs.Number(s)])
				}
			}
		}
	}
}

func joint(t *testing.T, output func(int, dfa.State) uint16, list []*dfa.Automaton) (*dfa.Automaton, []dfa.State) {
	a, starts, err := union(output, list)
	if err != nil || len(starts) != len(list) {
		t.Fatal(len(starts), err)
	}
	return a, starts
}
