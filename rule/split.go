package rule

import (
	"errors"
	"math"

	"example.org/iri/internal/fault"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/scan"
)

// ErrTooLong is the error for a string of more than 1<<32 - 1 bytes, which [Parts] cannot address. [Rule.Valid] and
// [Rule.Check] have no limit.
var ErrTooLong error = tooLong{}

// tooLong keeps the name of an internal type out of the documentation.
type tooLong = fault.TooLong

// ErrNoParts is the error of [Rule.Split], [Rule.SplitInto] and [Rule.SplitString] for a rule whose strings are neither
// references nor authorities.
var ErrNoParts = errors.New("iri: the rule has no components")

// Split returns the offsets of the components of p if the whole of p matches r. It takes one pass, and allocates only a
// SyntaxError. The error is a [*SyntaxError] or [ErrTooLong], or always [ErrNoParts] if the rule has no components.
//
//go:noinline
func (r Rule) Split(p []byte) (Parts, error) {
	cut, v := scan.Bytes(r.language(), p)
	if v == scan.Valid {
		return Parts(cut), nil
	}
	return split(r.language(), p, v, nil)
}

// SplitInto is [Rule.Split], but stores a SyntaxError in e and returns e, if e is not nil.
//
//go:noinline
func (r Rule) SplitInto(e *SyntaxError, p []byte) (Parts, error) {
	cut, v := scan.Bytes(r.language(), p)
	if v == scan.Valid {
		return Parts(cut), nil
	}
	return split(r.language(), p, v, e)
}

// SplitString is [Rule.Split] for a string.
//
//go:noinline
func (r Rule) SplitString(s string) (Parts, error) {
	cut, v := scan.String(r.language(), s)
	if v == scan.Valid {
		return Parts(cut), nil
	}
	return split(r.language(), s, v, nil)
}

// split splits a string that no kernel has accepted; v is the kernel's result. It stores an error in e, unless e is
// nil.
func split[Bytes []byte | string](l *uri.Language, s Bytes, v scan.Result, e *SyntaxError) (Parts, error) {
	switch {
	case l.Shape == uri.Other:
		return Parts{}, ErrNoParts
	case uint64(len(s)) > math.MaxUint32:
		return Parts{}, ErrTooLong
	case v == scan.Invalid:
		state, n, _ := scan.Last(l, s)
		return Parts{}, diagnose(e, l, s, state, n)
	}
	cut, state, n, ok := scan.Fallback(l, s)
	if !ok {
		return Parts{}, diagnose(e, l, s, state, n)
	}
	return Parts(cut), nil
}
