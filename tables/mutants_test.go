package tables_test

import (
	"flag"
	"fmt"
	"testing"

	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/walk"
)

var mutants = flag.Int("mutants", 4000, "judge one in `N` mutants of each kind; 400 with -long, 1 is all of them")

// TestMutants changes the shipped tables, one entry at a time: each transition, what each state says
// of acceptance, the class of each byte. Check or a proof must refute every mutant of another language.
// All of them take 20 minutes:
//
//	go test ./tables -run TestMutants -timeout 3h -v -args -long -mutants 1
func TestMutants(t *testing.T) {
	every := *mutants
	if *testkit.Long {
		every = min(every, 400)
	}
	for _, d := range wholes(t) {
		if !*testkit.Long && d.Recipe.Name != "IRI-reference" {
			continue
		}
		t.Run(d.Recipe.Name, func(t *testing.T) {
			r := refuter{prover: d.prover(t), good: d.Language.Automaton, every: every, by: make(map[string]int)}
			r.run(t)
			t.Logf("%d of %d mutants refuted: by Check %d, language %d; %d have other outputs only",
				r.tried-r.by["nothing"]-r.by["outputs"], r.tried, r.by["check"], r.by["language"], r.by["outputs"])
		})
	}
}

// A refuter has the mutants of a table refuted.
type refuter struct {
	prover *proof.Prover
	good   *dfa.Automaton
	every  int
	count  int
	tried  int
	by     map[string]int
}

func (r *refuter) run(t *testing.T) {
	if what, err := r.refute(matcher.Unpack(r.good).Pack()); err != nil {
		t.Fatalf("%s: refuted as it is, by %s: %v", r.good.Name, what, err)
	}
	for name, mutate := range mutations(r.good) {
		r.count++
		if r.count%r.every != 0 {
			continue
		}
		m := matcher.Unpack(r.good)
		mutate(m)
		mutant := m.Pack()
		what, err := r.refute(mutant)
		switch {
		case err != nil:
		case sameLanguage(r.good, mutant):
			what = "outputs"
		default:
			t.Errorf("%s: not refuted: %s", r.good.Name, name)
		}
		r.by[what]++
		r.tried++
	}
}

func (r *refuter) refute(a *dfa.Automaton) (by string, err error) {
	if err := a.Check(); err != nil {
		return "check", err
	}
	if _, err := r.prover.Language(a); err != nil {
		return "language", err
	}
	return "nothing", nil
}

// sameLanguage reports whether two automata accept the same strings. A table with outputs has more
// states than its language needs, so that a mutant may differ in outputs only.
func sameLanguage(a, b *dfa.Automaton) bool {
	type pair [2]dfa.State
	met := map[pair]bool{{a.Start, b.Start}: true}
	for list := []pair{{a.Start, b.Start}}; len(list) > 0; list = list[1:] {
		s, t := list[0][0], list[0][1]
		if a.Accepts(s) != b.Accepts(t) {
			return false
		}
		for c := range 256 {
			if p := (pair{a.Next(s, byte(c)), b.Next(t, byte(c))}); !met[p] {
				met[p] = true
				list = append(list, p)
			}
		}
	}
	return true
}

// mutations yields a mutation of every entry.
func mutations(a *dfa.Automaton) func(func(string, func(*matcher.Model)) bool) {
	return func(yield func(string, func(*matcher.Model)) bool) {
		m := matcher.Unpack(a)
		n, classes := len(m.Rows), walk.NumClasses(a)
		for s := range n {
			for c := range classes {
				// One other target a cell, and not the same one for all of a row.
				to := (m.Rows[s][c] + 1 + (s+c)%(n-1)) % n
				if !yield(fmt.Sprintf("state %d, class %d leads to %d", s, c, to), func(m *matcher.Model) { m.Rows[s][c] = to }) {
					return
				}
			}
			if !yield(fmt.Sprintf("state %d accepts or not", s), func(m *matcher.Model) { m.Accepting[s] = !m.Accepting[s] }) {
				return
			}
		}
		for b := range 256 {
			class := uint8((int(m.Classes[b]) + 1 + b%(classes-1)) % classes)
			if !yield(fmt.Sprintf("byte %#x has another class", b), func(m *matcher.Model) { m.Classes[b] = class }) {
				return
			}
		}
	}
}
