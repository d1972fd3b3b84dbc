package iri

import (
	"example.org/iri/internal/fault"
	"example.org/iri/rule"
)

// These types are those of package [example.org/iri/rule], which documents them.
type (
	// Parts is [rule.Parts]: the offsets of the components of a string, with methods Get, Scheme, Authority, Userinfo,
	// Host, Port, Path, Query and Fragment.
	Parts = rule.Parts

	// Span is [rule.Span]: the bytes from field Start up to but not including field End.
	Span = rule.Span

	// Component is [rule.Component]: one of the constants from ComponentScheme to ComponentFragment.
	Component = rule.Component

	// SyntaxError is [rule.SyntaxError]: where and why a string does not match a rule. It has fields Rule, Reason,
	// Rune, Offset, Byte and Span, and methods Error, Message, Component, Expected and GoString.
	SyntaxError = rule.SyntaxError

	// Reason is [rule.Reason]: a kind of mistake. Its constants are in package rule.
	Reason = rule.Reason
)

// The components of a reference, in their order.
const (
	ComponentScheme    = rule.ComponentScheme
	ComponentAuthority = rule.ComponentAuthority // userinfo, host and port
	ComponentUserinfo  = rule.ComponentUserinfo
	ComponentHost      = rule.ComponentHost
	ComponentPort      = rule.ComponentPort
	ComponentPath      = rule.ComponentPath
	ComponentQuery     = rule.ComponentQuery
	ComponentFragment  = rule.ComponentFragment
)

// ErrTooLong is [rule.ErrTooLong]: the error for a string of more than 1<<32 - 1 bytes, which [Parts] cannot address.
// [Valid] and [ValidReference] have no limit.
var ErrTooLong error = tooLong{}

// tooLong keeps the name of an internal type out of the documentation.
type tooLong = fault.TooLong

// Split returns the offsets of the components of p if p is an IRI (rule IRI of RFC 3987). It takes one pass, and
// allocates only the error, which is a [*SyntaxError] or [ErrTooLong].
func Split(p []byte) (Parts, error) { return rule.IRI.Split(p) }

// SplitString is [Split] for a string.
func SplitString(s string) (Parts, error) { return rule.IRI.SplitString(s) }

// SplitReference is [Split] for an IRI or a relative reference (rule IRI-reference of RFC 3987).
func SplitReference(p []byte) (Parts, error) { return rule.IRIReference.Split(p) }

// SplitReferenceString is [SplitReference] for a string.
func SplitReferenceString(s string) (Parts, error) { return rule.IRIReference.SplitString(s) }
