package main

import (
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
)

// TestBundled: each bundled grammar has all rules of its RFC, of which some have no automaton.
func TestBundled(t *testing.T) {
	for i, x := range []struct {
		rules int
		left  string
	}{
		{7, ""},
		{36, ""},
		{133, "not regular: ccontent, comment, CFWS and 96 more"},
		{133, "prose: Accept-Language, Content-Language, language-range and 1 more; not regular: From, Server, User-Agent and 2 more"},
	} {
		name := bundledNames[i]
		g := make(bundle).read(name)
		g.Encoding = abnf.Octets
		rules, cache := 0, new(compile.Cache)
		var left leftOut
		for r := range g.Rules() {
			rules++
			if _, err := compile.Compile(g, r.Name, &compile.Options{Cache: cache}); err != nil {
				left = append(left, leftRule{r.Name, reasonOf(err)})
			}
		}
		if rules != x.rules || left.String() != x.left {
			t.Errorf("%s has %d rules, without automaton are\n%v\nwant %d and\n%s", name, rules, left, x.rules, x.left)
		}
	}
}
