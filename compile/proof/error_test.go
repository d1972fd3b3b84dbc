package proof_test

import (
	"errors"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

func TestNewErrors(t *testing.T) {
	for _, test := range []struct {
		grammar string
		marks   []string
		want    string
	}{
		{"s = %x61\n", nil, `rule "r" is not defined`},
		{"r = x\n", nil, `1:5: rule "x" is not defined`},
		{"r = <prose>\n", nil, `depends on prose`},
		{"r = \"a\" [ r ] \"b\"\n", nil, "abnf: 1:1: rule r refers to itself in a way that proofs are not for"},
		{"r = x\nx = %x61 / y\ny = 2x\n", nil, "abnf: 2:1: rule x refers to itself in a way that proofs are not for"},
		{"r = 4097%x61\n", nil, "more than 4096 repetitions"},
		{"r = *4097%x61\n", nil, "more than 4096 repetitions"},
		{"r = 4097*%x61\n", nil, "more than 4096 repetitions"},
		{"r = %x61 / *2( %x62 4097%x61 )\n", nil, "more than 4096 repetitions"},
		{"r = %x61\n", []string{"m"}, "proof: mark m is not a rule of the grammar"},
	} {
		p, err := proof.New(matcher.Parse(t, test.grammar), "r", test.marks)
		if err == nil || p != nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s%v, want %s", test.grammar, err, test.want)
		}
	}
	_, err := proof.New(matcher.Parse(t, "r = x y\n"), "r", nil)
	var list abnf.ErrorList
	if !errors.As(err, &list) || len(list) != 2 {
		t.Errorf("%v", err)
	}
}

// What is repeated 0 times need not be there, and 4096 is not too much.
func TestNewLimits(t *testing.T) {
	for _, text := range []string{
		"r = %x61 0x 0r 0<prose> 0( 5000%x61 )\n",
		"r = 4095*4096%x61\n",
		"r = ALPHA *DIGIT\n",
		"R = %x61\n",
	} {
		if claim, err := prover(t, text, nil).Language(compiled(t, text, &compile.Options{}), proof.Classes); err != nil {
			t.Errorf("%s%v, %v", text, claim, err)
		}
	}
}

// A rule that is listed twice is refused by compile; a table of strangers may
// have it all the same.
func TestListedTwice(t *testing.T) {
	g := matcher.Parse(t, "r = \"/\" m\nm = %x61\n")
	a, err := compile.Compile(g, "r", &compile.Options{Marks: []string{"m"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, marks := range [][]string{{"m", "m"}, {"m", "M"}} {
		a.MarkNames, a.MarkSlots = marks, []uint64{0, 1}
		p, err := proof.New(g, "r", marks)
		if err != nil {
			continue
		}
		if claims, err := p.Marks(a); err == nil {
			var m dfa.Marks
			dfa.Locate(a, "/a", &m)
			t.Errorf("%v; but for /a the offsets of %v are %d", claims, marks, m[:2])
		}
	}
}

// No claim is made of a table that does not pass its check, or has other marks.
func TestTablesRefused(t *testing.T) {
	opts := &compile.Options{Marks: []string{"m"}}
	const text = "r = \"/\" m\nm = %x61\n"
	p := prover(t, text, opts)
	refused := func(a *dfa.Automaton, want string) {
		t.Helper()
		var errs [2]error
		_, errs[0] = p.Language(a, proof.Classes)
		_, errs[1] = p.Marks(a)
		for _, err := range errs {
			if err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
			if errors.As(err, new(*proof.Counterexample)) {
				t.Errorf("%v is a counterexample", err)
			}
		}
	}
	refused(new(dfa.Automaton), "dfa: : no byte classes")
	a := compiled(t, text, opts)
	a.Trans = a.Trans[:len(a.Trans)-1]
	refused(a, "dfa: r: the last row is not whole")
	a = compiled(t, text, opts)
	a.AcceptMin = dfa.Dead
	refused(a, "dfa: r: the dead state accepts")

	for _, names := range [][]string{{"M"}, {"r"}, {"m", "r"}} {
		a = compiled(t, text, opts)
		a.MarkNames, a.MarkSlots = names, append(a.MarkSlots, 0)[:len(names)]
		claims, err := p.Marks(a)
		if claims != nil || err == nil || !strings.HasPrefix(err.Error(), "proof: r has the marks ["+strings.Join(names, " ")+"], not [m]") {
			t.Errorf("%v: %v, %v", names, claims, err)
		}
	}
	if claims, err := p.Marks(compiled(t, text, nil)); claims != nil || err == nil {
		t.Errorf("%v, %v", claims, err)
	}
	if claims, err := prover(t, text, nil).Marks(compiled(t, text, nil)); len(claims) != 0 || err != nil {
		t.Errorf("no marks: %v, %v", claims, err)
	}
}

// A prover may be asked again, in any order, and says the same.
func TestProverIsReusable(t *testing.T) {
	const text = "r = \"/\" m\nm = *%x61 %xE9\n"
	opts := &compile.Options{Marks: []string{"m"}}
	right, p := compiled(t, text, opts), prover(t, text, opts)
	var said [2][]proof.Claim
	for i := range said {
		l, err1 := p.Language(right, proof.Classes)
		m, err2 := p.Marks(right)
		s, err3 := l, error(nil)
		if *testkit.Long {
			s, err3 = p.Language(right, proof.Scalars)
		}
		if err := errors.Join(err1, err2, err3); err != nil || s != l {
			t.Fatalf("%v, %v, %v", err, l, s)
		}
		said[i] = append(m, l, s)
		if _, err := p.Language(compiled(t, "r = \"/\"\n", nil), proof.Classes); err == nil {
			t.Error("another automaton passes")
		}
	}
	for i, claim := range said[0] {
		if claim != said[1][i] {
			t.Errorf("%v, then %v", claim, said[1][i])
		}
	}
}

func TestTexts(t *testing.T) {
	err := &proof.Counterexample{Rule: "r", Text: []byte("a\"\xc3é"), Why: "the automaton accepts an unfinished character"}
	if got := err.Error(); got != `proof: r: the automaton accepts an unfinished character: "a\"\xc3\u00e9"` {
		t.Error(got)
	}
	if got := (proof.Claim{Text: "this holds", Pairs: 3}).String(); got != "this holds: 3 pairs" {
		t.Error(got)
	}
}
