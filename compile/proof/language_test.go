package proof_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/testkit/mutant"
	"example.org/iri/internal/walk"
)

// The grammars are so small that all mutants of their automata can be tried.
var grammars = []struct {
	name, text string
	alphabet   string // bytes of its strings
	bytes      string // bytes whose classes are changed
}{
	{"empty", "r = \"\"\n", "a", "\x00a\x80\xff"},
	{"nothing", "r = %xD800-DFFF\n", "a\xed\xa0\x80", "a\xed"},
	{"letters", "r = *( %x61 %x62 )\n", "ab", "ab\x80\xff"},
	{"loop", "r = *3( %x61 / %x62 %x62 )\n", "ab", "ab"},
	{"case", "r = \"ab\" [ %s\"a\" ]\n", "aAbB", "aB@`"},
	{"two bytes", "r = *%xE9\n", "\xc3\xa9\xa8", "a\x80\xa9\xc2\xc3\xff"},
	{"three bytes", "r = %xD7FF-E000 / %x61\n", "\xed\x9f\xbf\xa0\xee\x80a", "\x7f\x80\xa0\xed\xee"},
	{"four bytes", "r = 1*2%x10FFFF\n", "\xf4\x8f\xbf\x90", "\x8f\x90\xf4\xf5"},
	{"all", "r = *%x00-10FFFF\n", "a\xc2\x80", "\x00\x80"},
	{"edge of three", "r = %x7FF-800 %x61\n", "\xdf\xbf\xe0\xa0\x80a", "\x80\xa0\xbf\xdf\xe0"},
}

// wellFormed returns an automaton of well-formed UTF-8.
func wellFormed(t testing.TB) *dfa.Automaton { return compiled(t, "r = *%x00-10FFFF\n", nil) }

// difference returns the length of a shortest byte string on which a and right differ, or that is no prefix of UTF-8
// but does not lead a to the dead state.
func difference(a, right, utf8 *dfa.Automaton) (length int, differ bool) {
	type states [3]dfa.State
	level, seen := []states{{a.Start, right.Start, utf8.Start}}, make(map[states]bool)
	for ; len(level) > 0; length++ {
		var next []states
		for _, x := range level {
			if a.Accepts(x[0]) != right.Accepts(x[1]) || x[0] != dfa.Dead && x[2] == dfa.Dead {
				return length, true
			}
			for b := range 256 {
				y := states{a.Next(x[0], byte(b)), right.Next(x[1], byte(b)), utf8.Next(x[2], byte(b))}
				if !seen[y] {
					seen[y] = true
					next = append(next, y)
				}
			}
		}
		level = next
	}
	return 0, false
}

// shows reports whether text is a counterexample for a, by the naive matcher.
func shows(g *abnf.Grammar, a *dfa.Automaton, text string) bool {
	return dfa.Match(a, text) != matcher.Matches(g, "r", text) || !beginning(text) && dfa.Run(a, a.Start, text) != dfa.Dead
}

// doubled returns an automaton with a copy of each state, so that some mutants accept the same language. The copy of
// the dead state is an error only if bytes that are not UTF-8 lead to it.
func doubled(a *dfa.Automaton) *mutant.Automaton {
	m := mutant.Unpack(a)
	for s := range m.Rows {
		row := slices.Clone(m.Rows[s])
		if s == 0 {
			for c := range row {
				row[c] = len(m.Rows)
			}
		}
		m.Rows, m.Accepting = append(m.Rows, row), append(m.Accepting, m.Accepting[s])
	}
	return m
}

// The automaton of the compiler and mutants with the same language are proved. All other mutants are refuted with a
// shortest string.
func TestMutants(t *testing.T) {
	utf8, n := wellFormed(t), 0
	for _, test := range grammars {
		t.Run(test.name, func(t *testing.T) {
			right, p := compiled(t, test.text, nil), prover(t, test.text)
			if claim, err := p.Language(right); err != nil || claim.Text != "r accepts the language of its rule" || claim.Pairs == 0 {
				t.Fatalf("%v: %v", claim, err)
			}
			g, texts := matcher.Parse(t, test.text), matcher.Texts(test.alphabet, 3)
			bytes := test.bytes
			if !*testkit.Long {
				bytes = bytes[:1]
			}
			count, wrong := 0, 0
			m := doubled(right)
			for what := range m.Changes(1, bytes) {
				if n++; n%15 != 0 && !*testkit.Long {
					continue
				}
				a := m.Pack()
				if a.Check() != nil {
					continue // a class without bytes
				}
				claim, err := p.Language(a)
				length, differ := difference(a, right, utf8)
				if _, equal := matcher.Equivalent(a, right); !equal && !differ {
					t.Fatalf("%+v: the methods differ", what)
				}
				if count++; !differ {
					if err != nil || claim.Pairs == 0 {
						t.Fatalf("%+v: %v, %v\n%v", what, claim, err, a)
					}
					continue
				}
				wrong++
				var witness *proof.Counterexample
				if !errors.As(err, &witness) || claim != (proof.Claim{}) || witness.Rule != "r" || witness.Why == "" {
					t.Fatalf("%+v: %v, %v\n%v", what, claim, err, a)
				}
				if text := string(witness.Text); !shows(g, a, text) || len(text) != length {
					t.Fatalf("%+v: %v; of %d bytes, %d would do\n%v", what, err, len(text), length, a)
				}
				for _, text := range texts {
					if len(text) < length && shows(g, a, text) {
						t.Fatalf("%+v: %v, but %q shows it", what, err, text)
					}
				}
			}
			t.Logf("%d mutants, %d wrong", count, wrong)
		})
	}
}

// A shortest byte string that is not dead is reported, even if a longer one leads to the same state within a character.
func TestShortestIllFormed(t *testing.T) {
	const text = "r = %x10000-1003F / \"x\" %x80-BF\n"
	m := mutant.Unpack(compiled(t, text, nil))
	last := m.Number(dfa.Run(&m.Automaton, m.Automaton.Start, "x\xc2"))
	if m.Number(dfa.Run(&m.Automaton, m.Automaton.Start, "\xf0\x90\x80")) != last {
		t.Fatal("two ways to one state are wanted")
	}
	m.Rows[last][m.Classes['x']] = len(m.Rows) - 1
	for _, scalars := range []bool{false, true} {
		p := prover(t, text)
		p.Scalars = scalars
		_, err := p.Language(m.Pack())
		var witness *proof.Counterexample
		if !errors.As(err, &witness) || dfa.Run(m.Pack(), m.Pack().Start, witness.Text) == dfa.Dead {
			t.Fatal(err)
		}
		if len(witness.Text) != len("x\xc2x") {
			t.Errorf("%v is not shortest", err)
		}
	}
}

// The same, if the shorter text begins with a character of a later class: b follows U+10000, which is in a class with
// a.
func TestShortestOfClasses(t *testing.T) {
	p := prover(t, "r = ( %x61 / %x10000 ) %x79 / %x62 %x79\n")
	a := compiled(t, "r = %x61 %x79 / %x10000 / %x62\n", nil)
	for _, scalars := range []bool{true, false} {
		p.Scalars = scalars
		_, err := p.Language(a)
		var witness *proof.Counterexample
		if !errors.As(err, &witness) || !dfa.Match(a, witness.Text) {
			t.Fatal(err)
		}
		if string(witness.Text) != "b" {
			t.Errorf("%v: kinds leaves out b, as it leads where the character before it in its list does", err)
		}
	}
}

// Both walks have the same result, and visit the same pairs if there is no error.
func TestWalks(t *testing.T) {
	for _, text := range []string{
		"r = *( %x61 %xE9 )\n",
		"r = %xD7FF-E000 / %x61 1*2%x10FFFF\n",
		"r = *%x00-10FFFF\n",
		"r = %xFFFF-10000 [ \"x\" %x7FF-800 ]\n",
	} {
		if !*testkit.Long && len(text) > 40 {
			continue
		}
		classes, scalars := prover(t, text), prover(t, text)
		scalars.Scalars = true
		if right := compiled(t, text, nil); true {
			byClass, err1 := classes.Language(right)
			byScalar, err2 := scalars.Language(right)
			if err1 != nil || err2 != nil || byClass != byScalar {
				t.Errorf("%s%v, %v\n%v, %v", text, byClass, err1, byScalar, err2)
			}
		}
		if !*testkit.Long {
			continue
		}
		m, rnd := mutant.Unpack(compiled(t, text, nil)), random(t)
		for range 4 {
			s, c, s2 := 1+rnd.IntN(len(m.Rows)-1), rnd.IntN(walk.NumClasses(&m.Automaton)), rnd.IntN(len(m.Rows))
			was := m.Rows[s][c]
			m.Rows[s][c] = s2
			_, err1 := classes.Language(m.Pack())
			_, err2 := scalars.Language(m.Pack())
			var x *proof.Counterexample
			wrong1 := errors.As(err1, &x)
			var y *proof.Counterexample
			wrong2 := errors.As(err2, &y)
			if wrong1 != wrong2 || wrong1 && len(x.Text) != len(y.Text) {
				t.Errorf("%sclasses: %v\nscalars: %v\n%v", text, err1, err2, m.Pack())
			}
			m.Rows[s][c] = was
		}
	}
}

// TestRandomRecursion proves the automata of random recursive rules. It requires that the automaton of another rule is
// refuted if a short string distinguishes the two rules.
func TestRandomRecursion(t *testing.T) {
	rnd := random(t)
	n := 3000
	if !*testkit.Long {
		n = 100
	}
	proved, refuted := 0, 0
	var other *dfa.Automaton
	for range n {
		text := matcher.RandomRecursive(rnd)
		g := matcher.Parse(t, text)
		a, err := compile.Compile(g, "r0", nil)
		if err != nil {
			continue
		}
		p, err := proof.New(g, "r0")
		if err != nil {
			if !strings.Contains(err.Error(), "in a way that proofs are not for") {
				t.Fatal(err)
			}
			continue
		}
		if _, err := p.Language(a); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		proved++
		if other != nil {
			_, err := p.Language(other)
			witness, equal := matcher.Equivalent(a, other)
			var found *proof.Counterexample
			if equal != (err == nil) || err != nil && (!errors.As(err, &found) || len(found.Text) != len(witness)) {
				t.Fatalf("%v, but %q tells, equal: %t, in\n%s", err, witness, equal, text)
			}
			if err != nil {
				refuted++
			}
		}
		other = a
	}
	if t.Logf("%d of %d proved, %d refuted", proved, n, refuted); proved < n/10 || refuted == 0 {
		t.Error("too few")
	}
}

// Spans in recursive rules are proved, and mutants of their tables are refuted.
func TestRecursiveSpans(t *testing.T) {
	for _, test := range []struct{ text, repeats, names string }{ // the same by repetition
		{"r = item [ %x2C r ]\n", "r = item *( %x2C item )\n", "item x"},
		{"r = [ r %x2C ] item\n", "r = item *( %x2C item )\n", "item x"},
		{"r = x a\na = %x61 b / %x63\nb = %x62 x a / %x62\n", "r = x *( %x61 %x62 x ) ( %x61 %x62 / %x63 )\n", "x"},
		{"r = list %x63 x\nlist = x / list %x2C x\n", "r = x *( %x2C x ) %x63 x\n", "x"},
	} {
		const rest = "item = 1*%x61 [ x ]\nx = %x62\n"
		test.text += rest
		names := strings.Fields(test.names)
		a, p := tagged(t, test.text, names...), prover(t, test.text)
		reader := readSpans(&matcher.Reader{Grammar: matcher.Parse(t, test.repeats+rest), Spans: names, Alphabet: "abc,", Longest: 5})
		if reader.check(t, p, a) {
			t.Errorf("what compile makes is refuted of\n%s", test.text)
		}
		count, wrong := 0, 0
		for b := range mutant.Tables(a) {
			if count++; reader.check(t, p, b) {
				wrong++
			}
		}
		if t.Logf("%d mutants, %d refuted of\n%s", count, wrong, test.text); wrong == 0 {
			t.Error("nothing is refuted")
		}
	}
}
