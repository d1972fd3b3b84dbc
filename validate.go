package iri

import (
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/scan"
)

// In this package and in package rule, exported functions that call a generic one are not inlined: in the caller's
// package the compiler would not know that the string does not escape, and would move buffers from the stack to the
// heap. Those with a fast path repeat the call of the kernel, because a function between would cost a tenth of the
// time.

// Valid reports whether p is an IRI (rule IRI of RFC 3987, section 2.2), which requires a scheme. It allocates nothing.
//
//go:noinline
func Valid(p []byte) bool {
	v := scan.CheckBytes(&language.IRI, p)
	return v == scan.Valid || v != scan.Invalid && scan.PortableValid(&language.IRI, p)
}

// ValidString is [Valid] for a string.
//
//go:noinline
func ValidString(s string) bool {
	v := scan.CheckString(&language.IRI, s)
	return v == scan.Valid || v != scan.Invalid && scan.PortableValid(&language.IRI, s)
}

// ValidReference reports whether p is an IRI or a relative reference (rule IRI-reference of RFC 3987, section 2.2). The
// empty string is one. ValidReference allocates nothing.
//
//go:noinline
func ValidReference(p []byte) bool {
	v := scan.CheckBytes(&language.IRIReference, p)
	return v == scan.Valid || v != scan.Invalid && scan.PortableValid(&language.IRIReference, p)
}

// ValidReferenceString is [ValidReference] for a string.
//
//go:noinline
func ValidReferenceString(s string) bool {
	v := scan.CheckString(&language.IRIReference, s)
	return v == scan.Valid || v != scan.Invalid && scan.PortableValid(&language.IRIReference, s)
}
