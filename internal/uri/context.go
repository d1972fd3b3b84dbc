package uri

import "example.org/iri/dfa"

// A Context is the component that the next character belongs to in a state of an automaton. Error messages name it.
// Package tables/generate derives the contexts of a language from its grammar.
type Context byte

// The contexts, by their letters in Language.Contexts.
const (
	ContextNowhere   Context = '-' // in the middle of a character
	ContextStart     Context = '^' // before a required scheme
	ContextScheme    Context = 's'
	ContextAuthority Context = 'a' // in a userinfo or a host
	ContextUserinfo  Context = 'u' // in a userinfo: a host cannot have the bytes so far
	ContextHost      Context = 'h' // in a host: a userinfo cannot have the bytes so far
	ContextClosed    Context = 'c' // after an address in brackets
	ContextPort      Context = 'n' // in a port, or in a userinfo that looks like a port so far
	ContextLiteral   Context = '[' // in an IPv6 address in brackets
	ContextFuture    Context = 'v' // in an IPvFuture, or after the opening bracket
	ContextZone      Context = 'z' // a zone identifier in brackets
	ContextAddress   Context = '4' // in an IP address without brackets
	ContextPath      Context = 'p' // in a path; in a reference, perhaps in a scheme
	ContextQuery     Context = 'q'
	ContextFragment  Context = 'f'
	ContextElsewhere Context = '.' // in a rule that is part of several components
	ContextBroken    Context = '%' // ContextElsewhere within a percent-encoded octet
)

// pctEncoded is the distance from a letter to its capital, which is the same context within a percent-encoded octet.
const pctEncoded = 'a' - 'A'

// PctEncoded returns the context c within a percent-encoded octet.
func (c Context) PctEncoded() Context {
	if c == ContextElsewhere {
		return ContextBroken
	}
	return c - pctEncoded
}

// InPctEncoded reports whether c is within a percent-encoded octet, and returns the context of the octet.
func (c Context) InPctEncoded() (around Context, inside bool) {
	switch {
	case c == ContextBroken:
		return ContextElsewhere, true
	case 'A' <= c && c <= 'Z':
		return c + pctEncoded, true
	}
	return c, false
}

// Context returns the context of state s.
func (l *Language) Context(s dfa.State) Context {
	if n := l.Number(s); n < len(l.Contexts) {
		return Context(l.Contexts[n])
	}
	return ContextElsewhere
}

// Begins reports whether a string of the language begins with b.
func (l *Language) Begins(b byte) bool { return l.Next(l.Start, b) != dfa.Dead }

// Component returns the component of c, or 0 if it has none. It is ComponentAuthority while the bytes so far may be a
// userinfo or a host.
func (c Context) Component() Component {
	switch c {
	case ContextStart, ContextScheme:
		return ComponentScheme
	case ContextAuthority, ContextClosed:
		return ComponentAuthority
	case ContextUserinfo:
		return ComponentUserinfo
	case ContextHost, ContextLiteral, ContextFuture, ContextZone, ContextAddress:
		return ComponentHost
	case ContextPort:
		return ComponentPort
	case ContextPath:
		return ComponentPath
	case ContextQuery:
		return ComponentQuery
	case ContextFragment:
		return ComponentFragment
	}
	return 0
}
