package iri

import "example.org/iri/rule"

// Split returns the offsets of the components of p if p is an IRI (rule IRI of RFC 3987). It takes one pass, and
// allocates only the error, which is a [*SyntaxError] or [ErrTooLong].
func Split(p []byte) (Parts, error) { return rule.IRI.Split(p) }

// SplitString is [Split] for a string.
func SplitString(s string) (Parts, error) { return rule.IRI.SplitString(s) }

// SplitReference is [Split] for an IRI or a relative reference (rule IRI-reference of RFC 3987).
func SplitReference(p []byte) (Parts, error) { return rule.IRIReference.Split(p) }

// SplitReferenceString is [SplitReference] for a string.
func SplitReferenceString(s string) (Parts, error) { return rule.IRIReference.SplitString(s) }
