package explain_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	. "example.org/iri/internal/explain"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/walk"
)

// expectations checks that the bytes of all expectations are exactly those that may follow, that a rule is only expected
// if every byte with which it may begin may follow, and that no rule is expected twice.
func (e *explained) expectations(t testing.TB, m *MismatchError, follow dfa.ByteSet) {
	t.Helper()
	var all dfa.ByteSet
	seen := make(map[string]bool)
	for _, x := range m.Expected {
		all = walk.Union(all, x.Bytes)
		rules := x.Rules()
		if walk.Len(x.Bytes) == 0 {
			t.Errorf("%v: %s begins with nothing", m, x.What)
		}
		if named := e.grammar.Lookup(x.What); named != nil {
			a := e.automaton(t, named.Name)
			if x.Bytes != a.Follow(a.Start) || named.Name == m.Rule {
				t.Errorf("%v: %s stands for %v in\n%v", m, x.What, x.Bytes, e.grammar)
			}
			rules = append([]string{named.Name}, rules...)
		} else if !strings.ContainsAny(x.What[:1], `"%`) || len(rules) == 0 {
			t.Errorf("%v: %s of %v is neither a rule nor characters", m, x.What, rules)
		}
		for i, name := range rules[:max(0, len(rules)-1)] {
			if !refers(e.grammar, rules[i+1], name) {
				t.Errorf("%v: %s of %v in\n%v", m, x.What, rules, e.grammar)
			}
		}
		key := fmt.Sprint(x.What, " ", rules[:min(2, len(rules))])
		if seen[key] {
			t.Errorf("%v: %s of %v twice", m, x.What, rules)
		}
		seen[key] = true
	}
	if all != follow {
		t.Errorf("%v: expects %v, want %v in\n%v", m, all, follow, e.grammar)
	}
}

func refers(g *abnf.Grammar, from, to string) bool {
	for _, r := range g.References(from) {
		if r == g.Lookup(to) {
			return true
		}
	}
	return false
}

// TestDeriveCharacters checks code points of every length, whole and in pieces.
func TestDeriveCharacters(t *testing.T) {
	g := matcher.Parse(t, "r = *( \"k\" / odd / %xE9.20AC )\nodd = %x0-1F / %x22 / %xA0-D7FF / %xFFF0-1FFFF / %x20-21\n")
	e := newExplained(g)
	if e.check(t, "r", "k\u00e9\u20acK \"\x00\u00a0\ud7ff\U0001ffff") == nil {
		t.Error("no derivation")
	}
	for _, end := range []string{"", "\x1f", "\x7f", "a", "\u009f", "é", "\ud7ff", "\ue000", "\ufdd0", "\ufff0", "\U00020000",
		"\U0010ffff", "\xff", "\xc3", "\xe2\x82", "\xf0\x9f\xbf", "\x80", "\xed\xa0\x80"} {
		for _, begin := range []string{"", "k", "é", "\xe2\x82", "\xf0"} {
			e.check(t, "r", begin+end)
		}
	}
}

func TestMismatch(t *testing.T) {
	g := matcher.Parse(t, `date = year "-" month [ "-" day ]
year = 4DIGIT
month = "0" DIGIT / "1" %x30-32
day = 2DIGIT
chars = "k" / %x22 / %x5C / %x0-1F / %xE9 / %x80-BF / "a" "b" / %x7E-7F / %s"X" / "longer"
wide = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF
edge = %x800-10FFFF
both = ( item / pair ) "z"
pair = 2( "x" / "y" )
right = item "," right / item
left = left "," item / item
item = *( "x" / "y" ) "z"
nothing = %xD800
accents = %xE9 %xE0-FF
order = empty "z"
empty = [ "1" ] / letters
letters = "a" letters / "b" / "c"
same = "q" ( one / two )
inner = "q" either
either = one / two
copies = "q" either2
either2 = *1DIGIT 1*2DIGIT
one = DIGIT "a"
two = DIGIT "b"
`)
	e := newExplained(g)
	for _, test := range []struct{ rule, text, want string }{
		{"date", "", `the string is empty (byte 0, expected DIGIT of year)`},
		{"date", "2026", `the string ends too early (byte 4, expected "-" of date)`},
		{"date", "2026-x", `'x' is not allowed (byte 5, expected month of date)`},
		{"date", "2026-1", `the string ends too early (byte 6, expected "0"-"2" of month)`},
		{"date", "2026-11x", `'x' is not allowed (byte 7, expected "-" of date or end)`},
		{"date", "2026-11-é", `'é' (U+00E9) is not allowed (byte 8, expected DIGIT of day)`},
		{"date", "2026-11-21\n", `'\n' is not allowed (byte 10, expected end)`},
		{"date", "2\xff", `0xFF is not allowed (byte 1, expected DIGIT of year)`},
		{"DIGIT", "x", `'x' is not allowed (byte 0, expected "0"-"9" of DIGIT)`},
		{"chars", "+", `'+' is not allowed (byte 0, expected "k", %x22, "\", %x00-1F, %xE9, %x80-BF, "a", %x7E-7F, "X", "longer" of chars)`},
		{"chars", "LOx", `'x' is not allowed (byte 2, expected "nger" of chars)`},
		{"wide", "\ufdd0", `U+FDD0 is not allowed (byte 2, expected %xFDC0-FDCF, %xFDF0-FDFF of wide)`},
		{"wide", "\ue000", `U+E000 is not allowed (byte 0, expected %xA0-D7FF, %xF900-FDCF, %xFDF0-FFEF of wide)`},
		{"wide", "\xef\xb7", `the string ends too early (byte 2, expected %xFDC0-FDCF, %xFDF0-FDFF of wide)`},
		{"wide", "\xef\xb7x", `'x' is not allowed (byte 2, expected %xFDC0-FDCF, %xFDF0-FDFF of wide)`},
		{"wide", "\xef\xb7\xb7\xb7", `0xB7 is not allowed (byte 3, expected end)`},
		{"wide", "\xc2\xff", `0xFF is not allowed (byte 1, expected %xA0-BF of wide)`},
		{"edge", "\xe0\x9f", `0x9F is not allowed (byte 1, expected %x800-FFF of edge)`},
		{"edge", "\xed\xa0", `0xA0 is not allowed (byte 1, expected %xD000-D7FF of edge)`},
		{"edge", "\xf4\x90", `0x90 is not allowed (byte 1, expected %x100000-10FFFF of edge)`},
		{"edge", "\xf0\x90\x80a", `'a' is not allowed (byte 3, expected %x10000-1003F of edge)`},
		{"accents", "éa", `'a' is not allowed (byte 2, expected %xE0-FF of accents)`},
		{"order", "", `the string is empty (byte 0, expected empty, "z" of order)`},
		{"same", "q", `the string ends too early (byte 1, expected DIGIT of one or DIGIT of two)`},
		{"inner", "q", `the string ends too early (byte 1, expected either of inner)`},
		{"copies", "q", `the string ends too early (byte 1, expected DIGIT of either2)`},
		{"both", "", `the string is empty (byte 0, expected item, pair of both)`},
		{"both", "x", `the string ends too early (byte 1, expected "x", "y", "z" of item or "x", "y" of pair)`},
		{"right", "z,xa", `'a' is not allowed (byte 3, expected "x", "y", "z" of item)`},
		{"right", "z,", `the string ends too early (byte 2, expected item of right)`},
		{"left", "z,", `the string ends too early (byte 2, expected item of left)`},
		{"left", "za", `'a' is not allowed (byte 1, expected "," of left or end)`},
		{"nothing", "x", `'x' is not allowed (byte 0, expected nothing, since no text matches the rule)`},
		{"nothing", "", `the string is empty (byte 0, expected nothing, since no text matches the rule)`},
	} {
		_, err := Derive(g, test.rule, test.text)
		if want := "abnf: " + strings.Replace(test.want, "(byte", "("+test.rule+", byte", 1); err == nil || err.Error() != want {
			t.Errorf("%q by %s: error\n%v, want\n%s", test.text, test.rule, err, want)
		}
		e.check(t, test.rule, test.text)
	}
}

func TestMismatchCut(t *testing.T) {
	var grammar strings.Builder
	grammar.WriteString(`r = "0"`)
	for i := 1; i < 100; i++ {
		fmt.Fprintf(&grammar, ` / "%d"`, i)
	}
	_, err := Derive(matcher.Parse(t, grammar.String()+"\n"), "r", "x")
	var m *MismatchError
	if !errors.As(err, &m) || len(m.Expected) != 100 || !strings.HasSuffix(m.Error(), `, "38", "39" of r or 60 more)`) {
		t.Errorf("error %v", err)
	}
}

func TestMismatchByHand(t *testing.T) {
	e := &MismatchError{Rule: "r", Offset: 1, Expected: []Expectation{{What: "x"}, {What: "y"}}}
	if got, want := e.Error(), "abnf: '\\x00' is not allowed (r, byte 1, expected x, y)"; got != want || e.Expected[0].Rules() != nil {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestExpectationRules(t *testing.T) {
	_, err := Derive(rfc3987(t), "IRI", "http://[::1.2")
	var m *MismatchError
	is := errors.As(err, &m)
	if !is {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for _, x := range m.Expected {
		got[x.What] = strings.Join(x.Rules(), " < ")
	}
	want := map[string]string{
		"DIGIT": "dec-octet < IPv4address < ls32 < IPv6address < IP-literal < ihost < iauthority < ihier-part < IRI",
		`"."`:   "IPv4address < ls32 < IPv6address < IP-literal < ihost < iauthority < ihier-part < IRI",
	}
	for what, rules := range want {
		if got[what] != rules {
			t.Errorf("%s is expected in %q, want %q", what, got[what], rules)
		}
	}
}

func ExampleDerive_mismatch() {
	g, err := abnf.Parse([]byte("time = hour \":\" minute\nhour = 1*2DIGIT\nminute = %x30-35 DIGIT\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = Derive(g, "time", "9.30")
	fmt.Println(err)
	var m *MismatchError
	if errors.As(err, &m) {
		for _, x := range m.Expected {
			fmt.Println(m.Offset, x.What, x.Bytes, x.Rules())
		}
	}
	// Output:
	// abnf: '.' is not allowed (time, byte 1, expected DIGIT of hour or ":" of time)
	// 1 DIGIT '0'-'9' [hour time]
	// 1 ":" ':' [time]
}

// TestPlaces checks all places of an expectation, with the index of the first rule that has begun.
func TestPlaces(t *testing.T) {
	g := matcher.Parse(t, "s = \"x\" [ u \"@\" ] h / \"y\" k\nk = e\nu = *( \"a\" / e )\nh = *( \"b\" / e )\ne = \"%\" \"1\"\n")
	for text, want := range map[string]string{
		"x?":   `u [s] 0|"@" [s] 0|h [s] 0`,
		"xa?":  `"a" [u s] 0|"%" [e u s] 1|"@" [s] 0`,
		"x%?":  `"1" [e u s] 0 [e h s] 0`,
		"xa@?": `h [s] 0`,
		"xab":  `"a" [u s] 0|"%" [e u s] 1|"@" [s] 0`,
		"x%1?": `"a" [u s] 0|"%" [e u s] 1 [e h s] 1|"@" [s] 0|"b" [h s] 0`,
		"y?":   `"%" [e k s] 2`,
		"?":    `"x" [s] 0|"y" [s] 0`,
	} {
		_, err := Derive(g, "s", text)
		var m *MismatchError
		if !errors.As(err, &m) {
			t.Fatal(err)
		}
		var list []string
		for _, x := range m.Expected {
			line := []string{x.What}
			for _, p := range x.Places() {
				line = append(line, fmt.Sprint(p.Rules, " ", p.Open))
			}
			list = append(list, strings.Join(line, " "))
		}
		if got := strings.Join(list, "|"); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
