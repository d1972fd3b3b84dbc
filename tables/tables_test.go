package tables_test

import (
	"slices"
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/tables/internal/recipe"
)

// dish is a shipped language with its recipe.
type dish struct {
	*recipe.Recipe
	*uri.Language
}

func (d dish) String() string { return d.Recipe.Name }

func groups(t testing.TB) []recipe.Group {
	t.Helper()
	list, err := recipe.Groups(".")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func dishes(t testing.TB) (list []dish) {
	t.Helper()
	all := language.All()
	for _, g := range groups(t) {
		for i := range g.Recipes {
			if len(list) == len(all) {
				t.Fatalf("no table for %s", g.Recipes[i].Name)
			}
			list = append(list, dish{&g.Recipes[i], all[len(list)]})
		}
	}
	if len(list) != len(all) {
		t.Fatalf("%d tables, %d recipes", len(all), len(list))
	}
	return list
}

func wholes(t testing.TB) []dish {
	return slices.DeleteFunc(dishes(t), func(d dish) bool { return d.Recipe.Shape == recipe.Others })
}

func (d dish) grammar(t testing.TB) *abnf.Grammar {
	t.Helper()
	g, err := d.Grammar(".")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func (d dish) plain(t testing.TB) *dfa.Automaton {
	t.Helper()
	a, err := d.Plain(".")
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestNames(t *testing.T) {
	var counts []int
	for _, g := range groups(t) {
		counts = append(counts, len(g.Recipes))
	}
	if want := []int{39, 22, 8, 22}; !slices.Equal(counts, want) {
		t.Errorf("%d recipes, want %d", counts, want)
	}
	for _, d := range dishes(t) {
		if d.Recipe.Name != d.Language.Automaton.Name {
			t.Errorf("the table of %s is called %s", d.Recipe.Name, d.Language.Automaton.Name)
		}
	}
}

// TestPlansAndContexts checks that exactly the fast languages have a plan, that all have the context of each state, and
// that no automaton has anything else.
func TestPlansAndContexts(t *testing.T) {
	for _, d := range dishes(t) {
		if (d.Plan != nil) != d.Fast {
			t.Errorf("%v: plan %p", d, d.Plan)
		}
		if len(d.Contexts) > 0 == d.Mixed || !d.Mixed && len(d.Contexts) != d.NumStates() {
			t.Errorf("%v: %d states, %d contexts", d, d.NumStates(), len(d.Contexts))
		}
		if n := len(d.Language.Automaton.Outputs); n > 0 {
			t.Errorf("%v: %d outputs", d, n)
		}
	}
}

func TestFirstSets(t *testing.T) {
	var names []string
	all := dishes(t)
	for _, f := range language.FirstSets {
		names = append(names, f.Rule)
		for b := range 256 {
			i := slices.IndexFunc(all, func(d dish) bool { return d.Recipe.Name == f.Rule })
			if i >= 0 && f.Bytes.Has(byte(b)) != (all[i].Next(all[i].Start, byte(b)) != dfa.Dead) {
				t.Errorf("%s: byte %#x", f.Rule, b)
			}
		}
		for _, c := range []byte(f.Literals) {
			if !f.Bytes.Has(c) {
				t.Errorf("%s: %q is a literal, but no first byte", f.Rule, c)
			}
		}
	}
	if !slices.Equal(names, recipe.First) {
		t.Errorf("first sets of %v, want %v", names, recipe.First)
	}
}
