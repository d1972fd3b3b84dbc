package explain_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	. "example.org/iri/internal/explain"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

func rfc3987(t testing.TB) *abnf.Grammar {
	t.Helper()
	return matcher.ParseFile(t, "../../tables/rfc3987.abnf")
}

// TestDeriveSmallGrammars tries all grammars of three rules whose first has up to four nodes, and all short strings. It
// checks that derivations are correct and preferred, and that errors have the offsets of the automaton.
func TestDeriveSmallGrammars(t *testing.T) {
	f := &matcher.Forest{
		Leaves: []abnf.Node{&abnf.RuleRef{Name: "x"}, &abnf.RuleRef{Name: "y"}, &abnf.NumVal{Base: 'x', Values: []uint32{'a'}}, &abnf.CharVal{}},
		Times:  [][2]int{{0, abnf.Unbounded}, {1, abnf.Unbounded}, {0, 2}, {0, 0}},
	}
	nodes, texts := 4, append(matcher.Texts("abc", 3), matcher.Texts("ab", 4)[15:]...)
	if !*testkit.Long {
		nodes = 3
	}
	count := 0
	for n := 1; n <= nodes; n++ {
		for _, tree := range f.Trees(n) {
			g := matcher.Parse(t, "r = "+tree.String()+"\nx = *\"a\"\ny = \"b\" / \"ab\" / x \"c\"\n")
			e := newExplained(g)
			for _, text := range texts {
				d := e.check(t, "r", text)
				if d == nil {
					continue
				}
				count++
				if want := preferred(g, "r", text); written(d) != want {
					t.Fatalf("%q by\n%v\nis read as\n%vwant\n%s", text, g, d, want)
				}
			}
		}
	}
	t.Logf("%d derivations", count)
}

func TestOctets(t *testing.T) {
	g := matcher.Parse(t, "r = *x [ y ]\nx = %xC3 / \"a\" / %xE2.82\ny = 1*%x80-FF z\nz = %xA4\n")
	g.Encoding = abnf.Octets
	e, count := newExplained(g), 0
	for _, text := range matcher.Texts("a\x7f\x82\xa4\xc3\xe2", 4) {
		if d := e.check(t, "r", text); d != nil {
			count++
			if want := preferred(g, "r", text); written(d) != want {
				t.Errorf("%q is read as\n%vwant\n%s", text, d, want)
			}
		}
	}
	if count < 20 {
		t.Errorf("%d derivations", count)
	}
	_, err := Derive(g, "y", "\u00e4\u20ac")
	const want = `abnf: the string ends too early (y, byte 5, expected %x80-FF of y or %xA4 of z)`
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

func TestDeriveRecursion(t *testing.T) {
	for _, grammar := range []string{
		"s = s x y / x\nx = \"a\"\ny = *x \"b\"\n",                            // others after it
		"s = x y s / x\nx = \"a\"\ny = *x \"b\"\n",                            // before it
		"s = t x / y\nt = s\nx = x y / y\ny = \"a\" / \"b\"\n",                // only a reference; another such rule after it
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
		e := newExplained(matcher.Parse(t, grammar))
		for _, text := range matcher.Texts("abc", 4) {
			e.check(t, "s", text)
		}
	}
	t.Logf("-seed=%d", uint64(testkit.Seed(5234)))
	rnd, texts := rand.New(rand.NewPCG(uint64(testkit.Seed(5234)), 0)), matcher.Texts("abc", 3)
	for done := 0; done < 200; {
		grammar := matcher.RandomRecursive(rnd)
		if done%2 == 0 {
			grammar = component(rnd, "r", "q0", "x") + component(rnd, "q", "x") + "x = " + matcher.RandomTree(rnd.IntN, 3).String() + "\n"
		}
		g := matcher.Parse(t, grammar)
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

// component returns two rules that may refer to each other, both at the end or both at the beginning, and to others
// anywhere.
func component(rnd *rand.Rand, name string, others ...string) string {
	left := rnd.IntN(2) == 0
	var b strings.Builder
	for i := range 2 {
		var alts []string
		for range 1 + rnd.IntN(3) {
			var elems []string
			for range rnd.IntN(3) {
				other := []string{"", "*", "2"}[rnd.IntN(3)] + others[rnd.IntN(len(others))]
				elems = append(elems, other, "( "+matcher.RandomTree(rnd.IntN, 1+rnd.IntN(2)).String()+" )")
			}
			if ref := fmt.Sprint(name, rnd.IntN(2)); left {
				elems = append([]string{ref}, elems...)
			} else {
				elems = append(elems, ref)
			}
			alts = append(alts, strings.Join(elems, " "))
		}
		fmt.Fprintf(&b, "%s%d = %s / %v\n", name, i, strings.Join(alts, " / "), matcher.RandomTree(rnd.IntN, 2))
	}
	return b.String()
}

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

// TestDeriveDeep checks a derivation that is as deep as the recursion, and that its listing has limited indentation.
func TestDeriveDeep(t *testing.T) {
	for grammar, last := range map[string]string{"s = \"a\" s / \"a\"\n": `s 65535-65536 "a"`, "s = s \"a\" / \"a\"\n": `s 0-1 "a"`} {
		const n = 1 << 16
		d, err := Derive(matcher.Parse(t, grammar), "s", strings.Repeat("a", n))
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
	g := matcher.Parse(t, "r = *x\nx = \"a\"\nmiddle = \"a\" [ middle ] \"b\"\nopen = gone\nlarge = 999999999x\nmany = 50000x\nslow = *( 1*1000x )\n")
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

func TestDerivationString(t *testing.T) {
	g := matcher.Parse(t, "r = *%x0-10FFFF\n")
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

// FuzzDerive compares Derive with the automaton.
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

// TestLeftLoops checks a rule that refers to itself in a loop at its beginning. Derive cannot derive a string, but
// reports mismatches.
func TestLeftLoops(t *testing.T) {
	g := matcher.Parse(t, "set = *( set \",\" ) item\nitem = 1*%x30-39\n")
	_, err := Derive(g, "set", "1,2,3")
	const want = "abnf: 1:1: rule set refers to itself in a repetition at its beginning: the text matches, but it cannot be derived"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	var e *MismatchError
	if _, err := Derive(g, "set", "1,2,x"); !errors.As(err, &e) || e.Offset != 4 {
		t.Errorf("error %v", err)
	}
}
