package suite_test

import (
	"bytes"
	"slices"
	"sort"
	"testing"

	. "example.org/iri/compile/suite"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/mutant"
)

// TestMutants tests that the suite detects each automaton that differs from that of a rule in a single transition, or
// in the acceptance of a single state.
func TestMutants(t *testing.T) {
	for _, x := range []struct {
		grammar, rule string
		mutants       int // transitions times wrong targets, plus states
	}{
		{"rfc3986.abnf", "URI-reference", 183*21*182 + 183},
		{"rfc3987.abnf", "IRI-reference", 278*44*277 + 278},
	} {
		step := 1
		if !*testkit.Long {
			if x.mutants > 1e6 {
				continue
			}
			step = 7 // a sample: every seventh target
		}
		a := rfc(t, x.grammar, x.rule)
		m, made := newJudge(a, casesOf(t, a)), 0
		for change := range m.Changes(step, "") {
			if made++; !m.finds(change) {
				t.Fatalf("%+v: not found out", change)
			}
		}
		t.Logf("%s: %d mutants", x.rule, made)
		if step == 1 && made != x.mutants {
			t.Errorf("%s: made %d mutants, want %d", x.rule, made, x.mutants)
		}
	}
}

// A judge runs a suite on mutants. The suite is in byte order, with classes instead of bytes.
type judge struct {
	*mutant.Automaton
	cases  []Case
	access [][]byte // by state: the first of the shortest strings of the suite that lead to it
}

func newJudge(a *dfa.Automaton, cases []Case) *judge {
	m := &judge{Automaton: mutant.Unpack(a), access: make([][]byte, a.NumStates())}
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

// finds reports whether the suite detects a mutant. It first tries the cases after the changed transition, which turn
// out to be enough.
func (m *judge) finds(c mutant.Change) bool {
	if c.Entry == "cell" && m.fails(c.To, len(m.access[c.State])+1, m.after(c.State, c.Class)) {
		return true
	}
	return m.fails(m.Begin, 0, m.cases)
}

// after returns the cases that begin with the access text of s and class c.
func (m *judge) after(s, c int) []Case {
	begin := append(slices.Clone(m.access[s]), byte(c))
	i := sort.Search(len(m.cases), func(i int) bool { return bytes.Compare(m.cases[i].Input, begin) >= 0 })
	n := sort.Search(len(m.cases)-i, func(n int) bool { return !bytes.HasPrefix(m.cases[i+n].Input, begin) })
	return m.cases[i : i+n]
}

// fails reports whether a case has the wrong result. The known first bytes lead to s. (Access strings are shortest, so
// they reach their state only at the end, and do not use its transitions.)
func (m *judge) fails(s, known int, cases []Case) bool {
	for _, c := range cases {
		at := s
		for _, class := range c.Input[known:] {
			at = m.Rows[at][class]
		}
		if m.Accepting[at] != c.Valid {
			return true
		}
	}
	return false
}
