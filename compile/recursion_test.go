package compile_test

import (
	"errors"
	"strings"
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/matcher"
)

// checkLanguage tests that a rule compiles to a minimal automaton with the right language.
func checkLanguage(t *testing.T, grammar, rule string, texts []string) {
	t.Helper()
	g := matcher.Parse(t, grammar)
	a, err := Compile(g, rule, nil)
	if err != nil {
		t.Errorf("%q: %v", grammar, err)
		return
	}
	checkMinimal(t, a)
	for _, text := range texts {
		if got, want := dfa.Match(a, text), matcher.Matches(g, rule, text); got != want {
			t.Errorf("%q: %q accepted: %t, want %t", grammar, text, got, want)
		}
	}
}

func TestRandomRecursion(t *testing.T) {
	rnd := random(t)
	texts := matcher.Texts("abc", 4)
	regular, refused := 0, 0
	for regular < 200 {
		grammar := matcher.RandomRecursive(rnd)
		g := matcher.Parse(t, grammar)
		a, err := Compile(g, "r0", nil)
		if errors.As(err, new(*NotRegularError)) {
			refused++
			continue
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, grammar)
		}
		regular++
		checkMinimal(t, a)
		for _, text := range texts {
			if got, want := dfa.Match(a, text), matcher.Matches(g, "r0", text); got != want {
				t.Fatalf("%q accepted: %t, want %t in\n%s", text, got, want, grammar)
			}
		}
	}
	t.Logf("%d regular, %d refused", regular, refused)
}

// The error names the rule that explodes, instead of the one that is compiled.
func TestExplosion(t *testing.T) {
	const bomb = "s = \"x\" t / u\nt = *( \"a\" / \"b\" ) u\nu = %s\"a\" 20( \"a\" / \"b\" )\n"
	_, err := compileFirst(t, bomb, &Options{MaxStates: 1000})
	const want = "abnf: 2:1: rule t: more than 1000 states of the DFA"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	_, err = Spans(matcher.Parse(t, bomb), "s", []string{"u"}, &Options{MaxStates: 1000})
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// Parts and spans of recursive rules, whose uses share states, are rejected.
func TestRecursiveParts(t *testing.T) {
	g := matcher.Parse(t, "s = \"x\" t\nt = \"a\" t / b\nb = \"b\"\n")
	if _, err := Compile(g, "s", &Options{Parts: []string{"t"}}); err == nil || !strings.Contains(err.Error(), "abnf: 2:1: part t is not possible") {
		t.Errorf("error %v", err)
	}
	if _, err := Spans(g, "s", []string{"t"}, nil); err == nil || !strings.Contains(err.Error(), "abnf: 2:1: span t is not possible") {
		t.Errorf("error %v", err)
	}
	a, err := Compile(g, "s", &Options{Parts: []string{"b"}})
	if err != nil {
		t.Fatal(err)
	}
	if !dfa.Match(a, "xaab") || a.Part(dfa.Run(a, a.Start, "xaa")) != "" {
		t.Errorf("%v", a)
	}
}
