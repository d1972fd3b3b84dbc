package iri_test

import (
	"maps"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
)

// TestLong moves a mistake through long strings.
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
			if err := compareWithReference(rule.IRI, long+tail); err != nil || iri.ValidString(long+tail) {
				t.Fatalf("%d bytes more, then %q: valid, or %v", n, tail, err)
			}
		}
	}
}

// TestIPv6Forms tries all numbers of groups before and after ::, with and without a dotted tail.
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
	// Without ::, two forms, with a tail and without; with ::, n groups can be divided in n+1 ways, for n up to 7, or
	// up to 5 with a tail.
	if want := 2 + 36 + 21; valid != want {
		t.Errorf("%d forms are valid, want %d", valid, want)
	}
}

func TestZeroParts(t *testing.T) {
	if iri.Valid(nil) || !iri.ValidReference(nil) {
		t.Error("nil is not the empty string")
	}
	parts, err := iri.SplitReferenceString("")
	if err != nil || parts != (iri.Parts{}) {
		t.Errorf("Parts of the empty reference: %v, %v", parts, err)
	}
	if got := cutOf(iri.Parts{}); !maps.Equal(got, cut{"path": {0, 0}}) {
		t.Errorf("components of the zero Parts: %v", got)
	}
}

// TestPartsCompare checks that equal offsets make equal values, even for different strings.
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
