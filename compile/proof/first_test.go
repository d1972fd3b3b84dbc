package proof_test

import (
	"errors"
	"slices"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa/table"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// firstPlaces returns where the names lie in the first parse of each string, up to a length.
func firstPlaces(t testing.TB, text string, names []string, alphabet string, longest int) map[string]matcher.Location {
	list := make(map[string]matcher.Location)
	reader := matcher.Reader{Grammar: matcher.Parse(t, text), Spans: names, Alphabet: alphabet, Longest: longest}
	for _, x := range reader.All("r") {
		if _, known := list[x.Text]; !known {
			list[x.Text] = x.Spans
		}
	}
	return list
}

// wrongFirst returns the length of the shortest string for which a is wrong about its first parse,
// -1 if there is none.
func wrongFirst(a *table.Tagged, want map[string]matcher.Location) int {
	shortest := -1
	for text, places := range want {
		found, ok, err := matcher.Find(a, text)
		if (!ok || err != nil || !slices.Equal(found, places[:len(found)])) && (shortest < 0 || len(text) < shortest) {
			shortest = len(text)
		}
	}
	return shortest
}

// checkFirst compares what is proved of a with what all strings say, and reports whether it was
// refuted.
func checkFirst(t *testing.T, text string, p *proof.Prover, a *table.Tagged, want map[string]matcher.Location, longest int) bool {
	t.Helper()
	n := wrongFirst(a, want)
	claims, err := p.FirstSpans(a)
	var witness *proof.Counterexample
	switch {
	case err == nil && (n >= 0 || len(claims) != len(a.Names)):
		t.Fatalf("%v, but a text of %d bytes is wrong in\n%s%+v", claims, n, text, a)
	case err != nil && !errors.As(err, &witness):
		t.Fatalf("%v in\n%s", err, text)
	case err != nil && len(witness.Text) <= longest && n < 0:
		t.Fatalf("%v, but no text is wrong in\n%s%+v", err, text, a)
	}
	return err != nil
}

// What compile makes of random grammars with the first parse is proved, and of its mutants those
// that are right.
func TestRandomFirstSpans(t *testing.T) {
	rnd := random(t)
	n := 1000
	if !*testkit.Long {
		n = 30
	}
	names := []string{"p", "q"}
	const largest = 100 // states of a table whose mutants are tried: those of larger ones may take an hour
	ambiguous, mutants, refuted, limited := 0, 0, 0, 0
	for range n {
		text, _ := randomGrammar(rnd.IntN)
		p, want := prover(t, text), firstPlaces(t, text, names, "abé", 4)
		a, err := compile.Spans(matcher.Parse(t, text), "r", names, &compile.Options{PreferFirst: func(*compile.AmbiguousError) {}})
		if errors.As(err, new(*compile.LimitError)) { // lists of parses that stay undecided may take many events
			limited++
			continue
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if checkFirst(t, text, p, a, want, 4) {
			t.Fatalf("what compile makes is refuted of\n%s", text)
		}
		if _, err := compile.Spans(matcher.Parse(t, text), "r", names, nil); err == nil {
			continue
		}
		ambiguous++
		if _, err := p.Spans(a); err == nil {
			t.Fatalf("the first parse is proved to be all of\n%s", text)
		}
		if a.Automaton.NumStates() > largest {
			t.Logf("no mutants of a table with %d states", a.Automaton.NumStates())
			continue
		}
		for b := range spanMutants(a) {
			if rnd.IntN(20) > 0 {
				continue
			}
			if mutants++; checkFirst(t, text, p, b, want, 4) {
				refuted++
			}
		}
	}
	t.Logf("%d of %d grammars ambiguous; %d mutants of these, %d refuted", ambiguous, n, mutants, refuted)
	if ambiguous == 0 || refuted == 0 || limited > n/100 {
		t.Errorf("nothing was ambiguous, or refuted, or %d grammars were too large", limited)
	}
}

// Other parses than the first are refuted.
func TestOtherReadings(t *testing.T) {
	for _, test := range []struct {
		grammar, first string
		others         []string
	}{
		{"r = *%x61 x *%x61\nx = *%x61\n", "r = *%x61 x\nx = \"\"\n", []string{"r = x *%x61\nx = \"\"\n", "r = x\nx = *%x61\n"}},
		{"r = [ x ] *%x61\nx = %x61\n", "r = [ x *%x61 ]\nx = %x61\n", []string{"r = *%x61 [ %x62 x ]\nx = %x61\n", "r = *%x61 x / \"\"\nx = %x61\n"}},
		{"r = x / y\nx = *%x61\ny = *%x61\n", "r = x [ %x62 y ]\nx = *%x61\ny = *%x61\n", []string{"r = y [ %x62 x ]\nx = *%x61\ny = *%x61\n"}},
		{"r = *x\nx = *%x61\n", "r = [ x ]\nx = 1*%x61\n", []string{"r = x\nx = *%x61\n"}},
	} {
		p := prover(t, test.grammar)
		names := []string{"x"}
		if slices.Contains([]string{"r = x / y\nx = *%x61\ny = *%x61\n"}, test.grammar) {
			names = []string{"x", "y"}
		}
		if _, err := p.FirstSpans(tagged(t, test.first, names...)); err != nil {
			t.Errorf("%s%v", test.grammar, err)
		}
		for _, other := range test.others {
			if claims, err := p.FirstSpans(tagged(t, other, names...)); !errors.As(err, new(*proof.Counterexample)) {
				t.Errorf("%s%s%v, %v", test.grammar, other, claims, err)
			}
		}
	}
}
