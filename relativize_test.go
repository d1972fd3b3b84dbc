package iri_test

import (
	"errors"
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

func TestRelativizeNowhere(t *testing.T) {
	base := iri.MustParse("http://a/b/c")
	for _, target := range []iri.IRI{{}, iri.MustParse("http://a/b/./c"), iri.MustParse("http://a/.."), iri.MustParse("urn:.")} {
		if got, ok := base.Relativize(target); ok || !got.IsZero() {
			t.Errorf("%q: %q, %v", target, got, ok)
		}
		dst, parts, err := iri.Resolver{Base: base}.AppendRelativize([]byte("x"), []byte(target.String()), iri.AnyForm)
		if string(dst) != "x" || parts != (iri.Parts{}) || err == nil || !target.IsZero() && err != iri.ErrNoReference {
			t.Errorf("%q: %q, %v, %v", target, dst, parts, err)
		}
	}
	verbatim := iri.Resolver{Base: base, Verbatim: true}
	if got, ok := verbatim.Relativize(iri.MustParse("http://a/b/./c"), iri.AnyForm); !ok || got.String() != "http://a/b/./c" {
		t.Errorf("verbatim: %q, %v", got, ok)
	}
}

// leads checks the promises of Relativize for a reference.
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

// TestRelativizeLeads checks for the target of a reference that the result of Relativize leads to it, and is not
// longer.
func TestRelativizeLeads(t *testing.T) {
	p := newProperties(t, 20_000)
	p.Property("to targets of references", holdsOfPairs(genIRI(), genReference(), func(base iri.IRI, reference iri.Reference) error {
		r := resolvers(base)
		return errors.Join(checkRelativize(r[0], reference), checkRelativize(r[1], reference))
	}))
	p.Property("what leads to a target leads to its normal form with Normalize", holdsOfPairs(genIRI(), genIRI(), func(base, target iri.IRI) error {
		r := iri.Resolver{Base: base, Normalize: iri.ForComparison}
		reference, ok := r.Relativize(target, iri.AnyForm)
		if got, err := r.Resolve(reference); ok && (err != nil || got != target.Normalize(r.Normalize)) {
			return fmt.Errorf("%q and %q: %q, which leads to %q, %v", base, target, reference, got, err)
		}
		return nil
	}))
	p.Property("to any IRI", holdsOfPairs(genIRI(), genIRI(), func(base, target iri.IRI) error {
		for _, r := range resolvers(base) {
			for forms := range 1 + iri.AnyForm {
				if got, ok := r.Relativize(target, forms); ok {
					if err := leads(r, got, target, forms); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}))
	p.TestingRun(t)
}

// checkRelativize checks the inverse of resolution.
func checkRelativize(r *iri.Resolver, reference iri.Reference) error {
	target, err := r.Resolve(reference)
	if err != nil {
		return err
	}
	for _, forms := range []iri.Forms{iri.AnyForm, formOf(reference.String())} {
		got, ok := r.Relativize(target, forms)
		if !ok || len(got.String()) > len(reference.String()) {
			return fmt.Errorf("%+v: %q leads to %q, but Relativize says %q, %v", r, reference, target, got, ok)
		}
		if err := leads(r, got, target, forms); err != nil {
			return err
		}
		text, parts, err := r.AppendRelativize([]byte("before"), []byte(target.String()), forms)
		if string(text) != "before"+got.String() || parts != got.Parts() || err != nil {
			return fmt.Errorf("%+v, %q: AppendRelativize %q %v, %v, want %q %v", r, target, text, parts, err, got, got.Parts())
		}
	}
	return nil
}
