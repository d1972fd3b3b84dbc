package scan

import (
	"bytes"
	"testing"

	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/uri"
)

// representatives returns the first ASCII byte of each role.
func representatives(plan *uri.Plan) (list []byte) {
	seen := map[uint8]bool{}
	for c := range 128 {
		if role := plan.Class[c]; !seen[role] {
			seen[role] = true
			list = append(list, byte(c))
		}
	}
	return list
}

// TestRepresentatives tests that, outside brackets, the automaton does not distinguish bytes of the same role.
func TestRepresentatives(t *testing.T) {
	for _, a := range tops {
		seen, states := map[dfa.State]bool{a.Start: true}, []dfa.State{a.Start}
		for len(states) > 0 {
			s := states[0]
			states = states[1:]
			for c := range 128 {
				for d := range c {
					role := a.Plan.Class[c]
					if role == a.Plan.Class[d] && role != uri.Rare && a.Next(s, byte(c)) != a.Next(s, byte(d)) {
						t.Errorf("%s, state %d: %#x and %#x have the same roles", a.Name, a.Number(s), byte(c), byte(d))
					}
				}
				if next := a.Next(s, byte(c)); c != '[' && !seen[next] {
					seen[next] = true
					states = append(states, next)
				}
			}
		}
	}
}

// effort returns the depth without a flag, with -long and with -exhaustive.
func effort(little, much, all int) int {
	switch {
	case *exhaustive:
		return all
	case *testkit.Long:
		return much
	}
	return little
}

// TestExhaustive tests all short strings, alone, after a letter and after the beginning of an authority.
func TestExhaustive(t *testing.T) {
	x := newTrial(t, paths(t))
	set := representatives(x.automata[0].Plan)
	tryAll(nil, set, effort(4, 5, 6), x.try)
	tryAll([]byte("a"), set, effort(3, 5, 7), x.try)
	tryAll([]byte("a://"), set, effort(4, 6, 7), x.try)
	x.automata = tops[2:]
	tryAll(nil, set, effort(3, 4, 5), x.try)
	tryAll([]byte("a://"), set, effort(3, 4, 6), x.try)
}

// slides yields the lengths at which bytes beside a run cross the borders of the blocks that kernels load.
func slides(yield func(int) bool) {
	for _, r := range []struct{ from, to int }{{27, 34}, {57, 68}, {92, 98}, {122, 131}, {188, 194}} {
		for n := r.from; n <= r.to; n++ {
			if !yield(n) {
				return
			}
		}
	}
}

// TestPumpedBehind tests all short strings after a long component.
func TestPumpedBehind(t *testing.T) {
	x := newTrial(t, paths(t))
	x.pumpBehind(effort(1, 3, 5))
	x.automata = tops[2:]
	x.pumpBehind(effort(1, 1, 3))
}

func (x *trial) pumpBehind(depth int) {
	for _, c := range components {
		for n := range slides {
			d := depth
			if depth > 4 && n > 68 {
				d-- // five million strings
			}
			tryAll(pumped(c.head, c.fill, n), alphabet, d, x.try)
		}
	}
}

// TestPumpedBefore tests all short strings before a long component.
func TestPumpedBefore(t *testing.T) {
	x := newTrial(t, paths(t))
	x.pumpBefore(effort(1, 3, 4))
	x.automata = tops[2:]
	x.pumpBefore(effort(1, 1, 3))
}

func (x *trial) pumpBefore(depth int) {
	run := bytes.Repeat([]byte("4"), 200)
	var rec func(text []byte, depth int)
	rec = func(text []byte, depth int) {
		for n := range slides {
			x.try(append(text[:len(text):len(text)], run[:n-len(text)]...))
		}
		if depth > 0 {
			for _, c := range alphabet {
				rec(append(text[:len(text):len(text)], c), depth-1)
			}
		}
	}
	for _, head := range []string{"", "a", "a:", "a:/", "a://", "a://a@", "//", "?", "a:#"} {
		rec([]byte(head), depth)
	}
}
