package iri_test

import (
	"fmt"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/uri/ref"
)

// An operation is a method that returns a value, and its Append form.
type operation struct {
	name  string
	value func(base iri.IRI, x iri.Reference) (result string, ok bool)
	bytes func(dst []byte, base iri.IRI, x iri.Reference) ([]byte, iri.Parts, error)
}

var operations = []operation{
	{"Resolve", func(base iri.IRI, x iri.Reference) (string, bool) {
		got, err := iri.Resolver{Base: base}.Resolve(x)
		return got.String(), err == nil && got == base.Resolve(x)
	}, func(dst []byte, base iri.IRI, x iri.Reference) ([]byte, iri.Parts, error) {
		return iri.Resolver{Base: base}.AppendResolve(dst, []byte(x.String()))
	}},
	{"Relativize", func(base iri.IRI, x iri.Reference) (string, bool) {
		target, _ := x.IRI()
		got, ok := iri.Resolver{Base: base}.Relativize(target, iri.FormRelativePath)
		return got.String(), ok
	}, func(dst []byte, base iri.IRI, x iri.Reference) ([]byte, iri.Parts, error) {
		return iri.Resolver{Base: base}.AppendRelativize(dst, []byte(x.String()), iri.FormRelativePath)
	}},
	{"Resolve, relative base", func(_ iri.IRI, x iri.Reference) (string, bool) {
		got := relativeBase.Resolve(x)
		return got.String(), got != iri.Reference{}
	}, func(dst []byte, _ iri.IRI, x iri.Reference) ([]byte, iri.Parts, error) {
		return likeAppend(dst, relativeBase.Resolve(x))
	}},
	{"Relativize, relative base", func(_ iri.IRI, x iri.Reference) (string, bool) {
		got, ok := relativeBase.Relativize(x)
		return got.String(), ok
	}, func(dst []byte, _ iri.IRI, x iri.Reference) ([]byte, iri.Parts, error) {
		got, _ := relativeBase.Relativize(x)
		return likeAppend(dst, got)
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

var relativeBase = iri.MustParseReference("//h/a/b/c")

// likeAppend is for methods without an Append form.
func likeAppend(dst []byte, x iri.Reference) ([]byte, iri.Parts, error) {
	if x.IsZero() {
		return dst, iri.Parts{}, iri.ErrTooLong
	}
	return append(dst, x.String()...), x.Parts(), nil
}

// TestResultSize checks the maximum length of results, which it lowers because 4 GiB take seconds.
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
			if composes := strings.Contains(o.name, "Re"); !ok || want == text && !composes {
				continue
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

// TestNormalizedTargetSize checks that a target must fit both before and after normalization.
func TestNormalizedTargetSize(t *testing.T) {
	defer func(n uint64) { ref.MaxSize = n }(ref.MaxSize)
	r := iri.Resolver{Base: iri.MustParse("http://h/"), Normalize: iri.ForComparison}
	for text, least := range map[string]uint64{
		"http://[::ffff:6464:6464]": uint64(len("http://[::ffff:100.100.100.100]/")),
		"http://h/%7Ea":             uint64(len("http://h/%7Ea")),
	} {
		ref.MaxSize = 1000
		x := iri.MustParseReference(text)
		want, _ := r.Resolve(x)
		for ref.MaxSize = 0; ref.MaxSize < 50; ref.MaxSize++ {
			got, err := r.Resolve(x)
			text, _, appendErr := r.AppendResolve([]byte("<"), []byte(text))
			if fits := ref.MaxSize >= least; fits && (got != want || err != nil || string(text) != "<"+want.String() || appendErr != nil) ||
				!fits && (!got.IsZero() || err != iri.ErrTooLong || string(text) != "<" || appendErr != iri.ErrTooLong) {
				t.Errorf("%q, at most %d bytes: %q, %v, %q, %v", x, ref.MaxSize, got, err, text, appendErr)
			}
		}
	}
}

// fits compares an operation with its result, or with the error if the result is too long.
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
