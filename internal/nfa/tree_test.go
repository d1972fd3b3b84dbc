package nfa_test

import (
	"slices"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/nfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// trees has all trees over leaves that are empty, letters of either case, and characters of several bytes at the limits
// of ranges of UTF-8.
var trees = &matcher.Forest{
	Leaves: []abnf.Node{
		&abnf.CharVal{},
		&abnf.CharVal{Text: "aB"},
		&abnf.CharVal{Text: "a", CaseSensitive: true},
		&abnf.NumVal{Base: 'x', Range: true, Values: []uint32{'a', 'b'}},
		&abnf.NumVal{Base: 'x', Range: true, Values: []uint32{0x7f, 0x800}},
		&abnf.NumVal{Base: 'x', Values: []uint32{'b', 0x10000}},
	},
	Times: [][2]int{{0, abnf.Unbounded}, {1, abnf.Unbounded}, {0, 1}, {2, 3}, {0, 0}},
}

// texts returns strings that distinguish the trees.
func texts() []string {
	list := matcher.Texts("abA", 3)
	for _, text := range []string{"\x7f", "\u0080", "\u07ff", "\u0800", "\u0801", "\U00010000", "\U00010001", "\x80", "\xc2", "\xc1\xbf", "\xf0\x90\x80"} {
		list = append(list, text, "b"+text, text+"b", text+text)
	}
	return list
}

// TestTrees compares automata of trees, reduced and not, with a slow matcher.
func TestTrees(t *testing.T) {
	nodes := 3
	if *testkit.Long {
		nodes = 4
	}
	texts, count, accepted := texts(), 0, 0
	for n := range nodes {
		for _, tree := range trees.Trees(n + 1) {
			g := matcher.Parse(t, "r = ( "+tree.String()+" )\n")
			whole, reduced := build(t, g, "r", nil), build(t, g, "r", new(nfa.Reducer))
			for _, text := range texts {
				want := matcher.MatchesNode(nil, tree, text)
				if accepts(whole, text) != want || accepts(reduced, text) != want {
					t.Fatalf("%q of %v: whole %t, reduced %t, want %t", text, tree, accepts(whole, text), accepts(reduced, text), want)
				}
				if want {
					accepted++
				}
			}
			count++
		}
	}
	if t.Logf("%d trees, %d strings accepted", count, accepted); accepted < count {
		t.Error("the strings are of too few trees")
	}
}

// TestConcatenation compares a concatenation of automata with that in a grammar.
func TestConcatenation(t *testing.T) {
	bodies := []string{`""`, `*"a"`, `"ab" / "b"`, `%xD800`, `1*( %x61 / %x80 )`}
	var automata []*dfa.Automaton
	for _, body := range bodies {
		automata = append(automata, compile.MustCompile("r = "+body+"\n", "r"))
	}
	for i, a := range bodies {
		for j, b := range bodies {
			for k, c := range bodies {
				n := nfa.Concatenation("r", []*dfa.Automaton{automata[i], automata[j], automata[k]})
				g := matcher.Parse(t, "r = ( "+a+" ) ( "+b+" ) ( "+c+" )\n")
				for _, text := range append(matcher.Texts("ab", 4), "\u0080", "a\u0080b", "\xc2") {
					if want := matcher.Matches(g, "r", text); accepts(n, text) != want {
						t.Fatalf("%q: %t, want %t in\n%v", text, !want, want, g)
					}
				}
			}
		}
	}
}

// TestTags compares Live, CanSkip and Repeats with all paths through an automaton.
func TestTags(t *testing.T) {
	for _, c := range []struct {
		body         string
		skip, repeat bool // the tags of x: for some string, on some path
	}{
		{`x`, false, false}, {`[ x ]`, true, false}, {`x / "b"`, true, false}, {`x / x "b"`, false, false}, {`x x`, false, true},
		{`*x`, true, true}, {`x [ "b" x ]`, false, true}, {`*( "b" / x "c" )`, true, true}, {`"b"`, true, false}, {`*2( "b" x )`, true, true},
		{`( x / "c" ) ( "b" / %xD800 x )`, true, false},
	} {
		g := matcher.Parse(t, "r = "+c.body+"\nx = *\"a\"\n")
		source := nfa.Source{Rule: g.Lookup("r"), Spans: map[*abnf.Rule][]nfa.Span{g.Lookup("x"): {{}}}}
		graph, _ := nfa.NewGraph(g, source.Rule)
		n, err := nfa.New(graph, source, 1000)
		if err != nil {
			t.Fatal(err)
		}
		live, skip := n.Live(), n.CanSkip(2)
		for s := range n.States {
			if want := reaches(n, int32(s), -1); live[s] != want {
				t.Errorf("%s: state %d is live: %t, want %t in\n%v", c.body, s, live[s], want, n)
			}
			for tag := range int8(2) {
				if want := reaches(n, int32(s), tag); skip[tag][s] != want {
					t.Errorf("%s: state %d can skip tag %d: %t, want %t in\n%v", c.body, s, tag, skip[tag][s], want, n)
				}
			}
		}
		for _, tag := range []int8{nfa.BeginTag(0), nfa.EndTag(0)} {
			if skips, repeats := skip[tag][n.Start], n.Repeats(tag, live); skips != c.skip || repeats != c.repeat {
				t.Errorf("%s: tag %d is skipped: %t, set twice: %t in\n%v", c.body, tag, skips, repeats, n)
			}
		}
	}
}

// reaches reports whether a path leads from a state to the accepting state without setting a tag after the first state.
func reaches(n *nfa.Automaton, from int32, tag int8) bool {
	met := []int32{from}
	for i := 0; i < len(met); i++ {
		s := &n.States[met[i]]
		next := slices.Clone(s.Eps)
		for _, e := range s.Edges {
			next = append(next, e.To)
		}
		for _, to := range next {
			if !slices.Contains(met, to) && (tag < 0 || n.States[to].Tag != tag+1) {
				met = append(met, to)
			}
		}
	}
	return slices.Contains(met, n.Accept)
}
