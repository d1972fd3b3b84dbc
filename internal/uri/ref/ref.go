// Package ref implements operations on references: composition from components, removal of dot segments, and resolution
// (RFC 3986, section 5). It never parses a string again: offsets come from package internal/uri/scan, and those of
// results are computed during composition.
package ref

import (
	"math"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// Bytes is the constraint of strings and byte slices.
type Bytes interface{ ~[]byte | ~string }

// A Ref is a reference with the offsets of its components.
type Ref[B Bytes] struct {
	Text B
	Cut  find.Cut
}

// Get returns a component without its delimiters, and reports whether it is present.
func (r *Ref[B]) Get(k uri.Component) (B, bool) {
	s, present := Get(r.Cut, k)
	return r.Text[s.Start:s.End], present
}

// Path returns the path, which is always present.
func (r *Ref[B]) Path() B { return r.Text[pathStart(r.Cut):pathEnd(r.Cut)] }

// HasScheme reports whether r has a scheme.
func (r *Ref[B]) HasScheme() bool { return r.Cut.Hier() != 0 }

// HasAuthority reports whether r has an authority.
func (r *Ref[B]) HasAuthority() bool { return r.Cut.Authority() != 0 }

// MaxSize is the length of the longest result, because offsets have 32 bits. Only tests change it.
var MaxSize uint64 = math.MaxUint32

// Fits reports whether offsets can address a result of n bytes. Functions of this package and of package
// internal/uri/normal return results of any length; the offsets of a result that does not fit are meaningless.
func Fits(n uint64) bool { return n <= MaxSize }
