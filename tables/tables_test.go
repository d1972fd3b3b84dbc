package tables_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/abnftest"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/tables/internal/recipe"
)

// dish is a language as it is shipped, with its recipe.
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

// dishes returns all languages, in the order in which they are shipped.
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

// wholes returns the languages of whole references.
func wholes(t testing.TB) []dish {
	return slices.DeleteFunc(dishes(t), func(d dish) bool { return !d.Whole() })
}

func (d dish) grammar(t testing.TB) *abnf.Grammar {
	t.Helper()
	g, err := d.Grammar(".")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// plain compiles the language without marks.
func (d dish) plain(t testing.TB) *dfa.Automaton {
	t.Helper()
	a, err := d.Plain(".")
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Each rule has a table, those of both RFCs one, in the order of the grammars.
func TestNames(t *testing.T) {
	var counts []int
	for _, g := range groups(t) {
		counts = append(counts, len(g.Recipes))
	}
	if want := []int{39, 22, 8}; !slices.Equal(counts, want) {
		t.Errorf("%d recipes, want %d", counts, want)
	}
	for _, d := range dishes(t) {
		if d.Recipe.Name != d.Language.Automaton.Name {
			t.Errorf("the table of %s is called %s", d.Recipe.Name, d.Language.Automaton.Name)
		}
	}
}

func TestTablesPassCheck(t *testing.T) {
	for _, d := range dishes(t) {
		if err := d.Check(); err != nil {
			t.Error(err)
		}
	}
}

// Rules named alike in both grammars mean the same: one table serves both.
func TestSharedRules(t *testing.T) {
	all, shared := dishes(t), 0
	other := all[39].grammar(t)
	for _, d := range all[:39] {
		if other.Lookup(d.Recipe.Name) == nil {
			continue
		}
		shared++
		b, err := compile.Compile(other, d.Recipe.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if w, equal := abnftest.Equivalent(d.Language.Automaton, b); !equal {
			t.Errorf("%v differs between the RFCs, as %q shows", d, w)
		}
	}
	if shared != 14 {
		t.Errorf("%d rules are named alike", shared)
	}
}

// What RFC 3986 has is what RFC 3987 has of ASCII: a walk through both tables
// over all pairs of states that ASCII texts lead to.
func TestURIIsIRIOverASCII(t *testing.T) {
	pairs := [][2]*uri.Language{
		{&language.IRI, &language.URI}, {&language.IRIReference, &language.URIReference},
		{&language.AbsoluteIRI, &language.AbsoluteURI}, {&language.IRelativeRef, &language.RelativeRef},
	}
	all := dishes(t)
	for _, d := range all[39 : 39+22] { // the other rules have an i in front
		if !d.Whole() {
			i := slices.IndexFunc(all, func(b dish) bool { return b.Recipe.Name == "i"+d.Recipe.Name })
			if i < 0 {
				t.Fatalf("no rule i%v", d)
			}
			pairs = append(pairs, [2]*uri.Language{all[i].Language, d.Language})
		}
	}
	if len(pairs) != 22 {
		t.Fatalf("%d pairs", len(pairs))
	}
	for _, p := range pairs {
		a, b := p[0], p[1]
		type states struct{ s, t dfa.State }
		seen := map[states]string{{a.Start, b.Start}: ""}
		for queue := []states{{a.Start, b.Start}}; len(queue) > 0; queue = queue[1:] {
			at := queue[0]
			if a.Accepts(at.s) != b.Accepts(at.t) {
				t.Errorf("%s and %s differ over %q", a.Name, b.Name, seen[at])
				break
			}
			for c := range byte(0x80) {
				next := states{a.Next(at.s, c), b.Next(at.t, c)}
				if _, known := seen[next]; !known {
					seen[next] = seen[at] + string(rune(c))
					queue = append(queue, next)
				}
			}
		}
		for s := range b.States() {
			for c := 0x80; c <= 0xFF; c++ {
				if b.Next(s, byte(c)) != dfa.Dead {
					t.Errorf("%s reads byte %#x", b.Name, c)
				}
			}
		}
	}
}

// Whole references, and only they, carry marks and plans. All know the context of each
// state, and the automata do not.
func TestMarksAndContexts(t *testing.T) {
	iri := "ihier-part iauthority ihost port ipath-abempty iquery ifragment"
	for _, d := range dishes(t) {
		marks := ""
		if d.Whole() {
			marks = iri
			if slices.Contains(d.Grammars, "rfc3986.abnf") {
				marks = strings.ReplaceAll(" "+iri, " i", " ")[1:]
			}
		}
		if got := strings.Join(d.MarkNames, " "); got != marks {
			t.Errorf("%v: marks %q, want %q", d, got, marks)
		}
		if len(d.Slots) > 0 != d.Whole() || d.Plan != nil != d.Whole() {
			t.Errorf("%v: %d slots, plan %p", d, len(d.Slots), d.Plan)
		}
		if len(d.Contexts) != d.NumStates() || len(d.Language.Automaton.Parts) > 0 {
			t.Errorf("%v: %d states, %d contexts, %d parts", d, d.NumStates(), len(d.Contexts), len(d.Language.Automaton.Parts))
		}
	}
}

// Marks cost states, but do not change the language.
func TestMarkedIsPlain(t *testing.T) {
	for _, d := range wholes(t) {
		if w, equal := abnftest.Equivalent(d.Language.Automaton, d.plain(t)); !equal {
			t.Errorf("%v: the marked table differs, as %q shows", d, w)
		}
	}
}

// The bytes that texts of some rules begin with, for error messages.
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
