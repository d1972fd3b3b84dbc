package suite_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	. "example.org/iri/compile/suite"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/walk"
)

// automaton compiles a rule of a grammar.
func automaton(t testing.TB, grammar, rule string) *dfa.Automaton {
	t.Helper()
	a, err := compile.Compile(matcher.Parse(t, grammar), rule, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// rfc compiles a rule of one of the grammars that package tables ships.
func rfc(t testing.TB, grammar, rule string) *dfa.Automaton {
	t.Helper()
	a, err := compile.Compile(matcher.ParseFile(t, "../../tables/"+grammar), rule, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func casesOf(t testing.TB, a *dfa.Automaton) []Case {
	t.Helper()
	cases, err := Cases(a)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// print lists the strings of a suite, with a + before valid ones.
func print(cases []Case) string {
	var list []string
	for _, c := range cases {
		sign := "-"
		if c.Valid {
			sign = "+"
		}
		list = append(list, sign+string(c.Input))
	}
	return strings.Join(list, " ")
}

// TestCases has suites that are small enough to be made by hand. Classes are represented by their first printable byte,
// as ! is for the bytes that no rule names.
func TestCases(t *testing.T) {
	for _, x := range []struct{ rule, want string }{
		// Two states, distinguished by the empty suffix.
		{`r = *%x61`, "+ -! +a -!! -!a"},
		{`r = *%x00-7F`, "+ +! -\x80 -\x80! -\x80\x80"},
		// Three: access strings are "", "a" and "!", W is "" and "a", that of "a" alone only "".
		{`r = %x61`, "- -! +a -!! -!a -a! -aa -!!a -!aa -a!a -aaa"},
		{`r = %x01`, "- +\x01 -! -\x01\x01 -\x01! -!\x01 -!! -\x01\x01\x01 -\x01!\x01 -!\x01\x01 -!!\x01"},
	} {
		if got := print(casesOf(t, automaton(t, x.rule+"\n", "r"))); got != x.want {
			t.Errorf("%s\ngot  %q\nwant %q", x.rule, got, x.want)
		}
	}
}

// TestOneState tests automata that accept nothing, and everything.
func TestOneState(t *testing.T) {
	nothing := dfa.Automaton{AcceptMin: 1, Classes: new([256]uint8), Trans: []uint16{0}}
	if got, want := print(casesOf(t, &nothing)), "- -!"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// The dead state exists, but is not reachable.
	everything := dfa.Automaton{Start: 1, AcceptMin: 1, Classes: new([256]uint8), Trans: []uint16{0, 1}}
	if got, want := print(casesOf(t, &everything)), "+ +!"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestSizes tests the sizes of suites. An independent construction in Python, which breaks ties differently, has 38963,
// 37382, 235502 and 241055 strings.
func TestSizes(t *testing.T) {
	for _, x := range []struct {
		grammar, rule string
		cases, valid  int
	}{
		{"rfc3986.abnf", "URI", 39112, 3653},
		{"rfc3986.abnf", "URI-reference", 37474, 3887},
		{"rfc3987.abnf", "IRI", 235760, 5815},
		{"rfc3987.abnf", "IRI-reference", 241622, 6574},
	} {
		if !*testkit.Long && x.cases > 1e5 {
			continue
		}
		a := rfc(t, x.grammar, x.rule)
		cases := casesOf(t, a)
		valid := 0
		for i, c := range cases {
			if c.Valid {
				valid++
			}
			if c.Valid != dfa.Match(a, c.Input) {
				t.Errorf("%s: %+q is not %v", x.rule, c.Input, c.Valid)
			}
			if i > 0 && !before(cases[i-1], c) {
				t.Errorf("%s: %+q comes before %+q", x.rule, cases[i-1].Input, c.Input)
			}
		}
		if len(cases) != x.cases || valid != x.valid {
			t.Errorf("%s: %d cases, %d of them valid; want %d, %d", x.rule, len(cases), valid, x.cases, x.valid)
		}
	}
}

func before(a, b Case) bool {
	if len(a.Input) != len(b.Input) {
		return len(a.Input) < len(b.Input)
	}
	return bytes.Compare(a.Input, b.Input) < 0
}

// TestEqualAutomata tests that the order of states and classes does not matter.
func TestEqualAutomata(t *testing.T) {
	a := automaton(t, "r = \"ab\" / \"b\"\n", "r")
	b := *a
	b.Classes = new([256]uint8)
	b.Trans = slices.Clone(a.Trans)
	n := uint8(walk.NumClasses(a) - 1)
	for i, c := range a.Classes {
		b.Classes[i] = n - c
	}
	for s := range a.States() {
		slices.Reverse(b.Trans[s:][:n+1])
	}
	if got, want := print(casesOf(t, &b)), print(casesOf(t, a)); got != want {
		t.Errorf("%s\nafter renumbering the classes, before\n%s", got, want)
	}
}

func TestErrors(t *testing.T) {
	broken := *language.Scheme.Automaton
	broken.AcceptMin = dfa.Dead
	for _, x := range []struct {
		a    *dfa.Automaton
		want string
	}{
		{&broken, "dfa: scheme: the dead state accepts"},
		{language.IRIReference.Automaton, "suite: IRI-reference is not minimal: no string distinguishes the states after"},
	} {
		cases, err := Cases(x.a)
		if err == nil || !strings.HasPrefix(err.Error(), x.want) || cases != nil {
			t.Errorf("%d cases, error %v; want %s", len(cases), err, x.want)
		}
		var b bytes.Buffer
		if werr := Write(&b, x.a); werr == nil || werr.Error() != err.Error() || b.Len() > 0 {
			t.Errorf("Write: %v, %d bytes", werr, b.Len())
		}
	}
}

// TestOctets tests that a suite may have strings that are not UTF-8, and that the suite of UTF-8 as octets is that of
// characters.
func TestOctets(t *testing.T) {
	g, err := abnf.Parse([]byte("r = 1*%x80-FF\nu = *( %x00-7F / %xC2-DF t )\nt = %x80-BF\nc = *%x0-7FF\n"))
	if err != nil {
		t.Fatal(err)
	}
	suiteOf := func(encoding abnf.Encoding, rule string) string {
		t.Helper()
		g.Encoding = encoding
		a, err := compile.Compile(g, rule, nil)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Write(&b, a); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if suiteOf(abnf.Octets, "u") != suiteOf(abnf.UTF8, "c") {
		t.Error("equal languages have different suites")
	}
	if octets := suiteOf(abnf.Octets, "r"); octets == suiteOf(abnf.UTF8, "r") || !strings.Contains(octets, `"gA==","valid":true`) {
		t.Errorf("80 is not valid:\n%s", octets)
	}
}

func TestWrite(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, automaton(t, "r = *%x00-7F\n", "r")); err != nil {
		t.Fatal(err)
	}
	want := `{"base64":"","valid":true}
{"base64":"IQ==","valid":true}
{"base64":"gA==","valid":false}
{"base64":"gCE=","valid":false}
{"base64":"gIA=","valid":false}
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

// A full is a writer that fails.
type full struct{ left int }

var errFull = errors.New("full")

func (f *full) Write(p []byte) (int, error) {
	n := min(f.left, len(p))
	f.left -= n
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}

var _ io.Writer = (*full)(nil)

func TestWriteErrors(t *testing.T) {
	a := rfc(t, "rfc3986.abnf", "IPv4address")
	for _, left := range []int{0, 100, 5000} {
		if err := Write(&full{left}, a); !errors.Is(err, errFull) {
			t.Errorf("after %d bytes: %v", left, err)
		}
	}
}
