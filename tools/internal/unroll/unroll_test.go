package unroll

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/matcher"
)

// parses reports whether a rule matches a text with at most most nested counted rules. Unlike Rule, it interprets the
// original grammar.
type parses struct {
	*abnf.Grammar
	counted []*abnf.Rule
	set     map[*abnf.Rule]bool
	most    int
	text    string
	known   map[string][]int
}

// ends returns the offsets where a node that begins at an offset may end, inside depth counted rules.
func (p *parses) ends(n abnf.Node, at, depth int) (ends []int) {
	key := fmt.Sprintf("%p %d %d", n, at, depth)
	if ends, known := p.known[key]; known {
		return ends
	}
	add := func(list ...int) {
		for _, end := range list {
			if !slices.Contains(ends, end) {
				ends = append(ends, end)
			}
		}
	}
	switch n := n.(type) {
	case *abnf.Alternation:
		for _, alt := range n.Alts {
			add(p.ends(alt, at, depth)...)
		}
	case *abnf.Concatenation:
		ends = []int{at}
		for _, elem := range n.Elems {
			before := ends
			ends = nil
			for _, end := range before {
				add(p.ends(elem, end, depth)...)
			}
		}
	case *abnf.Repetition:
		for times, front := 0, []int{at}; len(front) > 0 && (n.Max == abnf.Unbounded || times <= n.Max) && times <= n.Min+len(p.text)+1; times++ {
			if times >= n.Min {
				add(front...)
			}
			before := front
			front = nil
			for _, end := range before {
				for _, next := range p.ends(n.Elem, end, depth) {
					if !slices.Contains(front, next) {
						front = append(front, next)
					}
				}
			}
		}
	case *abnf.CharVal:
		if rest := p.text[at:]; len(rest) >= len(n.Text) && strings.EqualFold(rest[:len(n.Text)], n.Text) {
			add(at + len(n.Text))
		}
	case *abnf.NumVal:
		if at < len(p.text) && uint32(p.text[at]) >= n.Values[0] && uint32(p.text[at]) <= n.Values[len(n.Values)-1] {
			add(at + 1)
		}
	case *abnf.RuleRef:
		return p.rule(p.Target(n), at, depth)
	}
	p.known[key] = ends
	return ends
}

// rule counts only rules of the set. References from other rules start at depth 0.
func (p *parses) rule(r *abnf.Rule, at, depth int) []int {
	if slices.Contains(p.counted, r) {
		depth++
	}
	if p.set[r] && depth > p.most {
		return nil
	}
	return p.ends(r.Body, at, depth)
}

func reaches(g *abnf.Grammar, from, to *abnf.Rule) bool {
	for _, r := range g.References(from.Name) {
		if r == to {
			return true
		}
	}
	return false
}

// setOf returns the rules mutually recursive with a rule. It returns false if other rules are recursive, too.
func setOf(g *abnf.Grammar, of *abnf.Rule) (set map[*abnf.Rule]bool, only bool) {
	set = make(map[*abnf.Rule]bool)
	for r := range g.Rules() {
		set[r] = reaches(g, r, of) && reaches(g, of, r)
		if !set[r] && reaches(g, r, r) {
			return nil, false
		}
	}
	return set, true
}

// TestRandom compares unrolled rules with the interpreter on all short texts.
func TestRandom(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	texts := matcher.Texts("abc", 4)
	unrolled, empty, deeper := 0, 0, 0
	for unrolled < 80 {
		grammar := matcher.RandomRecursive(rnd)
		depth := rnd.IntN(3)
		g, original := matcher.Parse(t, grammar), matcher.Parse(t, grammar)
		cycles, err := Rule(g, "r0", depth)
		if err != nil {
			t.Fatalf("%v\n%s", err, grammar)
		}
		if len(cycles) != 1 {
			continue
		}
		set, only := setOf(original, original.Lookup(cycles[0].Counted[0].Name))
		if !only {
			continue
		}
		unrolled++
		a, err := compile.Compile(g, "r0", nil)
		if err != nil {
			t.Fatalf("%v in\n%s", err, grammar)
		}
		if a.Start == dfa.Dead {
			empty++
		}
		p := &parses{Grammar: original, set: set, most: cycles[0].Depth}
		for _, r := range cycles[0].Counted {
			p.counted = append(p.counted, original.Lookup(r.Name))
		}
		for _, text := range texts {
			p.text, p.known = text, make(map[string][]int)
			want := slices.Contains(p.rule(original.Lookup("r0"), 0, 0), len(text))
			if got := dfa.Match(a, text); got != want {
				t.Fatalf("depth %d: %q accepted: %t, want %t in\n%s%v", depth, text, got, want, grammar, cycles[0])
			}
			whole := matcher.Matches(original, "r0", text)
			if want && !whole {
				t.Fatalf("%q is not in the language of\n%s", text, grammar)
			}
			if whole && !want {
				deeper++
			}
		}
	}
	t.Logf("%d unrolled, %d match nothing, %d strings are nested deeper", unrolled, empty, deeper)
	if deeper == 0 {
		t.Error("no string is nested deeper")
	}
}

// TestNames checks that copies have unused names in the grammar, and print the names of their rules.
func TestNames(t *testing.T) {
	const grammar = "list = \"(\" *( item / list-2 ) \")\"\nitem = \"a\" / list\nlist-2 = \"b\"\n"
	g := matcher.Parse(t, grammar)
	cycles, err := Rule(g, "list", 2)
	if err != nil || len(cycles) != 1 || cycles[0].String() != "list nests at most 3 deep: a subset of its language" || cycles[0].Pos().Line != 1 {
		t.Fatalf("%v, %v", cycles, err)
	}
	a, err := compile.Compile(g, "list", nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{"()": true, "(ab(b))": true, "(((b)))": true, "((()(a)))": true, "(((())))": false, "(": false} {
		if dfa.Match(a, text) != want {
			t.Errorf("%q: want %t", text, want)
		}
	}
	for ref, r := range g.References("list") {
		if r == nil || !strings.HasPrefix(ref.Name, r.Name) {
			t.Errorf("%s refers to %v", ref.Name, r)
		}
	}
	if cycles, err = Rule(g, "list", 2); err != nil || len(cycles) != 0 {
		t.Errorf("again: %v, %v", cycles, err)
	}
}

// TestCounted checks that rules on every cycle are counted, preferably one that other rules refer to.
func TestCounted(t *testing.T) {
	for _, x := range []struct{ grammar, want string }{
		{"x = a\nb = \"(\" a \")\" / \"b\"\na = \"[\" b \"]\"\n", "a nests at most 2 deep: a subset of its language"},
		{"a = \"(\" b \")\" / \"x\"\nb = \"[\" a \"]\" / \"{\" c \"}\"\nc = \"<\" b \">\" / \"x\"\n", "b nests at most 2 deep: a subset of its language"},
		{"a = \"(\" a \")\" / \"{\" b \"}\" / \"x\"\nb = \"<\" b \">\" / a\n", "a, b together nest at most 2 deep: subsets of their languages"},
	} {
		g := matcher.Parse(t, x.grammar)
		cycles, err := Rule(g, "a", 1)
		if err != nil || len(cycles) != 1 || cycles[0].String() != x.want {
			t.Errorf("%s%v, %v, want %s", x.grammar, cycles, err, x.want)
		}
	}
}

// TestNothing checks that a small depth may leave a rule without strings.
func TestNothing(t *testing.T) {
	for _, encoding := range []abnf.Encoding{abnf.UTF8, abnf.Octets} {
		g := matcher.Parse(t, "r = \"x\" / a\na = \"(\" a \")\"\n")
		g.Encoding = encoding
		if _, err := Rule(g, "r", 5); err != nil {
			t.Fatal(err)
		}
		for rule, want := range map[string]bool{"r": true, "a": false} {
			a, err := compile.Compile(g, rule, nil)
			if err != nil || (a.Start != dfa.Dead) != want {
				t.Errorf("%s: matches something: %t, want %t, %v", rule, !want, want, err)
			}
		}
	}
}
