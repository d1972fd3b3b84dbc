package proof_test

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"example.org/iri/compile"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

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

// beginning reports whether text is a prefix of UTF-8.
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
