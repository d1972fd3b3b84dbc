package iri_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
)

func TestValid(t *testing.T) {
	for _, c := range []struct {
		text             string
		valid, reference bool
	}{
		{"", false, true},
		{"x:", true, true},
		{"http://h/", true, true},
		{"//h/", false, true},
		{"é", false, true},
		{"http://é", true, true},
		{"1:", false, false},
		{"x:\xff", false, false},
		{"x: ", false, false},
		{strings.Repeat("a", 1000) + ":" + strings.Repeat("b", 1000), true, true},
		{strings.Repeat("a", 1000) + " " + strings.Repeat("b", 1000), false, false},
	} {
		if b, s := iri.Valid([]byte(c.text)), iri.ValidString(c.text); b != c.valid || s != c.valid {
			t.Errorf("%.20q: Valid %v, ValidString %v", c.text, b, s)
		}
		if b, s := iri.ValidReference([]byte(c.text)), iri.ValidReferenceString(c.text); b != c.reference || s != c.reference {
			t.Errorf("%.20q: ValidReference %v, ValidReferenceString %v", c.text, b, s)
		}
	}
	if iri.Valid(nil) || !iri.ValidReference(nil) {
		t.Error("a nil text is not the empty text")
	}
}

// TestLong: a mistake is found wherever it stands in a long text, and no length
// hides one.
func TestLong(t *testing.T) {
	const text = "http://host.example/"
	for n := range 300 {
		if !*testkit.Long && n%8 > 1 {
			continue
		}
		long := text + strings.Repeat("p", n)
		if !iri.ValidString(long) {
			t.Fatalf("%d bytes more: not valid", n)
		}
		for _, tail := range []string{"é?", "#%20", "?\ue000"} {
			if !iri.ValidString(long + tail) {
				t.Fatalf("%d bytes more, then %q: not valid", n, tail)
			}
		}
		for _, tail := range []string{" ", "%2", "\xc3", "#\ue000", " " + strings.Repeat("p", n)} {
			if err := judge(rule.IRI.Rule, long+tail); err != nil || iri.ValidString(long+tail) {
				t.Fatalf("%d bytes more, then %q: valid, or %v", n, tail, err)
			}
		}
	}
}

// TestZeroRule: the zero Rule has no name and no table, and matches nothing. Its Automaton
// is the zero one.
func TestZeroRule(t *testing.T) {
	var r rule.Rule
	var a rule.Automaton
	if r.String() != "" || r.Automaton() != a {
		t.Errorf("name %q, automaton %v", r, r.Automaton())
	}
	if a.NumStates() != 1 || a.Accepts(a.Start()) || a.Next(a.Start(), 'a') != dfa.Dead {
		t.Errorf("%d states, the first is %d", a.NumStates(), a.Start())
	}
	for _, text := range []string{"", "a", "http://h/", "\x00", "\xff"} {
		if r.Valid([]byte(text)) || r.ValidString(text) || r.Check([]byte(text)) == nil || r.CheckString(text) == nil {
			t.Errorf("%q matches", text)
		}
		if n := r.Prefix([]byte(text)); n != -1 {
			t.Errorf("%q: Prefix %d", text, n)
		}
	}
	if r == rule.IRI.Rule || r != (rule.Rule{}) {
		t.Error("rules do not compare")
	}
}

// TestRules: every rule of the grammars is a Rule, once, in their order, under its
// own name, with a sound table.
func TestRules(t *testing.T) {
	var want []string
	for _, g := range []*abnf.Grammar{rfc3987(), rfc3986()} {
		for r := range g.Rules() {
			if !slices.Contains(want, r.Name) {
				want = append(want, r.Name)
			}
		}
	}
	for _, d := range derivedLanguages {
		want = append(want, d.name)
	}
	want = append(want, httpLanguages...)
	var got []string
	for r := range rule.All() {
		got = append(got, r.String())
		if err := automaton(r).Check(); err != nil {
			t.Error(err)
		}
	}
	if !slices.Equal(got, want) || len(want) != 39+22+8+18 {
		t.Errorf("All yields %v\nwant %v", got, want)
	}
	i := 0
	for r := range rule.All() {
		if i++; i == 3 {
			if r != rule.IRIReference.Rule {
				t.Errorf("third rule is %v", r)
			}
			break // the iterator has to bear it
		}
	}
}

func TestRuleByName(t *testing.T) {
	for r := range rule.All() {
		for _, name := range []string{r.String(), strings.ToUpper(r.String()), strings.ToLower(r.String()), strings.ReplaceAll(r.String(), "-", "")} {
			if got, ok := rule.ByName(name); !ok || got != r {
				t.Errorf("%s: %v, %v", name, got, ok)
			}
		}
	}
	for _, name := range []string{
		"", "IR", "IRIS", "IRI ", " IRI", "IRI_reference", "IRI-referenc-e", "-IRI", "IRI-", "-", "irelative-part-", "ALPHA", "DIGIT", "HEXDIG",
		"IRI\x00", "IRI\xff", "IRI\rreference", // 0x0D is - without the bit that is case in letters
		"\u017fcheme", "\u017fub-delims", // an s for strings.EqualFold
		"\u212a", "\u0130RI", // a k, and an i for some
	} {
		if r, ok := rule.ByName(name); ok || r != (rule.Rule{}) {
			t.Errorf("%q: %v, %v", name, r, ok)
		}
	}
}

// TestPrefixDocumented shows what Prefix is for.
func TestPrefixDocumented(t *testing.T) {
	for _, c := range []struct {
		rule rule.Rule
		text string
		want int
	}{
		{rule.IRI.Rule, "http://h/p, and more", 11},
		{rule.IRI.Rule, "not one", -1},
		{rule.IRI.Rule, "", -1},
		{rule.IRI.Rule, "x:\xc3", 2},
		{rule.IRIReference.Rule, "", 0},
		{rule.IRIReference.Rule, " ", 0},
		{rule.IRIReference.Rule, "1:", 1},
		{rule.Scheme, "http://", 4},
		{rule.PctEncoded, "%411", 3},
		{rule.PctEncoded, "%4", -1},
		{rule.DecOctet, "2560", 2}, // 256 is none
		{rule.IPv6Address, "1:2:3:4:5:6:7", -1},
		{rule.IPv6Address, "1::2:", 4},
		{rule.UCSChar, "é\xff", 2},
	} {
		if got := c.rule.Prefix([]byte(c.text)); got != c.want {
			t.Errorf("%v %q: %d, want %d", c.rule, c.text, got, c.want)
		}
	}
}

// rangesOf returns the ranges of code points that a rule lists.
func rangesOf(name string) [][2]rune {
	var list [][2]rune
	for n := range abnf.All(slow87()[name]) {
		if n, ok := n.(*abnf.NumVal); ok && n.Range {
			list = append(list, [2]rune{rune(n.Values[0]), rune(n.Values[1])})
		}
	}
	return list
}

// TestRangeEdges puts both ends of every range of ucschar and iprivate, and their
// neighbours, into every component.
func TestRangeEdges(t *testing.T) {
	ucschar, iprivate := rangesOf("ucschar"), rangesOf("iprivate")
	if len(ucschar) != 17 || len(iprivate) != 3 {
		t.Fatalf("%d ranges of ucschar, %d of iprivate", len(ucschar), len(iprivate))
	}
	within := func(c rune, list [][2]rune) bool {
		return slices.ContainsFunc(list, func(r [2]rune) bool { return r[0] <= c && c <= r[1] })
	}
	texts := 0
	for _, edges := range slices.Concat(ucschar, iprivate) {
		for _, c := range []rune{edges[0] - 1, edges[0], edges[0] + 1, edges[1] - 1, edges[1], edges[1] + 1} {
			if !utf8.ValidRune(c) {
				continue
			}
			for _, place := range []struct {
				form    string
				private bool
			}{
				{"x://%c@h", false}, {"x://%c", false}, {"x://h/%c", false}, {"x:%c", false}, {"x:/%c", false}, {"x:?%c", true},
				{"x:#%c", false}, {"%c", false}, {"?%c", true}, {"x://[v1.a%c]", false}, {"x://h:%c", false}, {"%c:", false},
			} {
				text := fmt.Sprintf(place.form, c)
				want := within(c, ucschar) && !slices.Contains([]string{"x://[v1.a%c]", "x://h:%c", "%c:"}, place.form)
				want = want || place.private && within(c, iprivate)
				if got := iri.ValidReferenceString(text); got != want {
					t.Errorf("%+q: %v, want %v", text, got, want)
				}
				if err := judge(rule.IRIReference.Rule, text); err != nil {
					t.Error(err)
				}
				texts++
			}
		}
	}
	t.Logf("range edges: %d texts", texts)
}

// TestIPv6Forms tries all numbers of groups in front of :: and behind it, with
// and without a dotted tail. Eight groups, or :: for one or more of them.
func TestIPv6Forms(t *testing.T) {
	groups := []string{"0", "Ff", "12a", "89AB"}
	join := func(n int) string {
		var list []string
		for i := range n {
			list = append(list, groups[i%len(groups)])
		}
		return strings.Join(list, ":")
	}
	valid := 0
	for front := range 11 {
		for back := -1; back < 11; back++ { // -1: no ::
			for _, tail := range []string{"", "192.0.2.255"} {
				text, count := join(front), front
				if back >= 0 {
					text, count = text+"::"+join(back), front+back
				}
				if tail != "" {
					if text != "" && !strings.HasSuffix(text, ":") {
						text += ":"
					}
					text, count = text+tail, count+2
				}
				want := count == 8 && back < 0 || count < 8 && back >= 0
				if got := rule.IPv6Address.ValidString(text); got != want {
					t.Errorf("%s: %v, want %v", text, got, want)
				}
				for _, in := range []string{"[" + text + "]", "//[" + text + "]:0/"} {
					if got := rule.IPLiteral.ValidString(in) || iri.ValidReferenceString(in); got != want {
						t.Errorf("%s: %v, want %v", in, got, want)
					}
				}
				if err := judge(rule.IPv6Address, text); err != nil {
					t.Error(err)
				}
				if want {
					valid++
				}
			}
		}
	}
	// Without ::, one form with a tail and one without; with it, n groups stand in
	// n+1 ways around it, n up to 7, or up to 5 beside a tail.
	if want := 2 + 36 + 21; valid != want {
		t.Errorf("%d forms are valid, want %d", valid, want)
	}
}

// TestEveryByte puts each of the 256 bytes, and each behind the beginnings of a
// character, wherever the grammar cares.
func TestEveryByte(t *testing.T) {
	texts := 0
	for _, place := range []string{
		"*", "*:", "a*", "a*:", "a:*", "a:/*", "a:/b*", "a://*", "a://b*", "a://b*@", "a://@*", "a://b:*", "a://b:1*", "a://b:1*@", "a://1.2.3.*",
		"a://[*", "a://[*]", "a://[:*]", "a://[::*]", "a://[::1*]", "a://[::1.2.3.*]", "a://[v*.1]", "a://[v1*1]", "a://[v1.*]", "a://[v1.1]*",
		"a://[::1]*", "a://%*1", "a://%1*", "a://b/*", "a://b*/", "a:?*", "a:b?b*", "a:#*", "a:b#b*", "a:%*1", "a:%1*", "a:?%*1", "a:#%1*",
		"/*", "//*", "///*", "?*", "#*", ".*", "b*c:d", "%*1", "%1*", "a/*:", "@*", "*é", "é*", "é*:",
	} {
		for _, before := range []string{"", "\xc2", "\xe0", "\xe0\xa0", "\xed", "\xee", "\xee\x80", "\xef\xb7", "\xf0", "\xf0\x90", "\xf3", "\xf3\xa0\x80", "\xf4", "\xf4\x8f\xbf"} {
			if before != "" && !*testkit.Long {
				break
			}
			for b := range 256 {
				text := strings.Replace(place, "*", before+string([]byte{byte(b)}), 1)
				if err := judge(rule.IRIReference.Rule, text); err != nil {
					t.Error(err)
				}
				if before == "" { // for URIs, one byte is as bad as two
					if err := judge(rule.URI.Rule, text); err != nil {
						t.Error(err)
					}
				}
				texts++
			}
		}
	}
	t.Logf("every byte: %d texts", texts)
}
