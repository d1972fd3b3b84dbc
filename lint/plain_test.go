package lint

import (
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/corpus"
)

// checkPlain checks that a plain reference has no findings. It reports whether the reference is plain.
func checkPlain(t *testing.T, text string) bool {
	t.Helper()
	x, err := iri.ParseReference(text)
	if err != nil || !isPlain(text, x.Parts()) {
		return false
	}
	if found := examine(x); found != nil {
		t.Fatalf("%+q is plain, but has %v", text, found)
	}
	if want := slow(x); len(want) > 0 && !known.MatchString(text) {
		t.Fatalf("%+q is plain, but should have %v", text, want)
	}
	return true
}

func TestIsPlain(t *testing.T) {
	texts := map[string]bool{
		"": true, "a/b": true, "//example.org": true, "http://example.org": true, "https://a-1.example/a/b.c?d#e": true,
		"ftp://example.org/": false, "http://example.org/é/Ж/中": true, "http://example.org/a?b=c.d/e#f": true,
		"http:a": false, "http://": false, "HTTP://a": false, "http://A": false, "http://é": false, "http://a:80": false,
		"http://u@a": false, "http://a.": false, "http://1.2.3.4": false, "http://a.1": false, "http://a-.b": false, "http://-a": false,
		"http://[::1]": false, "http://a/.": false, "http://a/b/../c": false, "http://a//b": false, "http://a/b//": false, "./a": true, "../a": true,
		"../.././a.b/?c": true, "./": true, ".": false, "..": false, ".a": false, ".../a": false, ".//a": false, "..//a": false, "./a/../b": false, "/./a": false,
		"./?a=ghp_0123456789abcdef": false, "file:///a/b.c": true, "file://h/a": true, "file://h": false, "file:///": true, "file:/a": false, "FILE:///a": false,
		"file://h/a?b": false, "file://h/a#b": false, "file://H/a": false, "file:///a//b": false, "file:///c:/a": false, "file:///Users/a/b": false,
		"file://h/home/a/b": false, "file:///a/Desktop/b": false, "file:///a/downloads/b": false, "file:///users": true, "file:///a/deskto": true,
		"http://a/12345678/.": false, "http://a/1234567/.": false, "http://a/123456//": false, "http://a/%41": false,
		"http://a/123456789%41": false, "http://a/e\u0301": false, "http://a/א": false, "http://a/\u200e": false, "http://a/\u00a0": false,
		"http://a/b:c": false, "http://a/b$c": false, "http://a/b$c?d": true, "http://a/b:/c": false, "http://a/b;c": false, "http://a/b,": false, "http://a/b)": false, "http://a/(b)": true, "http://a/b(": false, "http://a/)b(": false, "http://a/()b)": false, "http://a/(b).": false, "http://a/(b)/(c)#d": true, "http://a/b'": false,
		"http://a/b&c": false, "http://a/b&c?d": true, "http://a/?b?c": false, "http://a/?b=c&d=e#f=g": true, "http://a/#key=0123456789abcdef": false,
		"http://a/?b=0123456789abcdef": true, "http://a/?key=0123456789abcdef": false, "http://a/?key=0123456789abcde&c": true, "http://a/?b=c&token=0123456789abcdef&d": false,
		"http://a/?b=ghp_0123456789abcdef": false, "http://a/b=0123456789abcdef": true,
		"http://ww.a": true, "http://www.a": true, "http://wwwa.b": true, "http://www3.a": true, "http://ww": true, "http://wwww.a": false, "http://w.a": true, "http://www": true, "http://hooks.slack.com/": false, "http://www.google.com/": true, "http://www.google.com/?": false,
		"urn:a:b": false, "tag:a": false, "mailto:a@b": false, "did:a:b": false,
		"http://" + strings.Repeat("a", 63): true, "http://" + strings.Repeat("a", 64): false,
		"http://" + strings.Repeat("a.", 126) + "a": true, "http://" + strings.Repeat("a.", 126) + "aa": false,
	}
	for n := range 20 { // at each offset in a word
		head := "http://h/" + strings.Repeat("a", n)
		for piece, want := range map[string]bool{"/": true, ".": n > 0, "//": false, "/.": false, "%41": false, "é": true, "א": false} {
			texts[head+piece], texts[head+piece+"a"], texts[head+piece+"abcdefgh"] = want, want, want
		}
	}
	for n := range 20 {
		texts["http://h/"+strings.Repeat("a", n)+"."] = false // the byte before a full stop may be the last
	}
	texts["http://h//"], texts["http://h//a"], texts["http://h//abcdefgh"] = false, false, false
	for text, want := range texts {
		parts := iri.MustParseReference(text).Parts()
		if isPlain(text, parts) != want || isPlain([]byte(text), parts) != want {
			t.Errorf("%q: plain: %t, want %t", text, !want, want)
		}
	}
}

// TestPlainWords checks that no word known to a check is plain.
func TestPlainWords(t *testing.T) {
	for _, w := range webhooks {
		if !isWebhook(w.host) {
			t.Error(w.host)
		}
	}
	for _, folder := range append(ownFolders[:], "desktop/", "downloads/", "a/DESKTOP/", "a/b/Downloads/", "A/users/") {
		for _, host := range []string{"", "h"} {
			for _, rest := range []string{"", "a", "a/", "a/b", "1234567/8"} {
				checkPlain(t, "file://"+host+"/"+folder+rest)
				checkPlain(t, "file://"+host+"/"+strings.ToUpper(folder)+rest)
			}
		}
	}
	for _, name := range secretNames {
		if !mayBeSecret(name[len(name)-1], "0123456789abcdef") {
			t.Error(name)
		}
	}
	for _, l := range labels(t) {
		checkPlain(t, l.text)
	}
}

// TestPlainReferences checks all short concatenations of pieces.
func TestPlainReferences(t *testing.T) {
	pieces := []string{"a", "A", "1", ".", "/", "-", ":", "@", "?", "#", "%41", "é", "\u200e", "\u0301", "\u00a0", "http:", "urn:", "bcdefgh"}
	n, length := 0, 3
	if *testkit.Long {
		length = 4
	}
	for _, head := range []string{"", "http://", "http://h", "https://h/", "x:", "//h/1234567", "file:", "file:/", "file://", "file://h/", "./", "../", "tag:", "http://h/?"} {
		grow(head, length, pieces, func(text string) {
			if checkPlain(t, text) {
				n++
			}
		})
	}
	if n < 2_000 {
		t.Errorf("%d strings are plain, want 2,000 or more", n)
	}
}

// TestPlainCharacters checks all characters.
func TestPlainCharacters(t *testing.T) {
	n := 0
	for c := rune(0x21); c <= utf8.MaxRune; c++ {
		if checkPlain(t, "/1234567"+string(c)+"?"+string(c)) {
			n++
		}
	}
	if n < 20_000 {
		t.Errorf("%d characters are plain, want 20,000 or more", n)
	}
}

func TestMostArePlain(t *testing.T) {
	n, all := 0, 0
	for _, l := range corpus.Generated() {
		for _, text := range l.Texts {
			if !iri.ValidReferenceString(text) {
				continue
			}
			all++
			if checkPlain(t, text) {
				n++
			}
		}
	}
	if 3*n < all {
		t.Errorf("%d of %d references are plain, want a third", n, all)
	}
}
