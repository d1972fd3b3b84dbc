package proof_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// marked are grammars with marks, and texts by which the marks are judged.
var marked = []struct {
	text     string
	marks    []string
	alphabet string
	longest  int
}{
	{"r = \"/\" [ user \"@\" ] host [ \":\" port ]\nuser = *( \"1\" / \":\" )\nhost = *\"1\"\nport = *\"1\"\n", []string{"host", "port"}, "/1@:", 7},
	{"r = \".\" m *( \";\" m )\nm = *%x61\n", []string{"m"}, ".a;", 6},
	{"r = %xE9 m\nm = %xE8 / %xE9 %x61\n", []string{"M"}, "éèa", 7},
	{"r = \"/\" *%x61 [ \"?\" q ] [ \"#\" f ]\nq = *( %x61 / \"?\" )\nf = *( %x61 / \"#\" )\n", []string{"q", "f"}, "/a?#", 6},
	{"r = %x61 x\nx = %x62 y\ny = %x63 / \"\"\n", []string{"x", "y", "r2"}, "abc", 4},
}

// located is what dfa.Locate has to report: for each text of the rule, the offsets
// of each derivation.
func located(t testing.TB, text string, marks []string, alphabet string, longest int) map[string][]dfa.Marks {
	d := &matcher.Reader{Grammar: matcher.Parse(t, text), Spans: marks, Alphabet: alphabet, Longest: longest}
	all := make(map[string][]dfa.Marks)
	for _, x := range d.All("r") {
		var m dfa.Marks
		for k := range marks {
			m[k] = uint32(max(x.Spans[k].Start, 0))
		}
		if !slices.Contains(all[x.Text], m) {
			all[x.Text] = append(all[x.Text], m)
		}
	}
	return all
}

// mislocated returns a shortest of the texts for which a reports anything else.
func mislocated(a *dfa.Automaton, want map[string][]dfa.Marks) (shortest string, found bool) {
	for text, list := range want {
		var m dfa.Marks
		right := dfa.Locate(a, text, &m) && len(list) == 1 && list[0] == m
		if !right && (!found || len(text) < len(shortest)) {
			shortest, found = text, true
		}
	}
	return shortest, found
}

// markMutants are all automata with another slot for a state, other slots for a
// mark, or another target; those of another language are left out.
func markMutants(a *dfa.Automaton, yield func(what string, b *dfa.Automaton)) {
	m := matcher.Unpack(a)
	most := slices.Max(a.Slots) + 1
	for s := 1; s < len(m.Rows); s++ {
		was := m.Slots[s]
		for slot := range most + 1 {
			if m.Slots[s] = slot; slot != was && (s != m.Begin || slot == 0) {
				yield(fmt.Sprintf("state %d, slot %d", s, slot), m.Pack())
			}
		}
		m.Slots[s] = was
	}
	for k, was := range m.MarkSlots {
		for slots := range uint64(1) << 8 {
			if slots&15 <= uint64(most) && slots>>4 <= uint64(most) && slots != was {
				m.MarkSlots[k] = slots
				yield(fmt.Sprintf("mark %d, slots %#x", k, slots), m.Pack())
			}
		}
		m.MarkSlots[k] = was
	}
	for s := 1; s < len(m.Rows); s++ {
		for c, was := range m.Rows[s] {
			for to := range m.Rows {
				m.Rows[s][c] = to
				b := m.Pack()
				if _, equal := matcher.Equivalent(a, b); equal && to != was {
					yield(fmt.Sprintf("state %d, class %d to %d", s, c, to), b)
				}
			}
			m.Rows[s][c] = was
		}
	}
}

// Automata whose marks are exact pass, and only they: what is refuted is wrong for
// the text that is said to show it.
func TestMarkMutants(t *testing.T) {
	for _, test := range marked {
		grammar := test.text
		if slices.Contains(test.marks, "r2") {
			grammar += "r2 = %x62\n" // a mark that is never there
		}
		opts := &compile.Options{Marks: test.marks}
		right, p := compiled(t, grammar, opts), prover(t, grammar, opts)
		claims, err := p.Marks(right)
		if err != nil || len(claims) != len(test.marks) {
			t.Fatalf("%v, %v", claims, err)
		}
		for k, claim := range claims {
			if claim.Text != "r reports where "+test.marks[k]+" begins" || claim.Pairs == 0 {
				t.Errorf("%v", claim)
			}
		}
		want := located(t, grammar, test.marks, test.alphabet, test.longest)
		if text, found := mislocated(right, want); found {
			t.Fatalf("%sthe compiler's marks for %q are not those of %v", grammar, text, want[text])
		}
		count, wrong := 0, 0
		markMutants(right, func(what string, a *dfa.Automaton) {
			if count++; a.Check() != nil || !*testkit.Long && count%4 != 0 {
				return
			}
			text, found := mislocated(a, want)
			claims, err := p.Marks(a)
			if found != (err != nil) || found != (claims == nil) {
				t.Fatalf("%s%s: for %q wrong: %t; %v, %v\n%v", grammar, what, text, found, claims, err, a)
			}
			if !found {
				return
			}
			wrong++
			var witness *proof.Counterexample
			if !errors.As(err, &witness) || witness.Rule != "r" {
				t.Fatalf("%s%s: %v", grammar, what, err)
			}
			var m dfa.Marks
			if list := want[string(witness.Text)]; dfa.Locate(a, witness.Text, &m) && (len(list) == 0 || len(list) == 1 && list[0] == m) {
				t.Fatalf("%s%s: %v: %v is right\n%v", grammar, what, err, m, a)
			}
			if len(test.marks) == 1 && len(witness.Text) != len(text) {
				t.Fatalf("%s%s: %v: %q is shorter", grammar, what, err, text)
			}
		})
		t.Logf("%d mutants, %d wrong", count, wrong)
	}
}

// Marks that are not exact whatever the automaton: of texts that can be cut in two
// ways, that begin at offset 0, that are read in any other way than the registers.
func TestInexactMarks(t *testing.T) {
	for _, test := range []struct {
		grammar, other string // that the automaton is made of
		marks          []string
		text, why      string
	}{
		{"r = \"/\" *\"1\" m\nm = *\"1\"\n", "r = \"/\" *\"1\" m\nm = \"\"\n", []string{"m"}, "/1", "m begins elsewhere than reported"},
		{"r = \"/\" ( x / y )\nx = \"1\"\ny = \"1\"\n", "r = \"/\" x\nx = \"1\"\ny = \"\"\n", []string{"x", "y"}, "/1", "x is reported but not there"},
		{"r = m\nm = \"1\"\n", "r = \"1\" m\nm = \"\"\n", []string{"m"}, "1", "m begins elsewhere than reported"},
		{"r = *m\nm = \"\" / \"1\"\n", "r = *\"1\" [ \"2\" m ]\nm = \"\"\n", []string{"m"}, "", "m is there but not reported"},
		{"r = \"1\" [ m ]\nm = \"2\"\n", "r = \"1\" [ \"2\" ]\nm = \"2\"\n", []string{"m"}, "12", "m is there but not reported"},
		{"r = \"/\" x \"1\" y\nx = \"\"\ny = \"2\"\n", "r = \"/\" y \"1\" x\nx = \"2\"\ny = \"\"\n", []string{"y", "x"}, "/12", "y begins elsewhere than reported"},
		{"r = \"/\" y \"1\" x\nx = \"2\"\ny = \"\"\n", "r = \"/\" x \"1\" y\nx = \"\"\ny = \"2\"\n", []string{"x", "y"}, "/12", "x begins elsewhere than reported"},
	} {
		opts := &compile.Options{Marks: test.marks}
		claims, err := prover(t, test.grammar, opts).Marks(compiled(t, test.other, opts))
		var witness *proof.Counterexample
		if !errors.As(err, &witness) || claims != nil || string(witness.Text) != test.text || witness.Why != test.why {
			t.Errorf("%s%v, %v; want %q: %s", test.grammar, claims, err, test.text, test.why)
		}
	}
}

// What compile refuses for its marks has no automaton; the proof says no to the
// nearest thing, too, and for a text as short.
func TestMarksThatCompileRefuses(t *testing.T) {
	for _, grammar := range []string{
		"r = \"/\" *\"1\" m\nm = *\"1\"\n",
		"r = *m\nm = \"1\"\n",
		"r = \"1\" *( m / \"1\" )\nm = \"1\" \"1\"\n",
	} {
		opts := &compile.Options{Marks: []string{"m"}}
		_, err := compile.Compile(matcher.Parse(t, grammar), "r", opts)
		var refused *compile.MarkError
		ok := errors.As(err, &refused)
		if !ok {
			t.Fatal(err)
		}
		m := matcher.Unpack(compiled(t, grammar, nil)) // a mark on every state but the dead one and the start
		m.MarkNames, m.MarkSlots, m.Slots = opts.Marks, []uint64{1}, make([]uint8, len(m.Rows))
		for s := range m.Slots {
			if s != 0 && s != m.Begin {
				m.Slots[s] = 1
			}
		}
		_, err = prover(t, grammar, opts).Marks(m.Pack())
		var witness *proof.Counterexample
		if !errors.As(err, &witness) {
			t.Errorf("%s%v", grammar, err)
			continue
		}
		t.Logf("compile %q: %s; proof %q: %s", refused.Text, refused.Why, witness.Text, witness.Why)
	}
}

// Of two mistakes that with the shorter text in bytes is reported.
func TestShortestMarks(t *testing.T) {
	opts := &compile.Options{Marks: []string{"m"}}
	const grammar = "r = %x10000 [ m ] / %x61 %x61 [ m ]\nm = %x62\n"
	p := prover(t, grammar, opts)
	_, err := p.Marks(compiled(t, "r = m %x10000 / %x61 %x61 m\nm = \"\"\n", &compile.Options{Marks: nil}))
	if err == nil {
		t.Fatal("an automaton without marks")
	}
	// Every state but the start has the mark, so that "aa" and U+10000 show it.
	m := matcher.Unpack(compiled(t, grammar, nil))
	m.MarkNames, m.MarkSlots, m.Slots = opts.Marks, []uint64{1}, make([]uint8, len(m.Rows))
	for s := range m.Slots {
		if s != 0 && s != m.Begin {
			m.Slots[s] = 1
		}
	}
	_, err = p.Marks(m.Pack())
	var witness *proof.Counterexample
	if !errors.As(err, &witness) {
		t.Fatal(err)
	}
	if string(witness.Text) != "aa" {
		t.Errorf("%v: Marks goes by the length in characters", err)
	}
}

// The claim is about all texts of the rule, so all must be accepted.
func TestMarksOfRejectedTexts(t *testing.T) {
	const grammar = "r = \"/\" m\nm = \"1\"\n"
	opts := &compile.Options{Marks: []string{"m"}}
	a := compiled(t, grammar, opts)
	a.AcceptMin = dfa.State(len(a.Trans))
	claims, err := prover(t, grammar, opts).Marks(a)
	if !errors.As(err, new(*proof.Counterexample)) {
		t.Errorf("nothing is accepted, but %v, %v", claims, err)
	}
}
