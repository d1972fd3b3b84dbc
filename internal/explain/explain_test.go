package explain_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/abnftest"
	. "example.org/iri/internal/explain"
)

var (
	seed = flag.Uint64("seed", 5234, "seed of the random tests")
	long = flag.Bool("long", false, "walk everything, not a sample")
)

// rfc3987 reads the grammar of RFC 3987.
func rfc3987(t testing.TB) *abnf.Grammar {
	t.Helper()
	text, err := os.ReadFile("../../tables/rfc3987.abnf")
	if err != nil {
		t.Fatal(err)
	}
	return abnftest.Parse(t, string(text))
}

// explained holds what Derive says against slow twins and compiled automata.
type explained struct {
	grammar  *abnf.Grammar
	automata map[string]*dfa.Automaton
}

func newExplained(g *abnf.Grammar) *explained {
	return &explained{g, make(map[string]*dfa.Automaton)}
}

func (e *explained) automaton(t testing.TB, rule string) *dfa.Automaton {
	t.Helper()
	if e.automata[rule] == nil {
		a, err := compile.Compile(e.grammar, rule, nil)
		if err != nil {
			t.Fatal(err)
		}
		e.automata[rule] = a
	}
	return e.automata[rule]
}

// check explains a text and returns its derivation, nil if there is none, which is
// right as the automaton of the rule says.
func (e *explained) check(t testing.TB, rule, text string) *Derivation {
	t.Helper()
	a := e.automaton(t, rule)
	s, n := dfa.Last(a, a.Start, text)
	d, err := Derive(e.grammar, rule, text)
	if n == len(text) && a.Accepts(s) {
		if err != nil {
			t.Fatalf("%q by %s: %v in\n%v", text, rule, err, e.grammar)
		}
		if d.Rule != e.grammar.Lookup(rule) || d.Start != 0 || d.End != len(text) {
			t.Fatalf("%q by %s: derivation\n%v", text, rule, d)
		}
		e.derivation(t, text, d)
		return d
	}
	var m *MismatchError
	if !errors.As(err, &m) || d != nil {
		t.Fatalf("%q by %s: %v and error %v in\n%v", text, rule, d, err, e.grammar)
	}
	if m.Rule != e.grammar.Lookup(rule).Name || m.Offset != n || m.End != a.Accepts(s) {
		t.Fatalf("%q by %s: error %+v, want offset %d, end %t in\n%v", text, rule, m, n, a.Accepts(s), e.grammar)
	}
	e.expectations(t, m, a.Follow(s))
	return nil
}

// derivation expects that the body of each rule reads its text with just the inner
// derivations, in their places, for its references.
func (e *explained) derivation(t testing.TB, text string, d *Derivation) {
	t.Helper()
	if d.Text != text[d.Start:d.End] || !dfa.Match(e.automaton(t, d.Rule.Name), d.Text) {
		t.Fatalf("%q: %s does not read %q, of %d to %d", text, d.Rule.Name, d.Text, d.Start, d.End)
	}
	begin := map[progress]bool{{d.Start, 0}: true}
	if !e.follow(d.Rule.Body, text, d.Inner, begin)[progress{d.End, len(d.Inner)}] {
		t.Fatalf("%q: the rule\n%v\nis not read as\n%v", text, d.Rule, d)
	}
	for _, inner := range d.Inner {
		e.derivation(t, text, inner)
	}
}

// progress is how much of a text and of the inner derivations has been used.
type progress struct{ at, inner int }

func (e *explained) follow(n abnf.Node, text string, inner []*Derivation, from map[progress]bool) map[progress]bool {
	to := make(map[progress]bool)
	switch n := n.(type) {
	case *abnf.Alternation:
		for _, alt := range n.Alts {
			for p := range e.follow(alt, text, inner, from) {
				to[p] = true
			}
		}
	case *abnf.Concatenation:
		for _, elem := range n.Elems {
			from = e.follow(elem, text, inner, from)
		}
		return from
	case *abnf.Repetition:
		for range n.Min {
			from = e.follow(n.Elem, text, inner, from)
		}
		for i := n.Min; len(from) > 0; i++ {
			size := len(to)
			for p := range from {
				to[p] = true
			}
			if i == n.Max || len(to) == size {
				break
			}
			from = e.follow(n.Elem, text, inner, from)
		}
	case *abnf.RuleRef:
		for p := range from {
			if p.inner < len(inner) && inner[p.inner].Start == p.at && inner[p.inner].Rule == e.grammar.Target(n) {
				to[progress{inner[p.inner].End, p.inner + 1}] = true
			}
		}
	default:
		for p := range from {
			if length, fits := terminal(e.grammar.Encoding, n, text[p.at:]); fits {
				to[progress{p.at + length, p.inner}] = true
			}
		}
	}
	return to
}

// terminal reports whether a string or value reads the beginning of a text, and how
// much of it.
func terminal(encoding abnf.Encoding, n abnf.Node, text string) (length int, fits bool) {
	for i := 0; ; i++ {
		if _, characters := abnftest.Reads(n, i, 0); i == characters {
			return length, true
		}
		c, size := encoding.Decode(text[length:])
		if fits, _ := abnftest.Reads(n, i, c); size == 0 || !fits {
			return 0, false
		}
		length += size
	}
}

// preferred is a slow twin that tries everything in the order of preference and
// stops at the first derivation of all of a text. It does not understand recursion.
type preferred struct {
	grammar *abnf.Grammar
	text    string
}

func (p *preferred) derive(rule string) (whole *Derivation) {
	ref := &abnf.RuleRef{Name: rule}
	p.try(ref, 0, nil, func(at int, list []*Derivation) bool {
		if at == len(p.text) {
			whole = list[0]
		}
		return whole != nil
	})
	return whole
}

// try reads n and asks then whether that will do.
func (p *preferred) try(n abnf.Node, at int, before []*Derivation, then func(at int, list []*Derivation) bool) bool {
	switch n := n.(type) {
	case *abnf.Alternation:
		return slices.ContainsFunc(n.Alts, func(alt abnf.Node) bool { return p.try(alt, at, before, then) })
	case *abnf.Concatenation:
		return p.sequence(n.Elems, at, before, then)
	case *abnf.Repetition:
		return p.repeat(n, 0, at, before, then)
	case *abnf.RuleRef:
		r := p.grammar.Target(n)
		return p.try(r.Body, at, nil, func(end int, inner []*Derivation) bool {
			d := &Derivation{Rule: r, Start: at, End: end, Text: p.text[at:end], Inner: inner}
			return then(end, append(before[:len(before):len(before)], d))
		})
	}
	length, fits := terminal(p.grammar.Encoding, n, p.text[at:])
	return fits && then(at+length, before)
}

func (p *preferred) sequence(elems []abnf.Node, at int, before []*Derivation, then func(int, []*Derivation) bool) bool {
	if len(elems) == 0 {
		return then(at, before)
	}
	return p.try(elems[0], at, before, func(at int, list []*Derivation) bool {
		return p.sequence(elems[1:], at, list, then)
	})
}

func (p *preferred) repeat(n *abnf.Repetition, done, at int, before []*Derivation, then func(int, []*Derivation) bool) bool {
	more := n.Max == abnf.Unbounded || done < n.Max
	once := more && p.try(n.Elem, at, before, func(end int, list []*Derivation) bool {
		if end == at && done >= n.Min && n.Max == abnf.Unbounded {
			return false // for ever
		}
		return p.repeat(n, done+1, end, list, then)
	})
	return once || done >= n.Min && then(at, before)
}

// For all grammars of three rules whose first has up to four nodes, and all short texts:
// derivations are right and the preferred ones, and errors are where the automaton says.
func TestDeriveSmallGrammars(t *testing.T) {
	f := &abnftest.Forest{
		Leaves: []abnf.Node{&abnf.RuleRef{Name: "x"}, &abnf.RuleRef{Name: "y"}, &abnf.NumVal{Base: 'x', Values: []uint32{'a'}}, &abnf.CharVal{}},
		Times:  [][2]int{{0, abnf.Unbounded}, {1, abnf.Unbounded}, {0, 2}, {0, 0}},
	}
	nodes, texts := 4, append(abnftest.Texts("abc", 3), abnftest.Texts("ab", 4)[15:]...)
	if !*long {
		nodes = 3
	}
	count := 0
	for n := 1; n <= nodes; n++ {
		for _, tree := range f.Trees(n) {
			g := abnftest.Parse(t, "r = "+tree.String()+"\nx = *\"a\"\ny = \"b\" / \"ab\" / x \"c\"\n")
			e := newExplained(g)
			for _, text := range texts {
				d := e.check(t, "r", text)
				if d == nil {
					continue
				}
				count++
				twin := preferred{g, text}
				if want := twin.derive("r"); d.String() != want.String() {
					t.Fatalf("%q by\n%v\nis read as\n%vwant\n%v", text, g, d, want)
				}
			}
		}
	}
	t.Logf("%d derivations", count)
}

// TestOctets: texts of octets are derived octet by octet, and errors lie at octets.
func TestOctets(t *testing.T) {
	g := abnftest.Parse(t, "r = *x [ y ]\nx = %xC3 / \"a\" / %xE2.82\ny = 1*%x80-FF z\nz = %xA4\n")
	g.Encoding = abnf.Octets
	e, count := newExplained(g), 0
	for _, text := range abnftest.Texts("a\x7f\x82\xa4\xc3\xe2", 4) {
		if d := e.check(t, "r", text); d != nil {
			count++
			twin := preferred{g, text}
			if want := twin.derive("r"); d.Rule != want.Rule || len(d.Inner) != len(want.Inner) {
				t.Errorf("%q is read as\n%vwant\n%v", text, d, want)
			}
		}
	}
	if count < 20 {
		t.Errorf("%d derivations", count)
	}
	_, err := Derive(g, "y", "\u00e4\u20ac")
	const want = `abnf: the text ends too early (y, byte 5, expected %x80-FF of y or %xA4 of z)`
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

// Recursive rules: derivations are right, as deep as they are.
func TestDeriveRecursion(t *testing.T) {
	for _, grammar := range []string{
		"s = s x y / x\nx = \"a\"\ny = *x \"b\"\n",                            // others behind it
		"s = x y s / x\nx = \"a\"\ny = *x \"b\"\n",                            // before it
		"s = t x / y\nt = s\nx = x y / y\ny = \"a\" / \"b\"\n",                // only a reference; another such rule behind it
		"s = x t / y\nt = s\nx = y x / y\ny = \"a\" / \"b\"\n",                // before it
		"s = *t y 2t\nt = y t / t2\nt2 = [ t ] / \"c\"\ny = \"a\" / \"b\"\n",  // used more than once
		"s = *t y 2t\nt = t y / t2\nt2 = [ t ] / \"c\"\ny = \"a\" / \"b\"\n",  //
		"s = s / y / s\ny = t\nt = *\"a\"\n",                                  // nothing but itself
		"s = x *( \"b\" s )\nx = \"a\" / \"c\"\n",                             // in a loop
		"s = x *( \"b\" s ) / y\nx = \"a\"\ny = \"c\"\n",                      // from which not all come
		"s = x [ y *( \"b\" s / x ) ] / y s\nx = \"a\"\ny = \"c\"\n",          // another at the end
		"s = x *( y t / y )\nt = x s / x\nx = \"a\"\ny = \"c\" / \"b\"\n",     // two rules
		"s = 2t \"c\" t\nt = y *( x t )\nx = [ y ]\ny = \"a\" *( \"b\" y )\n", // a loop in a loop
		"s = x t\nt = *( y s ) / y\nx = \"a\" / \"c\"\ny = \"b\"\n",           // the loop in another rule
		"s = x *( y [ s ] )\nx = \"a\"\ny = \"b\" / \"c\"\n",                  // may be left out
	} {
		e := newExplained(abnftest.Parse(t, grammar))
		for _, text := range abnftest.Texts("abc", 4) {
			e.check(t, "s", text)
		}
	}
	t.Logf("-seed=%d", *seed)
	rnd, texts := rand.New(rand.NewPCG(*seed, 0)), abnftest.Texts("abc", 3)
	for done := 0; done < 200; {
		grammar := abnftest.RandomRecursive(rnd)
		if done%2 == 0 {
			grammar = component(rnd, "r", "q0", "x") + component(rnd, "q", "x") + "x = " + abnftest.RandomTree(rnd.IntN, 3).String() + "\n"
		}
		g := abnftest.Parse(t, grammar)
		if _, err := compile.Compile(g, "r0", &compile.Options{MaxStates: 500}); err != nil {
			continue
		}
		done++
		e := newExplained(g)
		for _, text := range texts {
			e.check(t, "r0", text)
		}
	}
}

// component writes two rules that may refer to each other, all at the end or all
// at the beginning, and elsewhere to others.
func component(rnd *rand.Rand, name string, others ...string) string {
	left := rnd.IntN(2) == 0
	var b strings.Builder
	for i := range 2 {
		var alts []string
		for range 1 + rnd.IntN(3) {
			var elems []string
			for range rnd.IntN(3) {
				other := []string{"", "*", "2"}[rnd.IntN(3)] + others[rnd.IntN(len(others))]
				elems = append(elems, other, "( "+abnftest.RandomTree(rnd.IntN, 1+rnd.IntN(2)).String()+" )")
			}
			if ref := fmt.Sprint(name, rnd.IntN(2)); left {
				elems = append([]string{ref}, elems...)
			} else {
				elems = append(elems, ref)
			}
			alts = append(alts, strings.Join(elems, " "))
		}
		fmt.Fprintf(&b, "%s%d = %s / %v\n", name, i, strings.Join(alts, " / "), abnftest.RandomTree(rnd.IntN, 2))
	}
	return b.String()
}

// Derivations of IRIs to look at.
func TestDeriveIRI(t *testing.T) {
	e := newExplained(rfc3987(t))
	for text, want := range map[string]string{
		"x://é:8/?#": `IRI-reference 0-11 "x://é:8/?#"
  IRI 0-11 "x://é:8/?#"
    scheme 0-1 "x"
      ALPHA 0-1 "x"
    ihier-part 2-9 "//é:8/"
      iauthority 4-8 "é:8"
        ihost 4-6 "é"
          ireg-name 4-6 "é"
            iunreserved 4-6 "é"
              ucschar 4-6 "é"
        port 7-8 "8"
          DIGIT 7-8 "8"
      ipath-abempty 8-9 "/"
        isegment 9-9 ""
    iquery 10-10 ""
    ifragment 11-11 ""
`,
		"": `IRI-reference 0-0 ""
  irelative-ref 0-0 ""
    irelative-part 0-0 ""
      ipath-empty 0-0 ""
`,
		"//[::1]": `IRI-reference 0-7 "//[::1]"
  irelative-ref 0-7 "//[::1]"
    irelative-part 0-7 "//[::1]"
      iauthority 2-7 "[::1]"
        ihost 2-7 "[::1]"
          IP-literal 2-7 "[::1]"
            IPv6address 3-6 "::1"
              h16 5-6 "1"
                HEXDIG 5-6 "1"
                  DIGIT 5-6 "1"
      ipath-abempty 7-7 ""
`,
	} {
		d := e.check(t, "IRI-reference", text)
		if d == nil || d.String() != want {
			t.Errorf("%q is read as\n%vwant\n%s", text, d, want)
		}
	}
	for _, text := range []string{"http://u:p@127.0.0.1:80/a%20b/c;d=e?q#f", "urn:isbn:1", "../a//b", "?", "http://[v1.x:y]", "x:/%c3%a9\ue000", "http://[fe80::1%25]/", "é:"} {
		e.check(t, "IRI-reference", text)
	}
}

// A derivation is as deep as the recursion, its listing is not too wide.
func TestDeriveDeep(t *testing.T) {
	for grammar, last := range map[string]string{"s = \"a\" s / \"a\"\n": `s 65535-65536 "a"`, "s = s \"a\" / \"a\"\n": `s 0-1 "a"`} {
		const n = 1 << 16
		d, err := Derive(abnftest.Parse(t, grammar), "s", strings.Repeat("a", n))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(d.String(), "\n")
		if len(lines) != n+1 || lines[n-1] != strings.Repeat(" ", 128)+last {
			t.Errorf("%q: %d lines, the last %q", grammar, len(lines), lines[n-1])
		}
	}
}

func TestDeriveErrors(t *testing.T) {
	g := abnftest.Parse(t, "r = *x\nx = \"a\"\nmiddle = \"a\" [ middle ] \"b\"\nopen = gone\nlarge = 999999999x\nmany = 50000x\nslow = *( 1*1000x )\n")
	for _, test := range []struct{ rule, text, want string }{
		{"s", "", `abnf: rule "s" is not defined`},
		{"open", "", `abnf: 4:8: rule "gone" is not defined`},
		{"middle", "ab", `abnf: 3:16: rule middle refers to itself in the middle of a rule`},
		{"large", "", `abnf: 5:9: rule large: more than 262144 states of the NFA`},
		{"r", strings.Repeat("a", 1<<16+1), `abnf: 1:1: rule r: more than 65536 bytes of text`},
		{"slow", strings.Repeat("a", 1<<16), `abnf: 7:1: rule slow: more than 2097152 states of the NFA at all offsets of the text`},
	} {
		d, err := Derive(g, test.rule, test.text)
		if d != nil || err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", test.rule, err, test.want)
		}
	}
}

// A long text is cut between characters; text that is no UTF-8 is cut all the same.
func TestDerivationString(t *testing.T) {
	g := abnftest.Parse(t, "r = *%x0-10FFFF\n")
	for text, want := range map[string]string{
		strings.Repeat("a", 64):       `"` + strings.Repeat("a", 64) + `"`,
		strings.Repeat("a", 65):       `"` + strings.Repeat("a", 64) + `"...`,
		strings.Repeat("a", 63) + "é": `"` + strings.Repeat("a", 63) + `"...`,
		"\n\"\x00":                    `"\n\"\x00"`,
	} {
		d, err := Derive(g, "r", text)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := d.String(), fmt.Sprintf("r 0-%d %s\n", len(text), want); got != want {
			t.Errorf("%s want %s", got, want)
		}
	}
}

// FuzzDerive: whatever the grammar and the text, Derive says what the automaton says.
func FuzzDerive(f *testing.F) {
	for _, grammar := range []string{
		"r = a \"/\" b\na = *\"x\"\nb = 1*2a\n",
		"r = \"y\" b\nb = *a / r\na = \"x\" / r\n",
		"r = b \"y\" / \"\"\nb = *a / r\na = \"x\"\n",
		"r = %xD7FE-E001 / %x10FFFF b\nb = 0<prose>\n",
		"r = *( *( *\"a\" / b ) b )\nb = [ [ \"c\" ] ]\n",
		"r = %xD800 b\nb = \"x\"\n",
	} {
		f.Add(grammar, "yxx/xab\ud7ff")
	}
	f.Fuzz(func(t *testing.T, grammar, text string) {
		g, err := abnf.Parse([]byte(grammar))
		if err != nil || len(grammar) > 200 || len(text) > 50 {
			return
		}
		for r := range g.Rules() {
			if _, err := compile.Compile(g, r.Name, &compile.Options{MaxStates: 500}); err == nil {
				newExplained(g).check(t, r.Name, text)
			}
		}
	})
}

func ExampleDerive() {
	g, err := abnf.Parse([]byte(`
date  = year "-" month
year  = 4DIGIT
month = "0" DIGIT / "1" %x30-32
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := Derive(g, "date", "2026-11")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(d)
	month := d.Inner[1]
	fmt.Println(month.Rule.Name, month.Rule.Pos, month.Text)
	// Output:
	// date 0-7 "2026-11"
	//   year 0-4 "2026"
	//     DIGIT 0-1 "2"
	//     DIGIT 1-2 "0"
	//     DIGIT 2-3 "2"
	//     DIGIT 3-4 "6"
	//   month 5-7 "11"
	// month 4:1 11
}

// What the rounds of a loop at the beginning of its rule read is not told, but what they do not.
func TestLeftLoops(t *testing.T) {
	g := abnftest.Parse(t, "set = *( set \",\" ) item\nitem = 1*%x30-39\n")
	_, err := Derive(g, "set", "1,2,3")
	const want = "abnf: 1:1: rule set refers to itself in a repetition at its beginning: the text matches, but how the rules read it is not known"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	var e *MismatchError
	if _, err := Derive(g, "set", "1,2,x"); !errors.As(err, &e) || e.Offset != 4 {
		t.Errorf("error %v", err)
	}
}
