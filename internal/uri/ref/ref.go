// Package ref has what the operations on references have in common: a string with the offsets of its
// components, the composition of a reference from components, dot segments, and resolution (RFC 3986,
// section 5). The package parses no string a second time: offsets come from package internal/uri/scan,
// and those of results from the composition.
package ref

import (
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// Bytes is the two forms of a string.
type Bytes interface{ ~[]byte | ~string }

// A Ref is a reference: a string and where its components lie.
type Ref[B Bytes] struct {
	Text B
	Cut  find.Cut
}

// Get returns a component without its delimiters, and reports whether there is one.
func (r *Ref[B]) Get(k uri.Component) (B, bool) {
	s, present := Get(r.Cut, k)
	return r.Text[s.Start:s.End], present
}

// Path returns the path, which every reference has.
func (r *Ref[B]) Path() B { return r.Text[pathStart(r.Cut):pathEnd(r.Cut)] }

// HasScheme reports whether there is a scheme.
func (r *Ref[B]) HasScheme() bool { return r.Cut.Hier() != 0 }

// HasAuthority reports whether there is an authority.
func (r *Ref[B]) HasAuthority() bool { return r.Cut.Authority() != 0 }
