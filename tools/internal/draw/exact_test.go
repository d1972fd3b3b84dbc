package draw

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/unicodeclass"
)

// reader interprets labels.
type reader struct {
	t       testing.TB
	grammar *abnf.Grammar
	rules   map[string]*dfa.Automaton
	ranges  map[string]unicodeclass.Range
}

func newReader(t testing.TB, g *abnf.Grammar) *reader {
	return &reader{t, g, make(map[string]*dfa.Automaton), make(map[string]unicodeclass.Range)}
}

var characterRange = regexp.MustCompile(`^('.'|U\+[0-9A-F]{4,6})(?:-('.'|U\+[0-9A-F]{4,6}))?$`)

// has reports whether a label contains a character. Names of rules are interpreted by their automata.
func (r *reader) has(label []string, c rune) bool {
	for _, word := range label {
		if in, isRange := r.ranges[word]; isRange {
			if in.Lo <= c && c <= in.Hi {
				return true
			}
		} else if m := characterRange.FindStringSubmatch(word); m != nil {
			in := unicodeclass.Range{Lo: r.character(m[1]), Hi: r.character(m[1])}
			if m[2] != "" {
				in.Hi = r.character(m[2])
			}
			r.ranges[word] = in
			return r.has(label, c)
		} else if dfa.Match(r.rule(word), string(c)) {
			return true
		}
	}
	return false
}

func (r *reader) character(text string) rune {
	if text[0] == '\'' {
		return rune(text[1])
	}
	c, err := strconv.ParseUint(text[2:], 16, 32)
	if err != nil {
		r.t.Fatal(err)
	}
	return rune(c)
}

func (r *reader) rule(name string) *dfa.Automaton {
	if r.rules[name] == nil {
		a, err := compile.Compile(r.grammar, name, nil)
		if err != nil {
			r.t.Fatalf("label %s: %v", name, err)
		}
		r.rules[name] = a
	}
	return r.rules[name]
}

// characters returns characters to test: ASCII, ends of values in the grammar with their neighbors, limits of UTF-8
// lengths, and random ones.
func (r *reader) characters(rnd *rand.Rand, lot int) []rune {
	var list []rune
	for c := range rune(0x80) {
		list = append(list, c)
	}
	ends := []rune{0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, utf8.MaxRune}
	for _, m := range regexp.MustCompile(`%([xdb])([0-9A-F.-]+)`).FindAllStringSubmatch(r.grammar.String(), -1) {
		base := map[string]int{"x": 16, "d": 10, "b": 2}[m[1]]
		for _, digits := range regexp.MustCompile(`[.-]`).Split(m[2], -1) {
			if c, err := strconv.ParseUint(digits, base, 32); err == nil {
				ends = append(ends, rune(c))
			}
		}
	}
	for _, c := range ends {
		list = append(list, c-1, c, c+1)
	}
	for range lot {
		list = append(list, rnd.Int32N(utf8.MaxRune+1))
	}
	list = slices.DeleteFunc(list, func(c rune) bool { return !utf8.ValidRune(c) })
	slices.Sort(list)
	return slices.Compact(list)
}

// checkExact compares the labels from every state with the automaton for all test characters, and checks that boxes are
// states of one part.
func checkExact(t testing.TB, g *abnf.Grammar, rule string, parts []string, d *Drawing, rnd *rand.Rand) {
	t.Helper()
	a, err := compile.Compile(g, rule, &compile.Options{Parts: parts})
	if err != nil {
		t.Fatal(err)
	}
	r := newReader(t, g)
	lot := 50
	if *testkit.Long && len(d.nodes) < 10 {
		lot = 100_000
	}
	chars := r.characters(rnd, lot)
	of := make(map[dfa.State]string)
	for _, n := range d.nodes {
		for _, s := range n.states {
			if of[s] != "" {
				t.Errorf("state %d is drawn twice", a.Number(s))
			}
			of[s] = n.id
		}
	}
	for s := range reached(a, chars) {
		if of[s] == "" {
			t.Fatalf("state %d is not drawn", a.Number(s))
		}
	}
	if len(reached(a, chars)) != len(of) || d.nodes[d.start].id != of[a.Start] {
		t.Errorf("%d states are drawn, from %s", len(of), d.nodes[d.start].id)
	}
	for i := range d.nodes {
		checkNode(t, a, &d.nodes[i])
		checkEdges(t, r, a, d, i, of, chars)
	}
}

// reached returns the states reachable by strings of characters.
func reached(a *dfa.Automaton, chars []rune) map[dfa.State]bool {
	met := map[dfa.State]bool{a.Start: true}
	for queue := []dfa.State{a.Start}; len(queue) > 0; queue = queue[1:] {
		for _, c := range chars {
			if t := dfa.Run(a, queue[0], string(c)); t != dfa.Dead && !met[t] {
				met[t] = true
				queue = append(queue, t)
			}
		}
	}
	return met
}

func checkNode(t testing.TB, a *dfa.Automaton, n *node) {
	t.Helper()
	if accepts := slices.ContainsFunc(n.states, a.Accepts); accepts != n.accepting {
		t.Errorf("%s accepts: %t", n.id, accepts)
	}
	if slices.ContainsFunc(n.states, func(s dfa.State) bool { return a.Part(s) != n.part || n.box() && n.part == "" }) {
		t.Errorf("%s is not of part %q", n.id, n.part)
	}
	want := strconv.Itoa(a.Number(n.states[0]))
	if len(n.states) > 1 {
		want = fmt.Sprintf("%d states", len(n.states))
	}
	if name := strings.Join(n.lines, " "); !strings.HasSuffix(name, want) || n.id != "n"+strconv.Itoa(a.Number(n.states[0])) {
		t.Errorf("%s is called %q, want %s", n.id, name, want)
	}
}

func checkEdges(t testing.TB, r *reader, a *dfa.Automaton, d *Drawing, from int, of map[dfa.State]string, chars []rune) {
	t.Helper()
	n, labels := &d.nodes[from], make(map[string][]string)
	for _, e := range d.edges {
		if e.from != from {
			continue
		}
		to := d.nodes[e.to].id
		if labels[to] != nil {
			t.Errorf("a second edge from %s to %s", n.id, to)
		}
		labels[to] = e.label
	}
	for _, c := range chars {
		want, got := make(map[string]bool), make(map[string]bool)
		for _, s := range n.states {
			to := dfa.Run(a, s, string(c))
			if inside := len(n.states) > 1 && of[to] == n.id; to != dfa.Dead && !inside {
				want[of[to]] = true
			}
		}
		for to, label := range labels {
			if r.has(label, c) {
				got[to] = true
			}
		}
		if !maps.Equal(got, want) {
			t.Fatalf("%s: %s on %+q leads to %v, want %v", a.Name, n.id, c, got, want)
		}
	}
}

func TestExact(t *testing.T) {
	g, rnd := iris(t), random(t)
	for rule := range g.Rules() {
		for _, parts := range [][]string{nil, iriparts} {
			d := drawn(t, g, rule.Name, parts...)
			checkExact(t, g, rule.Name, parts, d, rnd)
			if checkDOT(t, d); t.Failed() {
				t.Fatalf("%s %v", rule.Name, parts)
			}
		}
	}
}

// randomGrammar returns a grammar of a few rules that refer to later ones.
func randomGrammar(rnd *rand.Rand) string {
	var b strings.Builder
	const rules = 5
	for i := range rules {
		fmt.Fprintf(&b, "r%d = %s\n", i, randomNode(rnd, i, rules, 3))
	}
	return b.String()
}

func randomNode(rnd *rand.Rand, i, rules, depth int) string {
	node := func() string { return randomNode(rnd, i, rules, depth-1) }
	if depth == 0 {
		if i+1 < rules && rnd.IntN(2) == 0 {
			return fmt.Sprintf("r%d", i+1+rnd.IntN(rules-i-1))
		}
		texts := []string{`"a"`, `%s"b"`, `"c!"`, `""`, "%x61-63", "DIGIT", "SP", "%x7E-81", "%xE0-900", "%xD7F0-E001", "%xFFFF-10001", "%x10FF00-10FFFF"}
		return texts[rnd.IntN(len(texts))]
	}
	switch n := rnd.IntN(6); {
	case n < 2:
		return "( " + node() + " / " + node() + " )"
	case n < 4:
		return "( " + node() + " " + node() + " )"
	case n == 4:
		return "*( " + node() + " )"
	default:
		return fmt.Sprintf("%d*%d( %s )", rnd.IntN(2), 1+rnd.IntN(2), node())
	}
}

func TestExactRandom(t *testing.T) {
	rnd := random(t)
	for range 20 {
		text := randomGrammar(rnd)
		g := matcher.Parse(t, text)
		for _, parts := range [][]string{nil, {"r1", "R2=r2", "R2=r3"}} {
			d, err := New(g, "r0", parts)
			if err != nil {
				continue // too large
			}
			if checkExact(t, g, "r0", parts, d, rnd); t.Failed() {
				t.Fatal(text)
			}
			checkDOT(t, d)
		}
	}
}
