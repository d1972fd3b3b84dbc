package tables_test

import (
	"cmp"
	"os"
	"slices"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	. "example.org/iri/internal/language"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/uri"
)

// grammarOf parses grammars; the first overrides the others.
func grammarOf(t testing.TB, texts ...string) *abnf.Grammar {
	t.Helper()
	var g *abnf.Grammar
	for _, name := range slices.Backward(texts) {
		text, err := os.ReadFile(name)
		if err != nil {
			text = []byte(name) // the grammar itself
		}
		h, err := abnf.ParseFile("", text)
		if err != nil {
			t.Fatal(err)
		}
		if g != nil {
			h.Override(g)
		}
		g = h
	}
	return g
}

func compiled(t *testing.T, g *abnf.Grammar, rule string) *dfa.Automaton {
	t.Helper()
	a, err := compile.Compile(g, rule, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func must(a *dfa.Automaton, err error) *dfa.Automaton {
	if err != nil {
		panic(err)
	}
	return a
}

// TestURIIsIRIOverASCII proves that the languages of RFC 3986 are those of RFC 3987 restricted to ASCII.
func TestURIIsIRIOverASCII(t *testing.T) {
	names := map[string]string{"URI": "IRI", "URI-reference": "IRI-reference", "absolute-URI": "absolute-IRI"}
	ascii := compiled(t, grammarOf(t, "ascii = *%x00-7F\n"), "ascii")
	all := dishes(t)
	for _, d := range all[39 : 39+22] {
		name := cmp.Or(names[d.Recipe.Name], "i"+d.Recipe.Name)
		i := slices.IndexFunc(all, func(x dish) bool { return x.Recipe.Name == name })
		if i < 0 {
			t.Fatalf("no rule %s", name)
		}
		both := must(compile.Intersection("both", all[i].Language.Automaton, ascii))
		if w, equal := matcher.Equivalent(both, d.Language.Automaton); !equal {
			t.Errorf("%s of ASCII is not %v, as %q shows", name, d, w)
		}
	}
}

// TestEquations compares languages as minimal automata.
func TestEquations(t *testing.T) {
	rules := grammarOf(t, `
any            = *%x00-10FFFF
ascii          = *%x00-7F
has-formatting = any ( %x200E-200F / %x202A-202E ) any
has-userinfo   = scheme "://" iuserinfo "@" any
web            = ( "http" / "https" ) ":" any
`, "rfc3987.abnf")
	ascii, formatting := compiled(t, rules, "ascii"), compiled(t, rules, "has-formatting")
	both := func(a, b *dfa.Automaton) *dfa.Automaton { return must(compile.Intersection("both", a, b)) }
	minus := func(a, b *dfa.Automaton) *dfa.Automaton { return must(compile.Difference("minus", a, b)) }
	either := func(a, b *dfa.Automaton) *dfa.Automaton { return must(compile.Union("either", a, b)) }
	for _, x := range []struct {
		equation string
		a, b     *dfa.Automaton
	}{
		{"IRIWithZone & ascii = URIWithZone", both(IRIWithZone.Automaton, ascii), URIWithZone.Automaton},
		{"IRIReferenceWithZone & ascii = URIReferenceWithZone", both(IRIReferenceWithZone.Automaton, ascii), URIReferenceWithZone.Automaton},
		{"IRI-reference - irelative-ref = IRI", minus(IRIReference.Automaton, IRelativeRef.Automaton), IRI.Automaton},
		{"IRI-reference = IRI | irelative-ref", either(IRI.Automaton, IRelativeRef.Automaton), IRIReference.Automaton},
		{"IRIStrict = IRI - has-formatting", minus(IRI.Automaton, formatting), IRIStrict.Automaton},
		{"IRIReferenceStrict = IRI-reference - has-formatting", minus(IRIReference.Automaton, formatting), IRIReferenceStrict.Automaton},
		{"IRIStrict & IRI = IRIStrict", both(IRIStrict.Automaton, IRI.Automaton), IRIStrict.Automaton},
		{"URI | IRIStrict = IRIStrict", either(URI.Automaton, IRIStrict.Automaton), IRIStrict.Automaton},
		{"IRI | LEIRI = LEIRI", either(IRI.Automaton, LEIRI.Automaton), LEIRI.Automaton},
		{"IRI-reference | LEIRIReference = LEIRIReference", either(IRIReference.Automaton, LEIRIReference.Automaton), LEIRIReference.Automaton},
		{"IRI & IRIWithZone = IRI", both(IRI.Automaton, IRIWithZone.Automaton), IRI.Automaton},
		// Profiles that are not shipped.
		{"IRI without userinfo, by a grammar", minus(IRI.Automaton, compiled(t, rules, "has-userinfo")),
			compiled(t, grammarOf(t, "iauthority = ihost [ \":\" port ]\n", "rfc3987.abnf"), "IRI")},
		{"IRI of two schemes, by a grammar", both(IRI.Automaton, compiled(t, rules, "web")),
			compiled(t, grammarOf(t, "scheme = \"http\" / \"https\"\n", "rfc3987.abnf"), "IRI")},
	} {
		if w, equal := matcher.Equivalent(x.a, x.b); !equal {
			t.Errorf("%s does not hold, as %q shows", x.equation, w)
		}
	}
	for _, a := range []*uri.Language{&IRIStrict, &IRIWithZone, &LEIRI} {
		if _, equal := matcher.Equivalent(a.Automaton, IRI.Automaton); equal {
			t.Errorf("%s is IRI", a.Name)
		}
	}
}

// TestPairs proves that queries are exactly lists of pairs.
func TestPairs(t *testing.T) {
	pairs := compiled(t, grammarOf(t, "languages/pairs.abnf", "rfc3987.abnf"), "pairs")
	for _, x := range [][2]*dfa.Automaton{{pairs, IQuery.Automaton}, {IQuery.Automaton, pairs}} {
		if text, found, err := compile.Witness(x[0], x[1]); found || err != nil {
			t.Errorf("%q is in %s, and not in %s: %v", text, x[0].Name, x[1].Name, err)
		}
	}
}
