package tables_test

import (
	"flag"
	"testing"

	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/testkit/mutant"
)

var mutants = flag.Int("mutants", 4000, "judge one in `N` mutants of each kind; 400 with -long, 1 is all of them")

// TestMutants changes one entry of a shipped table at a time: each transition, the acceptance of each state, the class
// of each byte. Check or a proof must refute every mutant of another language. All of them take 20 minutes:
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

var allBytes = func() (all string) {
	for b := range 256 {
		all += string([]byte{byte(b)})
	}
	return all
}()

// A refuter checks that the mutants of a table are refuted.
type refuter struct {
	prover *proof.Prover
	good   *dfa.Automaton
	every  int
	count  int
	tried  int
	by     map[string]int
}

func (r *refuter) run(t *testing.T) {
	m := mutant.Unpack(r.good)
	if what, err := r.refute(m.Pack()); err != nil {
		t.Fatalf("%s: refuted as it is, by %s: %v", r.good.Name, what, err)
	}
	for change := range m.Changes(len(m.Rows), allBytes) {
		r.count++
		if r.count%r.every != 0 {
			continue
		}
		mutant := m.Pack()
		what, err := r.refute(mutant)
		if err == nil { // a table with outputs has more states than its language needs
			text, equal := matcher.Equivalent(r.good, mutant)
			if what = "outputs"; !equal {
				t.Errorf("%s: not refuted: %+v, as %q shows", r.good.Name, change, text)
			}
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
