package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/dfa"
	"example.org/iri/internal/codegen"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// TestDecoders compares generated code with dfa.Find, for random grammars, grammars with delayed positions, and one
// with a list of events.
func TestDecoders(t *testing.T) {
	rules := 15
	if *testkit.Long {
		rules = 400
	}
	d := &decoderTest{File: codegen.File{Package: "decoders", Name: "decoders", Sources: []codegen.Source{{Name: "random.abnf"}}}}
	page := strings.Repeat("é€", 300) // a table of four-byte entries, so that events are in a list
	d.add(t, "r = *3x 600y\nx = %x61\ny = %x80-10FFFF\n", []string{page, "a" + page, "aaa" + page, "aaaa" + page})
	d.add(t, "r = *%x61 x %x3A / *%x61 %x62 [ y ]\nx = %x61\ny = 2*%x63\n", matcher.Texts("abc:", 5))
	d.add(t, "r = *( *%x63 / x / %x61 y %x63 ) 2%x62\nx = %x61 3*5%x62 %x61\ny = %x61 %x62\n", matcher.Texts("abc", 8))
	d.add(t, "r = *( x %x3A ) %x61 / *( y %x3A ) %x62\nx = *%x61\ny = *%x61\n", append(matcher.Texts("ab:", 6), strings.Repeat("aa:", 200)+"a", strings.Repeat("a:", 4)+"b"))
	d.add(t, "r = 2x [ %x61 ] 3y\nx = \"\"\ny = \"\"\n", matcher.Texts("a", 2)) // without an event
	d.add(t, "r = *( x / y )\nx = 1*%x61 %x3A\ny = 1*%x61 %x62\n", append(matcher.Texts("ab:", 6), strings.Repeat("a:ab", 99)))
	rnd := rand.New(rand.NewPCG(uint64(rules), 1))
	texts := matcher.Texts("abc", 5)
	for len(d.Rules) < rules {
		d.add(t, randomSpans(rnd.IntN), texts)
	}
	if d.listed == 0 || d.waiting == 0 || d.ends == 0 || d.lists == 0 {
		t.Errorf("%d with events in a list, %d with places that wait, %d with places that depend on the last state, %d with rules that repeat", d.listed, d.waiting, d.ends, d.lists)
	}
	d.run(t)
}

func randomSpans(pick func(int) int) string {
	var b strings.Builder
	b.WriteString("r = ")
	for range 2 + pick(4) {
		x := []string{"x", "y", "%x61", "%x62", "%x63"}[pick(5)]
		fmt.Fprintf(&b, []string{"%s ", "[ %s ] ", "*( %s %%x61 ) ", "( %s / %%x62 ) ", "*( %%x63 / %s ) "}[pick(5)], x)
	}
	return b.String() + fmt.Sprintf("\nx = %v\ny = %v\n", matcher.RandomTree(pick, 1+pick(4)), matcher.RandomTree(pick, 1+pick(4)))
}

// decoderTest collects rules with the expected results of their functions.
type decoderTest struct {
	codegen.File
	calls                 strings.Builder
	listed, waiting, ends int
	lists                 int
}

func (d *decoderTest) add(t *testing.T, grammar string, texts []string) {
	t.Helper()
	g := matcher.Parse(t, grammar)
	a, err := compile.Compile(g, "r", nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := compile.Spans(g, "r", []string{"x", "y"}, nil)
	if err != nil {
		return
	}
	a.Name = fmt.Sprintf("r%d", len(d.Rules))
	d.Rules = append(d.Rules, codegen.Rule{Automaton: a, Spans: s})
	if len(s.Automaton.Outputs) > 0 && !s.Automaton.InState {
		d.listed++
	}
	if len(s.Places) > 1 {
		d.ends++
	}
	for _, commits := range s.Registers {
		for _, c := range commits {
			if c.Ago > 1 {
				d.waiting++
			}
		}
	}
	if s.Repeats != 0 {
		d.lists++
	}
	for _, text := range texts {
		found, ok, err := matcher.Find(s, text)
		if err != nil {
			t.Error(err)
		}
		if !ok {
			continue
		}
		fmt.Fprintf(&d.calls, "\tcheck(t, ParseR%d[string], %q", len(d.Rules)-1, text)
		for k, o := range found {
			all := "nil"
			if s.Repeats>>k&1 != 0 {
				all = fmt.Sprintf("(*R%dParts).All%s", len(d.Rules)-1, []string{"X", "Y"}[k])
			}
			fmt.Fprintf(&d.calls, ", %s, %s", all, strings.ReplaceAll(fmt.Sprintf("%#v", append([]dfa.Span{}, o.Spans()...)), "table.", "dfa."))
		}
		d.calls.WriteString(")\n")
	}
}

const decoderCheck = `package decoders

import (
	"iter"
	"slices"
	"testing"

	"example.org/iri/dfa"
)

type parts interface {
	X() (dfa.Span, bool)
	Y() (dfa.Span, bool)
}

func check[V any, P interface {
	*V
	parts
}](t *testing.T, parse func(string) (V, error), text string, allX func(P) iter.Seq[dfa.Span], wantX []dfa.Span, allY func(P) iter.Seq[dfa.Span], wantY []dfa.Span) {
	t.Helper()
	p, err := parse(text)
	if err != nil {
		t.Errorf("%q: %v", text, err)
	}
	var zero V
	compare(t, text, P(&p), P.X, allX, wantX)
	compare(t, "", P(&zero), P.X, allX, nil)
	compare(t, text, P(&p), P.Y, allY, wantY)
}

func compare[P parts](t *testing.T, text string, p P, first func(P) (dfa.Span, bool), all func(P) iter.Seq[dfa.Span], want []dfa.Span) {
	t.Helper()
	x, ok := first(p)
	if ok != (len(want) > 0) || ok && x != want[0] || !ok && x != (dfa.Span{}) {
		t.Errorf("%q: first %v %t, want %v", text, x, ok, want)
	}
	if all == nil {
		return
	}
	if got := slices.Collect(all(p)); !slices.Equal(got, want) {
		t.Errorf("%q: all %v, want %v", text, got, want)
	}
}

func TestDecoders(t *testing.T) {
`

func (d *decoderTest) run(t *testing.T) {
	module(t)
	var source strings.Builder
	if err := codegen.Write(&source, &d.File); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"decoders.go": source.String(), "decoders_test.go": decoderCheck + d.calls.String() + "}\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	goRun(t, "test", "-vet=off", ".")
}
