package compile_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	. "example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// random returns a generator that prints its seed if the test fails.
func random(t testing.TB) *rand.Rand {
	t.Helper()
	t.Logf("-seed=%d", uint64(testkit.Seed(5234)))
	return rand.New(rand.NewPCG(uint64(testkit.Seed(5234)), 0))
}

// compiled compiles the first rule of a grammar.
func compiled(t testing.TB, text string, opts *Options) *dfa.Automaton {
	t.Helper()
	a, err := compileFirst(t, text, opts)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return a
}

func compileFirst(t testing.TB, text string, opts *Options) (*dfa.Automaton, error) {
	t.Helper()
	return compileFirstOf(t, matcher.Parse(t, text), opts)
}

// octetGrammar parses a grammar whose values are octets.
func octetGrammar(t testing.TB, text string) *abnf.Grammar {
	t.Helper()
	g := matcher.Parse(t, text)
	g.Encoding = abnf.Octets
	return g
}

// compileFirstOf compiles the first rule of a grammar.
func compileFirstOf(t testing.TB, g *abnf.Grammar, opts *Options) (*dfa.Automaton, error) {
	t.Helper()
	for r := range g.Rules() {
		return Compile(g, r.Name, opts)
	}
	t.Fatalf("no rule in %q", g)
	return nil, nil
}

func checkMinimal(t testing.TB, a *dfa.Automaton) {
	t.Helper()
	if err := matcher.Minimal(a); err != nil {
		t.Fatal(err)
	}
}

// FuzzCompile compiles any grammar: nothing panics, automata pass Check and agree with a slow matcher on ASCII, and
// parts and spans do not change the language.
func FuzzCompile(f *testing.F) {
	for _, text := range []string{
		"r = a \"/\" b\na = *\"x\"\nb = 1*2a\n",           // refers to a later rule
		"r = \"y\" *b\nb = *r\n",                          // recursion
		"r = \"x\" r / b \"/\"\nb = b \"y\" / \"\"\n",     // that is regular
		"r = %xD7FE-E001 / %x10FFFF b\nb = 0<prose>\n",    // UTF-8
		"r = *( *( *\"a\" / b ) b )\nb = [ [ \"c\" ] ]\n", // loops over the empty string
		"r = 3*5( \"a\" / b )\nb = %d65.66 %s\"x\"\n",     // copies
		"r = %xD800 b\nb = \"x\"\n",                       // the empty language
	} {
		f.Add(text, "x/xab")
	}
	f.Fuzz(func(t *testing.T, grammar, text string) {
		g, err := abnf.Parse([]byte(grammar))
		if err != nil || len(grammar) > 200 {
			return
		}
		var rules []string
		for r := range g.Rules() {
			rules = append(rules, r.Name)
		}
		if len(rules) == 0 {
			return
		}
		a, err := Compile(g, rules[0], &Options{MaxStates: 500})
		if err != nil {
			return
		}
		if err := a.Check(); err != nil {
			t.Fatal(err)
		}
		if isShortASCII(text) && dfa.Match(a, text) != matcher.Matches(g, rules[0], text) {
			t.Errorf("%q accepted: %t", text, dfa.Match(a, text))
		}
		last := rules[len(rules)-1:]
		compareWithSpans(t, a, g, last, text)
		b, err := Compile(g, rules[0], &Options{Parts: last, MaxStates: 500})
		if err != nil {
			return
		}
		if err := b.Check(); err != nil {
			t.Fatal(err)
		}
		if w, equal := matcher.Equivalent(a, b); !equal {
			t.Errorf("parts %v change the language, as %q shows", last, w)
		}
	})
}

func isShortASCII(text string) bool {
	return len(text) < 20 && !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}

// compareWithSpans compares an automaton with the one with spans, if that compiles.
func compareWithSpans(t *testing.T, a *dfa.Automaton, g *abnf.Grammar, names []string, text string) {
	b, err := Spans(g, a.Name, names, &Options{MaxStates: 500})
	if err != nil {
		return
	}
	if err := b.Check(); err != nil {
		t.Fatal(err)
	}
	if w, equal := matcher.Equivalent(a, &b.Automaton); !equal {
		t.Errorf("spans change the language, as %q shows", w)
	}
	spans, ok := find(t, b, text)
	if ok != dfa.Match(a, text) {
		t.Errorf("%q found: %t", text, ok)
	}
	for _, occurrences := range spans {
		last := 0
		for _, s := range occurrences.Spans() {
			if s.Start < last || s.Start > s.End || s.End > len(text) {
				t.Errorf("%q: spans %v", text, spans)
			}
			last = s.End
		}
	}
}

var (
	letterA = &abnf.NumVal{Base: 'x', Values: []uint32{'a'}}
	letterB = &abnf.NumVal{Base: 'x', Values: []uint32{'b'}}
	plain   = &matcher.Forest{
		Leaves: []abnf.Node{
			&abnf.CharVal{Text: "a"},
			&abnf.CharVal{Text: "b", CaseSensitive: true},
			&abnf.NumVal{Base: 'x', Range: true, Values: []uint32{'a', 'b'}},
			&abnf.CharVal{},
		},
		Times: [][2]int{{0, abnf.Unbounded}, {1, abnf.Unbounded}, {0, 1}, {2, 2}, {1, 2}, {0, 0}},
	}
)

// All grammars of up to five nodes, with all strings of up to five bytes: the automaton agrees with the tree, is
// minimal, and is the same table for the same language.
func TestAllSmallGrammars(t *testing.T) {
	nodes, pure := 5, matcher.Texts("ab", 5)
	if !*testkit.Long {
		nodes = 4
	}
	mixed := matcher.Texts("aAbc", 3)
	type made struct {
		tree  abnf.Node
		table *dfa.Automaton
	}
	first := make(map[string]made) // by language
	count := 0
	for n := 1; n <= nodes; n++ {
		for _, tree := range plain.Trees(n) {
			g := matcher.Parse(t, "r = "+tree.String()+"\n")
			a, err := Compile(g, "r", nil)
			if err != nil {
				t.Fatalf("%v: %v", tree, err)
			}
			var language strings.Builder
			for _, list := range [][]string{pure, mixed} {
				for _, text := range list {
					want := matcher.MatchesNode(nil, tree, text)
					if got := dfa.Match(a, text); got != want {
						t.Fatalf("r = %v: %q accepted: %t, want %t\n%v", tree, text, got, want, a)
					}
					if want {
						language.WriteString(text + ",")
					}
				}
			}
			count++
			known, ok := first[language.String()]
			if !ok {
				checkMinimal(t, a)
				first[language.String()] = made{tree, a}
				continue
			}
			if *known.table.Classes == *a.Classes && known.table.String() == a.String() {
				continue
			}
			checkMinimal(t, a)
			if w, equal := matcher.Equivalent(known.table, a); equal {
				t.Fatalf("r = %v and r = %v: a language with two tables:\n%v%v", tree, known.tree, known.table, a)
			} else if matcher.MatchesNode(nil, tree, string(w)) == matcher.MatchesNode(nil, known.tree, string(w)) {
				t.Fatalf("r = %v and r = %v: %q is no difference", tree, known.tree, w)
			}
		}
	}
	t.Logf("%d grammars, %d languages", count, len(first))
}

// Larger grammars, picked at random.
func TestRandomGrammars(t *testing.T) {
	rnd := random(t)
	texts := append(matcher.Texts("abc", 5), matcher.Texts("ae", 4)...)
	n := 300
	if !*testkit.Long {
		n = 50
	}
	for range n {
		tree := matcher.RandomTree(rnd.IntN, 3+rnd.IntN(10))
		a, err := Compile(matcher.Parse(t, "r = "+tree.String()+"\n"), "r", nil)
		if err != nil {
			t.Fatalf("%v: %v", tree, err)
		}
		checkMinimal(t, a)
		for _, text := range texts {
			if got, want := dfa.Match(a, text), matcher.MatchesNode(nil, tree, text); got != want {
				t.Fatalf("r = %v: %q accepted: %t, want %t\n%v", tree, text, got, want, a)
			}
		}
	}
}
