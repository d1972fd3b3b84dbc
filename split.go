package iri

import "example.org/iri/rule"

// Split returns the offsets of the components of p if p is an IRI (RFC 3987, rule IRI). The error
// is a [*SyntaxError] or [ErrTooLong]. Nothing but the error is allocated. One pass validates and
// finds the offsets.
func Split(p []byte) (Parts, error) { return rule.IRI.Split(p) }

// SplitString is [Split] for a string.
func SplitString(s string) (Parts, error) { return rule.IRI.SplitString(s) }

// SplitReference is [Split] for an IRI or a relative reference (RFC 3987, rule
// IRI-reference).
func SplitReference(p []byte) (Parts, error) { return rule.IRIReference.Split(p) }

// SplitReferenceString is [SplitReference] for a string.
func SplitReferenceString(s string) (Parts, error) { return rule.IRIReference.SplitString(s) }
