package iri

import (
	"errors"

	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/normal"
	"example.org/iri/internal/uri/ref"
)

// ErrAbove is the error of a [Resolver] with field Below for a reference that leaves the directory of the base.
var ErrAbove = errors.New("iri: the reference leads out of the directory of the base")

// ErrNoBase is the error of a [Resolver] without a base for a reference without a scheme.
var ErrNoBase = errors.New("iri: no base IRI to resolve against")

// Resolve returns the IRI that a reference refers to in a document with base IRI x (RFC 3986, section 5.2.2, strict).
// Non-ASCII characters stay (RFC 3987, section 6.5), and so do an empty query and an empty fragment. The fragment of x
// is ignored.
//
// Dot segments are removed from the path. If there is no authority and the path then begins with two slashes, "/." is
// put before it, because RFC 3986, section 3.3, forbids such a path: ..//x in urn:a/b refers to urn:/.//x.
//
// If x is the zero IRI and the reference has no scheme, the result is the zero IRI. So is a result of 4 GiB or more.
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

// Resolve resolves a reference against x, as [IRI.Resolve] does. If x has no scheme, the result only has one if the
// reference does: /a/b and ../c give /c. A result of 4 GiB or more is the zero Reference.
//
// A relative path keeps the dot segments that only another base can remove: a/b and ../../c give ../c. So references
// can be resolved step by step: base.Resolve(x.Resolve(reference)) is base.Resolve(x).Resolve(reference), unless dot
// segments lead above the root of the base. To that end, a final dot segment of a base without a scheme is a directory
// (a/.. and c give c), an empty path becomes "./", and a path gets "./" before it if its first segment is empty or
// would be parsed as a scheme.
func (x Reference) Resolve(reference Reference) Reference {
	var buf [256]byte
	base, r := x.ref(), reference.ref()
	v, _ := made(ref.Resolve(buf[:0], &base, &r, false))
	return Reference{v}
}

// A Resolver resolves references against a base IRI, as [IRI.Resolve] does, with options.
type Resolver struct {
	Base IRI // the zero IRI resolves only references with a scheme

	// Verbatim leaves references with a scheme unchanged: their dot segments stay. Turtle and RDF/XML require that,
	// JSON-LD and RFC 3986 do not.
	Verbatim bool

	// Below is for untrusted references. A target outside of the directory of the base, to which the reference "."
	// resolves, is an error, [ErrAbove]. These are refused:
	//
	//   - a target with another scheme or authority, compared byte by byte;
	//   - a target whose path does not begin with the path of the directory;
	//   - a path that climbs above its beginning, even if it comes back, as ../ in the root does;
	//   - a segment that other programs may take for several: decoded, it contains a slash, a backslash, a character
	//     that some programs map to one of them, such as U+2215 or U+FF0F, a control character, or ill-formed UTF-8;
	//   - a segment that other programs may take for a dot segment: decoded, it consists of dots, characters that look
	//     like dots (U+FF0E), spaces and invisible characters (U+200B), at least up to a ; : ? or #, as in ..;x;
	//   - a path that other programs may take for an absolute one, if they join the part below the directory to a
	//     directory of their own: the first segment of that part is empty and a slash follows, as in .//x, or it has a
	//     colon after at most one character, as a drive has (./C:/x), or at its end (./file:/x). It is decoded, and may
	//     also have spaces, invisible characters and parameters.
	//
	// Segments are decoded until nothing is encoded, so %252F counts as a slash, and so does %u002F. Query and fragment
	// are not restricted. Without a base, the error is [ErrNoBase].
	Below bool

	// Normalize is a set of steps for [IRI.Normalize], which is applied to each target. The step DotSegments also
	// removes the dot segments that Verbatim leaves.
	Normalize Normalization
}

// Resolve returns the IRI that the reference refers to. The error is [ErrNoBase], [ErrAbove] or [ErrTooLong].
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

// AppendResolve appends to dst the IRI that the reference refers to, and returns the offsets of its components. The
// error is a [*SyntaxError], [ErrNoBase], [ErrAbove] or [ErrTooLong]. With field Normalize, it needs twice as much
// room.
func (r Resolver) AppendResolve(dst, reference []byte) ([]byte, Parts, error) {
	parts, err := SplitReference(reference)
	if err != nil {
		return dst, Parts{}, err
	}
	x := find.Cut(parts)
	if r.Base.IsZero() && (r.Below || x.Hier() == 0) {
		return dst, Parts{}, ErrNoBase
	}
	// The processor would stall on a copy of a Ref that is read before it is fully written.
	base, y := &ref.Ref[string]{Text: r.Base.text, Cut: find.Cut(r.Base.parts)}, &ref.Ref[[]byte]{Text: reference, Cut: x}
	target, cut := ref.Resolve(dst, base, y, r.Verbatim)
	if r.Below || r.Normalize != 0 {
		if target, cut, err = finish(&r, target, len(dst), cut, y); err != nil {
			return dst, Parts{}, err
		}
	}
	return appended(dst, target, cut)
}

// finish applies the options Below and Normalize to the target of a reference, which is buf[start:].
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

// normalize replaces the target in buf[start:] by its normal form, and returns the offsets of its components.
func (r Resolver) normalize(buf []byte, start int, cut find.Cut) ([]byte, find.Cut) {
	x := ref.Ref[[]byte]{Text: buf[start:], Cut: cut}
	if normal.Is(&x, normal.Steps(r.Normalize)) {
		return buf, cut
	}
	both, cut := normal.Append(buf, x, normal.Steps(r.Normalize))
	return both[:start+copy(both[start:], both[len(buf):])], cut
}

// appended returns the results of an Append form, or dst and [ErrTooLong].
func appended(dst, result []byte, cut find.Cut) ([]byte, Parts, error) {
	if !ref.Fits(uint64(len(result) - len(dst))) {
		return dst, Parts{}, ErrTooLong
	}
	return result, Parts(cut), nil
}

// made returns a result as a value, or the zero value and [ErrTooLong].
func made(result []byte, cut find.Cut) (x value, err error) {
	if x.set(result, cut); x.IsZero() && len(result) > 0 {
		err = ErrTooLong
	}
	return x, err
}

func (x *value) set(result []byte, cut find.Cut) {
	if !ref.Fits(uint64(len(result))) {
		*x = value{}
		return
	}
	x.text, x.parts = string(result), Parts(cut)
}

func (x value) ref() ref.Ref[string] { return ref.Ref[string]{Text: x.text, Cut: find.Cut(x.parts)} }
