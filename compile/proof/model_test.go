package proof_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"

	"example.org/iri/compile"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/walk"
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
			for c := range walk.NumClasses(&m.Automaton) {
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

// random returns a generator that prints its seed if the test fails.
func random(t testing.TB) *rand.Rand {
	t.Helper()
	seed := uint64(testkit.Seed(5234))
	t.Logf("-seed=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// compiled compiles rule r of a grammar.
func compiled(t testing.TB, text string, opts *compile.Options) *dfa.Automaton {
	t.Helper()
	a, err := compile.Compile(matcher.Parse(t, text), "r", opts)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return a
}

// prover returns a prover for rule r of a grammar.
func prover(t testing.TB, text string) *proof.Prover {
	t.Helper()
	p, err := proof.New(matcher.Parse(t, text), "r")
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return p
}

// beginning reports whether UTF-8 text begins with text.
func beginning(text string) bool {
	for text != "" {
		c, n := utf8.DecodeRuneInString(text)
		if c == utf8.RuneError && n == 1 {
			return !utf8.FullRuneInString(text)
		}
		text = text[n:]
	}
	return true
}
