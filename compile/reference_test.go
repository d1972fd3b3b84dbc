package compile_test

import (
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/dfa"
	"example.org/iri/internal/abnftest"
)

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
	g := abnftest.Parse(t, text)
	for r := range g.Rules() {
		return Compile(g, r.Name, opts)
	}
	t.Fatalf("no rule in %q", text)
	return nil, nil
}

func checkMinimal(t testing.TB, a *dfa.Automaton) {
	t.Helper()
	if err := abnftest.Minimal(a); err != nil {
		t.Fatal(err)
	}
}
