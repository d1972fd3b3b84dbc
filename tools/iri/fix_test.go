package main

import (
	"strings"
	"testing"
)

// TestFixPlaces checks that fix and check report the same error for strings without a repair.
func TestFixPlaces(t *testing.T) {
	for _, line := range []string{
		"", "a", "1a:b", "example.org", "?a", "-", "ä:b", "%41:", "@", "://",
		"http://[2001:db8::1/", "http://[::1", "http://[::1]x/", "http://[1::2::3]/", "http://[v1.]/", "http://[fe80::1%25eth0]/", "http://a]/",
		"http://h:80x/", "http://u:p@h:x80/", "http://2001:db8::1/", "http://h:8 0/",
		"http://a b/", "http://u@v@h/", "http://u x@h/", "http://a%/", "http://a%4/", "http://a%zz/", "http://\xff/", "http://é\xc3/", "http://a<b/",
	} {
		wrong := invoke(strings.NewReader(line+"\n"), "check", "--rule", "IRI")
		unrepaired := invoke(strings.NewReader(line+"\n"), "fix", "--scheme", "")
		finding, _, _ := strings.Cut(wrong.stdout, "\n")
		if finding == "" || unrepaired.stderr != finding+"\n" {
			t.Errorf("%q: check finds\n%s, fix\n%s", line, wrong.stdout, unrepaired.stderr)
		}
	}
}
