package suite_test

import (
	"bytes"
	"slices"
	"sort"
	"testing"

	. "example.org/iri/compile/suite"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/walk"
)

// TestMutants makes every automaton that differs from the plain one of a rule in
// a single transition or in whether a single state accepts. The suite finds out
// each of them.
func TestMutants(t *testing.T) {
	for _, x := range []struct {
		grammar, rule string
		mutants       int // transitions times wrong targets
	}{
		{"rfc3986.abnf", "URI-reference", 183 * 21 * 182},
		{"rfc3987.abnf", "IRI-reference", 278 * 44 * 277},
	} {
		step := 1
		if !*testkit.Long {
			if x.mutants > 1e6 {
				continue
			}
			step = 7 // a sample: every seventh target
		}
		a := rfc(t, x.grammar, x.rule)
		m := newMutants(a, casesOf(t, a))
		made := m.testTransitions(t, step)
		m.testStates(t)
		t.Logf("%s: %d wrong transitions, %d wrong states", x.rule, made, m.states)
		if step == 1 && made != x.mutants {
			t.Errorf("%s: made %d mutants, want %d", x.rule, made, x.mutants)
		}
	}
}

// testTransitions lets each transition lead to each step-th wrong target in turn
// and returns how many mutants that makes. The cases after the transition are
// tried first; as it turns out, they are enough for all.
func (m *mutants) testTransitions(t *testing.T, step int) (made int) {
	for cell, right := range m.next {
		s, c := cell/m.classes, cell%m.classes
		tests := m.after(s, c)
		for i := cell % step; i < m.states; i += step {
			if i == int(right) {
				continue
			}
			made++
			m.next[cell] = uint16(i)
			if !m.fails(i, len(m.access[s])+1, tests) && !m.fails(m.start, 0, m.cases) {
				t.Fatalf("from state %d on class %d to %d instead of %d: not found out", s, c, i, right)
			}
		}
		m.next[cell] = right
	}
	return made
}

// testStates lets each state accept if it should not, and the other way round.
func (m *mutants) testStates(t *testing.T) {
	for s := range m.states {
		m.accepts[s] = !m.accepts[s]
		if !m.fails(m.start, 0, m.cases) {
			t.Fatalf("state %d accepts: %v, not found out", s, m.accepts[s])
		}
		m.accepts[s] = !m.accepts[s]
	}
}

// mutants is an automaton that can be changed, and a suite in byte order. Inputs
// are written in classes instead of bytes.
type mutants struct {
	states, classes, start int
	next                   []uint16
	accepts                []bool
	cases                  []Case
	access                 [][]byte // of each state, the first of the shortest strings of the suite that lead to it
}

func newMutants(a *dfa.Automaton, cases []Case) *mutants {
	m := &mutants{states: a.NumStates(), classes: walk.NumClasses(a), start: a.Number(a.Start)}
	m.access = make([][]byte, m.states)
	for s := range a.States() {
		for c := range m.classes {
			m.next = append(m.next, uint16(a.Number(dfa.State(a.Trans[int(s)+c]))))
		}
		m.accepts = append(m.accepts, a.Accepts(s))
	}
	for _, c := range cases {
		text := make([]byte, len(c.Input))
		for i, b := range c.Input {
			text[i] = a.Classes[b]
		}
		m.cases = append(m.cases, Case{text, c.Valid})
		if s := a.Number(dfa.Run(a, a.Start, c.Input)); m.access[s] == nil {
			m.access[s] = text
		}
	}
	slices.SortFunc(m.cases, func(a, b Case) int { return bytes.Compare(a.Input, b.Input) })
	return m
}

// after returns the cases that begin with the access text of s and class c.
func (m *mutants) after(s, c int) []Case {
	begin := append(slices.Clone(m.access[s]), byte(c))
	i := sort.Search(len(m.cases), func(i int) bool { return bytes.Compare(m.cases[i].Input, begin) >= 0 })
	n := sort.Search(len(m.cases)-i, func(n int) bool { return !bytes.HasPrefix(m.cases[i+n].Input, begin) })
	return m.cases[i : i+n]
}

// fails reports whether a case gets the wrong result. The first bytes, so many of
// each, are known to lead to s. (Access strings are shortest ones: they come to
// their state only at the end, and so do not take its transitions.)
func (m *mutants) fails(s, known int, cases []Case) bool {
	for _, c := range cases {
		at := s
		for _, class := range c.Input[known:] {
			at = int(m.next[at*m.classes+int(class)])
		}
		if m.accepts[at] != c.Valid {
			return true
		}
	}
	return false
}
