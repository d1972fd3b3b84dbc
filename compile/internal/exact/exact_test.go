package exact_test

import (
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/compile/internal/exact"
	"example.org/iri/compile/internal/machine"
	"example.org/iri/compile/internal/subset"
	"example.org/iri/internal/nfa"
)

// TestProofNeedsEveryMark: the proof misses a mark that is taken from a state. No
// machine that the subset construction makes lacks one, so it is asked alone.
func TestProofNeedsEveryMark(t *testing.T) {
	g, err := abnf.Parse([]byte("r = \"a\" [ \":\" m ]\nm = *\"b\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := g.Lookup("r")
	graph, _ := nfa.NewGraph(g, r)
	n, err := nfa.New(graph, nfa.Source{Rule: r, Marks: map[*abnf.Rule]int{g.Lookup("m"): 0}}, 1000)
	if err != nil {
		t.Fatal(err)
	}
	d, err := subset.Plain(n, subset.Limits{States: 1000, Work: 1000})
	if err != nil {
		t.Fatal(err)
	}
	d = machine.Minimize(d)
	if text, why := exact.Prove(n, d, 0); why != "" {
		t.Fatalf("%q: %s", text, why)
	}
	for s := range d.Output {
		if old := d.Output[s].Marks; old != 0 {
			d.Output[s].Marks = 0
			if _, why := exact.Prove(n, d, 0); why == "" {
				t.Errorf("mark of state %d: the proof does not miss it\n%v", s, d)
			}
			d.Output[s].Marks = old
		}
	}
}
