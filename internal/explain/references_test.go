package explain_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"

	. "example.org/iri/internal/explain"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/values"
)

// explained compares results of Derive with the slow reference and compiled automata.
type explained struct {
	grammar  *abnf.Grammar
	automata map[string]*dfa.Automaton
	readers  map[string]*Reader
}

func newExplained(g *abnf.Grammar) *explained {
	return &explained{g, make(map[string]*dfa.Automaton), make(map[string]*Reader)}
}

func (e *explained) automaton(t testing.TB, rule string) *dfa.Automaton {
	t.Helper()
	if e.automata[rule] == nil {
		a, err := compile.Compile(e.grammar, rule, nil)
		if err != nil {
			t.Fatal(err)
		}
		e.automata[rule] = a
	}
	return e.automata[rule]
}

func (e *explained) reader(t testing.TB, rule string) *Reader {
	t.Helper()
	if e.readers[rule] == nil {
		r, err := NewReader(e.grammar, rule)
		if err != nil {
			t.Fatal(err)
		}
		e.readers[rule] = r
	}
	return e.readers[rule]
}

// check derives a string and returns its derivation, or nil if the automaton refuses it.
func (e *explained) check(t testing.TB, rule, text string) *Derivation {
	t.Helper()
	a := e.automaton(t, rule)
	s, n := dfa.Last(a, a.Start, text)
	d, err := e.reader(t, rule).Derive(text)
	if n == len(text) && a.Accepts(s) {
		if err != nil {
			t.Fatalf("%q by %s: %v in\n%v", text, rule, err, e.grammar)
		}
		if d.Rule != e.grammar.Lookup(rule) || d.Start != 0 || d.End != len(text) {
			t.Fatalf("%q by %s: derivation\n%v", text, rule, d)
		}
		e.derivation(t, text, d)
		return d
	}
	var m *MismatchError
	if !errors.As(err, &m) || d != nil {
		t.Fatalf("%q by %s: %v and error %v in\n%v", text, rule, d, err, e.grammar)
	}
	if m.Rule != e.grammar.Lookup(rule).Name || m.Offset != n || m.End != a.Accepts(s) {
		t.Fatalf("%q by %s: error %+v, want offset %d, end %t in\n%v", text, rule, m, n, a.Accepts(s), e.grammar)
	}
	e.expectations(t, m, a.Follow(s))
	return nil
}

// derivation checks that the body of each rule reads its text with exactly the inner derivations for its references.
func (e *explained) derivation(t testing.TB, text string, d *Derivation) {
	t.Helper()
	if d.Text != text[d.Start:d.End] || !dfa.Match(e.automaton(t, d.Rule.Name), d.Text) {
		t.Fatalf("%q: %s does not read %q, of %d to %d", text, d.Rule.Name, d.Text, d.Start, d.End)
	}
	w := &matcher.Walk[progress]{Grammar: e.grammar}
	w.Character = func(p progress, c matcher.Characters) (next []progress) {
		for _, end := range character(e.grammar, text, p.at, c) {
			next = append(next, progress{end, p.inner})
		}
		return next
	}
	w.Rule = func(r *abnf.Rule, p progress) []progress {
		if p.inner < len(d.Inner) && d.Inner[p.inner].Start == p.at && d.Inner[p.inner].Rule == r {
			return []progress{{d.Inner[p.inner].End, p.inner + 1}}
		}
		return nil
	}
	if !slices.Contains(w.Node(d.Rule.Body, progress{d.Start, 0}), progress{d.End, len(d.Inner)}) {
		t.Fatalf("%q: the rule\n%v\nis not read as\n%v", text, d.Rule, d)
	}
	for _, inner := range d.Inner {
		e.derivation(t, text, inner)
	}
}

type progress struct{ at, inner int }

func (p progress) Offset() int { return p.at }

// character returns the end of a character of c at an offset.
func character(g *abnf.Grammar, text string, at int, c matcher.Characters) []int {
	if got, size := values.Decode(g.Encoding, text[at:]); size > 0 && c.Has(got) {
		return []int{at + size}
	}
	return nil
}

// derived is a reading with its derivations in the form NAME@OFFSET(INNER).
type derived struct {
	at    int
	inner string
}

func (d derived) Offset() int { return d.at }

// preferred returns the preferred derivation of a whole string. It does not support recursion.
func preferred(g *abnf.Grammar, rule, text string) string {
	w := &matcher.Walk[derived]{Grammar: g}
	w.Character = func(d derived, c matcher.Characters) (next []derived) {
		for _, end := range character(g, text, d.at, c) {
			next = append(next, derived{end, d.inner})
		}
		return next
	}
	w.Rule = func(r *abnf.Rule, d derived) (next []derived) {
		ends := make(map[int]bool) // readings at one offset continue alike
		for _, of := range w.Node(r.Body, derived{d.at, ""}) {
			if !ends[of.at] {
				ends[of.at] = true
				next = append(next, derived{of.at, fmt.Sprintf("%s%s@%d(%s)", d.inner, r.Name, d.at, of.inner)})
			}
		}
		return next
	}
	for _, d := range w.Node(&abnf.RuleRef{Name: rule}, derived{}) {
		if d.at == len(text) {
			return d.inner
		}
	}
	return ""
}

// written returns a derivation in the form of preferred.
func written(d *Derivation) string {
	var inner strings.Builder
	for _, of := range d.Inner {
		inner.WriteString(written(of))
	}
	return fmt.Sprintf("%s@%d(%s)", d.Rule.Name, d.Start, inner.String())
}

// occurrencesOf returns the spans of a rule in a derivation.
func occurrencesOf(d *Derivation, rule string) (list []dfa.Span) {
	if d.Rule.Name == rule {
		list = append(list, dfa.Span{Start: d.Start, End: d.End})
	}
	for _, inner := range d.Inner {
		list = append(list, occurrencesOf(inner, rule)...)
	}
	return list
}

// TestPreferFirst compares the spans of the preferred reading with the derivation and with the first of all readings.
func TestPreferFirst(t *testing.T) {
	n := 2000
	if !*testkit.Long {
		n = 40
	}
	rnd := rand.New(rand.NewPCG(uint64(n), 12))
	names := []string{"x", "y"}
	texts := matcher.Texts("abc", 4)
	ambiguous, compared, limited := 0, 0, 0
	for range n {
		grammar := fmt.Sprintf("r = %s\nx = %v\ny = %v\n", preferBody(rnd.IntN, 2+rnd.IntN(5)),
			matcher.RandomTree(rnd.IntN, 1+rnd.IntN(4)), matcher.RandomTree(rnd.IntN, 1+rnd.IntN(4)))
		g := matcher.Parse(t, grammar)
		was := ambiguous
		a, err := compile.Spans(g, "r", names, &compile.Options{PreferFirst: func(*compile.AmbiguousError) { ambiguous++ }})
		if errors.As(err, new(*compile.LimitError)) {
			limited++
			continue
		}
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
			spans, ok, err := matcher.Find(a, text)
			if err != nil {
				t.Fatal(err)
			}
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
				explained := occurrencesOf(d, name)
				if spans[k] != matcher.OccurrencesAt(explained...) || spans[k] != all[0][k] {
					t.Fatalf("%q: %s is at %v, explained at %v, first at %v in\n%s", text, name, spans[k], explained, all[0][k], grammar)
				}
			}
		}
	}
	t.Logf("%d of %d grammars ambiguous, %d too large, %d texts compared", ambiguous, n, limited, compared)
	if ambiguous == 0 || limited > n/20 {
		t.Error("nothing was ambiguous, or much too large")
	}
}

// preferBody returns a random body of a rule.
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
