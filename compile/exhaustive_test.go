package compile_test

import (
	"strings"
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

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

// All grammars of up to five nodes, all texts of up to five bytes: the automaton
// says what the tree says, has no state and no class too many, and is the same,
// table by table, for the same language.
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
	first := make(map[string]made) // by the texts accepted
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
