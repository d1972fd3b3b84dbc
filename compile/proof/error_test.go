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
		want    string
	}{
		{"s = %x61\n", `rule "r" is not defined`},
		{"r = x\n", `1:5: rule "x" is not defined`},
		{"r = <prose>\n", `depends on prose`},
		{"r = \"a\" [ r ] \"b\"\n", "abnf: 1:1: rule r refers to itself in a way that proofs are not for"},
		{"r = x\nx = %x61 / y\ny = 2x\n", "abnf: 2:1: rule x refers to itself in a way that proofs are not for"},
		{"r = 4097%x61\n", "more than 4096 repetitions"},
		{"r = *4097%x61\n", "more than 4096 repetitions"},
		{"r = 4097*%x61\n", "more than 4096 repetitions"},
		{"r = %x61 / *2( %x62 4097%x61 )\n", "more than 4096 repetitions"},
	} {
		p, err := proof.New(matcher.Parse(t, test.grammar), "r")
		if err == nil || p != nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s%v, want %s", test.grammar, err, test.want)
		}
	}
	_, err := proof.New(matcher.Parse(t, "r = x y\n"), "r")
	var list abnf.ErrorList
	if !errors.As(err, &list) || len(list) != 2 {
		t.Errorf("%v", err)
	}
}

// Prose that is repeated 0 times, and 4096 repetitions, are allowed.
func TestNewLimits(t *testing.T) {
	for _, text := range []string{
		"r = %x61 0r 0<prose> 0( 5000%x61 )\n",
		"r = 4095*4096%x61\n",
		"r = ALPHA *DIGIT\n",
		"R = %x61\n",
	} {
		if claim, err := prover(t, text).Language(compiled(t, text, &compile.Options{})); err != nil {
			t.Errorf("%s%v, %v", text, claim, err)
		}
	}
}

// A table that does not pass Check is rejected.
func TestTablesRefused(t *testing.T) {
	const text = "r = \"/\" m\nm = %x61\n"
	p := prover(t, text)
	refused := func(a *dfa.Automaton, want string) {
		t.Helper()
		var errs [2]error
		_, errs[0] = p.Language(a)
		_, errs[1] = p.Spans(&dfa.Tagged{Automaton: *a})
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
	a := compiled(t, text, nil)
	a.Trans = a.Trans[:len(a.Trans)-1]
	refused(a, "dfa: r: the last row is not whole")
	a = compiled(t, text, nil)
	a.AcceptMin = dfa.Dead
	refused(a, "dfa: r: the dead state accepts")
}

// A prover can be used again, in any order, with the same results.
func TestProverIsReusable(t *testing.T) {
	const text = "r = \"/\" m\nm = *%x61 %xE9\n"
	right, p := compiled(t, text, nil), prover(t, text)
	spans, err := compile.Spans(matcher.Parse(t, text), "r", []string{"m"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var said [2][]proof.Claim
	for i := range said {
		l, err1 := p.Language(right)
		m, err2 := p.Spans(spans)
		s, err3 := l, error(nil)
		if *testkit.Long {
			p.Scalars = true
			s, err3 = p.Language(right)
			p.Scalars = false
		}
		if err := errors.Join(err1, err2, err3); err != nil || s != l {
			t.Fatalf("%v, %v, %v", err, l, s)
		}
		said[i] = append(m, l, s)
		if _, err := p.Language(compiled(t, "r = \"/\"\n", nil)); err == nil {
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
