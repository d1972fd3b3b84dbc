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

	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/testkit/mutant"
)

// spanned are small grammars with spans. All mutants of their tables are tried, on all strings of at most six bytes
// over the alphabet.
var spanned = []struct{ text, names, alphabet string }{
	{"r = x %x3A y\nx = *%x61\ny = *%x62\n", "x y", "ab:"},
	{"r = [ x ] y\nx = %x61\ny = *%x62\n", "y x", "ab"},
	{"r = *( x [ %x3A ] )\nx = %x61 / %x62\n", "X", "ab:"},
	{"r = *( x %x61 )\nx = \"\"\n", "x", "a"},
	{"r = 1*( x %x62 ) *y\nx = %x61 [ y ]\ny = %x3A\n", "r x y", "ab:"},
	{"r = %x61 o %x61\no = *( y x )\nx = *%x62\ny = %x3A\n", "o x y", "ab:"},
	{"r = %x61 [ x ] / y\nx = %x62\ny = *%x62\nz = %x62\n", "x y z", "ab"},
	// Registers are copied: the place of x is known only later.
	{"r = *%x61 x %x3A / *%x61 %x62\nx = %x61\n", "x", "ab:"},
	{"r = *( %x61 / %x62 ) x y\nx = %x61\ny = %x61-62\n", "x y", "ab"},
	{"r = *( %x61 / %x62 ) x 2y\nx = %x61\ny = %x61-62\n", "x", "ab"},
	// Lists in several registers, with two empty occurrences at one offset, and with paths.
	{"r = *( x %x3A ) %x61 / *( y %x3A ) %x62\nx = *%x61\ny = *%x61\n", "x y", "ab:"},
	{"r = *( x / y )\nx = 1*%x61 %x3A\ny = 1*%x61 %x62\n", "x", "ab:"},
	{"r = 2x *( %x61 x )\nx = \"\"\n", "x", "a"},
	{"r = 2x *y\nx = %x61 [ %x62 ]\ny = %x3A *x\n", "r.y.x z=x y", "ab:"},
	// Registers are set within characters.
	{"r = *( %xE8 / x )\nx = %xE9 [ %x61 ]\n", "x", "éèa"},
	{"r = *%xE8-E9 x %xE8-E9\nx = %xE9\n", "x", "éè"},
	{"r = x *y %x61 / %x20AD y\nx = %x20AC\ny = %xE9\n", "x y", "€₭éa"},
}

// tagged compiles rule r of a grammar with spans.
func tagged(t testing.TB, text string, names ...string) *dfa.Tagged {
	t.Helper()
	a, err := compile.Spans(matcher.Parse(t, text), "r", names, nil)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return a
}

// A spanReader returns the spans that dfa.FindAll should return.
type spanReader struct {
	*matcher.Reader
	texts map[string][]matcher.Location // distinct parses of strings of the rule
}

func readSpans(d *matcher.Reader) *spanReader {
	r := &spanReader{d, make(map[string][]matcher.Location)}
	for _, x := range r.All("r") {
		if !slices.Contains(r.texts[x.Text], x.Spans) {
			r.texts[x.Text] = append(r.texts[x.Text], x.Spans)
		}
	}
	return r
}

// of returns the parses of a string of any length.
func (r *spanReader) of(text string) []matcher.Location {
	if len(text) <= r.Longest {
		return r.texts[text]
	}
	return readSpans(&matcher.Reader{Grammar: r.Grammar, Spans: r.Spans, Alphabet: text, Longest: len(text), Prefix: text}).texts[text]
}

// mistakes returns the errors of FindAll for a string of the rule, in the words of the prover, for each parse.
func (r *spanReader) mistakes(a *dfa.Tagged, text string) []string {
	var list []string
	found, ok, err := matcher.Find(a, text)
	if !ok {
		list = append(list, "the automaton does not accept what the grammar does")
	}
	if err != nil {
		list = append(list, err.Error())
	}
	for _, spans := range r.of(text) {
		for k := range r.Spans {
			list = append(list, differences(r.Spans[k], found[k].Spans(), spans[k].Spans())...)
		}
	}
	return list
}

// differences describes spans of a rule that are found wrongly.
func differences(rule string, found, want []dfa.Span) (list []string) {
	for end, what := range []string{"beginning", "end"} {
		f, w := offsets(found, end), offsets(want, end)
		switch {
		case slices.Equal(f, w):
		case len(f) <= 1 && len(w) <= 1:
			list = append(list, fmt.Sprintf("the %s of %s is %d and should be %d", what, rule, append(f, -1)[0], append(w, -1)[0]))
		default:
			list = append(list, fmt.Sprintf("the %ss of %s are %d and should be %d", what, rule, f, w))
		}
	}
	return list
}

func offsets(spans []dfa.Span, end int) (list []int) {
	for _, s := range spans {
		if at := [2]int{s.Start, s.End}[end]; at >= 0 {
			list = append(list, at)
		}
	}
	return list
}

// subject returns the subject of a mistake.
func subject(mistake string) string {
	of, _, _ := strings.Cut(strings.Replace(mistake, "s of ", " of ", 1), " is ")
	of, _, _ = strings.Cut(of, " are ")
	return of
}

// wrong returns the lengths of the shortest strings for which a reports something wrong, by subject.
func (r *spanReader) wrong(a *dfa.Tagged) map[string]int {
	shortest := make(map[string]int)
	for text := range r.texts {
		for _, what := range r.mistakes(a, text) {
			of := subject(what)
			if n, known := shortest[of]; !known || len(text) < n {
				shortest[of] = len(text)
			}
		}
	}
	return shortest
}

// check compares the result of the prover for a with that of all strings, and reports whether a was refuted.
func (r *spanReader) check(t *testing.T, p *proof.Prover, a *dfa.Tagged) (refuted bool) {
	t.Helper()
	wrong := r.wrong(a)
	claims, err := p.Spans(a)
	if err == nil {
		if len(wrong) > 0 || len(claims) != len(a.Names) {
			t.Fatalf("%v, but %v\n%+v\n%v", claims, wrong, a, r.Grammar)
		}
		return false
	}
	var witness *proof.Counterexample
	if !errors.As(err, &witness) || claims != nil || witness.Rule != "r" {
		t.Fatalf("%v, %v", claims, err)
	}
	if !slices.Contains(r.mistakes(a, string(witness.Text)), witness.Why) {
		t.Fatalf("%v: %v\n%+v\n%v", err, r.mistakes(a, string(witness.Text)), a, r.Grammar)
	}
	of := subject(witness.Why)
	if n, known := wrong[of]; known && n != len(witness.Text) || !known && len(witness.Text) <= r.Longest {
		t.Fatalf("%v: a text of %d bytes is shorter", err, n)
	}
	return true
}

// The table of the compiler is exact. Mutants pass if they report the same for all strings; all others are refuted with
// a shortest string.
func TestSpanMutants(t *testing.T) {
	mutants, refuted := 0, 0
	for _, test := range spanned {
		names := strings.Fields(test.names)
		right, p := tagged(t, test.text, names...), prover(t, test.text)
		reader := readSpans(&matcher.Reader{Grammar: matcher.Parse(t, test.text), Spans: names, Alphabet: test.alphabet, Longest: 6})
		claims, err := p.Spans(right)
		if err != nil || len(claims) != len(names) || reader.check(t, p, right) {
			t.Fatalf("%v, %v", claims, err)
		}
		for k, claim := range claims {
			if claim.Text != "r reports where "+names[k]+" lies" || claim.Pairs == 0 {
				t.Errorf("%v", claim)
			}
		}
		if _, err := p.Language(&right.Automaton); err != nil {
			t.Error(err)
		}
		count, wrong := 0, 0
		for _, mutants := range []iter.Seq[*dfa.Tagged]{mutant.Tables(right), mutant.Cells(right)} {
			for a := range mutants {
				if count++; (*testkit.Long || count%4 == 0) && reader.check(t, p, a) {
					wrong++
				}
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

// randomNode returns a random right-hand side.
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

// randomGrammar returns a grammar with rules p and q, and one of the same language without them.
func randomGrammar(pick func(int) int) (text, without string) {
	text = fmt.Sprintf("r = %s\np = %s\nq = %s\n",
		randomNode(pick, 2+pick(5), "p", "q", "p", "q", "%x61", "%x62"),
		randomNode(pick, 1+pick(4), "q", "%x61", "%x62", "%xE9"),
		randomNode(pick, 1+pick(4), "\"\"", "%x61", "%x62", "%x61-62"))
	return text, strings.NewReplacer("p", "p2", "q", "q2").Replace(text) + "p = \"\"\nq = \"\"\n"
}

// Tables of random grammars and their correct mutants pass. For ambiguous grammars, a table in which all rules are
// absent is refuted.
func TestRandomSpans(t *testing.T) {
	rnd := random(t)
	n := 2000
	if !*testkit.Long {
		n = 60
	}
	exact, registers, mutants, refuted := 0, 0, 0, 0
	for range n {
		text, without := randomGrammar(rnd.IntN)
		p := prover(t, text)
		reader := readSpans(&matcher.Reader{Grammar: matcher.Parse(t, text), Spans: []string{"p", "q"}, Alphabet: "abé", Longest: 4})
		a, err := compile.Spans(matcher.Parse(t, text), "r", []string{"p", "q"}, nil)
		var ambiguous *compile.AmbiguousError
		is := errors.As(err, &ambiguous)
		if err != nil && !is {
			t.Fatal(err)
		}
		if is {
			if !reader.check(t, p, tagged(t, without, "p", "q")) {
				t.Fatalf("%v in\n%s", ambiguous, text)
			}
			continue
		}
		if exact++; reader.check(t, p, a) {
			t.Fatalf("what compile makes is refuted of\n%s", text)
		}
		if len(a.Registers) > 0 {
			registers++
		}
		for b := range mutant.Tables(a) {
			if rnd.IntN(20) > 0 {
				continue
			}
			if mutants++; reader.check(t, p, b) {
				refuted++
			}
		}
	}
	t.Logf("%d of %d grammars unambiguous, %d with registers; %d mutants, %d refuted", exact, n, registers, mutants, refuted)
	if registers == 0 || refuted == 0 {
		t.Error("no register was ever needed, or nothing refuted")
	}
}

// Spans that no table can find: strings with two parses, or with parses that differ from the registers.
func TestInexactSpans(t *testing.T) {
	for _, test := range []struct {
		grammar, other string // of the table
		names          string
		text, why      string
	}{
		{"r = x / y\nx = *%x61\ny = *%x62\n", "r = x / y\nx = *%x61\ny = 1*%x62\n", "x y", "", "the end of y is -1 and should be 0"},
		{"r = *x\nx = *%x61\n", "r = x\nx = *%x61\n", "x", "", "the end of x is 0 and should be -1"},
		{"r = *%x61 x *%x61\nx = %x61\n", "r = x *%x61\nx = %x61\n", "x", "aa", "the beginning of x is 0 and should be 1"},
		{"r = x *%x61\nx = %x61 [ %x61 ]\n", "r = x *%x61\nx = %x61\n", "x", "aa", "the end of x is 1 and should be 2"},
		{"r = x *%x61\nx = %x61 [ %x61 ]\n", "r = *%x61 x\nx = %x61\n", "x", "aa", "the end of x is 2 and should be 1"},
		{"r = *( x / y )\nx = %x61\ny = %x62\n", "r = *( x / y )\nx = %x61\ny = %x62\n", "y x", "", ""},
		{"r = x y\nx = %x61\ny = %x62\n", "r = y x\ny = %x61\nx = %x62\n", "x y", "ab", "the end of x is 2 and should be 1"},
		{"r = x y\nx = %x61\ny = *%x62\n", "r = x [ y ]\nx = %x61\ny = 1*%x62\n", "x y", "a", "the end of y is -1 and should be 1"},
		{"r = %xE9 [ x ]\nx = %x61\n", "r = x %xE9 [ %x61 ]\nx = \"\"\n", "x", "é", "the end of x is 0 and should be -1"},
		{"r = x [ %x61 ]\nx = *%x62\n", "r = x\nx = *%x62\n", "x", "a", "the automaton does not accept what the grammar does"},
		{"r = x\nx = %x62\n", "r = x\nx = *%x62 [ %x61 ]\n", "x", "", ""}, // only Language refutes it
	} {
		claims, err := prover(t, test.grammar).Spans(tagged(t, test.other, strings.Fields(test.names)...))
		if test.why == "" {
			if err != nil || claims == nil {
				t.Errorf("%s%v", test.grammar, err)
			}
			continue
		}
		var witness *proof.Counterexample
		if !errors.As(err, &witness) || claims != nil || string(witness.Text) != test.text || witness.Why != test.why {
			t.Errorf("%s%v, %v; want %q: %s", test.grammar, claims, err, test.text, test.why)
		}
	}
}

// TestSpansOfStandards proves the spans of URNs, and with -long those of IRI references, which package tables proves in
// any case.
func TestSpansOfStandards(t *testing.T) {
	load := func(name string) *abnf.Grammar {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		return matcher.Parse(t, string(text))
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
		if test.rule == "IRI-reference" && !*testkit.Long {
			continue
		}
		a, err := compile.Spans(test.grammar, test.rule, test.names, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := proof.New(test.grammar, test.rule)
		if err != nil {
			t.Fatal(err)
		}
		claims, err := p.Spans(a)
		language, err2 := p.Language(&a.Automaton)
		if err := errors.Join(err, err2); err != nil || len(claims) != len(test.names) {
			t.Errorf("%v, %v", claims, err)
		}
		for _, claim := range append(claims, language) {
			t.Log(claim)
		}
		wrong := mutant.Copy(a)
		for i := range wrong.Registers {
			wrong.Registers[i] = nil
		}
		if _, err = p.Spans(wrong); err == nil {
			t.Error("a place may be anything")
		}
		wrong = mutant.Copy(a)
		for i := range wrong.Fixed {
			wrong.Fixed[i].Offset++
		}
		if _, err = p.Spans(wrong); err == nil {
			t.Error("a distance may be anything")
		}
	}
}

// The largest number of rules, of which the string has one.
func TestMostSpans(t *testing.T) {
	const most = 31
	var text strings.Builder
	text.WriteString("r = x0 %x62\n")
	var names []string
	for i := range most {
		fmt.Fprintf(&text, "x%d = %%x61\n", i)
		names = append(names, fmt.Sprintf("x%d", i))
	}
	a := tagged(t, text.String(), names...)
	p := prover(t, text.String())
	if claims, err := p.Spans(a); err != nil || len(claims) != len(names) {
		t.Errorf("%v, %v", claims, err)
	}
	a.Fixed = slices.DeleteFunc(a.Fixed, func(f dfa.Fixed) bool { return f.Tag == 2*most-1 })
	a.Places[0][2*most-1] = dfa.Place{Register: dfa.None} // as the end of the string
	_, err := p.Spans(a)
	var witness *proof.Counterexample
	if !errors.As(err, &witness) || string(witness.Text) != "ab" || witness.Why != "the end of x30 is 2 and should be -1" {
		t.Errorf("%v", err)
	}
}

// Up to a limit, many offsets may be pending.
func TestPendingPlaces(t *testing.T) {
	for _, test := range []struct{ grammar, want string }{
		{"r = *x 7%x61\nx = %x61\n", ""},
		{"r = *x 60%x61\nx = %x61\n", ""},
		{"r = *( 2x %x61 ) 40%x61\nx = \"\"\n", "proof: r: more than 63 places of x that no register holds yet"},
	} {
		_, err := prover(t, test.grammar).Spans(tagged(t, test.grammar, "x"))
		if (err == nil) != (test.want == "") || err != nil && err.Error() != test.want {
			t.Errorf("%s%v, want %s", test.grammar, err, test.want)
		}
	}
}

// Invalid tables, and rules that the grammar lacks, are rejected.
func TestSpansRefused(t *testing.T) {
	const text = "r = %x61 x y\nx = %x62\ny = %x63\n"
	p, a := prover(t, text), tagged(t, text, "x", "y")
	if claims, err := p.Spans(a); err != nil || len(claims) != 2 {
		t.Fatalf("%v, %v", claims, err)
	}
	for _, test := range []struct {
		change func(a *dfa.Tagged)
		want   string
	}{
		{func(a *dfa.Tagged) { *a = dfa.Tagged{} }, "dfa: : no byte classes"},
		{func(a *dfa.Tagged) { a.Final = nil }, "dfa: r: Final does not have an entry for each state"},
		{func(a *dfa.Tagged) { a.Names[1] = "z" }, "abnf: span z is not a rule of the grammar"},
		{func(a *dfa.Tagged) { a.Names[1] = "X" }, "abnf: span X is listed twice"},
		{func(a *dfa.Tagged) {
			a.Names, a.Places = []string{"x y"}, [][]dfa.Place{{{}, {}}}
			a.Registers, a.Fixed = make([][]dfa.Commit, 1), nil
		}, "abnf: span x y is not a rule of the grammar"},
		{func(a *dfa.Tagged) { a.Names[0], a.Names[1] = "y", "x" }, `proof: r: the end of x is 3 and should be 2: "abc"`},
	} {
		b := mutant.Copy(a)
		test.change(b)
		if claims, err := p.Spans(b); claims != nil || err == nil || err.Error() != test.want {
			t.Errorf("%v, %v, want %s", claims, err, test.want)
		}
	}
	if claims, err := p.Spans(tagged(t, text)); len(claims) != 0 || err != nil {
		t.Errorf("no spans: %v, %v", claims, err)
	}
	again, err := p.Spans(tagged(t, text, "Y", "X")) // in another order, with other names
	if err != nil || again[0].Text != "r reports where Y lies" {
		t.Errorf("%v, %v", again, err)
	}
}
