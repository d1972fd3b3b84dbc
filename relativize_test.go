package iri_test

import (
	"fmt"
	"testing"

	"example.org/iri"
)

func TestRelativize(t *testing.T) {
	for _, c := range []struct{ base, target, want string }{
		{"http://a/b/c/d;p?q", "http://a/b/c/d;p?q", ""},
		{"http://a/b/c/d;p?q#f", "http://a/b/c/d;p?q#s", "#s"},
		{"http://a/b/c/d;p?q", "http://a/b/c/d;p?y", "?y"},
		{"http://a/b/c/d;p?q", "http://a/b/c/d;p", "d;p"},
		{"http://a/b/c/d;p?q", "http://a/b/c/g?y#s", "g?y#s"},
		{"http://a/b/c/d;p?q", "http://a/b/c/", "."},
		{"http://a/b/c/d;p?q", "http://a/b/", ".."},
		{"http://a/b/c/d;p?q", "http://a/b/g", "../g"},
		{"http://a/b/c/d;p?q", "http://a/", "/"},
		{"http://a/b/c/d;p?q", "http://a", "//a"},
		{"http://a/b/c/d;p?q", "http://a/g", "/g"},
		{"http://a/b/c/d;p?q", "http://g", "//g"},
		{"http://a/b/c/d;p?q", "g:h", "g:h"},
		{"http://a/b/c/d;p?q", "HTTP://a/b/c/", "HTTP://a/b/c/"},
		{"http://a/b/c/d;p?q", "http://a/b/c/g:h", "./g:h"},
		{"http://a/b/c/d;p?q", "http://a/b/g:h", "../g:h"},
		{"http://a/b/c/d;p?q", "http://a/b/c//g", ".//g"},
		{"http://a/b/c/d;p?q", "http://a//g", "/.//g"},
		{"http://a/b/c", "http://a//g", "..//g"}, // as long as /.//g
		{"http://a", "http://a/g", "g"},
		{"http://a/b/../c/d", "http://a/c/g", "g"},
		{"http://a/b/../c", "http://a/b/../c#s", "#s"},
		{"a:b/c", "a:b/d", "d"},
		{"a:b/c", "a:d", "a:d"},
		{"a:b/c", "a:/d", "/d"},
		{"a:b", "a:", "."},
		{"a:b/c", "a:/.//d", "..//d"},
		{"a:/.//b/c", "a:/.//b/d", "d"},
	} {
		base, target := iri.MustParse(c.base), iri.MustParse(c.target)
		got, ok := base.Relativize(target)
		if !ok || got != iri.MustParseReference(c.want) {
			t.Errorf("from %s to %s: %q %v, %v, want %q", base, target, got, got.Parts(), ok, c.want)
		}
		if back := base.Resolve(got); back != target {
			t.Errorf("from %s to %s: %q, which leads to %s", base, target, got, back)
		}
	}
}

// TestRelativizeNowhere has targets that no reference leads to.
func TestRelativizeNowhere(t *testing.T) {
	base := iri.MustParse("http://a/b/c")
	for _, target := range []iri.IRI{{}, iri.MustParse("http://a/b/./c"), iri.MustParse("http://a/.."), iri.MustParse("urn:.")} {
		if got, ok := base.Relativize(target); ok || !got.IsZero() {
			t.Errorf("%q: %q, %v", target, got, ok)
		}
		dst, parts, err := (&iri.Resolver{Base: base}).AppendRelativize([]byte("x"), []byte(target.String()), iri.AnyForm)
		if string(dst) != "x" || parts != (iri.Parts{}) || err == nil || !target.IsZero() && err != iri.ErrNoReference {
			t.Errorf("%q: %q, %v, %v", target, dst, parts, err)
		}
	}
	verbatim := iri.Resolver{Base: base, Verbatim: true}
	if got, ok := verbatim.Relativize(iri.MustParse("http://a/b/./c"), iri.AnyForm); !ok || got.String() != "http://a/b/./c" {
		t.Errorf("verbatim: %q, %v", got, ok)
	}
}

// TestRelativizeIsShortest resolves all short references against all short bases, and compares what
// leads to each target with what Relativize says of it, in all modes, for all forms and for each
// form alone. The alphabets have together a byte of each role.
func TestRelativizeIsShortest(t *testing.T) {
	for _, c := range []struct {
		alphabet string
		n, long  int // most bytes of a text
	}{
		{"a:/.", 4, 5},
		{"a/?#", 3, 4},
		{"a:/.?#", 2, 4},
		{"a/.@1", 2, 3},
	} {
		n := c.n
		if *long {
			n = c.long
		}
		var references []iri.Reference
		var targets []iri.IRI
		for _, s := range shortTexts(c.alphabet, n) {
			for _, start := range []string{"", "//[::]"} {
				if x, err := iri.ParseReference(start + s); err == nil {
					references = append(references, x)
				}
			}
			for _, start := range []string{"a:", "a://", "a://[::]"} {
				if x, err := iri.Parse(start + s); err == nil {
					targets = append(targets, x)
				}
			}
		}
		for mode := range 4 {
			for i, base := range targets {
				if !*long && i%4 != mode { // one mode for each base
					continue
				}
				r := iri.Resolver{Base: base, Verbatim: mode&1 != 0, Literal: mode&2 != 0}
				if err := shortestOf(&r, references, targets); err != nil {
					t.Fatalf("%+v: %v", r, err)
				}
			}
		}
		t.Logf("%s: %d bases and targets, %d references", c.alphabet, len(targets), len(references))
	}
}

// shortestOf checks Relativize for the base of r. What it finds leads to the target, and none of the
// references that do is shorter.
func shortestOf(r *iri.Resolver, references []iri.Reference, targets []iri.IRI) error {
	type key struct {
		target iri.IRI
		forms  iri.Forms
	}
	shortest := make(map[key]int)
	for _, reference := range references {
		target, err := r.Resolve(reference)
		if err != nil {
			continue // literally, there may be none
		}
		for _, forms := range []iri.Forms{iri.AnyForm, formOf(reference.String())} {
			k, n := key{target, forms}, len(reference.String())
			if least, met := shortest[k]; !met || n < least {
				shortest[k] = n
			}
		}
	}
	for k, n := range shortest {
		if got, ok := r.Relativize(k.target, k.forms); !ok || len(got.String()) > n {
			return fmt.Errorf("target %s, forms %b: %q, %v, but there is one of %d bytes", k.target, k.forms, got, ok, n)
		}
	}
	for _, target := range targets {
		for forms := iri.FormFragment; forms <= iri.AnyForm; forms = forms<<1 | 1 {
			if got, ok := r.Relativize(target, forms); ok {
				if err := leads(r, got, target, forms); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// leads checks that a reference is what Relativize promises.
func leads(r *iri.Resolver, reference iri.Reference, target iri.IRI, forms iri.Forms) error {
	if parsed, err := iri.ParseReference(reference.String()); err != nil || parsed != reference {
		return fmt.Errorf("%q has parts %v: %v", reference, reference.Parts(), err)
	}
	if back, err := r.Resolve(reference); err != nil || back != target {
		return fmt.Errorf("%q leads to %q, not to %q: %v", reference, back, target, err)
	}
	if forms&formOf(reference.String()) == 0 {
		return fmt.Errorf("%q has another form than %b", reference, forms)
	}
	return nil
}
