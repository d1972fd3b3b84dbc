package iri

import (
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/normal"
	"example.org/iri/internal/uri/ref"
)

// Normalize returns the normal form of x, which is x itself if [IRI.IsNormal]. The normal form of a
// normal form is itself. It has the components that x has, save for a port that [SchemeRules]
// drops. It identifies what x does, but is another name: RFC 3987, section 5.3, has it for programs
// that compare, not for strings that are passed on.
//
// Dots are removed as by [IRI.Resolve]: a path that would be read as an authority gets "/." before it.
// Normalize takes time linear in the length of the string. If the result has 4 GiB or more, it is the
// zero IRI.
func (x IRI) Normalize(steps Normalization) IRI {
	x.normalize(steps)
	return x
}

// Normalize returns the normal form of x, as [IRI.Normalize] does.
func (x Reference) Normalize(steps Normalization) Reference {
	x.normalize(steps)
	return x
}

// normalize makes x its normal form. The receiver is a pointer since copies of values take longer
// than the look at most of them.
func (x *value) normalize(steps Normalization) {
	r := x.ref()
	if normal.Is(&r, normal.Steps(steps)) {
		return
	}
	var buf [256]byte
	*x, _ = made(normal.Append(room(buf[:0], len(x.text)+normal.Growth), r, normal.Steps(steps)))
}

// IsNormal reports whether x is in normal form. It takes time linear in the length of the string,
// a fraction of that of parsing it, and allocates nothing.
//
//go:noinline
func (x value) IsNormal(steps Normalization) bool {
	r := x.ref()
	return normal.Is(&r, normal.Steps(steps))
}

// Equivalent reports whether x and y have the same normal form: x.Normalize(steps) ==
// y.Normalize(steps). It takes time linear in the length of both strings, and allocates nothing.
func (x IRI) Equivalent(y IRI, steps Normalization) bool { return x.equivalent(y.value, steps) }

// Equivalent reports whether x and y have the same normal form, as [IRI.Equivalent] does.
func (x Reference) Equivalent(y Reference, steps Normalization) bool {
	return x.equivalent(y.value, steps)
}

func (x value) equivalent(y value, steps Normalization) bool {
	return normal.Equal(x.ref(), y.ref(), normal.Steps(steps))
}

// AppendNormal appends to dst the normal form of the reference, and returns where the components lie
// in it, as offsets into the normal form. If there is an error, dst comes back as it was. The error is
// a [*SyntaxError] or [ErrTooLong]. Nothing else is allocated but room in dst; seven bytes more than
// reference has are enough.
func AppendNormal(dst, reference []byte, steps Normalization) ([]byte, Parts, error) {
	parts, err := SplitReference(reference)
	if err != nil {
		return dst, Parts{}, err
	}
	r := ref.Ref[[]byte]{Text: reference, Cut: find.Cut(parts)}
	if normal.Is(&r, normal.Steps(steps)) {
		return append(dst, reference...), parts, nil
	}
	result, cut := normal.Append(dst, r, normal.Steps(steps))
	return appended(dst, result, cut)
}

// IsNormal reports whether p is an IRI or a relative reference (RFC 3987, rule IRI-reference) in
// normal form. If p is a reference, nothing is allocated.
func IsNormal(p []byte, steps Normalization) bool {
	parts, err := SplitReference(p)
	r := ref.Ref[[]byte]{Text: p, Cut: find.Cut(parts)}
	return err == nil && normal.Is(&r, normal.Steps(steps))
}
