package nfa

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"example.org/iri/dfa"
)

// randomAutomaton has edges, epsilon transitions, tags, and lists of parts.
func randomAutomaton(rnd *rand.Rand) *Automaton {
	const tags, letters = 2, "abc"
	n := &Automaton{States: make([]State, 2+rnd.IntN(9)), Held: make([][]HeldPart, 0)}
	any := func() int32 { return int32(rnd.IntN(len(n.States))) }
	n.Start, n.Accept = any(), any()
	for i := range n.States {
		s := &n.States[i]
		if rnd.IntN(4) == 0 {
			s.Tag = int8(1 + rnd.IntN(tags))
		}
		for range rnd.IntN(3) {
			s.Eps = append(s.Eps, any())
		}
		for range rnd.IntN(3) {
			lo := rnd.IntN(len(letters))
			hi := lo + rnd.IntN(len(letters)-lo)
			s.Edges = append(s.Edges, Edge{dfa.ByteRange{Lo: letters[lo], Hi: letters[hi]}, any()})
		}
		n.Held = append(n.Held, make([]HeldPart, rnd.IntN(2)))
	}
	n.Held[n.Start] = nil
	if rnd.IntN(2) == 0 {
		n.Held = nil
	}
	return n
}

// paths returns the labels of the accepting paths with a limited number of bytes and tags: the bytes, the tags between
// them, and the parts of the states entered on bytes.
func paths(n *Automaton, most int) map[string]bool {
	type path struct {
		at      int32
		spelled string
		steps   int
	}
	spelled, seen := make(map[string]bool), make(map[path]bool)
	var enter func(p path)
	enter = func(p path) {
		if tag := n.States[p.at].Tag; tag != 0 {
			p.spelled, p.steps = p.spelled+fmt.Sprint(tag), p.steps+1
		}
		if p.steps > most || seen[p] {
			return
		}
		seen[p] = true
		if p.at == n.Accept {
			spelled[p.spelled] = true
		}
		for _, t := range n.States[p.at].Eps {
			enter(path{t, p.spelled, p.steps})
		}
		for _, e := range n.States[p.at].Edges {
			for b := e.Lo; b <= e.Hi; b++ {
				text := p.spelled + string(b)
				if n.Held != nil {
					text += fmt.Sprint(n.Held[e.To])
				}
				enter(path{e.To, text, p.steps + 1})
			}
		}
	}
	enter(path{at: n.Start})
	return spelled
}

func TestReduceKeepsPaths(t *testing.T) {
	rnd := rand.New(rand.NewPCG(26, 5))
	smaller, nonEmpty := 0, 0
	for range 1000 {
		n := randomAutomaton(rnd)
		m := n.reduce()
		want, got := paths(n, 5), paths(m, 5)
		if !maps.Equal(want, got) {
			t.Fatalf("%d paths, want %d of\n%vreduced to\n%v", len(got), len(want), n, m)
		}
		if len(m.States) < len(n.States) {
			smaller++
		}
		if len(want) > 0 {
			nonEmpty++
		}
	}
	t.Logf("%d smaller, %d with paths", smaller, nonEmpty)
	if smaller == 0 || nonEmpty == 0 {
		t.Error("nothing was tested")
	}
}

// No two states of a reduced automaton are bisimilar, by a search that examines all states in each round.
func TestReduceLeavesNoBisimilarStates(t *testing.T) {
	rnd := rand.New(rand.NewPCG(26, 6))
	merged := 0
	for range 1000 {
		r := newReduction(randomAutomaton(rnd))
		m := r.quotient(r.bisimilar())
		if blocks := roundByRound(r); blocks != len(m.States) {
			t.Fatalf("%d states, want %d of\n%vreduced to\n%v", len(m.States), blocks, r.Automaton, m)
		}
		merged += len(r.kept) - len(m.States)
	}
	if merged == 0 {
		t.Error("nothing was merged")
	}
}

// roundByRound splits blocks by all arrows until nothing changes, and returns their number.
func roundByRound(r *reduction) (blocks int) {
	block := make([]int32, len(r.States))
	for before := -1; before != blocks; {
		before = blocks
		number, next := make(map[string]int32), make([]int32, len(block))
		for _, s := range r.kept {
			key := fmt.Sprint(block[s], r.labels[s], r.arrowsOf(s, block))
			k, known := number[key]
			if !known {
				k = int32(len(number))
				number[key] = k
			}
			next[s] = k
		}
		block, blocks = next, len(number)
	}
	return blocks
}

// The time for a chain is nearly linear. With a round over all states for each state, it would be minutes.
func TestReduceLongChain(t *testing.T) {
	const length = 1 << 18
	n := &Automaton{States: make([]State, length), Accept: length - 1}
	for i := range int32(length - 1) {
		n.States[i].Edges = []Edge{{dfa.ByteRange{Lo: 'a', Hi: 'a'}, i + 1}}
	}
	if m := n.reduce(); len(m.States) != length {
		t.Errorf("%d states", len(m.States))
	}
}
