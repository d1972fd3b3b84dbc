package explain_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/dfa"
	. "example.org/iri/internal/explain"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// lastOf returns where a rule lies last in a derivation.
func lastOf(d *Derivation, rule string) dfa.Span {
	last := matcher.Nowhere
	var visit func(d *Derivation)
	visit = func(d *Derivation) {
		if d.Rule.Name == rule {
			last = dfa.Span{Start: d.Start, End: d.End}
		}
		for _, inner := range d.Inner {
			visit(inner)
		}
	}
	visit(d)
	return last
}

// The spans of the preferred reading are where the derivation has its rules that is printed, and
// where the first of all readings has them.
func TestPreferFirst(t *testing.T) {
	n := 2000
	if !*testkit.Long {
		n = 100
	}
	rnd := rand.New(rand.NewPCG(uint64(n), 12))
	names := []string{"x", "y"}
	texts := matcher.Texts("abc", 4)
	ambiguous, compared := 0, 0
	for range n {
		grammar := fmt.Sprintf("r = %s\nx = %v\ny = %v\n", preferBody(rnd.IntN, 2+rnd.IntN(5)),
			matcher.RandomTree(rnd.IntN, 1+rnd.IntN(4)), matcher.RandomTree(rnd.IntN, 1+rnd.IntN(4)))
		g := matcher.Parse(t, grammar)
		was := ambiguous
		a, err := compile.Spans(g, "r", names, &compile.Options{PreferFirst: func(*compile.AmbiguousError) { ambiguous++ }})
		if err != nil {
			t.Fatalf("%v in\n%s", err, grammar)
		}
		_, err = compile.Spans(g, "r", names, nil)
		if (err != nil) != (ambiguous > was) {
			t.Fatalf("ambiguous: %t, but %v in\n%s", ambiguous > was, err, grammar)
		}
		r, err := NewReader(g, "r")
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			spans := make([]dfa.Span, len(names))
			present, ok := dfa.Find(a, text, spans)
			all, _ := matcher.Places(g, "r", names, text)
			if ok != (len(all) > 0) {
				t.Fatalf("%q: %t in\n%s", text, ok, grammar)
			}
			if !ok {
				continue
			}
			d, err := r.Derive(text)
			if err != nil {
				t.Fatal(err)
			}
			compared++
			for k, name := range names {
				if present>>k&1 == 0 {
					spans[k] = matcher.Nowhere
				}
				if spans[k] != lastOf(d, name) || spans[k] != all[0][k] {
					t.Fatalf("%q: %s is at %v, explained at %v, first at %v in\n%s", text, name, spans[k], lastOf(d, name), all[0][k], grammar)
				}
			}
		}
	}
	t.Logf("%d of %d grammars ambiguous, %d texts compared", ambiguous, n, compared)
	if ambiguous == 0 {
		t.Error("nothing was ambiguous")
	}
}

// preferBody writes what a rule may be made of.
func preferBody(pick func(int) int, n int) string {
	if n <= 1 {
		return []string{"x", "y", "x", "y", "%x61", "%x62", "%x61-63"}[pick(7)]
	}
	left := 1 + pick(n-1)
	inner := preferBody(pick, n-1)
	switch pick(6) {
	case 0:
		return "*( " + inner + " )"
	case 1:
		return strings.Replace("1*2( IN )", "IN", inner, 1)
	case 2:
		return "( " + preferBody(pick, left) + " / " + preferBody(pick, n-left) + " )"
	}
	return "( " + preferBody(pick, left) + " " + preferBody(pick, n-left) + " )"
}
