package abnflint_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/matcher"
	. "example.org/iri/tools/internal/abnflint"
)

func parse(t testing.TB, text string) *abnf.Grammar {
	t.Helper()
	g, err := abnf.ParseFile("g", []byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return g
}

func ownRules(g *abnf.Grammar) (names []string) {
	for r := range g.Rules() {
		names = append(names, r.Name)
	}
	return names
}

// all returns an input for all rules of g and grammars imported by it.
func all(g *abnf.Grammar, imported ...*abnf.Grammar) *Input {
	in := &Input{Grammar: g, Own: ownRules(g)}
	errors.As(g.Verify(in.Own...), &in.Faults)
	for _, h := range imported {
		for r := range h.Rules() {
			if instead := g.Lookup(r.Name); instead != r {
				in.Hidden = append(in.Hidden, Hidden{r, instead})
			}
		}
	}
	return in
}

// found returns the findings in all rules of g as lines.
func found(t testing.TB, g *abnf.Grammar, starts ...string) []string {
	t.Helper()
	in := all(g)
	in.Starts = starts
	return linesOf(t, in)
}

func linesOf(t testing.TB, in *Input) []string {
	t.Helper()
	findings, err := Grammar(in)
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{}
	for _, f := range findings {
		lines = append(lines, f.String())
	}
	return lines
}

func checkFound(t *testing.T, text string, starts []string, want ...string) {
	t.Helper()
	if got := found(t, parse(t, text), starts...); !slices.Equal(got, want) && len(got)+len(want) > 0 {
		t.Errorf("in %q, starts %v:\n%s\nwant\n%s", text, starts, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestEscapes(t *testing.T) {
	const why = " has a backslash in it: ABNF has no escapes, a character is written %x0A"
	checkFound(t, `a = "x\n" %s"\x41\u0041" "\" "\d"`+"\n", nil, `g:1:5: rule a: "x\n"`+why, `g:1:11: rule a: %s"\x41\u0041"`+why)
	checkFound(t, `a = "\\" / "\N" / "\n"`+"\n", nil, `g:1:19: rule a: alternative "\n" adds nothing: "\N" before it matches all its strings, as letters in quotes match in either case`)
}

// TestHints checks that hints are findings except for spans and faults.
func TestHints(t *testing.T) {
	for text, want := range map[string]int{
		"a = \"GET\" / \"get\"\n": 1, "a = \"x\"\n": 0, "a = b b\nb = *\"x\"\n": 0, "a = c / <d>\n": 0, "a = \"x\" a\nb = b\n": 2,
	} {
		g := parse(t, text)
		if got := len(Hints(all(g))); got != want {
			t.Errorf("%d hints in %q, want %d", got, text, want)
		}
	}
}

func TestUnreached(t *testing.T) {
	const (
		unwanted = "not needed by the start rules"
		cycle    = "not needed: only rules that need each other refer to it"
	)
	spare := "a = b\nb = \"x\"\nc = b d\nd = %s\"y\"\n"
	checkFound(t, spare, nil)
	checkFound(t, spare, []string{"A"}, "g:3:1: rule c: "+unwanted, "g:4:1: rule d: "+unwanted)
	checkFound(t, spare, []string{"d", "b"}, "g:1:1: rule a: "+unwanted, "g:3:1: rule c: "+unwanted)
	checkFound(t, spare, []string{"a", "c"})
	checkFound(t, "a = %s\"x\" a / \"\"\n", nil)                                      // recursive, but the first
	checkFound(t, "a = \"1\"\nb = \"2\" b / \"\"\n", nil)                             // only referred to by itself
	checkFound(t, "a = \"1\" b\nb = \"2\" a / \"\"\n", nil)                           // the first is a start rule
	checkFound(t, "a = \"1\"\nb = \"2\" c / \"\"\nc = \"3\" b / d\nd = \"4\"\n", nil, // a cycle, and a rule that it needs
		"g:2:1: rule b: "+cycle, "g:3:1: rule c: "+cycle, "g:4:1: rule d: "+cycle)
	checkFound(t, "a = 0b \"1\"\nb = \"2\"\n", []string{"a"}, "g:2:1: rule b: "+unwanted)
	checkFound(t, "a = \"1\"\n", []string{"DIGIT"}, "g:1:1: rule a: "+unwanted)
}

func TestLanguage(t *testing.T) {
	const none, empty = "matches no string", "matches only the empty string"
	for _, x := range []struct {
		body string
		want string
	}{
		{`""`, ""}, {`( "" )`, ""}, {`0"x"`, ""}, {`0<prose>`, ""}, {`"" ""`, ""}, {`"" / "1"`, ""}, {`e`, ""}, {`e ""`, ""},
		{`*""`, empty}, {`5e`, empty}, {`[ n ]`, empty}, {`*n`, empty}, {`*( n "1" )`, empty},
		{`n`, none}, {`"1" n`, none}, {`1*n`, none}, {`"1" r`, none}, {`r "1"`, none},
	} {
		var want []string
		if x.want != "" {
			want = []string{"g:1:1: rule r: " + x.want}
		}
		// The rules e and n are plainly empty or recursive.
		got := found(t, parse(t, "r = "+x.body+"\ne = \"\"\nn = \"1\" n\n"))
		got = slices.DeleteFunc(got, func(line string) bool { return !strings.HasPrefix(line, "g:1:1:") })
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", x.body, got, want)
		}
	}
}

func TestAlternatives(t *testing.T) {
	line := func(col int, alt, why string) string {
		return fmt.Sprintf("g:1:%d: rule r: alternative %s adds nothing: %s", col, alt, why)
	}
	const all, together = " before it matches all its strings", "those before it together match all its strings"
	const letters = ", as letters in quotes match in either case"
	for _, x := range []struct {
		body string
		want []string
	}{
		{`"1" / "2" / "12"`, nil},
		{`"1" / "1"`, []string{line(11, `"1"`, `"1"`+all)}},
		{`"a" / "A"`, []string{line(11, `"A"`, `"a"`+all+letters)}},
		{`"1" / *"1"`, nil},
		{`*"1" / 2"1" / ""`, []string{line(12, `2"1"`, `*"1"`+all), line(19, `""`, `*"1"`+all)}},
		{`%x30-35 / %x35-39 / %x33-37`, []string{line(25, `%x33-37`, together)}},
		{`%x30-35 / %x36-39 / DIGIT / %x30-40`, []string{line(25, `DIGIT`, together)}},
		{`"1" ( "2" / "3" / "2" ) / "4"`, []string{line(23, `"2"`, `"2"`+all)}},
		{`[ "1" / "" ]`, nil},
		{`1*( *"1" / "" )`, []string{line(16, `""`, `*"1"`+all)}},
		{`"2" r / "1" / "21" / "222" "2" / "2" "1"`, []string{line(19, `"21"`, `"2" r`+all), line(38, `"2" "1"`, `"2" r`+all)}},
		{`"1" / %xD800`, []string{"g:1:11: rule r: %xD800 matches nothing: %xD800 is a surrogate, which UTF-8 does not have"}},
		{`"1111111111111111111111111111111111111111" / "1111111111111111111111111111111111111111"`,
			[]string{line(50, `"111111111111111111111111111111111111...`, `"111111111111111111111111111111111111...`+all)}},
	} {
		checkFound(t, "r = "+x.body+"\n", nil, x.want...)
	}
}

// TestAlternativesName checks that the name of the rule made for alternatives is unused.
func TestAlternativesName(t *testing.T) {
	checkFound(t, "alternatives = alternatives- / \"2\"\nalternatives- = \"1\" / \"2\"\n", nil,
		`g:1:16: rule alternatives: the place of alternatives- is ambiguous, as in "2"`,
		`g:1:32: rule alternatives: alternative "2" adds nothing: alternatives- before it matches all its strings`)
}

func TestLetters(t *testing.T) {
	line := func(col int, either, one string) []string {
		return []string{fmt.Sprintf("g:1:%d: rule r: %s matches in either case, but %s beside it does not", col, either, one)}
	}
	for _, x := range []struct {
		body string
		want []string
	}{
		{`"a" / "b"`, nil},
		{`DIGIT / "A" / "B" / "C" / "D" / "E" / "F"`, nil},
		{`%x30-39 / %x61-66 / "G"`, line(25, `"G"`, "%x61-66")},
		{`"1" / "G" / %x61-66`, line(11, `"G"`, "%x61-66")},
		{`%x41-46 / %x61-66 / "G"`, nil},
		{`%x41-46 / %x62-66 / "G"`, line(25, `"G"`, "%x41-46")},
		{`%x21-7E / %x0A / "GG"`, nil},
		{`%x65 / %x45 / "GG"`, nil},
		{`%x65 / "1"`, nil},
		{`%x65 / %x31-33`, nil},
		{`%x47.45.54 / "POST"`, line(18, `"POST"`, "%x47.45.54")},
		{`%s"GET" / "POST"`, line(15, `"POST"`, `%s"GET"`)},
		{`%s"abc" / "ABC"`, line(15, `"ABC"`, `%s"abc"`)},
		{`%s"e" / %s"E" / "GG"`, nil},
		{`%s"e" / %x45 / "GG"`, nil},
		{`%x31.32 / "GG"`, nil},
		{`"0" %x78 1*HEXDIG`, nil},
		{`%x76 "alpha"`, line(10, `"alpha"`, "%x76")},
		{`"alpha" "-" %x41.42`, line(5, `"alpha"`, "%x41.42")},
		{`%x41-5A "x"`, nil},
		{`"1" *( %x61-7A / "-" / "X" )`, line(28, `"X"`, "%x61-7A")},
	} {
		checkFound(t, "r = "+x.body+"\n", nil, x.want...)
	}
}

func TestSurrogates(t *testing.T) {
	for _, x := range []struct{ body, want string }{
		{"%x0-10FFFF", ""},
		{"%xD7FF / %xE000-EFFF", ""},
		{"%xD000-D800", "%xD000-D800 ends at %xD7FF: the values after it are surrogates, which UTF-8 does not have"},
		{"%xDFFF-E000", "%xDFFF-E000 begins at %xE000: the values before it are surrogates, which UTF-8 does not have"},
		{`"1" / %xD800-DFFF`, "%xD800-DFFF matches nothing: it is a range of surrogates, which UTF-8 does not have"},
		{`"1" / %x41.D800.DFFF`, "%x41.D800.DFFF matches nothing: %xD800 is a surrogate, which UTF-8 does not have"},
		{`*%d55296`, "%d55296 matches nothing: %xD800 is a surrogate, which UTF-8 does not have"},
	} {
		got := found(t, parse(t, "r = "+x.body+"\n"))
		got = slices.DeleteFunc(got, func(line string) bool { return strings.Contains(line, "empty string") })
		if x.want == "" && len(got) > 0 || x.want != "" && (len(got) != 1 || !strings.HasSuffix(got[0], "rule r: "+x.want)) {
			t.Errorf("%s: %v, want %s", x.body, got, x.want)
		}
	}
}

func TestCoreRules(t *testing.T) {
	checkFound(t, "DIGIT = %x30-39\nalpha = %x61-7A / %x41-5A\nBIT = \"0\"\nCR = %x0D / \"\"\nHEXDIG = DIGIT / %x41-46\n", nil,
		`g:3:1: rule BIT: replaces the core rule BIT, which also matches "1"`,
		`g:4:1: rule CR: replaces the core rule CR, which does not match ""`,
		`g:5:1: rule HEXDIG: replaces the core rule HEXDIG, which also matches "a"`)
}

func TestSpans(t *testing.T) {
	checkFound(t, "host = address / name\naddress = 1*DIGIT \".\" 1*DIGIT\nname = *( DIGIT / \".\" )\n", nil,
		`g:1:8: rule host: the place of address, name is ambiguous, as in "0.0"`)
	checkFound(t, "r = *a b *a\na = \"1\"\nb = \"1\"\n", nil, `g:1:6: rule r: the place of a, b is ambiguous, as in "11"`)
	checkFound(t, "r = *a b *c\na = \"1\"\nb = \"2\"\nc = \"3\"\n", nil)
	checkFound(t, "list = item *( \",\" item )\nitem = *DIGIT\n", nil) // the last alternative
	checkFound(t, "r = \"1\" r / s\ns = \"2\" s / \"2\" r / \"3\"\n", nil)
}

func TestFinding(t *testing.T) {
	g := parse(t, "a = \"1\" / b / c\nb = \"1\"\nc = \"2\"\n")
	findings, err := Grammar(all(g))
	if err != nil || len(findings) != 2 {
		t.Fatalf("%v, error %v", findings, err)
	}
	f := findings[1]
	if f.Line != 1 || f.Col != 11 || f.File != "g" || f.Rule != "a" || string(f.Witness) != "1" || f.Msg != `the place of b is ambiguous, as in "1"` {
		t.Errorf("%#v", f)
	}
	if findings[0].Witness != nil {
		t.Errorf("%#v", findings[0])
	}
}

// TestUnchecked checks that the cause of an unchecked rule is reported once, at its position.
func TestUnchecked(t *testing.T) {
	const rest = "not checked, nor is what refers to it: "
	checkFound(t, "a = b / \"1\"\nb = \"(\" a \")\" / c\nc = \"1\" / \"1\"\n", nil,
		"g:2:9: rule b: "+rest+"it refers to itself in the middle of a rule (b -> a -> b), which is not regular",
		`g:3:11: rule c: alternative "1" adds nothing: "1" before it matches all its strings`)
	checkFound(t, "a = b / \"2\"\nb = *( \"a\" / \"b\" ) \"a\" 20( \"a\" / \"b\" )\n", nil,
		"g:2:1: rule b: "+rest+"more than 16384 states of the DFA")
	checkFound(t, "a = b / \"2\"\nb = 999999999*\"1\"\n", nil,
		"g:2:5: rule b: "+rest+"more than 65536 states of the NFA")
	checkFound(t, "r = a \"1\" a / [ a ] *( b / b )\na = \"2\"\nb = \"3\" 999999999*\"1\"\n", nil,
		"g:3:9: rule b: "+rest+"more than 65536 states of the NFA")
	checkFound(t, "a = \"2\" / *( \"a\" / \"b\" ) \"a\" 20( \"a\" / \"b\" )\n", nil,
		"g:1:1: rule a: "+rest+"more than 16384 states of the DFA",
		"g:1:11: rule a: alternatives not checked: more than 16384 states of the DFA")
	checkFound(t, "a = \"1\" / \"(\" a \")\" / \"2\" / \"1\"\n", nil,
		"g:1:15: rule a: "+rest+"it refers to itself in the middle of a rule (a -> a), which is not regular",
		`g:1:29: rule a: alternative "1" adds nothing: "1" before it matches all its strings`)
}

// TestSpansUnchecked checks a rule that exceeds limits only with its spans.
func TestSpansUnchecked(t *testing.T) {
	checkFound(t, "r = *%s\"a\" x 300%s\"a\" *%s\"b\"\nx = %s\"a\"\n", nil,
		"g:1:12: rule r: whether the place of x is ambiguous is not checked: more than 192 registers of a tag")
}

// TestEffort checks that a large grammar is checked as far as the effort allows.
func TestEffort(t *testing.T) {
	var text strings.Builder
	for i := range 100 {
		fmt.Fprintf(&text, "a%d = 40000\"12\"\n", i)
	}
	text.WriteString("z = \"1\" / \"1\" / %xD800\n")
	lines := found(t, parse(t, text.String()))
	n := len(lines)
	if n < 20 || n > 100 || !strings.HasSuffix(lines[n-2], "not checked, nor is what follows: the grammar is too complex to be checked completely") {
		t.Errorf("%d lines, at last\n%s", n, strings.Join(lines[max(n-3, 0):], "\n"))
	}
}

// TestEffortInVain checks that rules that may become small by minimization are tried, at a price if that fails.
func TestEffortInVain(t *testing.T) {
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, "a%d = ( a%d / \"y\" ) ( a%[2]d / \"z\" )\n", i, i+1)
	}
	text.WriteString("a60 = \"x\"\n")
	lines := found(t, parse(t, text.String()))
	if n := len(lines); n == 0 || n > 60 || !strings.HasSuffix(lines[0], "the grammar is too complex to be checked completely") {
		t.Errorf("%d findings, %q", n, lines)
	}
}

func TestErrors(t *testing.T) {
	findings, err := Grammar(&Input{Grammar: parse(t, "a = b\n"), Own: []string{"a"}, Starts: []string{"f"}})
	var list abnf.ErrorList
	if !errors.As(err, &list) || len(list) != 1 || list[0].Undefined != "f" || findings != nil {
		t.Errorf("%v, error %v", findings, err)
	}
}

func TestFaults(t *testing.T) {
	const skipped = "; not checked, nor is what refers to it"
	checkFound(t, "a = b / <c> / f\nd = \"x\" e / \"1\" / \"1\"\nbb = bb \"x\"\nf = \"2\" / \"2\"\ng =/ \"x\"\nh = ( n / [ f ] ) f\n", nil,
		`g:1:5: rule "b" is not defined`+skipped,
		`g:1:9: rule "a" depends on prose: <c> (define it in ABNF instead)`+skipped,
		`g:2:9: rule "e" is not defined`+skipped,
		`g:2:19: rule d: alternative "1" adds nothing: "1" before it matches all its strings`,
		`g:3:1: rule bb: matches no string`,
		`g:4:11: rule f: alternative "2" adds nothing: "2" before it matches all its strings`,
		`g:5:1: rule "g" is not defined yet ("=/" adds alternatives to an earlier definition, which takes "=", or to an imported rule)`+skipped,
		`g:6:7: rule "n" is not defined`+skipped)
}

// TestEmptyImports checks that needed imported rules that match nothing are found.
func TestEmptyImports(t *testing.T) {
	g := parse(t, "a = b / \"1\"\nz = a z\n")
	h, err := abnf.ParseFile("h", []byte("b = c %xD800\nc = *d %xD7FF-E000\nd = d / %xD800-DFFF\nunneeded = \"x\" unneeded\n"))
	if err != nil {
		t.Fatal(err)
	}
	g.Import(h)
	want := []string{"g:2:1: rule z: matches no string", "h:1:1: rule b: matches no string", "h:3:1: rule d: matches no string"}
	if got := found(t, g, "a", "z"); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestTwice(t *testing.T) {
	const g, h = "Host = name\nname = 1*ALPHA\nport = 1*DIGIT\npath = \"/\"\n",
		"host = 1*ALPHA\nport = *DIGIT\npath = %x2F *name\nname = 1*ALPHA\nALPHA = %x41-5A / %x61-7A\nDIGIT = %x30-38\n"
	want := []string{
		"g:1:1: rule Host: defined in h:1:1, too; both mean the same",
		"g:2:1: rule name: defined in h:4:1, too; both mean the same",
		`g:3:1: rule port: defined in h:2:1, too; that in h does not match "9"`,
		`g:4:1: rule path: defined in h:3:1, too; that in h also matches "/A"`,
		`h:6:1: rule DIGIT: the core rule is used instead; that in h does not match "9"`,
	}
	for _, override := range []bool{false, true} {
		a := parse(t, g)
		b, err := abnf.ParseFile("h", []byte(h))
		if err != nil {
			t.Fatal(err)
		}
		if override {
			a.Override(b)
			want = want[:4] // DIGIT of h is that of the grammar
			want[2] = `g:3:1: rule port: defined in h:2:1, too; that in h also matches ""`
		} else {
			a.Import(b)
		}
		if got := linesOf(t, all(a, b)); !slices.Equal(got, want) {
			t.Errorf("override %t:\n%s", override, strings.Join(got, "\n"))
		}
	}
}

// TestOctets checks values of real grammars of octets and of characters.
func TestOctets(t *testing.T) {
	const hint = " looks like octets, and is read as U+%04X to U+%04X: --octets reads all values as octets"
	for _, x := range []struct{ text, want string }{
		{"obs-text = %x80-FF\n", fmt.Sprintf("g:1:12: rule obs-text: %%x80-FF"+hint, 0x80, 0xFF)},             // RFC 9110
		{"CHAR8 = %x01-ff\n", fmt.Sprintf("g:1:9: rule CHAR8: %%x01-FF"+hint, 1, 0xFF)},                       // RFC 3501
		{"t = %x20 / %d33-126 / %d128-255\n", fmt.Sprintf("g:1:23: rule t: %%d128-255"+hint, 128, 255)},       // decimal
		{"frame = 4OCTET\n", fmt.Sprintf("g:1:10: rule frame: OCTET"+hint, 0, 0xFF)},                          // RFC 6455
		{"bom = %xEF.BB.BF\nc = %x20-10FFFF\n", fmt.Sprintf("g:1:7: rule bom: %%xEF.BB.BF"+hint, 0xBB, 0xEF)}, // with characters
		{"a = %xC2-DF u\nu = %x80-BF\nc = %x80-10FFFF\n", fmt.Sprintf("g:1:5: rule a: %%xC2-DF"+hint+"\ng:2:5: rule u: %%x80-BF"+hint, 0xC2, 0xDF, 0x80, 0xBF)},
		{"ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF\n", ""},      // RFC 3987
		{"unescaped = %x20-21 / %x23-5B / %x5D-10FFFF\n", ""},          // RFC 8259
		{"first = \":\" / %xC0-D6 / %xD8-F6 / %xF8-FF\n", ""},          // Latin-1 letters
		{"control = %x00-1F / %x7F-9F\n", ""},                          // C0 and C1
		{"text = %d1-9 / %d11 / %d12 / %d14-127\n", ""},                // RFC 5322
		{"VCHAR = %x21-7E\nnbsp = %xA0 / %xAD\nOCTET = %x00-FF\n", ""}, // single characters; OCTET is unused
		{"name = %x41-5A / %xA0-FF\nwide = %x100-2FF\n", ""},
	} {
		want := strings.Split(x.want, "\n")
		if x.want == "" {
			want = nil
		}
		g := parse(t, x.text)
		got := found(t, g)
		if !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%s:\n%s", x.text, strings.Join(got, "\n"))
		}
		if g.Encoding = abnf.Octets; strings.Contains(strings.Join(found(t, g), "\n"), "look") {
			t.Errorf("%s: octets look like octets", x.text)
		}
	}
}

// TestOwn checks that only rules of Own are checked.
func TestOwn(t *testing.T) {
	g := parse(t, "a = b\n")
	g.Import(parse(t, "b = \"1\" / \"1\"\nc = \"2\" / \"2\"\n"))
	findings, err := Grammar(&Input{Grammar: g, Own: []string{"a", "A"}})
	if err != nil || len(findings) != 0 {
		t.Errorf("%v, error %v", findings, err)
	}
	findings, err = Grammar(&Input{Grammar: g, Own: []string{"a", "b"}})
	if err != nil || len(findings) != 1 || findings[0].Rule != "b" {
		t.Errorf("%v, error %v", findings, err)
	}
}

// TestRFCs pins the findings in grammars of RFCs.
func TestRFCs(t *testing.T) {
	for file, want := range map[string]string{
		"rfc3986": `g:26:30: rule host: the place of IPv4address, reg-name is ambiguous, as in "0.0.0.0"
g:55:17: rule path: the place of path-abempty, path-empty is ambiguous, as in ""
g:56:17: rule path: alternative path-absolute adds nothing: path-abempty before it matches all its strings
g:56:17: rule path: the place of path-absolute is ambiguous, as in "/"
g:57:17: rule path: the place of path-noscheme, path-rootless is ambiguous, as in "!"
g:59:17: rule path: alternative path-empty adds nothing: path-abempty before it matches all its strings`,
		"rfc3987": `g:25:31: rule ihost: the place of IPv4address, ireg-name is ambiguous, as in "0.0.0.0"
g:29:18: rule ipath: the place of ipath-abempty, ipath-empty is ambiguous, as in ""
g:30:18: rule ipath: alternative ipath-absolute adds nothing: ipath-abempty before it matches all its strings
g:30:18: rule ipath: the place of ipath-absolute is ambiguous, as in "/"
g:31:18: rule ipath: the place of ipath-noscheme, ipath-rootless is ambiguous, as in "!"
g:33:18: rule ipath: alternative ipath-empty adds nothing: ipath-abempty before it matches all its strings`,
	} {
		text, err := os.ReadFile("../../../tables/" + file + ".abnf")
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(found(t, parse(t, string(text))), "\n"); got != want {
			t.Errorf("%s:\n%s", file, got)
		}
	}
	if got := found(t, abnf.Core()); len(got) != 0 {
		t.Errorf("core rules:\n%s", strings.Join(got, "\n"))
	}
}

// randomBody returns a random body over 0 and 1.
func randomBody(rnd *rand.Rand, depth int) string {
	if depth == 0 {
		return []string{`"0"`, `"1"`, `"01"`, `""`, "%x30-31", "%xD800"}[rnd.IntN(6)]
	}
	switch rnd.IntN(3) {
	case 0:
		return []string{"*", "1*", "2", "*1"}[rnd.IntN(4)] + "( " + randomBody(rnd, depth-1) + " )"
	case 1:
		return randomBody(rnd, depth-1) + " " + randomBody(rnd, depth-1)
	}
	return randomBody(rnd, depth-1)
}

// TestRandomAlternatives checks that an alternative is reported if and only if the language is the same without it and
// those after it.
func TestRandomAlternatives(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5234, 0))
	useless := 0
	for range 150 {
		var rules strings.Builder
		names := []string{"a0", "a1", "a2", "a3", "a4"}
		for i, name := range names {
			fmt.Fprintf(&rules, "%s = %s\np%d = %s\n", name, randomBody(rnd, 2), i, strings.Join(names[:i+1], " / "))
		}
		g := parse(t, "r = "+strings.Join(names, " / ")+"\n"+rules.String())
		compiled := func(rule string) *dfa.Automaton {
			a, err := compile.Compile(g, rule, nil)
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		findings, err := Grammar(&Input{Grammar: g, Own: []string{"r"}})
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(names); i++ {
			_, want := matcher.Equivalent(compiled(fmt.Sprint("p", i-1)), compiled(fmt.Sprint("p", i)))
			want = want && compiled(names[i]).Start != dfa.Dead
			prefix := "alternative " + names[i] + " adds nothing"
			if got := slices.ContainsFunc(findings, func(f Finding) bool { return strings.HasPrefix(f.Msg, prefix) }); got != want {
				t.Fatalf("%s reported: %t, want %t, in\n%s%v", names[i], got, want, rules.String(), findings)
			}
			if want {
				useless++
			}
		}
		for _, name := range names {
			_, err := compile.Spans(g, "r", []string{name}, nil)
			want := errors.As(err, new(*compile.AmbiguousError))
			got := slices.ContainsFunc(findings, func(f Finding) bool {
				return strings.Contains(f.Msg, "ambiguous") && strings.Contains(f.Msg, name)
			})
			if got != want {
				t.Fatalf("%s reported as ambiguous: %t, want %t, in\n%s%v", name, got, want, rules.String(), findings)
			}
		}
	}
	if useless < 50 {
		t.Errorf("%d useless alternatives", useless)
	}
}

// FuzzGrammar checks that any grammar gives ordered findings or an error.
func FuzzGrammar(f *testing.F) {
	for _, text := range []string{
		"a = b / \"a\" / \"A\" / %x61-64 / %xD7FF-D800\nb = \"x\" c\nc = *b / 2%d1.2\n",
		"a = 99999*a / 0<x> / [ 1*DIGIT ]\nDIGIT = \"1\" a \"1\"\n",
		"a = *( \"a\" / \"b\" ) %s\"a\" 3( \"a\" / \"b\" )\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := abnf.Parse([]byte(text))
		if err != nil || len(text) > 200 {
			return
		}
		findings, err := Grammar(all(g))
		if err != nil && findings != nil || !slices.IsSortedFunc(findings, func(a, b Finding) int { return a.Offset - b.Offset }) {
			t.Errorf("%v, error %v", findings, err)
		}
	})
}
