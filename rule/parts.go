package rule

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/ref"
)

// A Span is the bytes from Start up to but not including End. The zero Span is the Span of an absent component.
type Span = dfa.Span

// A Component is a component of a reference (RFC 3986, section 3), or of its authority (section 3.2).
type Component uint8

// The components, in their order in a reference. The zero Component is none of them.
const (
	ComponentScheme    Component = iota + 1
	ComponentAuthority           // userinfo, host and port
	ComponentUserinfo
	ComponentHost
	ComponentPort
	ComponentPath
	ComponentQuery
	ComponentFragment
)

// String returns the name of c in RFC 3986, such as "userinfo", or "" if c is not a component.
func (c Component) String() string { return uri.Component(c).String() }

// Parts is the byte offsets of the components of a string, in 32 bytes. It does not include the string: equal Parts
// mean that two strings are split alike, not that they are equal. To store and compare strings, use
// [example.org/iri.IRI] and [example.org/iri.Reference]. The zero Parts are those of the empty reference.
//
// Components include no delimiters, but a host includes the brackets of an IP literal. An empty component, such as the
// query of "a:?", is not the same as an absent one.
type Parts cut

// cut keeps the name of an internal type out of the documentation.
type cut = find.Cut

// Get returns the span of a component, and whether there is one. The path is always present, the zero Component never.
// To get a component that is known at compile time, call its method.
func (x Parts) Get(c Component) (Span, bool) { return ref.Get(cut(x), uri.Component(c)) }

// Scheme returns the span of the scheme, and false in a relative reference.
func (x Parts) Scheme() (Span, bool) { return ref.Scheme(cut(x)) }

// Authority returns the span of the authority, with userinfo and port, and false if there is none.
func (x Parts) Authority() (Span, bool) { return ref.Authority(cut(x)) }

// Userinfo returns the span of the userinfo, and false if there is none.
func (x Parts) Userinfo() (Span, bool) { return ref.Userinfo(cut(x)) }

// Host returns the span of the host, and false if there is no authority. A host may be empty.
func (x Parts) Host() (Span, bool) { return ref.Host(cut(x)) }

// Port returns the span of the port, and false if there is none. RFC 3986 allows any number, and an empty port.
func (x Parts) Port() (Span, bool) { return ref.Port(cut(x)) }

// Path returns the span of the path. Every reference has one; it may be empty.
func (x Parts) Path() Span { return ref.Path(cut(x)) }

// Query returns the span of the query, and false if there is none.
func (x Parts) Query() (Span, bool) { return ref.Query(cut(x)) }

// Fragment returns the span of the fragment, and false if there is none.
func (x Parts) Fragment() (Span, bool) { return ref.Fragment(cut(x)) }
