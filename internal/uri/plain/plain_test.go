package plain_test

import (
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/plain"
	"example.org/iri/internal/uri/ref"
)

func isPlain(x iri.Reference) bool {
	return plain.Is(&ref.Ref[string]{Text: x.String(), Cut: find.Cut(x.Parts())})
}

func TestIs(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "a/b": true, "//example.org": true, "http://example.org": true, "https://a-1.example/a/b.c?d#e": true,
		"ftp://example.org/": true, "http://example.org/é/Ж/中": true, "http://example.org/a?b=c.d/e#f": true,
		"http:a": false, "http://": false, "HTTP://a": false, "http://A": false, "http://é": false, "http://a:80": false,
		"http://u@a": false, "http://a.": false, "http://1.2.3.4": false, "http://a.1": false, "http://a-.b": false, "http://-a": false,
		"http://[::1]": false, "http://a/.": false, "http://a/b/../c": false, "http://a//b": false, "http://a/b//": false, "./a": false,
		"../a": false, "http://a/12345678/.": false, "http://a/1234567/.": false, "http://a/123456//": false, "http://a/%41": false,
		"http://a/123456789%41": false, "http://a/e\u0301": false, "http://a/א": false, "http://a/\u200e": false, "http://a/\u00a0": false,
		"file:///a": false, "urn:a:b": false, "tag:a": false, "mailto:a@b": false, "did:a:b": false,
		"http://" + strings.Repeat("a", 63): true, "http://" + strings.Repeat("a", 64): false,
		"http://" + strings.Repeat("a.", 126) + "a": true, "http://" + strings.Repeat("a.", 126) + "aa": false,
	} {
		if got := isPlain(iri.MustParseReference(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// TestMany: a great part of references is plain.
func TestMany(t *testing.T) {
	n, all := 0, 0
	for _, l := range corpus.Generated() {
		for _, text := range l.Texts {
			if x, err := iri.ParseReference(text); err == nil {
				all++
				if isPlain(x) {
					n++
				}
			}
		}
	}
	if 3*n < all {
		t.Errorf("%d of %d", n, all)
	}
}
