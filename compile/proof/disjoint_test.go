package proof_test

import (
	"errors"
	"testing"

	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
	"example.org/iri/internal/abnftest"
)

func TestDisjoint(t *testing.T) {
	for _, test := range []struct {
		a, b, witness string
		disjoint      bool
	}{
		{"%x61", "%x62", "", true},
		{"%x61", "%xD800", "", true}, // no text at all
		{"*%x61", "*%x62", "", false},
		{"1*%x61", "1*%x62", "", true},
		{"*%x61 %x62", "2%x61 *( %x61 / %x62 )", "aab", false},
		{"%xE9 / %x61", "%xE8-E9", "é", false},
		{"%x10000 / %x61 %x61", "*( %x10000 / %x61 )", "aa", false},
		{"*2%x61 %x62", "3*%x61 %x62", "", true},
		{"*( %x61 %x61 ) %x62", "%x61 *( %x61 %x61 ) %x62", "", true},
	} {
		a, b := compiled(t, "r = "+test.a+"\n", nil), compiled(t, "r = "+test.b+"\n", nil)
		b.Name = "s"
		for range 2 {
			claim, err := proof.Disjoint(a, b)
			var witness *proof.Counterexample
			ok := errors.As(err, &witness)
			switch {
			case test.disjoint && (err != nil || claim.Text != a.Name+" and "+b.Name+" are disjoint" || claim.Pairs == 0):
				t.Errorf("%s and %s: %v, %v", test.a, test.b, claim, err)
			case !test.disjoint && (!ok || string(witness.Text) != test.witness || witness.Rule != a.Name || claim != (proof.Claim{})):
				t.Errorf("%s and %s: %v, %v; want %q", test.a, test.b, claim, err, test.witness)
			}
			a, b = b, a
		}
	}
}

// All pairs of the small automata, by all short texts.
func TestDisjointBruteForce(t *testing.T) {
	for _, x := range grammars {
		for _, y := range grammars {
			a, b := compiled(t, x.text, nil), compiled(t, y.text, nil)
			_, err := proof.Disjoint(a, b)
			var witness *proof.Counterexample
			found := errors.As(err, &witness)
			if found && !(dfa.Match(a, witness.Text) && dfa.Match(b, witness.Text)) {
				t.Errorf("%s, %s: %v", x.name, y.name, err)
			}
			for _, text := range abnftest.Texts(x.alphabet, 3) {
				if (!found || len(text) < len(witness.Text)) && dfa.Match(a, text) && dfa.Match(b, text) {
					t.Errorf("%s, %s: %v, but %q is a text of both", x.name, y.name, err, text)
				}
			}
		}
	}
}

// Nothing is said of tables that are none.
func TestDisjointChecks(t *testing.T) {
	defer func() {
		if x := recover(); x != nil {
			t.Errorf("Disjoint does not check its automata: %v", x)
		}
	}()
	a := compiled(t, "r = %x61\n", nil)
	bad := *a
	bad.Start = dfa.State(len(bad.Trans))
	for _, x := range [][2]*dfa.Automaton{{a, &bad}, {&bad, a}, {a, new(dfa.Automaton)}} {
		if claim, err := proof.Disjoint(x[0], x[1]); err == nil {
			t.Errorf("%v", claim)
		}
	}
}
