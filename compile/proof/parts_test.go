package proof_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
	"example.org/iri/internal/abnftest"
)

// parted are grammars of finitely many texts, with parts.
var parted = []struct {
	name, text string
	parts      []string
	alphabet   string
}{
	{"nested", "r = \"/\" p\np = 1*2( q / %x61 )\nq = \"%\" %x61 %x62\n", []string{"p", "q"}, "/ab%"},
	{"two readings", "r = ( x / y ) [ %x3A ]\nx = %x61 [ %x62 ]\ny = %x61 [ %x63 ]\n", []string{"x", "y"}, "abc:"},
	{"ends", "r = o\no = p [ p ]\np = %x61 %x62\n", []string{"o", "p"}, "ab"},
	{"two bytes", "r = *2p %x61\np = %xE9 / %xE8 %x61\n", []string{"p"}, "éèa"},
	{"renamed", "r = x / %x62 y\nx = %x61 z\ny = %x61 z\nz = %x63 %x63\n", []string{"N=x", "N=y", "Z=z"}, "abc"},
	{"never", "r = %x61\np = %x61\n", []string{"p"}, "a"},
	{"empty", "r = p %x61 p\np = \"\"\n", []string{"p"}, "a"},
	{"merged", "r = %x61 x / %x62 y\nx = %x63 [ %x64 ]\ny = %x63 [ %x64 ]\n", []string{"x", "y"}, "abcd"},
	{"itself", "R = 2( %x61 / %x62 )\n", []string{"text=r"}, "ab"},
}

// pieces cuts the stack of a byte into /name@offset.
func pieces(stack string) []string {
	if stack == "" {
		return nil
	}
	return strings.Split(stack[1:], "/")
}

// reading is what a derivation says of a text that its text begins with.
type reading struct {
	stack []string
	open  int // how many of them, from the outermost, hold the next byte
}

// readings returns those of every beginning of a text of the rule.
func readings(d *abnftest.Reader) map[string][]reading {
	all := make(map[string][]reading)
	for x := range d.All("r") {
		all[""] = append(all[""], reading{})
		held := strings.Split(x.Held, " ")[1:] // of each byte
		for i, stack := range held {
			r := reading{stack: pieces(stack)}
			if i+1 < len(held) {
				next := pieces(held[i+1])
				for r.open < min(len(r.stack), len(next)) && r.stack[r.open] == next[r.open] {
					r.open++
				}
			}
			all[x.Text[:i+1]] = append(all[x.Text[:i+1]], r)
		}
	}
	return all
}

// defined returns the part of a text by the definition: the innermost production
// that is in all readings and can go on in one.
func defined(list []reading) string {
	name := func(piece string) string { return piece[:strings.LastIndexByte(piece, '@')] }
	for _, piece := range slices.Backward(list[0].stack) {
		everywhere, open := true, false
		for _, r := range list {
			at := slices.IndexFunc(r.stack, func(p string) bool { return name(p) == name(piece) })
			everywhere = everywhere && at >= 0
			open = open || at >= 0 && at < r.open
		}
		if everywhere && open {
			return name(piece)
		}
	}
	return ""
}

// What the compiler makes of parts is what they are defined as, and the prover
// agrees; whichever entry is changed, it does not.
func TestPartMutants(t *testing.T) {
	for _, test := range parted {
		t.Run(test.name, func(t *testing.T) {
			opts := &compile.Options{Parts: test.parts}
			a, p := compiled(t, test.text, opts), prover(t, test.text, opts)
			d := &abnftest.Reader{Grammar: abnftest.Parse(t, test.text), Parts: test.parts, Alphabet: test.alphabet, Longest: 20}
			for text, list := range readings(d) {
				if got, want := a.Part(dfa.Run(a, a.Start, text)), defined(list); got != want {
					t.Errorf("%q has part %q, want %q", text, got, want)
				}
			}
			claim, err := p.Parts(a)
			if err != nil || !strings.HasSuffix(claim.Text, " has the parts of their definition") || claim.Pairs == 0 {
				t.Errorf("%v, %v", claim, err)
			}
			m := unpack(a)
			for s, was := range m.Parts {
				for part := range uint8(len(m.PartNames)) {
					if m.Parts[s] = part; part == was {
						continue
					}
					b := m.pack()
					_, err := p.Parts(b)
					var witness *proof.Counterexample
					if !errors.As(err, &witness) || !strings.EqualFold(witness.Rule, "r") {
						t.Fatalf("state %d, part %d: %v", s, part, err)
					}
					if got := dfa.Run(b, b.Start, witness.Text); s != 0 && b.Part(got) == a.Part(dfa.Run(a, a.Start, witness.Text)) {
						t.Errorf("state %d, part %d: %v does not show it", s, part, err)
					}
				}
				m.Parts[s] = was
			}
			m.Parts, m.PartNames = nil, nil
			if _, err := p.Parts(m.pack()); (err == nil) != (slices.Max(a.Parts) == 0) {
				t.Errorf("no parts at all: %v", err)
			}
		})
	}
}

// A production that begins anew behind its end, also without a byte, does not go on.
func TestPartsOfRepetitions(t *testing.T) {
	for _, test := range []struct {
		text, part string // part of the text a
	}{
		{"r = *p\np = %x61\n", ""},
		{"r = *p\np = 1*%x61\n", "p"},
		{"r = 1*( p %x62 )\np = %x61 [ %x61 ]\n", "p"},
		{"r = *o\no = p / %x62\np = %x61\n", ""},
	} {
		opts := &compile.Options{Parts: []string{"p"}}
		a := compiled(t, test.text, opts)
		if _, err := prover(t, test.text, opts).Parts(a); err != nil || a.Part(dfa.Run(a, a.Start, "a")) != test.part {
			t.Errorf("%s%v\n%v", test.text, err, a)
		}
	}
}

// A listed production that can be empty may be repeated.
func TestPartsOfEmptyRepetitions(t *testing.T) {
	const text = "r = *p\np = *%x61\n"
	opts := &compile.Options{Parts: []string{"p"}}
	if claim, err := prover(t, text, opts).Parts(compiled(t, text, opts)); err != nil {
		t.Errorf("%v, %v", claim, err)
	}
}

// A derivation that has no way to its end is none: no text has a surrogate.
func TestPartsOfDeadEnds(t *testing.T) {
	for _, text := range []string{
		"r = p / q\np = %x61 %xD800\nq = %x61 %x62\n",
		"r = p %x62\np = %x61 [ %x62 %xD800 ]\nq = \"\"\n",
	} {
		opts := &compile.Options{Parts: []string{"p", "q"}}
		if _, err := prover(t, text, opts).Parts(compiled(t, text, opts)); err != nil {
			t.Errorf("%s%v: a term that is not nothing may still have no text", text, err)
		}
	}
}

// A part needs a name to be spoken of.
func TestPartWithoutName(t *testing.T) {
	g := abnftest.Parse(t, "r = %x61 p\np = %x62\n")
	if _, err := proof.New(g, "r", nil, []string{"=p"}); err == nil {
		t.Error("a part without a name is taken")
	}
}

// As many parts as a table can have names.
func TestManyParts(t *testing.T) {
	if !*long {
		t.Skip("long")
	}
	var text strings.Builder
	var parts []string
	text.WriteString("r = p0")
	for i := 1; i < 140; i++ {
		fmt.Fprintf(&text, " / p%d", i)
	}
	for i := range 140 {
		fmt.Fprintf(&text, "\np%d = %%x%x.21", i, 0x100+i)
		parts = append(parts, fmt.Sprintf("p%d", i))
	}
	text.WriteString("\n")
	opts := &compile.Options{Parts: parts}
	if _, err := prover(t, text.String(), opts).Parts(compiled(t, text.String(), opts)); err != nil {
		t.Errorf("%v: numbers of markers are cut off in the keys of terms", err)
	}
}

// Two texts with different parts must not lead to one state, whatever its part.
func TestPartsOfMergedStates(t *testing.T) {
	const text = "r = %x61 x / %x62 y\nx = %x63 [ %x64 ]\ny = %x63 [ %x64 ]\n"
	opts := &compile.Options{Parts: []string{"x", "y"}}
	if _, err := prover(t, text, opts).Parts(compiled(t, text, nil)); err == nil {
		t.Error("ac is in x and bc in y, but an automaton in which both have no part passes")
	}
}

// A state that no text leads to says nothing of any text.
func TestPartsOfUnreachableStates(t *testing.T) {
	const text = "r = p\np = %x61 %x62\n"
	opts := &compile.Options{Parts: []string{"p"}}
	m := unpack(compiled(t, text, opts))
	m.rows, m.accepts = append(m.rows, make([]int, len(m.rows[0]))), append(m.accepts, false)
	m.Parts = append(m.Parts, 1)
	if _, err := prover(t, text, opts).Parts(m.pack()); err != nil {
		t.Errorf("%v: the text does not lead to the state that is meant", err)
	}
}

// Of two wrong parts that with the shorter text is reported, and with an error no
// claim is made.
func TestShortestParts(t *testing.T) {
	const text = "r = %x62 [ p ] / q\np = %x61 %x61\nq = %x63 [ %x63 ]\n"
	opts := &compile.Options{Parts: []string{"p", "q"}}
	m := unpack(compiled(t, text, opts))
	clear(m.Parts)
	claim, err := prover(t, text, opts).Parts(m.pack())
	var witness *proof.Counterexample
	if !errors.As(err, &witness) {
		t.Fatal(err)
	}
	if string(witness.Text) != "c" || claim != (proof.Claim{}) {
		t.Errorf("%v, %v: parts are compared in the order of the states", claim, err)
	}
}
