package iri_test

import (
	"maps"
	"reflect"
	"strings"
	"testing"

	"example.org/iri"
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

// TestParse: the two rules of Parse, the pairs for bytes and strings, and what
// the methods of Parts return.
func TestParse(t *testing.T) {
	const text = "http://u:p@h.example:80/a/b?q/?#f?"
	want := cut{
		"scheme": {0, 4}, "authority": {7, 23}, "userinfo": {7, 10}, "host": {11, 20}, "port": {21, 23},
		"path": {23, 27}, "query": {28, 31}, "fragment": {32, 34},
	}
	for i, parse := range []func() (iri.Parts, error){
		func() (iri.Parts, error) { return iri.Split([]byte(text)) },
		func() (iri.Parts, error) { return iri.SplitString(text) },
		func() (iri.Parts, error) { return iri.SplitReference([]byte(text)) },
		func() (iri.Parts, error) { return iri.SplitReferenceString(text) },
	} {
		parts, err := parse()
		if got := cutOf(parts); err != nil || !maps.Equal(got, want) {
			t.Errorf("%d: %v, %v; want %v", i, got, err, want)
		}
	}
}

// TestParseErrors: the error is that of Check, and there are no Parts.
func TestParseErrors(t *testing.T) {
	for _, text := range []string{"", "//h", "x", "x:\xff", "x: ", "x:%4", "1:", "//[::1"} {
		parts, err := iri.SplitString(text)
		if want := rule.IRI.CheckString(text); err == nil || !reflect.DeepEqual(err, want) || parts != (iri.Parts{}) {
			t.Errorf("Parse %q: %v, %v; want %v", text, parts, err, want)
		}
		parts, err = iri.SplitReferenceString(text)
		if want := rule.IRIReference.CheckString(text); !reflect.DeepEqual(err, want) || err != nil && parts != (iri.Parts{}) {
			t.Errorf("ParseReference %q: %v, %v; want %v", text, parts, err, want)
		}
	}
}

// TestZeroParts: the zero Parts is that of the empty reference.
func TestZeroParts(t *testing.T) {
	parts, err := iri.SplitReferenceString("")
	if err != nil || parts != (iri.Parts{}) {
		t.Errorf("Parts of the empty reference: %v, %v", parts, err)
	}
	if got := cutOf(iri.Parts{}); !maps.Equal(got, cut{"path": {0, 0}}) {
		t.Errorf("components of the zero Parts: %v", got)
	}
}

// TestAbsent: a component that is absent is no component that is empty, and has
// the zero Span.
func TestAbsent(t *testing.T) {
	for text, want := range map[string]cut{
		"":         {"path": {0, 0}},
		"#":        {"path": {0, 0}, "fragment": {1, 1}},
		"?":        {"path": {0, 0}, "query": {1, 1}},
		"a:":       {"scheme": {0, 1}, "path": {2, 2}},
		"a:?":      {"scheme": {0, 1}, "path": {2, 2}, "query": {3, 3}},
		"//":       {"authority": {2, 2}, "host": {2, 2}, "path": {2, 2}},
		"//@":      {"authority": {2, 3}, "userinfo": {2, 2}, "host": {3, 3}, "path": {3, 3}},
		"//:":      {"authority": {2, 3}, "host": {2, 2}, "port": {3, 3}, "path": {3, 3}},
		"//:@":     {"authority": {2, 4}, "userinfo": {2, 3}, "host": {4, 4}, "path": {4, 4}},
		"//@:":     {"authority": {2, 4}, "userinfo": {2, 2}, "host": {3, 3}, "port": {4, 4}, "path": {4, 4}},
		"//[::1]:": {"authority": {2, 8}, "host": {2, 7}, "port": {8, 8}, "path": {8, 8}},
		"//é/":     {"authority": {2, 4}, "host": {2, 4}, "path": {4, 5}},
		"/:@/":     {"path": {0, 4}},
	} {
		parts, err := iri.SplitReferenceString(text)
		if err != nil || !maps.Equal(cutOf(parts), want) {
			t.Errorf("%q: %v, %v; want %v", text, cutOf(parts), err, want)
		}
		for name, method := range map[string]func() (iri.Span, bool){
			"scheme": parts.Scheme, "authority": parts.Authority, "userinfo": parts.Userinfo, "host": parts.Host,
			"port": parts.Port, "query": parts.Query, "fragment": parts.Fragment,
		} {
			if span, ok := method(); !ok && span != (iri.Span{}) {
				t.Errorf("%q: absent %s is %v", text, name, span)
			}
		}
	}
}

// TestPartsCompare: equal cuts are equal values, whatever the texts.
func TestPartsCompare(t *testing.T) {
	parse := func(text string) iri.Parts {
		t.Helper()
		parts, err := iri.SplitReferenceString(text)
		if err != nil {
			t.Fatal(err)
		}
		return parts
	}
	for _, pair := range [][2]string{
		{"a:b", "x:y"}, {"//a:1@c/d", "//aé@y/z"}, {"//a:1", "//b:2"}, {"//1.2.3.4", "//a.b.c.d"}, {"a/b", "é/"}, {"?:", "?@"}, {"//[::1]", "//host1"},
	} {
		if parse(pair[0]) != parse(pair[1]) {
			t.Errorf("%q and %q differ", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{
		{"a:b", "a/b"}, {"//ab", "///b"}, {"a?b", "a#b"}, {"a", "ab"}, {"//a@1", "//a:1"}, {"//a", "/aa"}, {"?", "#"},
	} {
		if parse(pair[0]) == parse(pair[1]) {
			t.Errorf("%q and %q are the same", pair[0], pair[1])
		}
	}
}

func TestHostKind(t *testing.T) {
	for text, want := range map[string]iri.HostKind{
		"":                        iri.NoHost,
		"x:/p":                    iri.NoHost,
		"1.2.3.4":                 iri.NoHost,
		"//":                      iri.HostRegName,
		"//h.example:80":          iri.HostRegName,
		"//256.1.1.1":             iri.HostRegName,
		"//1.2.3.04":              iri.HostRegName,
		"//1.2.3.4.":              iri.HostRegName,
		"//1.2.3.%34":             iri.HostRegName,
		"//1.2.3.4@v1.a":          iri.HostRegName,
		"//1.2.3.4":               iri.HostIPv4,
		"//u@255.255.255.255:1":   iri.HostIPv4,
		"//[::]":                  iri.HostIPv6,
		"x://u:p@[::1.2.3.4]:9":   iri.HostIPv6,
		"//[a:b:c:d:e:f:1.2.3.4]": iri.HostIPv6,
		"//[v1.a]":                iri.HostIPvFuture,
		"x://@[VF.:]:#":           iri.HostIPvFuture,
	} {
		if kind := iri.MustParseReference(text).HostKind(); kind != want {
			t.Errorf("%s: %v, want %v", text, kind, want)
		}
	}
}
