package iri

import (
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/normal"
	"example.org/iri/internal/uri/ref"
)

// Normalize returns the normal form of x by a set of steps. Use it to compare: RFC 3987, section
// 5.3, recommends to store and pass on the original string. If x is normal, the result is x. The
// normal form of a normal form is itself. The same components are present in it as in x, except
// for a port that [SchemeRules] removes.
//
// Dot segments are removed as by [IRI.Resolve]: a path that would be parsed as an authority gets
// "/." before it. Normalize takes time linear in the length of the string. If the result has 4 GiB
// or more, it is the zero IRI.
func (x IRI) Normalize(steps Normalization) IRI {
	x.normalize(steps)
	return x
}

// Normalize returns the normal form of x, as [IRI.Normalize] does.
func (x Reference) Normalize(steps Normalization) Reference {
	x.normalize(steps)
	return x
}

// normalize makes x its normal form. The receiver is a pointer because a copy takes longer than
// most calls.
func (x *value) normalize(steps Normalization) {
	r := x.ref()
	if normal.Is(&r, normal.Steps(steps)) {
		return
	}
	var buf [256]byte
	*x, _ = made(normal.Append(room(buf[:0], len(x.text)+normal.Growth), r, normal.Steps(steps)))
}

// IsNormal reports whether x is in normal form. It takes time linear in the length of the string, a
// fraction of the time of parsing it, and allocates nothing.
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

// AppendNormal appends to dst the normal form of the reference, and returns the offsets of its
// components in that normal form. If there is an error, which is a [*SyntaxError] or [ErrTooLong],
// it returns dst unchanged. It allocates nothing but the error and room in dst: room for
// len(reference)+7 bytes is enough.
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
// normal form. If p is a reference, it allocates nothing.
func IsNormal(p []byte, steps Normalization) bool {
	parts, err := SplitReference(p)
	r := ref.Ref[[]byte]{Text: p, Cut: find.Cut(parts)}
	return err == nil && normal.Is(&r, normal.Steps(steps))
}
