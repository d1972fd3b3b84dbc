package iri_test

import (
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/rule"
)

// TestCVE holds the package to texts that other URL parsers came to grief on. Each
// entry is a class of mistake; docs/explanation/proofs.md lists them.
func TestCVE(t *testing.T) {
	for _, x := range []struct {
		id, what string
		valid    bool
		texts    []string
	}{
		{"CVE-2019-14809", "a port that is no number belongs to no component", false,
			[]string{"http://x:namedport", "http://[::1]:namedport", "javascript://x:google.com:80/"}},
		{"CVE-2025-22870 CVE-2024-45341", "a zone identifier read as the end of a host name", false,
			[]string{"http://[::1%25.example.com]:80/", "https://[2001:db8::1%25.example.com]/", "http://[fe80::1%en0]/"}},
		{"CVE-2025-47912", "anything in brackets taken for an address", false,
			[]string{"http://[test.com]/", "http://[192.168.0.1]/", "http://[not-an-ip]/", "http://[]/"}},
		{"CVE-2026-25679", "text beside an address in brackets", false,
			[]string{"http://example.com[::1]", "http://.[::1]", "http:// [::1]", "http://[::1]a/"}},
		{"CVE-2025-47912, the fix", "addresses that the fix for it refused", true,
			[]string{"http://[::ffff:192.168.0.1]/", "http://[v1.a]/"}},
		{"golang/go#11208", "line ends in a host", false,
			[]string{"http://[a\r\nX: y]/", "http://a\r\nX: y/", "http://a/#\r\nX: y"}},
		{"CVE-2026-46526", "a backslash that one reader takes for a slash", false,
			[]string{"http://a\\@b/", "http:\\\\a\\b", "http:/\\a"}},
		{"CVE-2019-9901 CVE-2021-29492", "encoded delimiters are text, not delimiters", true,
			[]string{"http://a/%2F%5C..%2f", "http://a%2Fb/", "http://a%40b/"}},
		{"CVE-2018-19198 and others", "offsets at the very end of a text", false,
			[]string{"http://[::1", "http://[", "//[v1.", "http://a/%", "http://a/%4", "a:%"}},
	} {
		for _, text := range x.texts {
			if got := iri.ValidString(text); got != x.valid && !strings.HasPrefix(text, "//") || iri.ValidReferenceString(text) != x.valid {
				t.Errorf("%s (%s): %q is valid: %v", x.id, x.what, text, got)
			}
			if err := judge(rule.IRIReference.Rule, text); err != nil {
				t.Errorf("%s: %v", x.id, err)
			}
		}
	}
}

// TestLongTexts: no text makes the walk recurse or take memory (uriparser
// CVE-2025-67899, net/url CVE-2025-61726).
func TestLongTexts(t *testing.T) {
	for _, text := range []string{
		"http://a/" + strings.Repeat("(", 1<<20),
		"http://a/?" + strings.Repeat("k=v&", 1<<18),
		"http://" + strings.Repeat("[", 1<<20),
		"//" + strings.Repeat("a@", 1<<19),
		strings.Repeat("../", 1<<19),
	} {
		if n := testing.AllocsPerRun(2, func() { iri.ValidReferenceString(text) }); n != 0 {
			t.Errorf("%.20q...: %v allocations", text, n)
		}
		x, err := iri.SplitReferenceString(text)
		if span := x.Path(); err == nil && span.End > len(text) {
			t.Errorf("%.20q...: path %v", text, span)
		}
	}
}
