package draw

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/matcher"
)

// derived is a parse: the state it has come to, and the parts it is in, the innermost one last.
type derived struct {
	offset int
	state  dfa.State
	inside string // a byte for each
}

func (d derived) Offset() int { return d.offset }

// derive tells of all characters of all parses to what state they lead, and the part that they lie in:
// of nested ones the innermost if nested is set, otherwise the outermost. Repetitions have bounds, and no rule
// refers to itself. It is not ok if there are too many.
func derive(g *abnf.Grammar, a *dfa.Automaton, parts []part, nested bool) (in map[dfa.State]map[int]bool, ok bool) {
	const most = 5000
	in, steps := make(map[dfa.State]map[int]bool), 0
	w := &matcher.Walk[derived]{Grammar: g}
	w.Character = func(x derived, c matcher.Characters) (next []derived) {
		if steps++; steps > most {
			return nil
		}
		for _, r := range some(c) {
			to := dfa.Run(a, x.state, string(r))
			if in[to] == nil {
				in[to] = make(map[int]bool)
			}
			if n := len(x.inside); n > 0 && nested {
				in[to][int(x.inside[n-1])] = true
			} else if n > 0 {
				in[to][int(x.inside[0])] = true
			}
			next = append(next, derived{x.offset + 1, to, x.inside})
		}
		return next
	}
	w.Rule = func(r *abnf.Rule, x derived) (next []derived) {
		outside := x.inside
		if i := slices.IndexFunc(parts, func(p part) bool { return p.rule == r }); i >= 0 {
			x.inside += string(byte(i))
		}
		for _, y := range w.Node(r.Body, x) {
			next = append(next, derived{y.offset, y.state, outside})
		}
		return next
	}
	w.Node(&abnf.RuleRef{Name: "r0"}, derived{state: a.Start})
	return in, steps <= most
}

// some lists characters of a set: the ends of all sets in the grammars of randomGrammar.
func some(set matcher.Characters) (list []rune) {
	for _, c := range "aAbcC! 09\u007e\u0080\u0081\u00e0\u0900\ud7f0\ud7ff\ue000\ue001\uffff\U00010000\U00010001\U0010ff00\U0010ffff" {
		if set.Has(c) {
			list = append(list, c)
		}
	}
	return list
}

// The parts that states may be in are those that some parse of some string has there.
func TestPossibleParts(t *testing.T) {
	rnd := random(t)
	tried := 0
	for range 30 {
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
			want, ok := derive(g, a, parts, nested)
			if !ok {
				continue
			}
			tried++
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

// What the automaton itself says of parts holds here too: if all parses agree on
// one, some parse is in it.
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
		`state 2, as after "(", in list`, // and after a comma
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

// TestOctets: arrows of octets lead where the automaton does, by every octet.
func TestOctets(t *testing.T) {
	for _, text := range []string{
		"r = *( \"a\" / %x80-FF )\n",
		"r = %xC3 %xA4 / %xE2-EF *3%x80-BF %x0A\n",
		"r = *%x00-FF %xFF\n",
	} {
		g := matcher.Parse(t, text)
		g.Encoding = abnf.Octets
		a, err := compile.Compile(g, "r", nil)
		if err != nil {
			t.Fatal(err)
		}
		m := newCharAutomaton(a, abnf.Octets)
		if len(m.states) != a.NumStates()-1 {
			t.Errorf("%s%d states of %d", text, len(m.states), a.NumStates())
		}
		for _, s := range m.states {
			for b := range 256 {
				to := dfa.Dead
				for _, arrow := range m.arrows[s] {
					if arrow.chars.Contains(rune(b)) {
						to = arrow.to
					}
				}
				if to != a.Next(s, byte(b)) {
					t.Fatalf("%sstate %d, %#x: %d, not %d", text, s, b, to, a.Next(s, byte(b)))
				}
			}
		}
	}
}

// Octets are named by number, and strings are shown octet by octet.
func TestOctetLabels(t *testing.T) {
	g := matcher.Parse(t, "r = %xC3 %x80-BF obs-text / %x0A\nobs-text = %x80-FF\n")
	g.Encoding = abnf.Octets
	var labels []string
	for _, e := range drawn(t, g, "r", nil).edges {
		labels = append(labels, strings.Join(e.label, " "))
	}
	slices.Sort(labels)
	if want := "0x80-0xBF 0xC3 LF obs-text"; strings.Join(labels, " ") != want {
		t.Errorf("got %q, want %s", labels, want)
	}
	if dot := string(drawn(t, g, "r", nil).DOT()); !strings.Contains(dot, `\\xc3\\x80`) {
		t.Error("no octets in the titles")
	}
}
