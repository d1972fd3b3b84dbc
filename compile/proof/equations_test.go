package proof_test

import (
	"errors"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/testkit/mutant"
)

// What compile makes of random recursive rules is proved. What it makes of others is refuted, if a short string
// distinguishes them.
func TestRandomRecursion(t *testing.T) {
	rnd := random(t)
	n := 3000
	if !*testkit.Long {
		n = 100
	}
	proved, refuted := 0, 0
	var other *dfa.Automaton
	for range n {
		text := matcher.RandomRecursive(rnd)
		g := matcher.Parse(t, text)
		a, err := compile.Compile(g, "r0", nil)
		if err != nil {
			continue
		}
		p, err := proof.New(g, "r0")
		if err != nil {
			if !strings.Contains(err.Error(), "in a way that proofs are not for") {
				t.Fatal(err)
			}
			continue
		}
		if _, err := p.Language(a); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		proved++
		if other != nil {
			_, err := p.Language(other)
			witness, equal := matcher.Equivalent(a, other)
			var found *proof.Counterexample
			if equal != (err == nil) || err != nil && (!errors.As(err, &found) || len(found.Text) != len(witness)) {
				t.Fatalf("%v, but %q tells, equal: %t, in\n%s", err, witness, equal, text)
			}
			if err != nil {
				refuted++
			}
		}
		other = a
	}
	if t.Logf("%d of %d proved, %d refuted", proved, n, refuted); proved < n/10 || refuted == 0 {
		t.Error("too few")
	}
}

// Spans in recursive rules are proved, and mutants of their tables are refuted.
func TestRecursiveSpans(t *testing.T) {
	for _, test := range []struct{ text, repeats, names string }{ // the same by repetition
		{"r = item [ %x2C r ]\n", "r = item *( %x2C item )\n", "item x"},
		{"r = [ r %x2C ] item\n", "r = item *( %x2C item )\n", "item x"},
		{"r = x a\na = %x61 b / %x63\nb = %x62 x a / %x62\n", "r = x *( %x61 %x62 x ) ( %x61 %x62 / %x63 )\n", "x"},
		{"r = list %x63 x\nlist = x / list %x2C x\n", "r = x *( %x2C x ) %x63 x\n", "x"},
	} {
		const rest = "item = 1*%x61 [ x ]\nx = %x62\n"
		test.text += rest
		names := strings.Fields(test.names)
		a, p := tagged(t, test.text, names...), prover(t, test.text)
		reader := readSpans(&matcher.Reader{Grammar: matcher.Parse(t, test.repeats+rest), Spans: names, Alphabet: "abc,", Longest: 5})
		if reader.check(t, p, a) {
			t.Errorf("what compile makes is refuted of\n%s", test.text)
		}
		count, wrong := 0, 0
		for b := range mutant.Tables(a) {
			if count++; reader.check(t, p, b) {
				wrong++
			}
		}
		if t.Logf("%d mutants, %d refuted of\n%s", count, wrong, test.text); wrong == 0 {
			t.Error("nothing is refuted")
		}
	}
}
