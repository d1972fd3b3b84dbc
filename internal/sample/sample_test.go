package sample_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	. "example.org/iri/internal/sample"
	"example.org/iri/internal/testkit/matcher"
)

func parse(t testing.TB, text string) *abnf.Grammar {
	t.Helper()
	g, err := abnf.ParseFile("g.abnf", []byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return g
}

func sampler(t testing.TB, g *abnf.Grammar, rule string, seed uint64) *Sampler {
	t.Helper()
	s, err := New(g, rule, seed)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// wanted lists the decisions that a covering set must contain, for grammars in which everything is reachable.
func wanted(g *abnf.Grammar, rule string) map[decision]bool {
	all := make(map[decision]bool)
	var visit func(n abnf.Node)
	visit = func(n abnf.Node) {
		if all[decision{n, visited}] {
			return
		}
		all[decision{n, visited}] = true
		switch n := n.(type) {
		case *abnf.Alternation:
			for i := range n.Alts {
				all[decision{n, i}] = true
			}
		case *abnf.Repetition:
			all[decision{n, n.Min}] = true
			if n.Max != n.Min {
				all[decision{n, n.Min + 1}] = true
			}
			if n.Max > 0 && n.Max < 100 {
				all[decision{n, n.Max}] = true
			}
		case *abnf.RuleRef:
			visit(g.Target(n).Body)
		case *abnf.CharVal:
			if !n.CaseSensitive {
				all[decision{n, inLower}], all[decision{n, inUpper}] = true, true
			}
		case *abnf.NumVal:
			if n.Range {
				all[decision{n, lowEnd}], all[decision{n, highEnd}] = true, true
				if n.Values[0]+1 < n.Values[1] {
					all[decision{n, insideRange}] = true
				}
			}
		}
		for _, child := range abnf.Children(n) {
			visit(child)
		}
	}
	visit(g.Lookup(rule).Body)
	return all
}

// grammars are small grammars, some not regular. The first rule is the start.
var grammars = []string{
	"a = \"x\"\n",
	"a = \"\"\n",
	"a = *\"\"\n",
	"a = %s\"xY\" / \"1-\" / %d65.66\n",
	"a = 2*5( \"x\" / \"yz\" ) [ %x61-63 ] 0<prose> 3( %x30-31 )\n",
	"a = *( \"a\" *\"b\" ) 1*b\nb = %x80-10FFFF / %xA9 / %xD7FE-D7FF\n",
	"a = \"x\" a / \"y\"\n",
	"a = a \"x\" / \"y\"\n",
	"a = a / a a / \"y\" / \"\"\n",
	"a = *a\n",
	"a = *( *( *( \"x\" ) a ) )\n",
	"a = \"(\" *a \")\"\n",
	"expr = term *( ( \"+\" / \"-\" ) term )\nterm = factor *( ( \"*\" / \"/\" ) factor )\nfactor = 1*3DIGIT / \"(\" expr \")\"\n",
	"a = b / \"x\"\nb = c \"y\"\nc = a [ b ]\n",
	"a = 1*( b / [ c ] )\nb = %x0-10FFFF\nc = \"c\" c \"c\" / b\n",
	"a = LWSP / HEXDIG / CRLF / OCTET\n",
}

func firstRule(g *abnf.Grammar) string {
	for r := range g.Rules() {
		return r.Name
	}
	panic("no rule")
}

func checkCover(t *testing.T, g *abnf.Grammar, rule string, seed uint64) {
	t.Helper()
	cover := sampler(t, g, rule, seed).Cover()
	missing := wanted(g, rule)
	for i, text := range cover {
		if slices.Contains(cover[:i], text) {
			t.Errorf("%s: the covering set has %q twice", rule, text)
		}
		decisions := decisionsOf(g, rule, text)
		if decisions == nil {
			t.Errorf("%s: %q does not match", rule, text)
		}
		for d, made := range decisions {
			if made {
				delete(missing, d)
			}
		}
	}
	for d := range missing {
		t.Errorf("%s: no string makes choice %d of %v (%v): %q", rule, d.choice, d.node, d.node.Position(), cover)
	}
}

// TestCover checks that the parses of a covering set make all decisions.
func TestCover(t *testing.T) {
	for _, text := range grammars {
		g := parse(t, text)
		for seed := range uint64(5) {
			checkCover(t, g, firstRule(g), seed)
		}
	}
	checkCover(t, abnf.Core(), "LWSP", 1)
	checkCover(t, matcher.ParseFile(t, "../../tables/rfc3986.abnf"), "URI-reference", 1)
	checkCover(t, matcher.ParseFile(t, "../../tables/rfc3987.abnf"), "IRI-reference", 1)
	checkCover(t, matcher.ParseFile(t, "../../tables/rfc3987.abnf"), "ipath", 2)
}

// matching returns a function that reports whether a string matches a rule. If the rule is not regular, the function
// calls the slow matcher, and reports true for strings longer than 32 bytes.
func matching(g *abnf.Grammar, rule string) func(text string) bool {
	a, err := compile.Compile(g, rule, nil)
	if err != nil {
		return func(text string) bool { return len(text) > 32 || matcher.Matches(g, rule, text) }
	}
	return func(text string) bool { return dfa.Match(a, text) }
}

// TestRandom checks that random strings match, are valid UTF-8, and are not much longer than the shortest one.
func TestRandom(t *testing.T) {
	for i, text := range append(grammars, "../../tables/rfc3987.abnf") {
		var g *abnf.Grammar
		rule := "IRI-reference"
		if i < len(grammars) {
			g = parse(t, text)
			rule = firstRule(g)
		} else {
			g = matcher.ParseFile(t, text)
		}
		matches := matching(g, rule)
		s := sampler(t, g, rule, 7)
		shortest := slices.MinFunc(s.Cover(), func(a, b string) int { return len(a) - len(b) })
		for range 100 {
			text := s.Random()
			if len(text) > len(shortest)+100 || !utf8.ValidString(text) {
				t.Errorf("%s: %q", rule, text)
			}
			if utf8.RuneCountInString(text) < 64 && !matches(text) {
				t.Errorf("%s: %q does not match", rule, text)
			}
		}
	}
}

func TestRandomVariety(t *testing.T) {
	s := sampler(t, matcher.ParseFile(t, "../../tables/rfc3987.abnf"), "IRI-reference", 1)
	seen := make(map[string]bool)
	longest := 0
	for range 1000 {
		text := s.Random()
		seen[text] = true
		longest = max(longest, len(text))
	}
	if len(seen) < 700 || longest < 40 {
		t.Errorf("%d different texts of 1000, the longest of %d bytes", len(seen), longest)
	}
}

// TestWithoutAlternative checks that the covering set has a string that no longer matches after an alternative is
// removed, unless the language stays the same. In an ambiguous rule, another alternative might match that string.
func TestWithoutAlternative(t *testing.T) {
	g := matcher.ParseFile(t, "../../tables/rfc3987.abnf")
	for _, rule := range []string{"IP-literal", "iquery", "isegment-nz-nc", "scheme", "LWSP"} {
		whole, err := compile.Compile(g, rule, nil)
		if err != nil {
			t.Fatal(err)
		}
		cover := sampler(t, g, rule, 1).Cover()
		needed := 0
		for d := range wanted(g, rule) {
			n, ok := d.node.(*abnf.Alternation)
			if !ok || d.choice < 0 {
				continue
			}
			alts := n.Alts
			n.Alts = slices.Delete(slices.Clone(alts), d.choice, d.choice+1)
			if len(n.Alts) == 1 { // an Alternation has at least two
				n.Alts = append(n.Alts, n.Alts[0])
			}
			less, err := compile.Compile(g, rule, nil)
			n.Alts = alts
			if err != nil {
				t.Fatal(err)
			}
			witness, shrinks, err := compile.Witness(whole, less)
			if err != nil {
				t.Fatal(err)
			}
			detected := slices.ContainsFunc(cover, func(text string) bool { return !dfa.Match(less, text) })
			if shrinks != detected {
				t.Errorf("%s: without %v: a string is lost: %t (%q), detected by the covering set: %t", rule, alts[d.choice], shrinks, witness, detected)
			}
			if shrinks {
				needed++
			}
		}
		t.Logf("%s: %d texts, %d alternatives needed", rule, len(cover), needed)
	}
}

func TestSeed(t *testing.T) {
	g := matcher.ParseFile(t, "../../tables/rfc3987.abnf")
	texts := func(seed uint64) []string {
		s := sampler(t, g, "IRI", seed)
		list := s.Cover()
		for range 50 {
			list = append(list, s.Random())
		}
		return list
	}
	one := texts(1)
	if !slices.Equal(one, texts(1)) {
		t.Error("seed 1 gives different texts")
	}
	if two := texts(2); slices.Equal(one, two) || slices.Equal(one[len(one)-50:], two[len(two)-50:]) {
		t.Error("seed 2 gives the texts of seed 1")
	}
	s := sampler(t, g, "IRI", 1)
	s.Random()
	s.Cover()[0] = "changed"
	if slices.Compare(s.Cover(), one[:len(s.Cover())]) != 0 {
		t.Error("the covering set changes")
	}
}

func TestCoveringTexts(t *testing.T) {
	for _, x := range []struct{ grammar, want string }{
		{"a = \"xy\"\n", `["XY" "xy"]`},
		{"a = %s\"xY\" / \"1\"\n", `["1" "xY"]`},
		{"a = %x61-62\n", `["a" "b"]`},
		{"a = %x61-63\n", `["a" "b" "c"]`},
		{"a = 3%x61\n", `["aaa"]`},
		{"a = 1*%x61\n", `["a" "aa"]`},
		{"a = *%x61\n", `["" "a"]`},
		{"a = 2*7%x61\n", `["aa" "aaa" "aaaaaaa"]`},
		{"a = *1%x61\n", `["" "a"]`},
		{"a = %xD7FF-E000\n", `["\ud7ff" "\ue000"]`},
		{"a = %x61 a / %x62\n", `["ab"]`},
		{"a = *( \"1\" / \"2\" / \"3\" )\n", `["" "1" "2" "3"]`},
		{"a = *1001%x61\n", `["" "a"]`},
		{"a = 1*2000( \"\" )\n", `[""]`},
	} {
		cover := sampler(t, parse(t, x.grammar), "a", 1).Cover()
		slices.Sort(cover)
		if got := fmt.Sprintf("%q", cover); got != x.want {
			t.Errorf("%q: %s, want %s", x.grammar, got, x.want)
		}
	}
}

// TestSurrogates samples ranges that overlap or touch the surrogates.
func TestSurrogates(t *testing.T) {
	for _, x := range []struct {
		body       string
		ends       string
		from, upTo rune
	}{
		{"%xD700-D900", "\ud700\ud7ff", 0xD700, 0xD7FF},
		{"%xDFFF-E001", "\ue000\ue001", 0xE000, 0xE001},
		{"%xD7FE-E001", "\ud7fe\ue001", 0xD7FE, 0xE001},
		{"%x80-10FFFF", "\u0080\U0010ffff", 0x80, 0x10FFFF},
		{"%xD800-E000", "\ue000", 0xE000, 0xE000},
	} {
		for seed := range uint64(20) {
			all := strings.Join(sampler(t, parse(t, "a = "+x.body+"\n"), "a", seed).Cover(), "")
			for _, end := range x.ends {
				if !strings.ContainsRune(all, end) {
					t.Errorf("%s: no %U in %q", x.body, end, all)
				}
			}
			for _, r := range all {
				if r < x.from || r > x.upTo || r == utf8.RuneError {
					t.Errorf("%s: %U", x.body, r)
				}
			}
		}
	}
}

func TestLeftOut(t *testing.T) {
	for _, x := range []struct{ grammar, cover, leftOut string }{
		{"a = \"1\" / %xD800\n", `["1"]`, "[%xD800]"},
		{"a = \"1\" / b \"2\" / *%xD800-DFFF\nb = %x61.DFFF\n", `["1" ""]`, "[b \"2\" %xD800-DFFF]"},
		{"a = \"1\" / b\nb = \"2\" b\n", `["1"]`, "[b]"},
		{"a = [ b ] \"1\"\nb = c\nc = b / d\nd = \"2\" c\n", `["1"]`, "[b]"},
		{"a = \"1\" / \"2\"\n", `["1" "2"]`, "[]"},
	} {
		s := sampler(t, parse(t, x.grammar), "a", 1)
		if got := fmt.Sprintf("%q", s.Cover()); got != x.cover {
			t.Errorf("%q: %s, want %s", x.grammar, got, x.cover)
		}
		if got := fmt.Sprint(s.LeftOut()); got != x.leftOut {
			t.Errorf("%q: left out %s, want %s", x.grammar, got, x.leftOut)
		}
		for range 20 {
			if text := s.Random(); !strings.Contains(x.cover, `"`+text+`"`) {
				t.Errorf("%q: %q", x.grammar, text)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	long := strings.Repeat("x", 1000)
	var rules strings.Builder
	for i := range 40 {
		fmt.Fprintf(&rules, "b%d = b%d b%d\n", i, i+1, i+1)
	}
	doubling := "a = b0\n" + rules.String()
	digits := strings.Repeat(" / %x30-39", 300) // each adds three strings of 60000 bytes
	wide := "a = \"" + strings.Repeat("1", 60000) + "\" ( DIGIT" + digits
	for _, x := range []struct{ grammar, want string }{
		{"b = \"x\"\n", `abnf: rule "a" is not defined`},
		{"a = b\n", `abnf: g.abnf:1:5: rule "b" is not defined`},
		{"a = <x>\n", `abnf: g.abnf:1:5: rule "a" depends on prose: <x> (define it in ABNF instead)`},
		{"a = %xD800\n", `abnf: g.abnf:1:5: rule "a" cannot be sampled: no string matches it`},
		{"a = b\nb = \"x\" a\n", `abnf: g.abnf:1:5: rule "a" cannot be sampled: no string matches it`},
		{"a = 999999999*ALPHA\n", `abnf: g.abnf:1:5: rule "a" cannot be sampled: a string with 999999999*ALPHA takes more than 65536 bytes or 262144 steps`},
		{"a = \"x\" / b\nb = \"y\" 999999999( 999999999\"z\" )\n", `abnf: g.abnf:2:20: rule "b" cannot be sampled: a string with 999999999"z" takes more than 65536 bytes or 262144 steps`},
		{"a = 999999999\"\"\n", `abnf: g.abnf:1:5: rule "a" cannot be sampled: a string with 999999999"" takes more than`},
		{"a = 65537\"x\"\n", `takes more than 65536 bytes`},
		{"a = 40( \"" + long + "\" ) 40( \"" + long + "\" )\n", `takes more than 65536 bytes`},
		{wide + " )\n", `abnf: g.abnf:1:5: rule "a" cannot be sampled: covering it takes more than 33554432 bytes or steps`},
		{doubling + "b40 = \"x\"\n", `takes more than 65536 bytes`},
		{doubling + "b40 = \"\"\n", `steps`},
		{"a = 60000\"x\" 1*2( 6000\"y\" )\n", `abnf: g.abnf:1:5: rule "a" cannot be sampled: a string with 60000"x" 1*2( 6000"y" ) takes`},
		{"a = 60000\"x\" *( 6000\"y\" )\n", `rule "a" cannot be sampled: a string with *( 6000"y" ) takes`},
	} {
		s, err := New(parse(t, x.grammar), "a", 1)
		if err == nil || s != nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%.60q: error %v, want %s", x.grammar, err, x.want)
		}
	}
}

// TestNearLimits samples grammars just within the limits.
func TestNearLimits(t *testing.T) {
	for _, x := range []struct {
		grammar string
		lengths string
	}{
		{"a = 65536\"1\"\n", "[65536]"},
		{"a = *65536\"1\"\n", "[0 1]"},
		{"a = *1000\"1\"\n", "[0 1 1000]"},
		{"a = *1000\"12\"\n", "[0 2]"},
		{"a = 10922( \"1\" *5\"2\" )\n", "[10922 10923 10927]"},
		{"a = *999999999( \"\" )\n", "[0]"},
		{"a = *800b\nb = *800c\nc = \"\" / \"1\"\n", "[0 1]"},
		{"a = 65000\"1\" 1*600( *999\"1\" )\n", "[65000 65001]"},
	} {
		var lengths []int
		for _, text := range sampler(t, parse(t, x.grammar), "a", 1).Cover() {
			lengths = append(lengths, len(text))
		}
		if got := fmt.Sprint(lengths); got != x.lengths {
			t.Errorf("%s: %s bytes, want %s", x.grammar, got, x.lengths)
		}
	}
}

// TestOctets checks that the covering set of octets has the ends of ranges, and that random strings match.
func TestOctets(t *testing.T) {
	g := parse(t, "r = %x00-FF / 2*3x / %xE2.82.AC\nx = %x80-FF / \"a\" / %xD8\n")
	g.Encoding = abnf.Octets
	s := sampler(t, g, "r", 1)
	texts := s.Cover()
	for _, text := range []string{"\x00", "\xff", "\xe2\x82\xac"} {
		if !slices.Contains(texts, text) {
			t.Errorf("%q is not in %q", text, texts)
		}
	}
	for range 1000 {
		texts = append(texts, s.Random())
	}
	octets := make(map[string]bool)
	for _, text := range texts {
		if !matcher.Matches(g, "r", text) {
			t.Fatalf("%q does not match", text)
		}
		if len(text) == 1 {
			octets[text] = true
		}
	}
	if len(octets) < 64 {
		t.Errorf("%d of 256 octets", len(octets))
	}
	if left := s.LeftOut(); len(left) > 0 {
		t.Errorf("left out: %v", left)
	}
}
