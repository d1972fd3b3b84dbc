package rule

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/ref"
)

// Span is the bytes from Start up to but not including End. The Span of an absent component is the
// zero Span.
type Span = dfa.Span

// A Component is a component of a reference (RFC 3986, section 3), or of its authority (section
// 3.2).
type Component uint8

// The components, in their order in a reference. The zero Component is not one of them.
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

// String returns the name that c has in RFC 3986, such as "userinfo"; "" if c is not a component.
func (c Component) String() string { return uri.Component(c).String() }

// Parts holds where the components of a string lie, as byte offsets, in 32 bytes. It does not hold
// the string: equal Parts mean that two strings are split alike, not that they are equal. Types
// [example.org/iri.IRI] and [example.org/iri.Reference] hold and compare strings. The zero Parts are
// those of the empty reference.
//
// Components include no delimiters; the host keeps the brackets of an IP literal. A component can
// be empty, as the query of "a:?" is. Empty is not the same as absent.
type Parts cut

// A cut keeps the name of an internal type out of the documentation.
type cut = find.Cut

// Get returns where a component lies, and whether there is one. The path is always
// there, the zero Component never is. Get is for programs that choose the component at run time. A
// program that always needs the same one calls the method of that name.
func (x Parts) Get(c Component) (Span, bool) { return ref.Get(cut(x), uri.Component(c)) }

// Scheme returns where the scheme lies, and false in a relative reference.
func (x Parts) Scheme() (Span, bool) { return ref.Scheme(cut(x)) }

// Authority returns where the authority lies, userinfo and port included, and false if
// there is none.
func (x Parts) Authority() (Span, bool) { return ref.Authority(cut(x)) }

// Userinfo returns where the userinfo lies, and false if there is none.
func (x Parts) Userinfo() (Span, bool) { return ref.Userinfo(cut(x)) }

// Host returns where the host lies, and false if there is no authority. A host may be
// empty.
func (x Parts) Host() (Span, bool) { return ref.Host(cut(x)) }

// Port returns where the port lies, and false if there is none. RFC 3986 sets no limit
// to the number, and lets it be empty.
func (x Parts) Port() (Span, bool) { return ref.Port(cut(x)) }

// Path returns where the path lies. Every reference has one; it may be empty.
func (x Parts) Path() Span { return ref.Path(cut(x)) }

// Query returns where the query lies, and false if there is none.
func (x Parts) Query() (Span, bool) { return ref.Query(cut(x)) }

// Fragment returns where the fragment lies, and false if there is none.
func (x Parts) Fragment() (Span, bool) { return ref.Fragment(cut(x)) }
