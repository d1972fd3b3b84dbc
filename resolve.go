package iri

import (
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/ref"
	"example.org/iri/internal/uri/scan"
)

// Resolve returns the IRI that a reference refers to in a document whose base IRI is x: RFC 3986,
// section 5.2.2, strict. Characters beyond ASCII stay as they are (RFC 3987, section 6.5), and so
// do an empty query and an empty fragment. The fragment of x plays no part.
//
// The path of the target loses its dot segments, save in one case: if there is no authority and
// the path would begin with two slashes, "/." is put in front of it, since it would be read as an
// authority. So ..//x refers to urn:/.//x in urn:a/b. RFC 3986, section 3.3, forbids the path
// without it.
//
// Resolve takes time linear in the length of both strings and allocates the string of the result. If
// that has 4 GiB or more, the result is the zero IRI. Resolve panics if x is the zero IRI.
func (x IRI) Resolve(reference Reference) IRI {
	y, _ := (&Resolver{Base: x}).Resolve(reference)
	return y
}

// A Resolver resolves references against a base IRI, as [IRI.Resolve] does save for what its fields
// say. It panics if Base is the zero IRI.
type Resolver struct {
	Base IRI

	// Verbatim leaves references that have a scheme as they are: their dot segments stay. Turtle
	// and RDF/XML ask for that, JSON-LD and RFC 3986 do not.
	Verbatim bool
}

// Resolve returns what the reference refers to. The error is [ErrTooLong].
func (r *Resolver) Resolve(reference Reference) (IRI, error) {
	var buf [256]byte
	r.needBase()
	base, x := r.Base.ref(), reference.ref()
	text, cut := ref.Resolve(buf[:0], &base, &x, r.Verbatim)
	v, err := made(text, cut)
	return IRI{value: v}, err
}

// AppendResolve appends to dst what the reference with the given text refers to, and returns where
// the components of the target lie, as offsets into the target. If there is an error, dst comes
// back as it was. The error is a [*SyntaxError] or [ErrTooLong]. Nothing else is allocated but room
// in dst.
func (r *Resolver) AppendResolve(dst, reference []byte) ([]byte, Parts, error) {
	cut, v := scan.Bytes(&language.IRIReference, reference)
	if v != scan.Valid {
		parts, err := split(&language.IRIReference, reference)
		if err != nil {
			return dst, Parts{}, err
		}
		cut = parts.cut()
	}
	r.needBase()
	// A copy of a Ref would be read before all of it is written, for which the processor waits.
	target, cut := ref.Resolve(dst, &ref.Ref[string]{Text: r.Base.text, Cut: r.Base.parts.cut()},
		&ref.Ref[[]byte]{Text: reference, Cut: cut}, r.Verbatim)
	return appended(dst, target, cut)
}

// appended returns what Append forms do: the buffer with a result and where the components of that
// lie, or the buffer as it was and [ErrTooLong].
func appended(dst, result []byte, cut scan.Cut) ([]byte, Parts, error) {
	if !ref.Fits(uint64(len(result) - len(dst))) {
		return dst, Parts{}, ErrTooLong
	}
	return result, Parts(cut), nil
}

// made returns the value of a result, or the zero value and [ErrTooLong].
func made(result []byte, cut scan.Cut) (value, error) {
	if !ref.Fits(uint64(len(result))) {
		return value{}, ErrTooLong
	}
	return value{string(result), Parts(cut)}, nil
}

func (r *Resolver) needBase() {
	if r.Base.IsZero() {
		panic("iri: no base IRI to resolve against")
	}
}

// ref returns x for internal packages.
func (x value) ref() ref.Ref[string] { return ref.Ref[string]{Text: x.text, Cut: x.parts.cut()} }
