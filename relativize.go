package iri

import (
	"errors"

	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/ref"
)

// Forms is a set of forms of references, from which [Resolver.Relativize] chooses.
type Forms uint8

// The forms of references (RFC 3986, sections 4.1, 4.2 and 4.4). Every reference has exactly one.
const (
	FormFragment     Forms = 1 << iota // fragment only, or the empty reference
	FormQuery                          // query, maybe with a fragment
	FormRelativePath                   // path without a slash at the beginning
	FormAbsolutePath                   // path with one slash at the beginning
	FormNetworkPath                    // two slashes and an authority
	FormIRI                            // scheme

	// AnyForm has all forms.
	AnyForm = FormFragment | FormQuery | FormRelativePath | FormAbsolutePath | FormNetworkPath | FormIRI
)

// ErrNoReference is the error of [Resolver.AppendRelativize] if no reference of the forms resolves to the target.
var ErrNoReference = errors.New("iri: no reference resolves to the target")

// Relativize returns the shortest reference of any form that [IRI.Resolve] turns into exactly the target, and whether
// there is one. See [Resolver.Relativize].
func (x IRI) Relativize(target IRI) (Reference, bool) {
	return Resolver{Base: x}.Relativize(target, AnyForm)
}

// Relativize returns the shortest reference of any form that [Reference.Resolve] turns into exactly the target, and
// whether there is one: see [Resolver.Relativize]. If x has no scheme, the target may be the zero Reference. No
// reference leads out of a path that begins with "..", as from ../a to b.
func (x Reference) Relativize(target Reference) (Reference, bool) {
	var buf [256]byte
	base, t := x.ref(), target.ref()
	text, cut, ok := ref.Relativize(buf[:0], &base, &t, false, ref.Forms(AnyForm))
	if !ok {
		return Reference{}, false
	}
	v, err := made(text, cut)
	return Reference{v}, err == nil
}

// Relativize returns the shortest reference of the given forms that r resolves to exactly the target, and whether there
// is one. Of equally long ones it returns the one whose form comes first in the list of forms. There is no such
// reference
//
//   - to a target with dot segments, because resolution removes them, except a reference without a path if base and
//     target have the same path, and the target itself with Verbatim;
//   - to another scheme without FormIRI, or another authority without FormNetworkPath or FormIRI;
//   - to a target that is not below the base, with Below;
//   - to the zero IRI;
//   - if the base is the zero IRI, except the target itself, with FormIRI.
//
// A relative path begins with ./ if its first segment would otherwise be empty or have a colon: ./a:b, .//x.
//
// Relativize ignores field Normalize, with which r resolves the reference to the normal form of the target. It returns
// no reference of 4 GiB or more.
func (r Resolver) Relativize(target IRI, forms Forms) (Reference, bool) {
	var buf [256]byte
	text, parts, err := appendReference(r, buf[:0], target.ref(), forms)
	if err != nil {
		return Reference{}, false
	}
	return Reference{value{string(text), parts}}, true
}

// AppendRelativize appends to dst the reference that [Resolver.Relativize] returns, and returns the offsets of its
// components in that reference. The error is a [*SyntaxError], [ErrTooLong] or [ErrNoReference].
func (r Resolver) AppendRelativize(dst, target []byte, forms Forms) ([]byte, Parts, error) {
	parts, err := Split(target)
	if err != nil {
		return dst, Parts{}, err
	}
	return appendReference(r, dst, ref.Ref[[]byte]{Text: target, Cut: find.Cut(parts)}, forms)
}

func appendReference[B ref.Bytes](r Resolver, dst []byte, target ref.Ref[B], forms Forms) ([]byte, Parts, error) {
	base := r.Base.ref()
	if !target.HasScheme() {
		return dst, Parts{}, ErrNoReference
	}
	result, cut, ok := ref.Relativize(dst, &base, &target, r.Verbatim, ref.Forms(forms))
	if !ok {
		return dst, Parts{}, ErrNoReference
	}
	text, parts, err := appended(dst, result, cut)
	if err == nil && r.Below && !isBelow(&base, &ref.Ref[[]byte]{Text: text[len(dst):], Cut: cut}, &target) {
		return dst, Parts{}, ErrNoReference
	}
	return text, parts, err
}
