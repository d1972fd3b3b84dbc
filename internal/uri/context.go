package uri

import "example.org/iri/dfa"

// A Context belongs to a state of an automaton. It is the component that the next character belongs
// to. Errors speak by it. Package tables/generate finds the contexts of a language by its grammar.
type Context byte

// The contexts. Their letters are those of Language.Contexts.
const (
	ContextNowhere   Context = '-' // in the middle of a character
	ContextStart     Context = '^' // before a scheme that has to be there
	ContextScheme    Context = 's'
	ContextAuthority Context = 'a' // a userinfo or a host
	ContextUserinfo  Context = 'u' // and nothing else: a host could not have all that was read
	ContextHost      Context = 'h' // and no userinfo
	ContextClosed    Context = 'c' // after an address in brackets
	ContextPort      Context = 'n' // maybe a userinfo that looks like a port so far
	ContextLiteral   Context = '[' // an IPv6 address in brackets
	ContextFuture    Context = 'v' // another address in brackets, or the beginning of any
	ContextZone      Context = 'z' // a zone identifier in brackets
	ContextAddress   Context = '4' // an IP address or a part of one, without brackets
	ContextPath      Context = 'p' // maybe a scheme, in a reference
	ContextQuery     Context = 'q'
	ContextFragment  Context = 'f'
	ContextElsewhere Context = '.' // in a rule that several components have
	ContextBroken    Context = '%' // Elsewhere, after the sign that begins a percent-encoded octet
)

// A capital is that context in the middle of a percent-encoded octet.
const pctEncoded = 'a' - 'A'

// PctEncoded returns the context of c in the middle of a percent-encoded octet.
func (c Context) PctEncoded() Context {
	if c == ContextElsewhere {
		return ContextBroken
	}
	return c - pctEncoded
}

// InPctEncoded reports whether c is in the middle of a percent-encoded octet, and returns the
// context of the whole of it.
func (c Context) InPctEncoded() (around Context, inside bool) {
	switch {
	case c == ContextBroken:
		return ContextElsewhere, true
	case 'A' <= c && c <= 'Z':
		return c + pctEncoded, true
	}
	return c, false
}

// Context returns the context of a state.
func (l *Language) Context(s dfa.State) Context {
	if n := l.Number(s); n < len(l.Contexts) {
		return Context(l.Contexts[n])
	}
	return ContextElsewhere
}

// Begins reports whether a string of the language begins with b.
func (l *Language) Begins(b byte) bool { return l.Next(l.Start, b) != dfa.Dead }

// Component returns the component of a context, 0 if it has none. ContextAuthority lasts as long as
// what was read may be a userinfo or a host.
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
