package proof_test

import (
	"errors"
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// utf8Octets is section 4 of RFC 3629, whose values are octets.
const utf8Octets = `r          = *( UTF8-char )
UTF8-char   = UTF8-1 / UTF8-2 / UTF8-3 / UTF8-4
UTF8-1      = %x00-7F
UTF8-2      = %xC2-DF UTF8-tail
UTF8-3      = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /
              %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
UTF8-4      = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) /
              %xF4 %x80-8F 2( UTF8-tail )
UTF8-tail   = %x80-BF
`

// octetGrammar reads a grammar whose values are octets.
func octetGrammar(t testing.TB, text string) *abnf.Grammar {
	t.Helper()
	g := matcher.Parse(t, text)
	g.Encoding = abnf.Octets
	return g
}

func newProver(t testing.TB, g *abnf.Grammar) *proof.Prover {
	t.Helper()
	p, err := proof.New(g, "r")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func compiledOf(t testing.TB, g *abnf.Grammar) *dfa.Automaton {
	t.Helper()
	a, err := compile.Compile(g, "r", nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// UTF-8 as octets, by RFC 3629, is the encoding of code points: each automaton is proved for the other grammar.
func TestUTF8Octets(t *testing.T) {
	octets, characters := octetGrammar(t, utf8Octets), matcher.Parse(t, "r = *%x0-10FFFF\n")
	for _, scalars := range []bool{false, true} {
		p, q := newProver(t, characters), newProver(t, octets)
		p.Scalars, q.Scalars = scalars, scalars
		if _, err := p.Language(compiledOf(t, octets)); err != nil {
			t.Errorf("characters: %v", err)
		}
		if _, err := q.Language(compiledOf(t, characters)); err != nil {
			t.Errorf("octets: %v", err)
		}
	}
	_, err := newProver(t, matcher.Parse(t, utf8Octets)).Language(compiledOf(t, octets))
	if !errors.As(err, new(*proof.Counterexample)) {
		t.Errorf("the encoding makes no difference: %v", err)
	}
}

// Mutants of octet grammars are refuted with a shortest string, unless they accept the same language.
func TestOctetMutants(t *testing.T) {
	for _, text := range []string{
		"r = *%x80-FF\n",
		"r = *2( %x61 / %xC3 [ %xA4 ] )\n",
		"r = *%x00-FF %xFF\n",
	} {
		g := octetGrammar(t, text)
		right, p := compiledOf(t, g), newProver(t, g)
		if _, err := p.Language(right); err != nil {
			t.Errorf("%s%v", text, err)
		}
		wrong := 0
		m := doubled(right)
		for what := range m.Changes(1, "\x80\xa4\xc3\xff") {
			a := m.Pack()
			if a.Check() != nil {
				continue
			}
			text, equal := matcher.Equivalent(a, right)
			_, err := p.Language(a)
			var found *proof.Counterexample
			if errors.As(err, &found) == equal {
				t.Fatalf("%+v: equal: %t, but %v", what, equal, err)
			}
			if equal {
				continue
			}
			wrong++
			if len(found.Text) != len(text) || dfa.Match(a, found.Text) == matcher.Matches(g, "r", string(found.Text)) {
				t.Fatalf("%+v: %v, but %q shows it", what, err, text)
			}
		}
		if wrong == 0 {
			t.Errorf("%sno mutant is wrong", text)
		}
	}
}

// Spans may begin and end within a character.
func TestOctetPlaces(t *testing.T) {
	g := octetGrammar(t, "r = %xE2 m [ %xAC ]\nm = 1*%x80-8F\n")
	p := newProver(t, g)
	spans, err := compile.Spans(g, "r", []string{"m"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Spans(spans); err != nil {
		t.Error(err)
	}
	at := make([]dfa.Span, 1)
	if present, ok := dfa.Find(spans, "\u20ac", at); !ok || present != 1 || at[0] != (dfa.Span{Start: 1, End: 2}) {
		t.Errorf("m of %q is at %v: %b, %t", "\u20ac", at, present, ok)
	}
	spans.Fixed[0].Offset++
	if _, err := p.Spans(spans); err == nil {
		t.Error("a wrong rule is not found")
	}
}

// random returns a generator that prints its seed if the test fails.
func random(t testing.TB) *rand.Rand {
	t.Helper()
	seed := uint64(testkit.Seed(5234))
	t.Logf("-seed=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// compiled compiles rule r of a grammar.
func compiled(t testing.TB, text string, opts *compile.Options) *dfa.Automaton {
	t.Helper()
	a, err := compile.Compile(matcher.Parse(t, text), "r", opts)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return a
}

// prover returns a prover for rule r of a grammar.
func prover(t testing.TB, text string) *proof.Prover {
	t.Helper()
	p, err := proof.New(matcher.Parse(t, text), "r")
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return p
}

// beginning reports whether text is a prefix of UTF-8.
func beginning(text string) bool {
	for text != "" {
		c, n := utf8.DecodeRuneInString(text)
		if c == utf8.RuneError && n == 1 {
			return !utf8.FullRuneInString(text)
		}
		text = text[n:]
	}
	return true
}
