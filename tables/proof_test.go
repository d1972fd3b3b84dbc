package tables_test

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
	"example.org/iri/internal/abnftest"
	. "example.org/iri/internal/tables"
)

var scalars = flag.Bool("scalars", false, "prove languages with every scalar value at every pair")

// generateFlag returns the values of a flag of the go:generate line for a grammar.
func (f family) generateFlag(t testing.TB, name string) []string {
	t.Helper()
	text, err := os.ReadFile("tables.go")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^//go:generate .* ` + f.name + `\.abnf$`).FindString(string(text))
	value := regexp.MustCompile(` -` + name + ` (\S+)`).FindStringSubmatch(line)
	if value == nil {
		t.Fatalf("no flag -%s for %s", name, f.name)
	}
	return strings.Split(value[1], ",")
}

// linked returns the table that is shipped for a rule: that of RFC 3987 if both
// grammars name it.
func linked(t testing.TB, rule string) *dfa.Automaton {
	t.Helper()
	for _, f := range families {
		for _, a := range f.tables {
			if strings.EqualFold(a.Name, rule) {
				return a
			}
		}
	}
	t.Fatalf("no table for rule %s", rule)
	return nil
}

func (f family) prover(t testing.TB, rule string) *proof.Prover {
	t.Helper()
	p, err := proof.New(f.grammar(t), rule, f.generateFlag(t, "mark"), f.generateFlag(t, "part"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestProofOfLanguages: every shipped table accepts the language of its rule, for
// all byte strings; what both RFCs name alike, those of both grammars.
func TestProofOfLanguages(t *testing.T) {
	walk := proof.Classes
	if *scalars {
		walk = proof.Scalars
	}
	claims, pairs := 0, 0
	for _, f := range families {
		for r := range f.grammar(t).Rules() {
			claim, err := f.prover(t, r.Name).Language(linked(t, r.Name), walk)
			if err != nil {
				t.Errorf("%s: %v", f.name, err)
			}
			claims, pairs = claims+1, pairs+claim.Pairs
			t.Log(claim)
		}
	}
	t.Logf("languages: %d claims, %d pairs", claims, pairs)
}

// TestProofOfMarks: the offsets that the marked tables report are those of every
// derivation of the text, of which there is therefore but one; and marks fire
// where their definition says.
func TestProofOfMarks(t *testing.T) {
	for _, f := range families {
		for _, rule := range f.generateFlag(t, "marked") {
			p := f.prover(t, rule)
			claims, err := p.Marks(linked(t, rule))
			if err != nil {
				t.Error(err)
			}
			fires, err := p.Fires(linked(t, rule))
			if err != nil {
				t.Error(err)
			}
			for _, claim := range append(claims, fires) {
				t.Log(claim)
			}
		}
	}
}

// TestProofOfParts: the parts of the marked tables are those of their definition.
func TestProofOfParts(t *testing.T) {
	for _, f := range families {
		for _, rule := range f.generateFlag(t, "marked") {
			claim, err := f.prover(t, rule).Parts(linked(t, rule))
			if err != nil {
				t.Error(err)
			}
			t.Log(claim)
		}
	}
}

// TestProofOfDisjointness: a reference is an IRI or relative, never both, and a
// host in brackets is no other kind of host.
func TestProofOfDisjointness(t *testing.T) {
	for _, x := range [][2]*dfa.Automaton{
		{&IRI, &IrelativeRef}, {&URI, &RelativeRef},
		{&IPLiteral, &IregName}, {&IPLiteral, &RegName}, {&IPLiteral, &IPv4address},
		{&IPvFuture, &IPv6address},
	} {
		if text, found := abnftest.Common(x[0], x[1]); found {
			t.Errorf("%q is a text of %s and of %s", text, x[0].Name, x[1].Name)
		}
	}
	if text, found := abnftest.Common(&IPv4address, &IregName); string(text) != "0.0.0.0" {
		t.Errorf("an IPv4 address is a registered name too, but %q was found: %t", text, found)
	}
}
