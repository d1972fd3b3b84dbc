package target

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/suite"
	"example.org/iri/dfa"

	"example.org/iri/internal/codegen"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// A subject is a file to be generated, and strings for its rules.
type subject struct {
	name    string
	file    codegen.File
	queries []query
}

// A query is a string for a rule.
type query struct {
	rule int
	s    []byte
}

// subjects returns the rules of the repository (without -long a third of them), some unusual grammars, and rules with
// captures.
func subjects(t *testing.T) []*subject {
	own := &subject{name: "own"}
	for i, l := range language.All() {
		if *testkit.Long || i%3 == 0 { // compilers of C take most of the time
			own.file.Rules = append(own.file.Rules, codegen.Rule{Automaton: l.Automaton})
		}
	}
	list := []*subject{
		own,
		newSubject(t, "page", "page = 3x 100char\nx = \"x\"\nchar = %x0-10FFFF\n"), // 400 states
		newSubject(t, "odd", "nothing = %xD800\nempty = \"\"\nall = *%x0-10FFFF\nint = *%x61 / 9%x62\nboth = nothing / 1*int\n"),
		newSubject(t, "text", "path = segment *( \"/\" segment )\n"+segment),
		captured(t),
	}
	octets := matcher.Parse(t, "field = 1*( %x21-7E / %x80-FF )\nlong = *( 16%x61 ) %xFF\n")
	octets.Encoding = abnf.Octets
	return append(list, (&subject{name: "octets"}).add(t, octets))
}

const segment = "segment = *( %x61-7A / %xE9 / %x20AC / %x1F600 / \"%\" 2HEXDIG )\n"

func newSubject(t *testing.T, name, grammar string) *subject {
	return (&subject{name: name}).add(t, matcher.Parse(t, grammar))
}

// add adds the rules of a grammar.
func (x *subject) add(t *testing.T, g *abnf.Grammar) *subject {
	for r := range g.Rules() {
		a, err := compile.Compile(g, r.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		x.file.Rules = append(x.file.Rules, codegen.Rule{Automaton: a})
	}
	return x
}

// captured has rules with captures: some unusual ones, and random ones.
func captured(t *testing.T) *subject {
	rules := 30
	if *testkit.Long {
		rules = 250
	}
	x := &subject{name: "captures"}
	for _, grammar := range []string{
		"r = *3x 60y\nx = %x61\ny = %x80-10FFFF\n", // many states
		"r = *%x61 x %x3A / *%x61 %x62 [ y ]\nx = %x61\ny = 2*%x63\n",
		"r = *( %x63 / x / %x61 y %x63 ) 2%x62\nx = %x61 3*5%x62 %x61\ny = %x61 %x62\n",
		"r = *( x %x63 / 1*%x61 %x64 )\nx = 1*%x61\ny = %x62\n", // known later
		"r = *( x %x63 / 1*%x61 y %x64 / y %x63 )\nx = 1*%x61\ny = *%x62\n",
		"r = *( %x61 x *%x63 %x65 / %x61 y *%x63 %x66 ) [ x *%x63 ]\nx = %x62\ny = %x62\n",
		"r = *x %xD800\nx = %x61\ny = %x62\n",      // the empty language
		"r = *( %x61 3x y )\nx = \"\"\ny = %x62\n", // several at one offset
		"r = *( 2x %x63 / 2%x61 %x64 ) *y\nx = %x61\ny = %x62\n",
		"r = *( x 5x %x63 / 6%x61 %x64 )\nx = %x61\ny = %x62\n",                                                                    // several by one event
		"r = *( %x63 / %x62 ) ( y / %x62 ) *( %x62 %x61 )\nx = %x61\ny = %x63 / 2%x61\n",                                           // in one register or another
		"r = *( %x63 / x ) ( y / %x62 ) *( 2%x61 ) %x62\nx = %x61 %x63 / %x62\ny = %x61\n",                                         // many bytes back or few
		"r = *( %x63 / %x61 ) y %x63 *( %x63 %x61 )\nx = %x61\ny = %x63 *5( %x61 / %x61 %x62 )\n",                                  // many exceptions
		"r = 4DIGIT \"-\" ( \"0\" %x31-39 / \"1\" %x30-32 ) \"T\" x [ y ]\nx = %x30-31 DIGIT / \"2\" %x30-33\ny = \".\" 1*DIGIT\n", // a head with forks
	} {
		x.capture(t, grammar)
	}
	rnd := rand.New(rand.NewPCG(uint64(testkit.Seed(3)), 4))
	for len(x.file.Rules) < rules {
		x.capture(t, randomCaptures(rnd.IntN))
	}
	repeats, late, latest, exceptions, forks := 0, 0, 0, 0, 0
	for _, r := range x.file.Rules {
		c := newCaptures(r.Spans)
		list, _ := c.Exceptions()
		exceptions, forks = max(exceptions, len(list)), max(forks, len(r.Spans.Automaton.Head.Forks))
		if strings.Contains((&rule{Captures: c, Spans: make([]span, 2)}).DecodingC(), "back") {
			latest++
		}
		if r.Spans.Repeats != 0 {
			repeats++
		}
		if slices.ContainsFunc(slices.Concat(c.Events...), func(x commit) bool { return x.From != x.List }) {
			late++
		}
	}
	if repeats < 10 || late < 3 || latest < 2 || exceptions <= 8 || forks != 2 {
		t.Errorf("%d with rules that repeat, %d with lists that come from others, %d with places that are known late or early, %d exceptions in one, %d forks in one", repeats, late, latest, exceptions, forks)
	}
	return x
}

// randomCaptures writes a grammar with rules r, x and y.
func randomCaptures(pick func(int) int) string {
	var b strings.Builder
	b.WriteString("r = ")
	for range 2 + pick(4) {
		x := []string{"x", "y", "%x61", "%x62", "%x63"}[pick(5)]
		fmt.Fprintf(&b, []string{"%s ", "[ %s ] ", "*( %s %%x61 ) ", "( %s / %%x62 ) ", "*( %%x63 / %s ) "}[pick(5)], x)
	}
	return b.String() + fmt.Sprintf("\nx = %v\ny = %v\n", matcher.RandomTree(pick, 1+pick(4)), matcher.RandomTree(pick, 1+pick(4)))
}

// capture adds rule r of a grammar with the spans x and y, if these are not ambiguous.
func (x *subject) capture(t *testing.T, grammar string) {
	g := matcher.Parse(t, grammar)
	spans, err := compile.Spans(g, "r", []string{"x", "y"}, nil)
	if err != nil {
		return
	}
	a, err := compile.Compile(g, "r", nil)
	if err != nil {
		t.Fatal(err)
	}
	a.Name = fmt.Sprintf("r%d", len(x.file.Rules))
	x.file.Rules = append(x.file.Rules, codegen.Rule{Automaton: a, Spans: spans})
}

// fillQueries sets the queries: each state with each byte, complete suites and, for all rules of a file together,
// 100,000 strings. All but four suites of more than 100 states need -long.
func (x *subject) fillQueries(t *testing.T) {
	rnd := rand.New(rand.NewPCG(uint64(testkit.Seed(1)), 2))
	for i, r := range x.file.Rules {
		add := func(s []byte) { x.queries = append(x.queries, query{i, s}) }
		for s, access := range r.Automaton.AccessTexts() {
			for b := 0; b < 256 && (access != nil || s == 0); b++ {
				add(append(access[:len(access):len(access)], byte(b)))
			}
		}
		if r.Automaton.NumStates() < 100 || *testkit.Long || slices.Contains([]string{"IRI", "IRI-reference", "URI", "URI-reference"}, r.Name) {
			minimal, _ := compile.Difference(r.Name, r.Automaton) // which removes only outputs
			cases, err := suite.Cases(minimal)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range cases {
				add(c.Input)
			}
		}
		next := random(rnd, r.Automaton)
		for range 100_000 / len(x.file.Rules) {
			add(next())
		}
	}
}

// random returns a generator of strings that an automaton accepts, or that have an error somewhere, or end anywhere.
func random(rnd *rand.Rand, a *dfa.Automaton) func() []byte {
	edges := make([][]dfa.ByteRange, a.NumStates())
	for s := range a.States() {
		for r := range a.Edges(s) {
			edges[a.Number(s)] = append(edges[a.Number(s)], r)
		}
	}
	return func() (s []byte) {
		length := 100
		if rnd.IntN(100) == 0 {
			length = 1000
		}
		state := a.Start
		for n := rnd.IntN(length); n > 0; n-- {
			list := edges[a.Number(state)]
			if len(list) == 0 {
				break
			}
			r := list[rnd.IntN(len(list))]
			b := r.Lo + byte(rnd.IntN(int(r.Hi-r.Lo)+1))
			if len(s) > 0 && rnd.IntN(3) == 0 && a.Next(state, s[len(s)-1]) != dfa.Dead {
				b = s[len(s)-1]
			}
			s, state = append(s, b), a.Next(state, b)
			if a.Accepts(state) && rnd.IntN(50) == 0 {
				break
			}
		}
		if len(s) > 0 && rnd.IntN(2) == 0 {
			s[rnd.IntN(len(s))] = byte(rnd.IntN(256))
		}
		return s
	}
}

// input returns the queries in the form that programs read.
func (x *subject) input() (b []byte) {
	for _, q := range x.queries {
		b = appendNumbers(b, q.rule, len(q.s))
		b = append(b, q.s...)
	}
	return b
}

func appendNumbers(b []byte, list ...int) []byte {
	for _, n := range list {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return b
}

// answer returns the expected output of programs. For a valid string, it is 1, the spans and, for each rule that
// repeats, all its spans and their number; else 0, the offset, the set of expected bytes, and whether the string may
// end.
func answer(r *codegen.Rule, s []byte) []byte {
	if e, _ := dfa.Diagnose(r.Automaton, s).(*dfa.SyntaxError); e != nil {
		return mistake(e.Offset, e.Expected, e.End)
	}
	return found(r, s, func(offset int) int { return offset })
}

func mistake(offset int, expected dfa.ByteSet, end bool) []byte {
	b := appendNumbers([]byte{0}, offset)
	for _, word := range expected {
		b = binary.LittleEndian.AppendUint64(b, word)
	}
	if end {
		return append(b, 1)
	}
	return append(b, 0)
}

// found returns 1 and the spans, the first ones and all, with converted offsets.
func found(r *codegen.Rule, s []byte, offset func(int) int) []byte {
	b := []byte{1}
	if r.Spans == nil {
		return b
	}
	var spans [2]dfa.Span
	present, _ := dfa.Find(r.Spans, s, spans[:])
	for k, x := range spans {
		if present>>k&1 == 0 {
			b = appendNumbers(b, -1, -1)
		} else {
			b = appendNumbers(b, offset(x.Start), offset(x.End))
		}
	}
	for k := range spans {
		if r.Spans.Repeats>>k&1 == 0 {
			continue
		}
		n := 0
		for x := range dfa.FindAll(r.Spans, s, k) {
			b = appendNumbers(b, offset(x.Start), offset(x.End))
			n++
		}
		b = appendNumbers(b, n)
	}
	return b
}

// compare compares the output of a program with the answers to the queries.
func (x *subject) compare(t *testing.T, got []byte, answer func(*codegen.Rule, []byte) []byte) {
	t.Helper()
	for _, q := range x.queries {
		r := &x.file.Rules[q.rule]
		want := answer(r, q.s)
		if !bytes.HasPrefix(got, want) {
			t.Fatalf("%s, rule %s: %q: got %x, want %x", x.name, r.Name, q.s, got[:min(len(got), len(want)+20)], want)
		}
		got = got[len(want):]
	}
	if len(got) > 0 {
		t.Errorf("%s: %d bytes of output too many", x.name, len(got))
	}
	t.Logf("%s: %d strings", x.name, len(x.queries))
}
