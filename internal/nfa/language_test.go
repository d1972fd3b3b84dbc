package nfa_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/nfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// accepts reports whether a path for text leads from the start to the accepting state.
func accepts(n *nfa.Automaton, text string) bool {
	set := closure(n, []int32{n.Start})
	for _, b := range []byte(text) {
		var next []int32
		for _, s := range set {
			for _, e := range n.States[s].Edges {
				if e.Lo <= b && b <= e.Hi && !slices.Contains(next, e.To) {
					next = append(next, e.To)
				}
			}
		}
		set = closure(n, next)
	}
	return slices.Contains(set, n.Accept)
}

// closure adds the epsilon closure of some states.
func closure(n *nfa.Automaton, set []int32) []int32 {
	for i := 0; i < len(set); i++ {
		for _, t := range n.States[set[i]].Eps {
			if !slices.Contains(set, t) {
				set = append(set, t)
			}
		}
	}
	return set
}

// build makes the automaton of a rule. Without a reducer, it tests that the number of states was predicted.
func build(t *testing.T, g *abnf.Grammar, rule string, reducer *nfa.Reducer) *nfa.Automaton {
	t.Helper()
	source := nfa.Source{Rule: g.Lookup(rule), Reducer: reducer}
	graph, cycles := nfa.NewGraph(g, source.Rule)
	if len(cycles) > 0 {
		return nil
	}
	n, err := nfa.New(graph, source, 1<<18)
	if err != nil {
		t.Fatalf("rule %s: %v in\n%v", rule, err, g)
	}
	if reducer != nil {
		return n
	}
	size, small := len(n.States), new(nfa.TooLarge)
	_, fits := nfa.New(graph, source, size)
	if _, err := nfa.New(graph, source, size-1); fits != nil || !errors.As(err, &small) {
		t.Fatalf("rule %s: %d states, but %v; with one less %v in\n%v", rule, size, fits, err, g)
	}
	return n
}

// randomRules returns a grammar of small rules that refer to later ones.
func randomRules(rnd *rand.Rand) string {
	const rules = 4
	var b strings.Builder
	for i := range rules {
		fmt.Fprintf(&b, "r%d = ( %v )", i, matcher.RandomTree(rnd.IntN, 1+rnd.IntN(5)))
		for j := i + 1; j < rules; j++ {
			times := []string{"", "*", "1*", "2", "*3", "1*2", "*9"}[rnd.IntN(7)]
			b.WriteString([]string{" ", " / ", " [ \"d\" ] "}[rnd.IntN(3)] + fmt.Sprintf("%s( r%d / \"d\" )", times, j))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// The language of a rule is that of the grammar, with and without reduction, whatever rules were reduced before.
func TestLanguage(t *testing.T) {
	seed := uint64(testkit.Seed(45))
	t.Logf("-seed=%d", seed)
	rnd := rand.New(rand.NewPCG(seed, 0))
	n := 300
	if !*testkit.Long {
		n = 20
	}
	texts := matcher.Texts("abcd", 4)
	states, left, accepted, refused := 0, 0, 0, 0
	for range n {
		grammar := randomRules(rnd)
		if rnd.IntN(3) == 0 {
			grammar = matcher.RandomRecursive(rnd)
		}
		g, reducer := matcher.Parse(t, grammar), new(nfa.Reducer)
		for _, rule := range []string{"r2", "r0", "r1"} {
			whole, reduced := build(t, g, rule, nil), build(t, g, rule, reducer)
			if whole == nil {
				continue
			}
			states, left = states+len(whole.States), left+len(reduced.States)
			for _, text := range texts {
				want := matcher.Matches(g, rule, text)
				if accepts(whole, text) != want || accepts(reduced, text) != want {
					t.Fatalf("rule %s of\n%v%q: whole %v, reduced %v, want %v", rule, g, text, accepts(whole, text), accepts(reduced, text), want)
				}
				if want {
					accepted++
				} else {
					refused++
				}
			}
		}
	}
	t.Logf("%d states, %d when reduced; %d strings accepted, %d refused", states, left, accepted, refused)
	if left*2 > states || accepted == 0 || refused == 0 {
		t.Errorf("%d states are reduced to %d; %d strings accepted, %d refused", states, left, accepted, refused)
	}
}
