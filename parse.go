package iri

import (
	"errors"
	"math"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/scan"
)

// In this package, exported functions that call a generic one are not inlined: in
// the caller's package the compiler would not know that the text does not escape,
// and would move buffers from the stack to the heap. Those with a fast path call
// the kernel themselves, alike as they are: a function between would cost a tenth
// of the time.

// ErrTooLong is the error of parsing a text of more than 1<<32 - 1 bytes, which
// [Parts] cannot address. Valid, Check and Matcher have no limit.
var ErrTooLong = errors.New("iri: text of 4 GiB or more has no Parts")

// Parse returns where the components of p lie if p is an IRI (RFC 3987, rule
// IRI). The error is a [*SyntaxError] or [ErrTooLong] and the only thing that is
// allocated. The offsets come out of the pass that validates.
//
//go:noinline
func Parse(p []byte) (Parts, error) {
	cut, v := scan.Bytes(&language.IRI, p)
	if v == scan.Valid {
		return Parts{cut}, nil
	}
	return parse(&language.IRI, p)
}

// ParseString is [Parse] for a string.
//
//go:noinline
func ParseString(s string) (Parts, error) {
	cut, v := scan.String(&language.IRI, s)
	if v == scan.Valid {
		return Parts{cut}, nil
	}
	return parse(&language.IRI, s)
}

// ParseReference is [Parse] for an IRI or a relative reference (RFC 3987, rule
// IRI-reference).
//
//go:noinline
func ParseReference(p []byte) (Parts, error) {
	cut, v := scan.Bytes(&language.IRIReference, p)
	if v == scan.Valid {
		return Parts{cut}, nil
	}
	return parse(&language.IRIReference, p)
}

// ParseReferenceString is [ParseReference] for a string.
//
//go:noinline
func ParseReferenceString(s string) (Parts, error) {
	cut, v := scan.String(&language.IRIReference, s)
	if v == scan.Valid {
		return Parts{cut}, nil
	}
	return parse(&language.IRIReference, s)
}

// parse is for texts that no kernel has accepted.
func parse[Bytes ~[]byte | ~string](a *uri.Language, text Bytes) (Parts, error) {
	if uint64(len(text)) > math.MaxUint32 {
		return Parts{}, ErrTooLong
	}
	cut, s, n, ok := scan.Walk(a, text)
	if !ok {
		return Parts{}, syntaxError(Rule{a}, text, s, n)
	}
	return Parts{cut}, nil
}

// Parts tells where the components of a text lie, as byte offsets. It does not
// keep the text. Parts are comparable: equal cuts are equal values. The zero
// Parts is that of the empty reference.
//
// Components include no delimiters; the host keeps the brackets of an IP literal.
// A component can be there and empty, as the query of "a:?" is, which is not the
// same as absent.
type Parts struct{ cut scan.Cut }

// Span is the bytes from Start up to but not including End.
type Span struct{ Start, End int }

// span returns the bytes from start up to the delimiter in front of the first of
// next that is there, or up to end.
func span(start, end uint32, next ...uint32) Span {
	for _, n := range next {
		if n != 0 {
			end = n - 1
			break
		}
	}
	return Span{int(start), int(end)}
}

// Scheme returns where the scheme lies, and false in a relative reference.
func (x Parts) Scheme() (Span, bool) { return span(0, 0, x.cut.Hier()), x.cut.Hier() != 0 }

// Authority returns where the authority lies, userinfo and port included, and
// false if there is none.
func (x Parts) Authority() (Span, bool) {
	return span(x.cut.Authority(), x.cut.Path()), x.cut.Authority() != 0
}

// Userinfo returns where the userinfo lies, and false if there is none.
func (x Parts) Userinfo() (Span, bool) {
	if x.cut.Host() == x.cut.Authority() {
		return Span{}, false
	}
	return span(x.cut.Authority(), 0, x.cut.Host()), true
}

// Host returns where the host lies, and false if there is no authority. A host
// may be empty.
func (x Parts) Host() (Span, bool) {
	return span(x.cut.Host(), x.cut.Path(), x.cut.Port()), x.cut.Authority() != 0
}

// Port returns where the port lies, and false if there is none. RFC 3986 sets no
// limit to the number, and lets it be empty.
func (x Parts) Port() (Span, bool) {
	if x.cut.Port() == 0 {
		return Span{}, false
	}
	return span(x.cut.Port(), x.cut.Path()), true
}

// Path returns where the path lies. Every reference has one; it may be empty.
func (x Parts) Path() Span {
	start := max(x.cut.Hier(), x.cut.Path()) // Path is 0 without an authority
	return span(start, x.cut.End(), x.cut.Query(), x.cut.Fragment())
}

// Query returns where the query lies, and false if there is none.
func (x Parts) Query() (Span, bool) {
	if x.cut.Query() == 0 {
		return Span{}, false
	}
	return span(x.cut.Query(), x.cut.End(), x.cut.Fragment()), true
}

// Fragment returns where the fragment lies, and false if there is none.
func (x Parts) Fragment() (Span, bool) {
	if x.cut.Fragment() == 0 {
		return Span{}, false
	}
	return span(x.cut.Fragment(), x.cut.End()), true
}

// IsAbs reports whether there is a scheme. (Rule absolute-IRI also asks that there
// be no fragment.)
func (x Parts) IsAbs() bool { return x.cut.Hier() != 0 }

// HostKind is the form of a host.
type HostKind uint8

// The forms that RFC 3986, section 3.2.2, tells apart.
const (
	HostRegName   HostKind = iota // a registered name, maybe empty: any text of rule ireg-name that is no IPv4address
	HostIPv4                      // IPv4address, such as 192.0.2.1
	HostIPv6                      // IPv6address in brackets
	HostIPvFuture                 // IPvFuture in brackets
)

// HostKind returns the form of the host, and false if there is no authority. Text
// is what x was parsed from. The first match wins, as RFC 3986 says: 1.2.3.4 is an
// IPv4address, 256.1.1.1 a registered name.
//
//go:noinline
func (x Parts) HostKind(text []byte) (HostKind, bool) { return hostKind(x, text) }

// HostKindString is [Parts.HostKind] for a string.
//
//go:noinline
func (x Parts) HostKindString(text string) (HostKind, bool) { return hostKind(x, text) }

// hostKind needs to look at first bytes only to tell brackets: nothing but an
// IP-literal begins as one does, and of the two forms in it only IPvFuture begins
// as that does.
func hostKind[Bytes ~[]byte | ~string](x Parts, text Bytes) (HostKind, bool) {
	s, ok := x.Host()
	if !ok || s.End > len(text) {
		return HostRegName, false
	}
	host := text[s.Start:s.End]
	switch {
	case len(host) > 1 && begins(&language.IPLiteral, host[0]):
		if begins(&language.IPvFuture, host[1]) {
			return HostIPvFuture, true
		}
		return HostIPv6, true
	case dfa.Match(language.IPv4address.Automaton, host):
		return HostIPv4, true
	}
	return HostRegName, true
}

// begins reports whether a text of a's language begins with b.
func begins(a *uri.Language, b byte) bool { return a.Next(a.Start, b) != dfa.Dead }
