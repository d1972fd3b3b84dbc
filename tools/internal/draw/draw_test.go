package draw

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

func random(t testing.TB) *rand.Rand {
	t.Helper()
	t.Logf("-seed=%d", uint64(testkit.Seed(3987)))
	return rand.New(rand.NewPCG(uint64(testkit.Seed(3987)), 0))
}

func iris(t testing.TB) *abnf.Grammar {
	return matcher.ParseFile(t, "../../../tables/rfc3987.abnf")
}

func drawn(t testing.TB, g *abnf.Grammar, rule string, parts ...string) *Drawing {
	t.Helper()
	d, err := New(g, rule, parts)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

const links = `link = "/" [ user "@" ] host [ ":" port ]
user = *( %s"x" / ":" )
host = *%s"x"
port = *%s"x"
`

// iriparts are parts that cover all components.
var iriparts = []string{"scheme", "iuserinfo", "ihost", "port", "ipath=ipath-abempty", "ipath=ipath-absolute",
	"ipath=ipath-noscheme", "ipath=ipath-rootless", "iquery", "ifragment"}

// TestGolden compares graphs whose pictures were checked by hand.
func TestGolden(t *testing.T) {
	var dots []byte
	for _, x := range []struct {
		rule    string
		grammar *abnf.Grammar
		parts   []string
	}{
		{"dec-octet", iris(t), nil},
		{"IPv4address", iris(t), []string{"octet=dec-octet"}},
		{"ls32", iris(t), []string{"h16"}},
		{"iquery", iris(t), nil},
		{"link", matcher.Parse(t, links), []string{"user", "host"}},
		{"s", matcher.Parse(t, "s = %x22 *( %x20-21 / %x23-5B / %x5D-10FFFF / \"\\\" %x22 ) %x22\n"), nil},
	} {
		d := drawn(t, x.grammar, x.rule, x.parts...)
		dots = append(dots, d.DOT()...)
	}
	testkit.Golden(t, "testdata/graphs.dot", string(dots))
}

// checkDOT counts the lines of nodes and edges in the text.
func checkDOT(t testing.TB, d *Drawing) {
	t.Helper()
	lines := regexp.MustCompile(`(?m)^\t(n\d+|start)( -> n\d+)?( \[([a-z]+=("([^"\\]|\\.)*"|[a-z0-9]+)(, )?)+\])?$`).FindAllSubmatch(d.DOT(), -1)
	nodes, edges := 0, 0
	for _, m := range lines {
		if len(m[2]) > 0 {
			edges++
		} else {
			nodes++
		}
	}
	if nodes != len(d.nodes)+1 || edges != len(d.edges)+1 { // the start is a node
		t.Errorf("%d nodes and %d edges, want %d and %d, in\n%s", nodes, edges, len(d.nodes)+1, len(d.edges)+1, d.DOT())
	}
}

func TestDeterministic(t *testing.T) {
	g := iris(t)
	for _, rule := range []string{"IPv6address", "ihost", "IRI-reference"} {
		for _, parts := range [][]string{nil, iriparts} {
			d := drawn(t, g, rule, parts...)
			dot := d.DOT()
			if d := drawn(t, g, rule, parts...); !bytes.Equal(d.DOT(), dot) {
				t.Errorf("%s: another graph", rule)
			}
		}
	}
}

// TestSizes checks that states are folded by parts only.
func TestSizes(t *testing.T) {
	g := iris(t)
	for _, x := range []struct {
		rule         string
		parts        []string
		nodes, boxes int
	}{
		{"dec-octet", nil, 6, 0},
		{"IPv4address", []string{"dec-octet"}, 12, 4},
		{"IPv6address", nil, 151, 0},
		{"IRI-reference", nil, 185, 0},
		{"IRI-reference", iriparts, 21, 6},
	} {
		d := drawn(t, g, x.rule, x.parts...)
		boxes := 0
		for _, n := range d.nodes {
			if n.box() {
				boxes++
			}
		}
		if len(d.nodes) != x.nodes || boxes != x.boxes {
			t.Errorf("%s %v: %d nodes, %d of them boxes; want %d, %d", x.rule, x.parts, len(d.nodes), boxes, x.nodes, x.boxes)
		}
	}
}

// TestSmall checks languages at the limits of drawings.
func TestSmall(t *testing.T) {
	for _, x := range []struct{ grammar, caption, edges string }{
		{"a = %xD800\n", "a: no string is in the language", ""},
		{"a = \"\"\n", "a: 1 state over characters", ""},
		{"a = *%x0-10FFFF\n", "a: 1 state over characters, 8 over bytes", "U+0000-U+D7FF U+E000-U+10FFFF"},
		{"a = a \"x\" / \"y\"\n", "a: 2 states over characters", "'Y' 'y', 'X' 'x'"},
		{"a = SP HTAB CR LF DQUOTE \"'\" \"\\\"\n", "a: 8 states over characters", "SP, HTAB, CR, LF, DQUOTE, ''', '\\'"},
		{"a = %x0-20\n", "a: 2 states over characters", "U+0000-U+0020"},
		{"a = CTL\n", "a: 2 states over characters", "CTL"},
		{"a = b\nb = \"0\" / \"1\"\n", "a: 2 states over characters", "'0' '1'"},
		{"a = b / %x7F-80\nb = %x30-39\n", "a: 2 states over characters, 3 over bytes", "b U+007F U+0080"},
		{"a = HEXDIG / ALPHA / DIGIT\n", "a: 2 states over characters", "ALPHA DIGIT"},
		{"a = HEXDIG / \"G\"\n", "a: 2 states over characters", "HEXDIG 'G' 'g'"},
		{"a = %x2D-2F\n", "a: 2 states over characters", "'-' '.' '/'"},
		{"a = %x2D-32\n", "a: 2 states over characters", "'-'-'2'"},
		{"a = %x2D-30 / DIGIT\n", "a: 2 states over characters", "DIGIT '-' '.' '/'"},
		{"a = %x21-2F\n", "a: 2 states over characters", "'!'-'/'"},
		{"a = VCHAR / HEXDIG / SP\n", "a: 2 states over characters", "SP VCHAR"},
	} {
		d := drawn(t, matcher.Parse(t, x.grammar), "a")
		var edges []string
		for _, e := range d.edges {
			edges = append(edges, strings.Join(e.label, " "))
		}
		if got := strings.Join(edges, ", "); d.caption != x.caption || got != x.edges {
			t.Errorf("%s: %q, edges %s; want %q, %s", x.grammar, d.caption, got, x.caption, x.edges)
		}
		checkDOT(t, d)
	}
}

func TestErrors(t *testing.T) {
	const text = "a = b \"x\" c\nb = *\"x\"\nc = c \"y\" / b\n"
	many := "a = 301\"x\"\n"
	for _, x := range []struct {
		grammar, rule string
		parts         []string
		want          string // "" without an error
	}{
		{text, "a", nil, ""},
		{text, "d", nil, `abnf: rule "d" is not defined`},
		{text, "b", []string{"b"}, ""},
		{text, "b", []string{"d"}, "abnf: part d is not a rule of the grammar"},
		{many, "a", nil, "abnf: 1:1: rule a: more than 300 states in a drawing"},
		{many, "a", []string{"a"}, ""},
		{dense(36), "a", nil, "abnf: 1:1: rule a: more than 1200 edges in a drawing"},
	} {
		_, err := New(matcher.Parse(t, x.grammar), x.rule, x.parts)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != x.want {
			t.Errorf("%.40q %v: error %q, want %q", x.grammar, x.parts, got, x.want)
		}
		if is := errors.As(err, new(*compile.LimitError)); is != strings.Contains(x.want, "more than") {
			t.Errorf("%q is a %T", got, err)
		}
	}
}

// dense returns a grammar with an edge between any two states.
func dense(n int) string {
	var b strings.Builder
	b.WriteString("a = a0\n")
	for i := range n {
		fmt.Fprintf(&b, "a%d = %%x%X\n", i, 0x200+i)
		for j := range n {
			fmt.Fprintf(&b, " / %%x%X a%d\n", 0x100+j, j)
		}
	}
	return b.String()
}

// TestOctets checks that arrows of octets match the automaton.
func TestOctets(t *testing.T) {
	for _, text := range []string{
		"r = *( \"a\" / %x80-FF )\n",
		"r = %xC3 %xA4 / %xE2-EF *3%x80-BF %x0A\n",
		"r = *%x00-FF %xFF\n",
	} {
		g := matcher.Parse(t, text)
		g.Encoding = abnf.Octets
		a, err := compile.Compile(g, "r", nil)
		if err != nil {
			t.Fatal(err)
		}
		m := newCharAutomaton(a, abnf.Octets)
		if len(m.states) != a.NumStates()-1 {
			t.Errorf("%s%d states of %d", text, len(m.states), a.NumStates())
		}
		for _, s := range m.states {
			for b := range 256 {
				to := dfa.Dead
				for _, arrow := range m.arrows[s] {
					if arrow.chars.Contains(rune(b)) {
						to = arrow.to
					}
				}
				if to != a.Next(s, byte(b)) {
					t.Fatalf("%sstate %d, %#x: %d, not %d", text, s, b, to, a.Next(s, byte(b)))
				}
			}
		}
	}
}

// TestOctetLabels checks that octets are labeled by number.
func TestOctetLabels(t *testing.T) {
	g := matcher.Parse(t, "r = %xC3 %x80-BF obs-text / %x0A\nobs-text = %x80-FF\n")
	g.Encoding = abnf.Octets
	var labels []string
	for _, e := range drawn(t, g, "r").edges {
		labels = append(labels, strings.Join(e.label, " "))
	}
	slices.Sort(labels)
	if want := "0x80-0xBF 0xC3 LF obs-text"; strings.Join(labels, " ") != want {
		t.Errorf("got %q, want %s", labels, want)
	}
	if dot := string(drawn(t, g, "r").DOT()); !strings.Contains(dot, `\\xc3\\x80`) {
		t.Error("no octets in the titles")
	}
}

// FuzzNew checks that drawings are exact, and that their text has the same nodes and edges.
func FuzzNew(f *testing.F) {
	for _, text := range []string{
		links,
		"r = *( \"a\" / \"b\" ) \"a\" 2( \"a\" / \"b\" )\n",
		"r = %xD7FE-E001 / %x10FFFF b\nb = 0<prose>\n",
		"r = \"x\" r / b \"/\"\nb = b \"y\" / \"\"\n",
		"r = a / b\na = \"(\" b\nb = \")\" a / SP\n",
		"r = 3*5( b / DQUOTE )\nb = %d65.66 %s\"x\"\n",
		"r = %xD800 b\nb = \"x\"\n",
		"r = 50\"x\" b\nb = *%s\"x\" \"\\\"\n",
		"MMMMMMMMMMMMMMMMMMMMMMMMMMMMMAAAA=%B0",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := abnf.Parse([]byte(text))
		if err != nil || len(text) > 300 {
			return
		}
		var rules []string
		for r := range g.Rules() {
			rules = append(rules, r.Name)
		}
		if len(rules) == 0 {
			return
		}
		if _, err := compile.Compile(g, rules[0], &compile.Options{MaxStates: 1000}); err != nil {
			return
		}
		for _, parts := range [][]string{nil, rules} {
			d, err := New(g, rules[0], parts)
			if err != nil || len(d.nodes) > 50 {
				continue
			}
			checkExact(t, g, rules[0], parts, d, rand.New(rand.NewPCG(1, 1)))
			checkDOT(t, d)
		}
	})
}
