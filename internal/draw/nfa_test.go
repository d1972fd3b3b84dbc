package draw

import (
	"maps"
	"slices"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/unicodeclass"
)

// tagged is a text with the part that each character lies in, -1 for none.
type tagged struct {
	text  string
	parts []int
}

// deriver lists the texts of nodes by all readings. Repetitions have bounds, and no rule
// refers to itself. What lies in two parts is in the inner one if they are nested,
// else in the outer.
type deriver struct {
	grammar *abnf.Grammar
	parts   []part
	nested  bool
	tooMany bool
}

func (d *deriver) node(n abnf.Node, inside int) []tagged {
	all := []tagged{{}}
	switch n := n.(type) {
	case *abnf.Alternation:
		all = nil
		for _, alt := range n.Alts {
			all = append(all, d.node(alt, inside)...)
		}
	case *abnf.Concatenation:
		for _, elem := range n.Elems {
			all = d.product(all, d.node(elem, inside))
		}
	case *abnf.Repetition:
		some := all
		all = nil
		for i := 0; i <= n.Max; i++ {
			if i >= n.Min {
				all = append(all, some...)
			}
			some = d.product(some, d.node(n.Elem, inside))
		}
	case *abnf.RuleRef:
		r := d.grammar.Target(n)
		if i := slices.IndexFunc(d.parts, func(p part) bool { return p.rule == r }); i >= 0 && (d.nested || inside < 0) {
			inside = i
		}
		return d.node(r.Body, inside)
	case *abnf.CharVal:
		for _, c := range []byte(n.Text) {
			all = d.product(all, one(letter(c, n.CaseSensitive), inside))
		}
	case *abnf.NumVal:
		for _, set := range values(n) {
			all = d.product(all, one(set, inside))
		}
	}
	return all
}

func (d *deriver) product(list, behind []tagged) []tagged {
	const most = 5000
	if d.tooMany = d.tooMany || len(list)*len(behind) > most; d.tooMany {
		return nil
	}
	var all []tagged
	for _, a := range list {
		for _, b := range behind {
			all = append(all, tagged{a.text + b.text, slices.Concat(a.parts, b.parts)})
		}
	}
	return all
}

// one lists the ends of each range of a set, and U+0061 if it is in one.
func one(set unicodeclass.Set, inside int) []tagged {
	var list []tagged
	chars := make(map[rune]bool)
	for r := range set.Ranges() {
		chars[r.Lo], chars[r.Hi] = true, true
		if r.Lo <= 'a' && 'a' <= r.Hi {
			chars['a'] = true
		}
	}
	for _, c := range slices.Sorted(maps.Keys(chars)) {
		list = append(list, tagged{string(c), []int{inside}})
	}
	return list
}

// The parts that states may be in are those that some reading of some text has there.
func TestPossibleParts(t *testing.T) {
	rnd := random(t)
	tried := 0
	for range 70 {
		text := randomGrammar(rnd, true)
		g := matcher.Parse(t, text)
		a, err := compile.Compile(g, "r0", nil)
		if err != nil {
			continue // too large
		}
		m := newCharAutomaton(a, abnf.UTF8)
		f, err := newFolder(g, m)
		if err != nil {
			t.Fatalf("%v for\n%s", err, text)
		}
		parts := []part{{"r2", g.Lookup("r2")}, {"r1", g.Lookup("r1")}, {"r4", g.Lookup("r4")}}
		for _, nested := range []bool{true, false} {
			d := &deriver{grammar: g, parts: parts, nested: nested}
			all := d.node(g.Lookup("r0").Body, -1)
			if d.tooMany {
				continue
			}
			tried++
			want := make(map[dfa.State]map[int]bool)
			for _, x := range all {
				s := a.Start
				for i, c := range []rune(x.text) {
					s = dfa.Run(a, s, string(c))
					if x.parts[i] >= 0 && want[s] == nil {
						want[s] = make(map[int]bool)
					}
					if x.parts[i] >= 0 {
						want[s][x.parts[i]] = true
					}
				}
			}
			f.nested = nested
			got := f.possible(parts)
			for _, s := range m.states {
				if !slices.Equal(got[s], slices.Sorted(maps.Keys(want[s]))) {
					t.Fatalf("state %d may be in %v, want %v, in\n%s\n%s", a.Number(s), got[s], want[s], a, text)
				}
			}
		}
	}
	if tried < 10 {
		t.Errorf("%d grammars were small enough", tried)
	}
}

// What the automaton itself says of parts holds here too: if all readings agree on
// one, some reading is in it.
func TestPartsOfAutomata(t *testing.T) {
	g := iris(t)
	for _, rule := range []string{"IRI", "ihost", "ls32", "irelative-part"} {
		var names []string
		var parts []part
		for _, name := range []string{"scheme", "iauthority", "ihost", "port", "h16", "dec-octet", "pct-encoded", "iquery"} {
			names, parts = append(names, name), append(parts, part{name, g.Lookup(name)})
		}
		a, err := compile.Compile(g, rule, &compile.Options{Parts: names})
		if err != nil {
			t.Fatal(err)
		}
		m := newCharAutomaton(a, abnf.UTF8)
		f, err := newFolder(g, m)
		if err != nil {
			t.Fatal(err)
		}
		f.nested = true
		possible := f.possible(parts)
		for _, s := range m.states {
			i := slices.Index(names, a.Part(s))
			if i >= 0 && !slices.Contains(possible[s], i) && !slices.ContainsFunc(possible[s], func(j int) bool { return within(g, names[j], names[i]) }) {
				t.Errorf("%s: state %d is in %s, but may be in %v", rule, a.Number(s), names[i], possible[s])
			}
		}
	}
}

// within reports whether a rule refers to another, directly or not.
func within(g *abnf.Grammar, inner, outer string) bool {
	for _, r := range g.References(outer) {
		if r == g.Lookup(inner) {
			return true
		}
	}
	return false
}

// Rules that refer to themselves at their ends have parts.
func TestRecursiveParts(t *testing.T) {
	g := matcher.Parse(t, "a = \"(\" list \")\"\nlist = item [ \",\" more ]\nmore = list\nitem = 1*DIGIT / word\nword = 1*ALPHA\n")
	d := drawn(t, g, "a", &Options{Parts: []string{"item", "list"}})
	var got []string
	for _, n := range d.nodes {
		got = append(got, n.title)
	}
	want := []string{
		`state 1, as after ""`,
		`state 2, as after "(", in list`, // and behind a comma
		`state 3, as after "(0", in item`,
		`state 4, as after "(A", in item`,
		`state 5, as after "(0)"`,
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("nodes %q, want %q", got, want)
	}
}
