package iri

import (
	"errors"

	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/normal"
	"example.org/iri/internal/uri/ref"
)

// ErrNoBase is the error of a [Resolver] without a base for a reference without a scheme.
var ErrNoBase = errors.New("iri: no base IRI to resolve against")

// Resolve returns the IRI that a reference refers to in a document whose base IRI is x (RFC 3986,
// section 5.2.2, strict). Non-ASCII characters stay (RFC 3987, section 6.5), and so do an empty
// query and an empty fragment. The fragment of x is ignored.
//
// Resolve removes the dot segments of the path. If there is then no authority and the path begins
// with two slashes, it puts "/." before the path, which would otherwise be parsed as an authority:
// ..//x in urn:a/b refers to urn:/.//x. RFC 3986, section 3.3, forbids the path without it.
//
// The zero IRI is not a base: if x is the zero IRI and the reference has no scheme, the result is
// the zero IRI. So is a result of 4 GiB or more. Resolve takes time linear in the length of both
// strings.
func (x IRI) Resolve(reference Reference) IRI {
	if x.IsZero() && !reference.IsAbs() {
		return IRI{}
	}
	var buf [256]byte
	base, r := x.ref(), reference.ref()
	text, cut := ref.Resolve(buf[:0], &base, &r, false)
	x.set(text, cut)
	return x
}

// Resolve returns what a reference refers to in a document whose base is x, as [IRI.Resolve] does. If
// x has no scheme, the result has that of the reference, or none: /a/b and ../c give /c. RFC 3986,
// section 5.2.2, is applied with an undefined scheme, and removes all dot segments: a/b and ../../c
// give /c as well. Resolve puts "./" before a path whose first segment would be parsed as a scheme.
//
// The zero Reference is the empty reference, and as a base it has an empty path. If the result has
// 4 GiB or more, it is the zero Reference. Resolve takes time linear in the length of both strings.
func (x Reference) Resolve(reference Reference) Reference {
	var buf [256]byte
	base, r := x.ref(), reference.ref()
	v, _ := made(ref.Resolve(buf[:0], &base, &r, false))
	return Reference{v}
}

// A Resolver resolves references against a base IRI, as [IRI.Resolve] does, with options.
type Resolver struct {
	Base IRI // if it is the zero IRI, only references that have a scheme can be resolved

	// Verbatim leaves references that have a scheme as they are: their dot segments stay. Turtle and
	// RDF/XML require that, JSON-LD and RFC 3986 do not.
	Verbatim bool

	// Normalize is the set of steps by which each target is normalized, as by [IRI.Normalize].
	// Normalizing comes after Verbatim, so the step DotSegments removes the dot segments that Verbatim leaves.
	Normalize Normalization
}

// Resolve returns the IRI that the reference refers to. The error is [ErrNoBase] or [ErrTooLong].
// Resolve takes time linear in the length of base and reference.
func (r Resolver) Resolve(reference Reference) (IRI, error) {
	if r.Base.IsZero() && !reference.IsAbs() {
		return IRI{}, ErrNoBase
	}
	var buf [256]byte
	base, x := r.Base.ref(), reference.ref()
	text, cut := ref.Resolve(buf[:0], &base, &x, r.Verbatim)
	if r.Normalize != 0 {
		text, cut = r.normalize(text, 0, cut)
	}
	v, err := made(text, cut)
	return IRI{value: v}, err
}

// AppendResolve appends to dst the IRI that the reference refers to, and returns the offsets of its
// components in that IRI. If there is an error, which is a [*SyntaxError], [ErrNoBase] or
// [ErrTooLong], it returns dst unchanged. It allocates nothing but the error and room in dst: twice
// as much with field Normalize.
func (r Resolver) AppendResolve(dst, reference []byte) ([]byte, Parts, error) {
	parts, err := SplitReference(reference)
	if err != nil {
		return dst, Parts{}, err
	}
	x := find.Cut(parts)
	if r.Base.IsZero() && x.Hier() == 0 {
		return dst, Parts{}, ErrNoBase
	}
	// A copy of a Ref would be read before all of it is written, for which the processor waits.
	target, cut := ref.Resolve(dst, &ref.Ref[string]{Text: r.Base.text, Cut: find.Cut(r.Base.parts)},
		&ref.Ref[[]byte]{Text: reference, Cut: x}, r.Verbatim)
	if r.Normalize != 0 {
		target, cut = r.normalize(target, len(dst), cut)
	}
	return appended(dst, target, cut)
}

// normalize takes a buffer that ends with a target, from start on, and returns it with the normal form
// in place of the target, and where the components lie in that. A target that is too long stays.
func (r Resolver) normalize(buf []byte, start int, cut find.Cut) ([]byte, find.Cut) {
	x := ref.Ref[[]byte]{Text: buf[start:], Cut: cut}
	if !ref.Fits(uint64(len(x.Text))) || normal.Is(&x, normal.Steps(r.Normalize)) {
		return buf, cut
	}
	both, cut := normal.Append(buf, x, normal.Steps(r.Normalize))
	return both[:start+copy(both[start:], both[len(buf):])], cut
}

// appended returns what Append forms do: the buffer with a result and where the components of that
// lie, or the buffer as it was and [ErrTooLong].
func appended(dst, result []byte, cut find.Cut) ([]byte, Parts, error) {
	if !ref.Fits(uint64(len(result) - len(dst))) {
		return dst, Parts{}, ErrTooLong
	}
	return result, Parts(cut), nil
}

// made returns the value of a result, or the zero value and [ErrTooLong].
func made(result []byte, cut find.Cut) (x value, err error) {
	if x.set(result, cut); x.IsZero() && len(result) > 0 {
		err = ErrTooLong
	}
	return x, err
}

// set makes x the value of a result, the zero value if that is too long.
func (x *value) set(result []byte, cut find.Cut) {
	if !ref.Fits(uint64(len(result))) {
		*x = value{}
		return
	}
	x.text, x.parts = string(result), Parts(cut)
}

// ref returns x for internal packages.
func (x value) ref() ref.Ref[string] { return ref.Ref[string]{Text: x.text, Cut: find.Cut(x.parts)} }
