package plan_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/plan"
)

var topRules = []*uri.Language{
	&language.IRI, &language.IRIReference, &language.AbsoluteIRI, &language.IRelativeRef,
	&language.URI, &language.URIReference, &language.AbsoluteURI, &language.RelativeRef,
}

// allRules adds the languages derived from topRules.
var allRules = append(topRules[:8:8],
	&language.IRIStrict, &language.IRIReferenceStrict, &language.IRIWithZone, &language.IRIReferenceWithZone,
	&language.URIWithZone, &language.URIReferenceWithZone, &language.LEIRI, &language.LEIRIReference,
)

const delimiters = ":/@?#"

// variant compiles a rule of a grammar with strings replaced, which are given in pairs.
func variant(t testing.TB, rule string, replace ...string) *dfa.Automaton {
	t.Helper()
	name, query := "rfc3986", "query"
	if strings.HasPrefix(strings.ToLower(rule), "i") {
		name, query = "rfc3987", "iquery"
	}
	return compiled(t, rule, edited(t, name, replace...), query)
}

// edited returns a grammar with strings replaced.
func edited(t testing.TB, name string, replace ...string) string {
	t.Helper()
	text, err := os.ReadFile("../../../tables/" + name + ".abnf")
	if err != nil {
		t.Fatal(err)
	}
	grammar := string(text)
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(grammar, replace[i]) {
			t.Fatalf("%s has no %q", name, replace[i])
		}
		grammar = strings.ReplaceAll(grammar, replace[i], replace[i+1])
	}
	return grammar
}

// compiled compiles a rule. No state is both in one of parts and outside.
func compiled(t testing.TB, rule, grammar string, parts ...string) *dfa.Automaton {
	t.Helper()
	g, err := abnf.Parse([]byte(grammar))
	if err != nil {
		t.Fatal(err)
	}
	a, err := compile.Compile(g, rule, &compile.Options{Parts: parts})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// planned returns the plan of an automaton, which must have one.
func planned(t testing.TB, a *dfa.Automaton) *uri.Plan {
	t.Helper()
	p, err := plan.New(a, delimiters)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// expect tests that err is about a claim, with the counterexample want.
func expect(t *testing.T, what string, err error, claim, want string) {
	t.Helper()
	var e *plan.Error
	ok := errors.As(err, &e)
	switch {
	case !ok:
		t.Errorf("%s: error %v", what, err)
	case e.Claim != claim || string(e.Text) != want:
		t.Errorf("%s: claim %s, text %q, want %s, %q (%v)", what, e.Claim, e.Text, claim, want, err)
	case e.Why == "" || !strings.Contains(err.Error(), e.Rule) || !strings.Contains(err.Error(), e.Why):
		t.Errorf("%s: error %v", what, err)
	}
}

// bytesWith returns the bytes that have all bits of a role.
func bytesWith(p *uri.Plan, role uint8) string {
	var list []byte
	for b, r := range p.Class {
		if r&role == role {
			list = append(list, byte(b))
		}
	}
	return string(list)
}

// bytesAs returns the bytes that have exactly one role.
func bytesAs(p *uri.Plan, role uint8) string {
	var list []byte
	for b, r := range p.Class {
		if r == role {
			list = append(list, byte(b))
		}
	}
	return string(list)
}
