package iri

import (
	"errors"

	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/normal"
	"example.org/iri/internal/uri/ref"
)

// ErrAbove is the error of a [Resolver] with field Below for a reference that does not stay below the
// directory of the base.
var ErrAbove = errors.New("iri: the reference leads out of the directory of the base")

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

// Resolve resolves a reference against x, as [IRI.Resolve] does. If x has no scheme, the result has the scheme of
// the reference, if any: /a/b and ../c give /c.
//
// A relative path keeps the dot segments that only another base can remove: a/b and ../../c give ../c.
// So a reference can be resolved step by step: base.Resolve(x.Resolve(reference)) is
// base.Resolve(x).Resolve(reference), unless dot segments lead above the root of the base. So that this
// holds, a last dot segment of a base without a scheme is a directory: a/.. and c give c. If no segment is
// left, the path is "./", and a path gets "./" before it if its first segment is empty or would be parsed as a scheme.
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

	// Below is for references that are not trusted: a target that is not in the directory of the base or
	// below is an error, [ErrAbove]. The directory is what the reference "." leads to. These are refused:
	//
	//   - a target with another scheme or authority, compared byte by byte;
	//   - a target whose path does not begin with the path of the directory;
	//   - a path that climbs above where it begins, even if it comes back, as ../ in the root does;
	//   - a segment that other programs may take for several: after decoding, it has a slash, a backslash, a character
	//     that some programs map to one of them, such as U+2215 or U+FF0F, a control character, or ill-formed UTF-8;
	//   - a segment that other programs may take for a dot segment: after decoding, it consists of dots, characters that
	//     look like dots (U+FF0E), spaces and invisible characters (U+200B), or does so up to a ; : ? or #, as in ..;x;
	//   - a path that other programs may take for an absolute one, if they join its part below the directory to a
	//     directory of their own: the first segment of that part is empty and a slash follows, as in .//x, or it has a
	//     colon after at most one character, as a drive has (./C:/x), or at its end (./file:/x). It is decoded, and may
	//     have spaces, invisible characters and parameters besides.
	//
	// Segments are decoded as often as possible, so that %252F is a slash, and so is %u002F.
	// Query and fragment are not restricted. Without a base, the error is [ErrNoBase].
	Below bool

	// Normalize is the set of steps by which each target is normalized, as by [IRI.Normalize].
	// Normalizing comes after Verbatim, so the step DotSegments removes the dot segments that Verbatim leaves.
	Normalize Normalization
}

// Resolve returns the IRI that the reference refers to. The error is [ErrNoBase], [ErrAbove] or
// [ErrTooLong]. Resolve takes time linear in the length of base and reference.
func (r Resolver) Resolve(reference Reference) (IRI, error) {
	if r.Base.IsZero() && (r.Below || !reference.IsAbs()) {
		return IRI{}, ErrNoBase
	}
	var buf [256]byte
	base, x := r.Base.ref(), reference.ref()
	text, cut := ref.Resolve(buf[:0], &base, &x, r.Verbatim)
	if r.Below || r.Normalize != 0 {
		var err error
		if text, cut, err = finish(&r, text, 0, cut, &x); err != nil {
			return IRI{}, err
		}
	}
	v, err := made(text, cut)
	return IRI{value: v}, err
}

// AppendResolve appends to dst the IRI that the reference refers to, and returns the offsets of its
// components in that IRI. If there is an error, which is a [*SyntaxError], [ErrNoBase], [ErrAbove] or
// [ErrTooLong], it returns dst unchanged. It allocates nothing but the error and room in dst: twice
// as much with field Normalize.
func (r Resolver) AppendResolve(dst, reference []byte) ([]byte, Parts, error) {
	parts, err := SplitReference(reference)
	if err != nil {
		return dst, Parts{}, err
	}
	x := find.Cut(parts)
	if r.Base.IsZero() && (r.Below || x.Hier() == 0) {
		return dst, Parts{}, ErrNoBase
	}
	// A copy of a Ref would be read before all of it is written, for which the processor waits.
	base, y := &ref.Ref[string]{Text: r.Base.text, Cut: find.Cut(r.Base.parts)}, &ref.Ref[[]byte]{Text: reference, Cut: x}
	target, cut := ref.Resolve(dst, base, y, r.Verbatim)
	if r.Below || r.Normalize != 0 {
		if target, cut, err = finish(&r, target, len(dst), cut, y); err != nil {
			return dst, Parts{}, err
		}
	}
	return appended(dst, target, cut)
}

// finish does what the options Below and Normalize ask for. The buffer ends with the target of a reference, from
// start on.
func finish[B ref.Bytes](r *Resolver, buf []byte, start int, cut find.Cut, reference *ref.Ref[B]) ([]byte, find.Cut, error) {
	target := ref.Ref[[]byte]{Text: buf[start:], Cut: cut}
	if !ref.Fits(uint64(len(target.Text))) {
		return buf, cut, ErrTooLong
	}
	if base := r.Base.ref(); r.Below && !isBelow(&base, reference, &target) {
		return buf, cut, ErrAbove
	}
	if r.Normalize != 0 {
		buf, cut = r.normalize(buf, start, cut)
	}
	return buf, cut, nil
}

// normalize takes a buffer that ends with a target, from start on, and returns it with the normal form
// in place of the target, and where the components lie in that.
func (r Resolver) normalize(buf []byte, start int, cut find.Cut) ([]byte, find.Cut) {
	x := ref.Ref[[]byte]{Text: buf[start:], Cut: cut}
	if normal.Is(&x, normal.Steps(r.Normalize)) {
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
