package main

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/iri/fix"
	"example.org/iri/internal/language"
	"example.org/iri/rule"
)

// TestFixPlaces: what fix cannot repair, and does not begin to, is the error that check finds, at the
// same place.
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

// TestQuickFixer: what a quickFixer makes of a string is what a Fixer makes of it.
func TestQuickFixer(t *testing.T) {
	starts := []string{"http://example.org/a", "https://u:p@h:80/?q#f", "http:a", "http:/", "www.example.org/a", "a.b", "1.2.example/", "http", "c:/a", "git@a.b:c", "x.y@z/a:b", "http://é.example/ü", "ab.c//d", "localhost/", "http//a", "https;//a.b", "http\\\\a.b"}
	pieces := []string{" ", "  ", "%", "%4", "%41", "%zz", "|", `"`, "\\", "[", "]", "<", "\t", "\r", "é", "\xc3", "\u200e", "@", ":", "/", "//", "?", "#", ".", "A", "\x7f", "^", "://"}
	const seed = 1
	random := rand.New(rand.NewPCG(seed, seed))
	counts := make(map[quickResult]int)
	for range 50_000 {
		s := starts[random.IntN(len(starts))]
		for range 1 + random.IntN(4) {
			i := random.IntN(len(s) + 1)
			s = s[:i] + pieces[random.IntN(len(pieces))] + s[i:]
		}
		around := []string{"", "", "", " ", "  ", `"`, "<", `" `, "\t", "("}
		s = around[random.IntN(len(around))] + s + []string{"", "", "", " ", "  ", `"`, ">", ` "`, "\t", ")"}[random.IntN(len(around))]
		if rule.IRI.ValidString(s) {
			continue
		}
		for _, scheme := range []string{"", "https", "a.b"} {
			f := fix.Fixer{Scheme: scheme}
			got, result := newQuickFixer(f, &language.IRI).append([]byte("x"), []byte(s))
			counts[result]++
			want, _, err := f.Fix(s)
			var e *fix.Error
			switch {
			case result == fixed && (err != nil || string(got) != "x"+want.String()):
				t.Fatalf("%q: %q, want %q, %v", s, got, want, err)
			case result == stuck && (!errors.As(err, &e) || e.Kind != 0 || e.Span != e.Err.Span || e.Err.Error() != rule.IRI.CheckString(s).Error()):
				t.Fatalf("%q: stuck, want %v", s, err)
			}
		}
	}
	if counts[fixed] < 1000 || counts[stuck] < 1000 {
		t.Error(counts)
	}
}
