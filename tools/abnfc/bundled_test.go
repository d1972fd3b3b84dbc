package main

import (
	"errors"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
)

// TestBundled: each bundled grammar has all rules of its RFC, of which some have no automaton: for
// recursion, or for prose.
func TestBundled(t *testing.T) {
	for i, want := range []struct{ rules, notRegular, prose int }{
		{7, 0, 0}, {36, 0, 0}, {133, 99, 0}, {133, 5, 4},
	} {
		name := bundledNames[i]
		g := make(bundle).read(name)
		g.Encoding = abnf.Octets
		cache := new(compile.Cache)
		got := want
		got.rules, got.notRegular, got.prose = 0, 0, 0
		for r := range g.Rules() {
			got.rules++
			_, err := compile.Compile(g, r.Name, &compile.Options{Cache: cache})
			switch {
			case errors.As(err, new(*compile.NotRegularError)):
				got.notRegular++
			case errors.As(err, new(abnf.ErrorList)):
				got.prose++
			case err != nil:
				t.Errorf("%s: rule %s: %v", name, r.Name, err)
			}
		}
		if got != want {
			t.Errorf("%s has %+v, want %+v", name, got, want)
		}
	}
}
