package iri_test

import (
	"fmt"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/uri/ref"
)

// An operation is a method that returns a value and its form for bytes, for a base and a reference.
type operation struct {
	name  string
	value func(base iri.IRI, x iri.Reference) (result string, ok bool)
	bytes func(dst []byte, base iri.IRI, x iri.Reference) ([]byte, iri.Parts, error)
}

var operations = []operation{
	{"Resolve", func(base iri.IRI, x iri.Reference) (string, bool) {
		got, err := (&iri.Resolver{Base: base}).Resolve(x)
		return got.String(), err == nil && got == base.Resolve(x)
	}, func(dst []byte, base iri.IRI, x iri.Reference) ([]byte, iri.Parts, error) {
		return (&iri.Resolver{Base: base}).AppendResolve(dst, []byte(x.String()))
	}},
	{"Relativize", func(base iri.IRI, x iri.Reference) (string, bool) {
		target, _ := x.IRI()
		got, ok := (&iri.Resolver{Base: base}).Relativize(target, iri.FormRelativePath)
		return got.String(), ok
	}, func(dst []byte, base iri.IRI, x iri.Reference) ([]byte, iri.Parts, error) {
		return (&iri.Resolver{Base: base}).AppendRelativize(dst, []byte(x.String()), iri.FormRelativePath)
	}},
	{"Normalize", func(_ iri.IRI, x iri.Reference) (string, bool) {
		got := x.Normalize(iri.ForComparison)
		return got.String(), got != iri.Reference{}
	}, func(dst []byte, _ iri.IRI, x iri.Reference) ([]byte, iri.Parts, error) {
		return iri.AppendNormal(dst, []byte(x.String()), iri.ForComparison)
	}},
	{"ToURI", func(_ iri.IRI, x iri.Reference) (string, bool) {
		got := x.ToURI()
		return got.String(), got != iri.Reference{}
	}, func(dst []byte, _ iri.IRI, x iri.Reference) ([]byte, iri.Parts, error) {
		return iri.AppendURI(dst, []byte(x.String()))
	}},
}

// TestResultSize: a result may have the length that offsets can address, and not a byte more. That
// length is lowered, since 4 GiB take seconds.
func TestResultSize(t *testing.T) {
	defer func(n uint64) { ref.MaxSize = n }(ref.MaxSize)
	base := iri.MustParse("http://example.org/a/b/c/d?q")
	for _, text := range []string{
		"../é", "?y", "#s", "//é/é", "http://é", "http://example.org/a/é", "http://example.org/é/.//%7E", "http://example.org/x/../a%2F",
		"HTTP://[::ffff:6464:6464]", "http://example.org", "/é/../b%62", "a:/é/..//b",
	} {
		x := iri.MustParseReference(text)
		for _, o := range operations {
			ref.MaxSize = 1000
			want, ok := o.value(base, x)
			if !ok || want == text && o.name != "Resolve" && o.name != "Relativize" {
				continue // nothing is composed
			}
			for limit := range uint64(len(want) + 2) {
				ref.MaxSize = limit
				if err := o.fits(base, x, want, limit >= uint64(len(want))); err != nil {
					t.Errorf("%s of %q, at most %d bytes: %v", o.name, text, limit, err)
				}
			}
		}
	}
}

// fits compares an operation with its result, or with what it has to return if that is too long.
func (o *operation) fits(base iri.IRI, x iri.Reference, want string, fits bool) error {
	result, ok := o.value(base, x)
	text, parts, err := o.bytes([]byte("before"), base, x)
	switch {
	case !fits && (ok || result != "" || string(text) != "before" || parts != iri.Parts{} || err != iri.ErrTooLong):
		return fmt.Errorf("%q, %v; %q, %v, %v", result, ok, text, parts, err)
	case fits && (!ok || result != want || string(text) != "before"+want || err != nil):
		return fmt.Errorf("%q, %v; %q, %v, want %q", result, ok, text, err, want)
	}
	return nil
}
