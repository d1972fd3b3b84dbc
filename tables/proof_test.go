package tables_test

import (
	"flag"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/uri/plan"
	"example.org/iri/tables/internal/recipe"
)

var scalars = flag.Bool("scalars", false, "prove languages with every scalar value at every pair")

// prover returns a prover for a language. The strict languages are proved by another grammar than that of the recipe,
// which subtracts a language.
func (d dish) prover(t testing.TB) *proof.Prover {
	t.Helper()
	g := d.grammar(t)
	if d.Without != "" {
		g = grammarOf(t, append([]string{"../testdata/strict.abnf"}, d.Grammars...)...)
	}
	p, err := proof.New(g, d.Rule)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestProofOfLanguages proves for all byte strings that every shipped table accepts the language of its rule; for a
// rule in both RFCs, by both grammars.
func TestProofOfLanguages(t *testing.T) {
	claims, pairs := 0, 0
	prove := func(p *proof.Prover, a *dfa.Automaton) {
		p.Scalars = *scalars
		claim, err := p.Language(a)
		if err != nil {
			t.Error(err)
		}
		claims, pairs = claims+1, pairs+claim.Pairs
		t.Log(claim)
	}
	all := dishes(t)
	for _, d := range all {
		prove(d.prover(t), d.Language.Automaton)
	}
	other, shared := all[39].grammar(t), 0
	for _, d := range all[:39] {
		if other.Lookup(d.Rule) == nil {
			continue
		}
		p, err := proof.New(other, d.Rule)
		if err != nil {
			t.Fatal(err)
		}
		prove(p, d.Language.Automaton)
		shared++
	}
	if shared != 14 {
		t.Errorf("%d rules are named alike in both RFCs", shared)
	}
	t.Logf("languages: %d claims, %d pairs", claims, pairs)
}

func TestProofOfInner(t *testing.T) {
	tables := language.Inner()
	for _, group := range recipe.Inner {
		for _, r := range group.Recipes {
			a := tables[0]
			tables = tables[1:]
			if err := a.Check(); err != nil || a.Name != r.Name {
				t.Fatalf("the table of %s is called %s: %v", r.Name, a.Name, err)
			}
			d := dish{Recipe: &r}
			if r.Without != "" && r.Without != strict {
				d.differs(t, a)
				continue
			}
			claim, err := d.prover(t).Language(a)
			if err != nil {
				t.Error(err)
			}
			t.Log(claim)
		}
	}
	if len(tables) > 0 {
		t.Errorf("%d tables too many", len(tables))
	}
}

// strict is the subtracted language for which another grammar exists.
const strict = "languages/bidi.abnf:has-formatting"

// differs checks that a language is the difference of its rule and the subtracted language: it is disjoint from that
// one, and their union contains the rule.
func (d dish) differs(t *testing.T, a *dfa.Automaton) {
	files, rule, _ := strings.Cut(d.Without, ":")
	without := compiled(t, grammarOf(t, strings.Split(files, "<")...), rule)
	all := compiled(t, d.grammar(t), d.Rule)
	if text, found := matcher.Common(a, without); found {
		t.Errorf("%v has %q", d, text)
	}
	together := must(compile.Union("together", a, must(compile.Intersection("both", all, without))))
	if text, equal := matcher.Equivalent(together, all); !equal {
		t.Errorf("%v is not the rest of %s, as %q shows", d, d.Rule, text)
	}
}

// TestProofOfOffsets proves that a Finder finds the components of every derivation of a string, so that there is only
// one way to split it. The generator proves the same for the languages that it makes.
func TestProofOfOffsets(t *testing.T) {
	offsets := 0
	for i, d := range wholes(t) {
		if !*testkit.Long && i%4 != 0 {
			continue
		}
		claims, err := d.prover(t).Spans(plan.Captures(d.Language, d.Rules))
		if err != nil {
			t.Error(err)
		}
		for _, claim := range claims {
			t.Log(claim)
		}
		offsets += len(claims)
	}
	t.Logf("%d claims", offsets)
}

// TestProofOfDisjointness proves that a reference is either an IRI or relative, and that a host in brackets is no other
// kind of host.
func TestProofOfDisjointness(t *testing.T) {
	for _, x := range [][2]*dfa.Automaton{
		{language.IRI.Automaton, language.IRelativeRef.Automaton}, {language.URI.Automaton, language.RelativeRef.Automaton},
		{language.IPLiteral.Automaton, language.IRegName.Automaton}, {language.IPLiteral.Automaton, language.RegName.Automaton}, {language.IPLiteral.Automaton, language.IPv4Address.Automaton},
		{language.IPvFuture.Automaton, language.IPv6Address.Automaton},
	} {
		if text, found := matcher.Common(x[0], x[1]); found {
			t.Errorf("%q is a text of %s and of %s", text, x[0].Name, x[1].Name)
		}
	}
	if text, found := matcher.Common(language.IPv4Address.Automaton, language.IRegName.Automaton); string(text) != "0.0.0.0" {
		t.Errorf("an IPv4 address is a registered name too, but %q was found: %t", text, found)
	}
}
