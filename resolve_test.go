package iri_test

import (
	"testing"

	"example.org/iri"
)

// TestResolveRFC3986 has the examples of RFC 3986, section 5.4.
func TestResolveRFC3986(t *testing.T) {
	base := iri.MustParse("http://a/b/c/d;p?q")
	for ref, want := range map[string]string{
		"g:h": "g:h", "g": "http://a/b/c/g", "./g": "http://a/b/c/g", "g/": "http://a/b/c/g/", "/g": "http://a/g",
		"//g": "http://g", "?y": "http://a/b/c/d;p?y", "g?y": "http://a/b/c/g?y", "#s": "http://a/b/c/d;p?q#s",
		"g#s": "http://a/b/c/g#s", "g?y#s": "http://a/b/c/g?y#s", ";x": "http://a/b/c/;x", "g;x": "http://a/b/c/g;x",
		"g;x?y#s": "http://a/b/c/g;x?y#s", "": "http://a/b/c/d;p?q", ".": "http://a/b/c/", "./": "http://a/b/c/",
		"..": "http://a/b/", "../": "http://a/b/", "../g": "http://a/b/g", "../..": "http://a/", "../../": "http://a/",
		"../../g": "http://a/g", "../../../g": "http://a/g", "../../../../g": "http://a/g", "/./g": "http://a/g",
		"/../g": "http://a/g", "g.": "http://a/b/c/g.", ".g": "http://a/b/c/.g", "g..": "http://a/b/c/g..",
		"..g": "http://a/b/c/..g", "./../g": "http://a/b/g", "./g/.": "http://a/b/c/g/", "g/./h": "http://a/b/c/g/h",
		"g/../h": "http://a/b/c/h", "g;x=1/./y": "http://a/b/c/g;x=1/y", "g;x=1/../y": "http://a/b/c/y",
		"g?y/./x": "http://a/b/c/g?y/./x", "g?y/../x": "http://a/b/c/g?y/../x", "g#s/./x": "http://a/b/c/g#s/./x",
		"g#s/../x": "http://a/b/c/g#s/../x", "http:g": "http:g",
	} {
		got := base.Resolve(iri.MustParseReference(ref))
		if got.String() != want || got != iri.MustParse(want) {
			t.Errorf("%q: %v %v, want %q", ref, got, got.Parts(), want)
		}
	}
}

// TestResolveTwoSlashes has both answers to paths that begin with two slashes without an authority.
func TestResolveTwoSlashes(t *testing.T) {
	for _, c := range []struct{ base, ref, want, literal string }{
		{"f:/a", ".//g", "f:/.//g", "f://g"},
		{"f:/a/", "..//g", "f:/.//g", "f://g"},
		{"urn:a/b", "..//x", "urn:/.//x", "urn://x"},
		{"urn:a/b", "..//x:y", "urn:/.//x:y", ""},
		{"f:/a", "f:/.//g", "f:/.//g", "f://g"},
		{"f:/.//g", "", "f:/.//g", "f:/.//g"},
		{"f:/.//g", "h", "f:/.//h", "f://h"},
		{"f://a", ".//g", "f://a//g", "f://a//g"},
	} {
		base, ref := iri.MustParse(c.base), iri.MustParseReference(c.ref)
		if got := base.Resolve(ref); got != iri.MustParse(c.want) {
			t.Errorf("%s + %s: %v, want %s", base, ref, got, c.want)
		}
		got, err := (&iri.Resolver{Base: base, Literal: true}).Resolve(ref)
		if got.String() != c.literal || (err != nil) != (c.literal == "") {
			t.Errorf("%s + %s, literally: %v, %v, want %s", base, ref, got, err, c.literal)
		}
	}
}

func BenchmarkResolve(b *testing.B) {
	r := &iri.Resolver{Base: iri.MustParse("http://example.org/a/b/c?q")}
	for _, text := range []string{"g", "../x/y.html?z", "#s", "http://example.net/index.html", "../../résumé.html"} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			var dst []byte
			for b.Loop() {
				dst, _, _ = r.AppendResolve(dst[:0], []byte(text))
			}
		})
	}
}
