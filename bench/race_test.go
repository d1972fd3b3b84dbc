package main

import (
	"testing"
	"unicode/utf8"

	"example.org/iri/internal/language"
)

func TestVerdicts(t *testing.T) {
	l := newList("x", []string{"a:", "b", "c:", "", "d e", "f:#"})
	for _, test := range []struct {
		name string
		c    contestant
		want verdicts
	}{
		{"all", contestant{rule: language.IRI.Automaton, judge: func(string) bool { return true }}, verdicts{6, 6, 3, 0}},
		{"none", contestant{rule: language.IRI.Automaton, judge: func(string) bool { return false }}, verdicts{6, 0, 0, 3}},
		{"long ones", contestant{rule: language.IRI.Automaton, judge: func(s string) bool { return len(s) == 3 }}, verdicts{6, 2, 1, 2}},
		{"another rule", contestant{rule: language.IRIReference.Automaton, judge: func(string) bool { return true }}, verdicts{6, 6, 1, 0}},
		{"no rule", contestant{judge: utf8.ValidString}, verdicts{6, 6, 0, 0}},
	} {
		if got := test.c.verdicts(l); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

// TestEnter: whoever has to be switched on is on while it judges, and only then.
func TestEnter(t *testing.T) {
	on, calls := false, 0
	field := []*contestant{
		{rule: language.IRI.Automaton, judge: func(string) bool {
			if on {
				t.Error("a neighbour is on")
			}
			return true
		}},
		{rule: language.IRI.Automaton, judge: func(string) bool {
			if calls++; !on {
				t.Error("off")
			}
			return true
		}, enter: func() func() {
			on = true
			return func() { on = false }
		}},
	}
	texts := make([]string, 3000)
	measure(newList("x", texts), field, 2)
	if want := 4 * len(texts); calls != want {
		t.Errorf("%d calls, want %d", calls, want) // verdicts, allocations, two rounds
	}
	if on {
		t.Error("still on")
	}
}

func TestAllocations(t *testing.T) {
	var sink []byte
	l := newList("x", make([]string, 1000))
	for want, judge := range map[float64]func(string) bool{
		0: func(string) bool { return true },
		2: func(string) bool { sink = make([]byte, 10); sink = make([]byte, 20); return len(sink) > 0 },
	} {
		if got := (&contestant{judge: judge}).allocations(l); got < want || got > want+0.05 {
			t.Errorf("%v allocations, want %v", got, want)
		}
	}
}

// TestExamination: what should be exact is, what is known to be wrong is found, and
// net/url as README.md has it.
func TestExamination(t *testing.T) {
	if testing.Short() {
		t.Skip("a million verdicts")
	}
	g := mustReadGrammars(t)
	field, err := contestants(g)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := examine(g, field)
	if err != nil {
		t.Fatal(err)
	}
	if !(&report{exam: rows}).exact() {
		t.Error("not exact")
	}
	for _, r := range rows {
		switch {
		case r.kind == peer && r.wrong() == 0:
			t.Errorf("%s: no wrong verdict", r.name)
		case r.rule != nil && (r.texts < 30_000 || r.accepted == 0):
			t.Errorf("%s: %+v", r.name, r.verdicts)
		}
	}
	for _, r := range rows {
		if r.name == "net/url.Parse" && r.texts != 37_474 {
			t.Errorf("%+v", r.verdicts)
		}
	}
}
