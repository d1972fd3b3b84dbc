package iri_test

import (
	"fmt"
	"testing"

	"github.com/leanovate/gopter/prop"

	"example.org/iri"
	"example.org/iri/internal/testkit"
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

// TestRelativizeIsShortest resolves all short references against all short bases, and compares what
// leads to each target with what Relativize returns for it, in all modes, for all forms and for each
// form alone. The alphabets have together a byte of each role.
func TestRelativizeIsShortest(t *testing.T) {
	for _, c := range []struct {
		alphabet string
		n, long  int // most bytes of a text
	}{
		{"a:/.", 3, 4},
		{"a/?#", 3, 4},
		{"a:/.?#", 2, 3},
		{"a/.@1", 2, 3},
	} {
		n := c.n
		if *testkit.Long {
			n = c.long
		}
		targets, references := shortPairs(c.alphabet, n)
		for i, base := range targets {
			for mode, r := range resolvers(base) {
				if !*testkit.Long && i%2 != mode { // one mode for each base
					continue
				}
				if err := shortestOf(r, references, targets); err != nil {
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
			return err
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

// TestRelativizeLeads: what Relativize finds for a target that a reference leads to, leads there, and
// is no longer.
func TestRelativizeLeads(t *testing.T) {
	p := newProperties(t, 20_000)
	p.Property("to targets of references", prop.ForAll(func(base iri.IRI, reference iri.Reference) (string, error) {
		for _, r := range resolvers(base) {
			if err := checkRelativize(r, reference); err != nil {
				return "", err
			}
		}
		return "", nil
	}, genIRI(), genReference()))
	p.Property("what leads to a target leads to its normal form with Normalize", prop.ForAll(func(base, target iri.IRI) (string, error) {
		r := iri.Resolver{Base: base, Normalize: iri.ForComparison}
		reference, ok := r.Relativize(target, iri.AnyForm)
		if got, err := r.Resolve(reference); ok && (err != nil || got != target.Normalize(r.Normalize)) {
			return "", fmt.Errorf("%q and %q: %q, which leads to %q, %v", base, target, reference, got, err)
		}
		return "", nil
	}, genIRI(), genIRI()))
	p.Property("to any IRI", prop.ForAll(func(base, target iri.IRI) (string, error) {
		for _, r := range resolvers(base) {
			for forms := range 1 + iri.AnyForm {
				if got, ok := r.Relativize(target, forms); ok {
					if err := leads(r, got, target, forms); err != nil {
						return "", err
					}
				}
			}
		}
		return "", nil
	}, genIRI(), genIRI()))
	p.TestingRun(t)
}

// checkRelativize checks the way back from the target of a reference.
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
