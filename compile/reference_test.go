package compile_test

import (
	"math/rand/v2"
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// random returns a generator that prints its seed if the test fails.
func random(t testing.TB) *rand.Rand {
	t.Helper()
	t.Logf("-seed=%d", uint64(testkit.Seed(5234)))
	return rand.New(rand.NewPCG(uint64(testkit.Seed(5234)), 0))
}

// compiled compiles the first rule of a grammar.
func compiled(t testing.TB, text string, opts *Options) *dfa.Automaton {
	t.Helper()
	a, err := compileFirst(t, text, opts)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return a
}

func compileFirst(t testing.TB, text string, opts *Options) (*dfa.Automaton, error) {
	t.Helper()
	return compileFirstOf(t, matcher.Parse(t, text), opts)
}

// octetGrammar reads a grammar whose numbers mean octets.
func octetGrammar(t testing.TB, text string) *abnf.Grammar {
	t.Helper()
	g := matcher.Parse(t, text)
	g.Encoding = abnf.Octets
	return g
}

// compileFirstOf compiles the first rule of a grammar.
func compileFirstOf(t testing.TB, g *abnf.Grammar, opts *Options) (*dfa.Automaton, error) {
	t.Helper()
	for r := range g.Rules() {
		return Compile(g, r.Name, opts)
	}
	t.Fatalf("no rule in %q", g)
	return nil, nil
}

func checkMinimal(t testing.TB, a *dfa.Automaton) {
	t.Helper()
	if err := matcher.Minimal(a); err != nil {
		t.Fatal(err)
	}
}
