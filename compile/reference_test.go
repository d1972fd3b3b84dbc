package compile_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

var seed = flag.Uint64("seed", 5234, "seed of the random tests")

// random returns a generator that prints its seed if the test fails.
func random(t testing.TB) *rand.Rand {
	t.Helper()
	t.Logf("-seed=%d", *seed)
	return rand.New(rand.NewPCG(*seed, 0))
}

func parse(t testing.TB, text string) *abnf.Grammar {
	t.Helper()
	g, err := abnf.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return g
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
	g := parse(t, text)
	for r := range g.Rules() {
		return Compile(g, r.Name, opts)
	}
	t.Fatalf("no rule in %q", text)
	return nil, nil
}

// strs is all texts over alphabet of at most length bytes, the shortest first.
func strs(alphabet string, length int) []string {
	list := []string{""}
	for begin := 0; length > 0; length-- {
		end := len(list)
		for _, text := range list[begin:end] {
			for _, c := range []byte(alphabet) {
				list = append(list, text+string([]byte{c}))
			}
		}
		begin = end
	}
	return list
}

// units is a terminal as a list of what each of its bytes may be.
func units(n abnf.Node) (list []func(c byte) bool) {
	switch n := n.(type) {
	case *abnf.CharVal:
		for i := range len(n.Text) {
			want := n.Text[i : i+1]
			list = append(list, func(c byte) bool {
				got := string([]byte{c})
				return got == want || !n.CaseSensitive && strings.EqualFold(got, want)
			})
		}
	case *abnf.NumVal:
		if n.Range {
			return []func(c byte) bool{func(c byte) bool { return n.Values[0] <= uint32(c) && uint32(c) <= n.Values[1] }}
		}
		for _, v := range n.Values {
			list = append(list, func(c byte) bool { return uint32(c) == v })
		}
	default:
		panic(fmt.Sprintf("%T", n))
	}
	return list
}

// ends is the slow twin of a compiler and its automata: it returns the set of
// places where n can end in text if it begins in one of from. Texts are ASCII.
func ends(g *abnf.Grammar, n abnf.Node, text string, from uint64) uint64 {
	switch n := n.(type) {
	case *abnf.Alternation:
		set := uint64(0)
		for _, alt := range n.Alts {
			set |= ends(g, alt, text, from)
		}
		return set
	case *abnf.Concatenation:
		for _, elem := range n.Elems {
			from = ends(g, elem, text, from)
		}
		return from
	case *abnf.Repetition:
		for range n.Min {
			from = ends(g, n.Elem, text, from)
		}
		all := from
		for i := n.Min; i != n.Max; i++ {
			from = ends(g, n.Elem, text, all)
			if all|from == all {
				break
			}
			all |= from
		}
		return all
	case *abnf.RuleRef:
		return ends(g, g.Lookup(n.Name).Body, text, from)
	}
	for _, fits := range units(n) {
		set := uint64(0)
		for i := range len(text) {
			if from>>i&1 != 0 && fits(text[i]) {
				set |= 2 << i
			}
		}
		from = set
	}
	return from
}

// matches reports whether n reads all of text.
func matches(g *abnf.Grammar, n abnf.Node, text string) bool {
	return ends(g, n, text, 1)>>len(text)&1 != 0
}

// checkMinimal reports it if a has a state too many: one that no text leads to,
// or two that no text tells apart (Moore's partition refinement), or bytes that
// are in different classes for no reason.
func checkMinimal(t testing.TB, a *dfa.Automaton) {
	t.Helper()
	reached := map[dfa.State]bool{a.Start: true, dfa.Dead: true}
	for queue := []dfa.State{a.Start}; len(queue) > 0; queue = queue[1:] {
		for b := range 256 {
			if s := a.Next(queue[0], byte(b)); !reached[s] {
				reached[s] = true
				queue = append(queue, s)
			}
		}
	}
	if len(reached) != a.NumStates() {
		t.Fatalf("%d of %d states can be reached in\n%v", len(reached), a.NumStates(), a)
	}
	if n := moore(a); n != a.NumStates() {
		t.Fatalf("%d states, %d would do:\n%v", a.NumStates(), n, a)
	}
	columns := make(map[string]bool)
	for b := range 256 {
		var column strings.Builder
		for s := range a.States() {
			column.WriteString(fmt.Sprint(a.Next(s, byte(b)), " "))
		}
		columns[column.String()] = true
	}
	if len(columns) != a.NumClasses() {
		t.Fatalf("%d classes, %d would do:\n%v", a.NumClasses(), len(columns), a)
	}
}

// moore returns the number of states of the minimal automaton: it splits groups
// of states, to begin with by what they say, as long as a byte leads from a group
// into two.
func moore(a *dfa.Automaton) int {
	group := make(map[dfa.State]int)
	ids := make(map[string]int)
	for s := range a.States() {
		slot := uint8(0)
		if len(a.Slots) > 0 {
			slot = a.Slots[a.Number(s)]
		}
		group[s] = id(ids, fmt.Sprint(a.Accepts(s), slot, a.Part(s)))
	}
	for {
		next := make(map[dfa.State]int)
		nextIDs := make(map[string]int)
		for s := range a.States() {
			key := make([]byte, 0, 2*257)
			key = append(key, byte(group[s]), byte(group[s]>>8))
			for b := range 256 {
				g := group[a.Next(s, byte(b))]
				key = append(key, byte(g), byte(g>>8))
			}
			next[s] = id(nextIDs, string(key))
		}
		if len(nextIDs) == len(ids) {
			return len(ids)
		}
		group, ids = next, nextIDs
	}
}

func id(ids map[string]int, key string) int {
	n, ok := ids[key]
	if !ok {
		n = len(ids)
		ids[key] = n
	}
	return n
}
