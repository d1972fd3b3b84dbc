package proof_test

import (
	"fmt"
	"iter"
	"slices"
	"testing"

	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/matcher"
)

// mutants yields all automata that differ from m in where one class leads from
// one state, in whether one state accepts, or in the class of one of the bytes.
func mutants(m *matcher.Model, inBytes string) iter.Seq2[string, *dfa.Automaton] {
	return func(yield func(string, *dfa.Automaton) bool) {
		change := func(what string, do, undo func()) bool {
			do()
			defer undo()
			return yield(what, m.Pack())
		}
		for s := 1; s < len(m.Rows); s++ {
			flip := func() { m.Accepting[s] = !m.Accepting[s] }
			if !change(fmt.Sprintf("state %d flipped", s), flip, flip) {
				return
			}
			for c, was := range m.Rows[s] {
				for t := range m.Rows {
					set := func() { m.Rows[s][c] = t }
					if t != was && !change(fmt.Sprintf("state %d, class %d to %d", s, c, t), set, func() { m.Rows[s][c] = was }) {
						return
					}
				}
			}
		}
		for _, b := range []byte(inBytes) {
			for c := range m.NumClasses() {
				was := m.Classes[b]
				set := func() { m.Classes[b] = uint8(c) }
				if c != int(was) && !change(fmt.Sprintf("byte %#x in class %d", b, c), set, func() { m.Classes[b] = was }) {
					return
				}
			}
		}
	}
}

// The models are what they are taken for: unchanged, they give the automaton back.
func TestModel(t *testing.T) {
	for _, g := range grammars {
		a := compiled(t, g.text, nil)
		if b := matcher.Unpack(a).Pack(); a.String() != b.String() || a.Start != b.Start || a.AcceptMin != b.AcceptMin || !slices.Equal(a.Trans, b.Trans) {
			t.Errorf("packed again:\n%v%v", a, b)
		}
	}
}
