package compile_test

import (
	"strings"
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/walk"
)

func rfc(t testing.TB, name string) *abnf.Grammar {
	t.Helper()
	return matcher.Parse(t, read(t, "../tables/"+name+".abnf"))
}

// Sizes of automata, some of which documents mention.
func TestFigures(t *testing.T) {
	iri, uri := rfc(t, "rfc3987"), rfc(t, "rfc3986")
	tests := []struct {
		grammar         *abnf.Grammar
		rule            string
		parts           []string
		states, classes int
	}{
		{iri, "IRI", nil, 262, 44},
		{iri, "IRI-reference", nil, 278, 44},
		{iri, "iauthority", nil, 209, 37},
		{iri, "IPv6address", nil, 152, 10},
		{iri, "IPv4address", nil, 25, 8},
		{iri, "dec-octet", nil, 7, 7},
		{iri, "scheme", nil, 3, 3},
		{iri, "port", nil, 2, 2},
		{iri, "ipath-empty", nil, 2, 1},
		{uri, "URI", nil, 180, 21},
		{uri, "URI-reference", nil, 183, 21},
		{iri, "IRI", []string{"iquery"}, 263, 44},
		{iri, "IRI-reference", []string{"iquery"}, 279, 44},
		{uri, "URI", []string{"query"}, 184, 21},
		{uri, "URI-reference", []string{"query"}, 187, 21},
	}
	for _, test := range tests {
		if !*testkit.Long && strings.HasSuffix(test.rule, "-reference") {
			continue
		}
		a, err := Compile(test.grammar, test.rule, &Options{Parts: test.parts})
		if err != nil {
			t.Error(err)
			continue
		}
		if a.NumStates() != test.states || walk.NumClasses(a) != test.classes {
			t.Errorf("%s with %d parts: %d states and %d classes, want %d and %d",
				test.rule, len(test.parts), a.NumStates(), walk.NumClasses(a), test.states, test.classes)
		}
		if *testkit.Long {
			checkMinimal(t, a)
		}
	}
}
