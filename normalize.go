package iri

import (
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/normal"
	"example.org/iri/internal/uri/ref"
)

// Normalize returns the normal form of x by a set of steps. Two IRIs are equivalent by these steps if their normal
// forms are equal. Use normal forms only to compare: RFC 3987, section 5.3, recommends to store and pass on the
// original string. Normalize is idempotent: if x is normal, it returns x and allocates nothing. The normal form has the
// components of x, except a port that [SchemeRules] removes. Dot segments are removed as by [IRI.Resolve], which may
// put "/." before a path. A result of 4 GiB or more is the zero IRI.
func (x IRI) Normalize(steps Normalization) IRI {
	x.normalize(steps)
	return x
}

// Normalize returns the normal form of x, as [IRI.Normalize] does.
func (x Reference) Normalize(steps Normalization) Reference {
	x.normalize(steps)
	return x
}

// normalize has a pointer receiver because a copy takes longer than most calls.
func (x *value) normalize(steps Normalization) {
	r := x.ref()
	if normal.Is(&r, normal.Steps(steps)) {
		return
	}
	var buf [256]byte
	*x, _ = made(normal.Append(room(buf[:0], len(x.text)+normal.Growth), r, normal.Steps(steps)))
}

// AppendNormal appends to dst the normal form of the reference, and returns the offsets of its components in that
// normal form. The error is a [*SyntaxError] or [ErrTooLong]. It needs room for at most len(reference)+7 bytes.
func AppendNormal(dst, reference []byte, steps Normalization) ([]byte, Parts, error) {
	parts, err := SplitReference(reference)
	if err != nil {
		return dst, Parts{}, err
	}
	return AppendNormalParts(dst, reference, parts, steps)
}

// AppendNormalParts is [AppendNormal] for a reference that has been split: parts are the result of [SplitReference], or
// of the Split method of a rule for references. The error is nil or [ErrTooLong]. With other parts, AppendNormalParts
// may append something else or panic.
func AppendNormalParts(dst, reference []byte, parts Parts, steps Normalization) ([]byte, Parts, error) {
	r := ref.Ref[[]byte]{Text: reference, Cut: find.Cut(parts)}
	if normal.Is(&r, normal.Steps(steps)) {
		return append(dst, reference...), parts, nil
	}
	result, cut := normal.Append(dst, r, normal.Steps(steps))
	return appended(dst, result, cut)
}
