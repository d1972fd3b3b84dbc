package proof_test

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
)

// spanned are grammars with spans that are small: all mutants of what compile makes
// of them are tried, on all texts over the alphabet of at most six bytes.
var spanned = []struct{ text, names, alphabet string }{
	{"r = x %x3A y\nx = *%x61\ny = *%x62\n", "x y", "ab:"},
	{"r = [ x ] y\nx = %x61\ny = *%x62\n", "y x", "ab"},
	{"r = *( x [ %x3A ] )\nx = %x61 / %x62\n", "X", "ab:"},
	{"r = *( x %x61 )\nx = \"\"\n", "x", "a"},
	{"r = 1*( x %x62 ) *y\nx = %x61 [ y ]\ny = %x3A\n", "r x y", "ab:"},
	{"r = %x61 o %x61\no = *( y x )\nx = *%x62\ny = %x3A\n", "o x y", "ab:"},
	{"r = %x61 [ x ] / y\nx = %x62\ny = *%x62\nz = %x62\n", "x y z", "ab"},
	// Registers are copied: what x was is known later.
	{"r = *%x61 x %x3A / *%x61 %x62\nx = %x61\n", "x", "ab:"},
	{"r = *( %x61 / %x62 ) x y\nx = %x61\ny = %x61-62\n", "x y", "ab"},
	{"r = *( %x61 / %x62 ) x 2y\nx = %x61\ny = %x61-62\n", "x", "ab"},
	{"r = *( *%x61 x ) %x62 x\nx = %x61\n", "x", "ab"},
	// Registers are set in the midst of characters.
	{"r = *( %xE8 / x )\nx = %xE9 [ %x61 ]\n", "x", "éèa"},
	{"r = *%xE8-E9 x %xE8-E9\nx = %xE9\n", "x", "éè"},
	{"r = x *y %x61 / %x20AD y\nx = %x20AC\ny = %xE9\n", "x y", "€₭éa"},
}

// tagged compiles rule r of a grammar with spans.
func tagged(t testing.TB, text string, names ...string) *dfa.Tagged {
	t.Helper()
	a, err := compile.Spans(parse(t, text), "r", names, nil)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return a
}

// spanReader tells what dfa.Find has to report.
type spanReader struct {
	*deriver
	texts map[string][][]dfa.Span // texts of the rule and all their readings, each once
}

func readSpans(g *abnf.Grammar, names []string, alphabet string, longest int) *spanReader {
	r := &spanReader{&deriver{grammar: g, marks: names, alphabet: alphabet, longest: longest}, make(map[string][][]dfa.Span)}
	for x := range r.all() {
		spans := x.spans[:len(names)]
		if !slices.ContainsFunc(r.texts[x.text], func(s []dfa.Span) bool { return slices.Equal(s, spans) }) {
			r.texts[x.text] = append(r.texts[x.text], slices.Clone(spans))
		}
	}
	return r
}

// of returns the readings of a text, also of a longer one.
func (r *spanReader) of(text string) [][]dfa.Span {
	if len(text) <= r.longest {
		return r.texts[text]
	}
	return readSpans(r.grammar, r.marks, text, len(text)).texts[text]
}

// mistakes returns what Find reports wrongly for a text of the rule, as the prover
// says it, for each reading.
func (r *spanReader) mistakes(a *dfa.Tagged, text string) []string {
	var list []string
	found := make([]dfa.Span, len(r.marks))
	if !dfa.Find(a, text, found) {
		list = append(list, "the automaton does not accept what the grammar does")
	}
	say := func(what string, k, is, should int) {
		if is != should {
			list = append(list, fmt.Sprintf("the %s of %s is %d and should be %d", what, r.marks[k], is, should))
		}
	}
	for _, spans := range r.of(text) {
		for k, s := range spans {
			say("beginning", k, found[k].Start, s.Start)
			say("end", k, found[k].End, s.End)
		}
	}
	return list
}

// wrong returns the lengths of the shortest texts for which a reports something
// wrong, by what is.
func (r *spanReader) wrong(a *dfa.Tagged) map[string]int {
	shortest := make(map[string]int)
	for text := range r.texts {
		for _, what := range r.mistakes(a, text) {
			of, _, _ := strings.Cut(what, " is ")
			if n, known := shortest[of]; !known || len(text) < n {
				shortest[of] = len(text)
			}
		}
	}
	return shortest
}

// judge compares what is proved of a with what all texts say, and reports whether
// it was refuted.
func (r *spanReader) judge(t *testing.T, p *proof.Prover, a *dfa.Tagged) (refuted bool) {
	t.Helper()
	wrong := r.wrong(a)
	claims, err := p.Spans(a)
	if err == nil {
		if len(wrong) > 0 || len(claims) != len(a.Names) {
			t.Fatalf("%v, but %v\n%+v\n%v", claims, wrong, a, r.grammar)
		}
		return false
	}
	witness, ok := errors.AsType[*proof.Counterexample](err)
	if !ok || claims != nil || witness.Rule != "r" {
		t.Fatalf("%v, %v", claims, err)
	}
	if !slices.Contains(r.mistakes(a, string(witness.Text)), witness.Why) {
		t.Fatalf("%v: %v\n%+v\n%v", err, r.mistakes(a, string(witness.Text)), a, r.grammar)
	}
	of, _, _ := strings.Cut(witness.Why, " is ")
	if n, known := wrong[of]; known && n != len(witness.Text) || !known && len(witness.Text) <= r.longest {
		t.Fatalf("%v: a text of %d bytes is shorter", err, n)
	}
	return true
}

// copyTagged returns a copy that can be changed.
func copyTagged(a *dfa.Tagged) *dfa.Tagged {
	b := *a
	b.Automaton.Trans = slices.Clone(a.Automaton.Trans)
	b.Names, b.Does, b.Final = slices.Clone(a.Names), slices.Clone(a.Does), slices.Clone(a.Final)
	b.Programs, b.Places = slices.Clone(a.Programs), slices.Clone(a.Places)
	for i, program := range b.Programs {
		b.Programs[i] = slices.Clone(program)
	}
	for i, places := range b.Places {
		b.Places[i] = slices.Clone(places)
	}
	return &b
}

// registersOf returns the registers of a table and some that it does not use: the
// next one, which holds 0, and the last one.
func registersOf(a *dfa.Tagged) []uint8 {
	most := uint8(2 * len(a.Names))
	for _, program := range a.Programs {
		for _, m := range program {
			if m.To != dfa.Scratch {
				most = max(most, m.To+1)
			}
		}
	}
	list := []uint8{dfa.Scratch}
	for r := range most + 1 {
		list = append(list, r)
	}
	return list
}

// spanMutants yields all tables that differ from a in one thing.
func spanMutants(a *dfa.Tagged) iter.Seq2[string, *dfa.Tagged] {
	return func(yield func(string, *dfa.Tagged) bool) {
		_ = programMutants(a, yield) && placeMutants(a, yield) && stateMutants(a, yield)
	}
}

// programMutants yields those with a move that was changed, left out, or done
// before the one before it.
func programMutants(a *dfa.Tagged, yield func(string, *dfa.Tagged) bool) bool {
	all := registersOf(a)
	for i, program := range a.Programs {
		for k, was := range program {
			for _, r := range append(all, dfa.Now) {
				for _, m := range []dfa.Move{{To: r, From: was.From}, {To: was.To, From: r}} {
					b := copyTagged(a)
					b.Programs[i][k] = m
					if m != was && m.To != dfa.Now && !yield(fmt.Sprintf("program %d, move %d: %v", i, k, m), b) {
						return false
					}
				}
			}
			b := copyTagged(a)
			b.Programs[i] = slices.Delete(b.Programs[i], k, k+1)
			if !yield(fmt.Sprintf("program %d without move %d", i, k), b) {
				return false
			}
			if b = copyTagged(a); k > 0 {
				b.Programs[i][k-1], b.Programs[i][k] = was, program[k-1]
				if !yield(fmt.Sprintf("program %d, moves %d and %d exchanged", i, k-1, k), b) {
					return false
				}
			}
		}
	}
	return true
}

// placeMutants yields those with another register in Places, and another entry of
// it in Final.
func placeMutants(a *dfa.Tagged, yield func(string, *dfa.Tagged) bool) bool {
	for i, places := range a.Places {
		for k, was := range places {
			for _, r := range registersOf(a) {
				b := copyTagged(a)
				b.Places[i][k] = r
				if r != was && !yield(fmt.Sprintf("places %d, register %d for %d", i, r, k), b) {
					return false
				}
			}
		}
	}
	for s, was := range a.Final {
		for i := range a.Places {
			b := copyTagged(a)
			b.Final[s] = uint16(i)
			if uint16(i) != was && !yield(fmt.Sprintf("state %d, places %d", s, i), b) {
				return false
			}
		}
	}
	return true
}

// stateMutants yields those in which a state does something else, or another state
// of the same language is entered.
func stateMutants(a *dfa.Tagged, yield func(string, *dfa.Tagged) bool) bool {
	for s, was := range a.Does {
		var all []uint16
		for _, r := range registersOf(a) {
			all = append(all, uint16(r))
		}
		for i := range a.Programs {
			all = append(all, dfa.NumRegisters+uint16(i))
		}
		for _, does := range all {
			b := copyTagged(a)
			b.Does[s] = does
			if does != was && !yield(fmt.Sprintf("state %d does %d", s, does), b) {
				return false
			}
		}
	}
	for i, was := range a.Automaton.Trans {
		for s := range a.Automaton.States() {
			b := copyTagged(a)
			b.Automaton.Trans[i] = uint16(s)
			if uint16(s) == was || b.Check() != nil {
				continue
			}
			if _, equal := compile.Equivalent(&a.Automaton, &b.Automaton); equal && !yield(fmt.Sprintf("cell %d leads to %d", i, s), b) {
				return false
			}
		}
	}
	return true
}

// What compile makes is exact; of its mutants those pass that report the same for
// all texts, and each of the others is refuted with a shortest text that shows it.
func TestSpanMutants(t *testing.T) {
	mutants, refuted := 0, 0
	for _, test := range spanned {
		names := strings.Fields(test.names)
		right, p := tagged(t, test.text, names...), prover(t, test.text, nil)
		reader := readSpans(parse(t, test.text), names, test.alphabet, 6)
		claims, err := p.Spans(right)
		if err != nil || len(claims) != len(names) || reader.judge(t, p, right) {
			t.Fatalf("%v, %v", claims, err)
		}
		for k, claim := range claims {
			if claim.Text != "r reports where "+names[k]+" lies" || claim.Pairs == 0 {
				t.Errorf("%v", claim)
			}
		}
		if _, err := p.Language(&right.Automaton, proof.Classes); err != nil {
			t.Error(err)
		}
		count, wrong := 0, 0
		for _, a := range spanMutants(right) {
			if count++; testing.Short() && count%4 != 0 {
				continue
			}
			if reader.judge(t, p, a) {
				wrong++
			}
		}
		if wrong == 0 {
			t.Errorf("nothing is refuted for\n%s", test.text)
		}
		t.Logf("%d mutants, %d refuted of\n%s", count, wrong, test.text)
		mutants, refuted = mutants+count, refuted+wrong
	}
	t.Logf("%d mutants, %d refuted, the others report the same", mutants, refuted)
}

// randomNode writes what a rule may be made of.
func randomNode(pick func(int) int, n int, leaves ...string) string {
	if n <= 1 {
		return leaves[pick(len(leaves))]
	}
	left := 1 + pick(n-1)
	switch pick(6) {
	case 0:
		return "*( " + randomNode(pick, n-1, leaves...) + " )"
	case 1:
		return "[ " + randomNode(pick, n-1, leaves...) + " ]"
	case 2:
		return "( " + randomNode(pick, left, leaves...) + " / " + randomNode(pick, n-left, leaves...) + " )"
	}
	return randomNode(pick, left, leaves...) + " " + randomNode(pick, n-left, leaves...)
}

// randomGrammar writes a grammar with rules p and q, and one of the same language
// that does not use them.
func randomGrammar(pick func(int) int) (text, without string) {
	text = fmt.Sprintf("r = %s\np = %s\nq = %s\n",
		randomNode(pick, 2+pick(5), "p", "q", "p", "q", "%x61", "%x62"),
		randomNode(pick, 1+pick(4), "q", "%x61", "%x62", "%xE9"),
		randomNode(pick, 1+pick(4), "\"\"", "%x61", "%x62", "%x61-62"))
	return text, strings.NewReplacer("p", "p2", "q", "q2").Replace(text) + "p = \"\"\nq = \"\"\n"
}

// What compile makes of random grammars passes, and of their mutants those that are
// right. Whatever compile refuses, a table that says that no rule is ever there is
// refuted unless that is so.
func TestRandomSpans(t *testing.T) {
	rnd := random(t)
	n := 300
	if testing.Short() {
		n = 50
	}
	exact, copies, mutants, refuted := 0, 0, 0, 0
	for range n {
		text, without := randomGrammar(rnd.IntN)
		p, reader := prover(t, text, nil), readSpans(parse(t, text), []string{"p", "q"}, "abé", 4)
		a, err := compile.Spans(parse(t, text), "r", []string{"p", "q"}, nil)
		ambiguous, is := errors.AsType[*compile.AmbiguousError](err)
		if err != nil && !is {
			t.Fatal(err)
		}
		if unused := reader.judge(t, p, tagged(t, without, "p", "q")); is && !unused {
			t.Fatalf("%v in\n%s", ambiguous, text)
		}
		if is {
			continue
		}
		if exact++; reader.judge(t, p, a) {
			t.Fatalf("what compile makes is refuted of\n%s", text)
		}
		if copiesRegisters(a) {
			copies++
		}
		for _, b := range spanMutants(a) {
			if rnd.IntN(20) > 0 {
				continue
			}
			if mutants++; reader.judge(t, p, b) {
				refuted++
			}
		}
	}
	t.Logf("%d of %d grammars unambiguous, %d with copies; %d mutants, %d refuted", exact, n, copies, mutants, refuted)
	if copies == 0 || refuted == 0 {
		t.Error("no register was ever copied, or nothing refuted")
	}
}

func copiesRegisters(a *dfa.Tagged) bool {
	return slices.ContainsFunc(a.Programs, func(p []dfa.Move) bool {
		return slices.ContainsFunc(p, func(m dfa.Move) bool { return m.From != dfa.Now })
	})
}

// Spans that are not exact whatever the table: of texts that can be read in two
// ways, or in any other way than the registers say.
func TestInexactSpans(t *testing.T) {
	for _, test := range []struct {
		grammar, other string // that the table is made of
		names          string
		text, why      string
	}{
		{"r = x / y\nx = *%x61\ny = *%x62\n", "r = x / y\nx = *%x61\ny = 1*%x62\n", "x y", "", "the beginning of x is 0 and should be -1"},
		{"r = *x\nx = *%x61\n", "r = x\nx = *%x61\n", "x", "", "the beginning of x is 0 and should be -1"},
		{"r = *%x61 x *%x61\nx = %x61\n", "r = x *%x61\nx = %x61\n", "x", "aa", "the beginning of x is 0 and should be 1"},
		{"r = x *%x61\nx = %x61 [ %x61 ]\n", "r = x *%x61\nx = %x61\n", "x", "aa", "the end of x is 1 and should be 2"},
		{"r = x *%x61\nx = %x61 [ %x61 ]\n", "r = *%x61 x\nx = %x61\n", "x", "aa", "the beginning of x is 1 and should be 0"},
		{"r = *( x / y )\nx = %x61\ny = %x62\n", "r = *( x / y )\nx = %x61\ny = %x62\n", "y x", "", ""},
		{"r = x y\nx = %x61\ny = %x62\n", "r = y x\ny = %x61\nx = %x62\n", "x y", "ab", "the beginning of x is 1 and should be 0"},
		{"r = x y\nx = %x61\ny = *%x62\n", "r = x [ y ]\nx = %x61\ny = 1*%x62\n", "x y", "a", "the beginning of y is -1 and should be 1"},
		{"r = %xE9 [ x ]\nx = %x61\n", "r = x %xE9 [ %x61 ]\nx = \"\"\n", "x", "é", "the beginning of x is 0 and should be -1"},
		{"r = x [ %x61 ]\nx = *%x62\n", "r = x\nx = *%x62\n", "x", "a", "the automaton does not accept what the grammar does"},
		{"r = x\nx = %x62\n", "r = x\nx = *%x62 [ %x61 ]\n", "x", "", ""}, // that is a matter of Language
	} {
		claims, err := prover(t, test.grammar, nil).Spans(tagged(t, test.other, strings.Fields(test.names)...))
		if test.why == "" {
			if err != nil || claims == nil {
				t.Errorf("%s%v", test.grammar, err)
			}
			continue
		}
		witness, ok := errors.AsType[*proof.Counterexample](err)
		if !ok || claims != nil || string(witness.Text) != test.text || witness.Why != test.why {
			t.Errorf("%s%v, %v; want %q: %s", test.grammar, claims, err, test.text, test.why)
		}
	}
}

// Where a rule lies that is read in every way that the grammar leaves open: none of
// them may be proved.
func TestEveryChoiceIsRefuted(t *testing.T) {
	const grammar = "r = *%x61 x *%x61\nx = *%x61\n"
	p := prover(t, grammar, nil)
	for _, other := range []string{
		"r = x *%x61\nx = \"\"\n", "r = *%x61 x\nx = \"\"\n", "r = x\nx = *%x61\n", // first, last, longest
	} {
		claims, err := p.Spans(tagged(t, other, "x"))
		if _, ok := errors.AsType[*proof.Counterexample](err); !ok {
			t.Errorf("%s%v, %v", other, claims, err)
		}
	}
}

// The shipped grammar of IRIs, and that of URNs as the README compiles it.
func TestSpansOfStandards(t *testing.T) {
	load := func(name string) *abnf.Grammar {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		return parse(t, string(text))
	}
	urns := load("grammars/urn.abnf")
	urns.Import(load("tables/rfc3986.abnf"))
	for _, test := range []struct {
		grammar *abnf.Grammar
		rule    string
		names   []string
	}{
		{load("tables/rfc3987.abnf"), "IRI-reference", []string{"scheme", "iuserinfo", "ihost", "port", "iquery", "ifragment"}},
		{urns, "namestring", []string{"NID", "NSS", "f-component"}},
	} {
		a, err := compile.Spans(test.grammar, test.rule, test.names, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := proof.New(test.grammar, test.rule, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		claims, err := p.Spans(a)
		language, err2 := p.Language(&a.Automaton, proof.Classes)
		if err := errors.Join(err, err2); err != nil || len(claims) != len(test.names) {
			t.Errorf("%v, %v", claims, err)
		}
		for _, claim := range append(claims, language) {
			t.Log(claim)
		}
		refuted := 0
		for k := range a.Names {
			b := copyTagged(a)
			b.Places[len(b.Places)-1][2*k+1] = dfa.Scratch
			if _, err := p.Spans(b); err != nil {
				refuted++
			}
		}
		if refuted != len(a.Names) {
			t.Errorf("%d of %d places may be anything", len(a.Names)-refuted, len(a.Names))
		}
	}
}

// With as many rules as there can be, every register holds -1 to begin with.
func TestMostSpans(t *testing.T) {
	var text strings.Builder
	text.WriteString("r = *x0 %x62\n")
	var names []string
	for i := range dfa.NumRegisters / 2 {
		fmt.Fprintf(&text, "x%d = %%x61\n", i)
		names = append(names, fmt.Sprintf("x%d", i))
	}
	a := tagged(t, text.String(), names[:31]...)
	a.Names = names
	const last = 62 // a register of the last rule that nothing sets, unlike Scratch
	for i := range a.Places {
		a.Places[i] = append(a.Places[i], last, last)
	}
	p := prover(t, text.String(), nil)
	if claims, err := p.Spans(a); err != nil || len(claims) != len(names) {
		t.Errorf("%v, %v", claims, err)
	}
	for i := range a.Places {
		a.Places[i][last+1] = dfa.Scratch
	}
	_, err := p.Spans(a)
	if witness, ok := errors.AsType[*proof.Counterexample](err); !ok || string(witness.Text) != "b" || witness.Why != "the end of x31 is 1 and should be -1" {
		t.Errorf("%v", err)
	}
}

// Nothing is said of tables that are none, or have rules that the grammar has not.
func TestSpansRefused(t *testing.T) {
	const text = "r = %x61 x y\nx = %x62\ny = %x63\n"
	p, a := prover(t, text, nil), tagged(t, text, "x", "y")
	if claims, err := p.Spans(a); err != nil || len(claims) != 2 {
		t.Fatalf("%v, %v", claims, err)
	}
	for _, test := range []struct {
		change func(a *dfa.Tagged)
		want   string
	}{
		{func(a *dfa.Tagged) { *a = dfa.Tagged{} }, "dfa: : no byte classes"},
		{func(a *dfa.Tagged) { a.Final = nil }, "dfa: r: not a program and places for each state"},
		{func(a *dfa.Tagged) { a.Names[1] = "z" }, "proof: span z is not a rule of the grammar"},
		{func(a *dfa.Tagged) { a.Names[1] = "X" }, "proof: span X is listed twice"},
		{func(a *dfa.Tagged) { a.Names, a.Places = []string{"x y"}, [][]uint8{{0, 1}} }, "proof: span x y is not a rule of the grammar"},
		{func(a *dfa.Tagged) { a.Names[0], a.Names[1] = "y", "x" }, `proof: r: the beginning of y is 1 and should be 2: "abc"`},
	} {
		b := copyTagged(a)
		test.change(b)
		if claims, err := p.Spans(b); claims != nil || err == nil || err.Error() != test.want {
			t.Errorf("%v, %v, want %s", claims, err, test.want)
		}
	}
	if claims, err := p.Spans(tagged(t, text)); len(claims) != 0 || err != nil {
		t.Errorf("no spans: %v, %v", claims, err)
	}
	again, err := p.Spans(tagged(t, text, "Y", "X")) // asked in any order, of any names
	if err != nil || again[0].Text != "r reports where Y lies" {
		t.Errorf("%v, %v", again, err)
	}
}
