package iri

import (
	"errors"
	"fmt"
	"strings"

	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/rule"
)

// An IRI is a valid IRI (RFC 3987, rule IRI) with the offsets of its components. [Parse] makes it.
// IRIs are comparable: they are equal if their strings are (simple string comparison, RFC 3987,
// section 5.3.1), and can be keys of maps. A value takes 48 bytes besides the bytes of the string,
// where a string takes 16: in large sets, keep strings. The zero IRI is not valid ([IRI.IsZero]);
// its string is empty.
//
// Components share the string: nothing is copied, and nothing is decoded. A [Reference] has the
// same methods, except Reference.
type IRI struct {
	_ struct{} // no IRI by conversion of a Reference
	value
}

// A Reference is a valid IRI or relative reference (RFC 3987, rule IRI-reference) with the offsets
// of its components. [ParseReference] makes it. References are comparable: they are equal if their
// strings are. The zero Reference is the empty reference, which refers to the document that has it.
//
// Components share the string: nothing is copied, and nothing is decoded.
type Reference struct{ value }

// Parse returns s as an IRI. It does not copy s. The error is a [*SyntaxError] or [ErrTooLong].
func Parse(s string) (IRI, error) {
	parts, err := SplitString(s)
	if err != nil {
		return IRI{}, err
	}
	return IRI{value: value{s, parts}}, nil
}

// ParseReference returns s as a reference: an IRI or a relative reference such as ../x. It does not
// copy s. The error is a [*SyntaxError] or [ErrTooLong].
func ParseReference(s string) (Reference, error) {
	parts, err := SplitReferenceString(s)
	if err != nil {
		return Reference{}, err
	}
	return Reference{value{s, parts}}, nil
}

// ParseAs is [Parse] for an IRI that also matches another rule, such as [rule.HTTPSURI]. The error
// is a [*SyntaxError] with the name of the rule that s does not match, or [ErrTooLong]. ParseAs
// scans s once if all strings of the rule are IRIs, as those of [rule.URI] and [rule.IRIStrict]
// are, and otherwise twice: first by r, then by rule IRI.
//
// An IRI has no zone identifier, so a string that has one, such as http://[fe80::1%25eth0]/, is an error
// even if r is [rule.IRIWithZone]: use the offsets that its method SplitString returns. This error says so
// and wraps the SyntaxError: use [errors.As].
func ParseAs(r rule.Rule, s string) (IRI, error) {
	if !language.WithinIRI(r.String()) {
		if err := r.CheckString(s); err != nil {
			return IRI{}, err
		}
		x, err := Parse(s)
		return x, withZoneHint(err, r)
	}
	parts, err := r.SplitString(s)
	if err != nil {
		return IRI{}, err
	}
	return IRI{value: value{s, parts}}, nil
}

// withZoneHint adds to the error of rule IRI, for a string that r matches, what to do about a zone.
func withZoneHint(err error, r rule.Rule) error {
	var syntax *SyntaxError
	if errors.As(err, &syntax) && syntax.Reason == rule.ReasonZone {
		return fmt.Errorf("%w; an IRI has no zone: use rule.%v.SplitString", err, r)
	}
	return err
}

// MustParse is [Parse] for constants: it panics if s is not an IRI.
func MustParse(s string) IRI {
	x, err := Parse(s)
	must(err)
	return x
}

// MustParseReference is [ParseReference] for constants: it panics if s is not a reference.
func MustParseReference(s string) Reference {
	x, err := ParseReference(s)
	must(err)
	return x
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// Reference returns x as a reference. The zero IRI becomes the empty reference.
func (x IRI) Reference() Reference { return Reference{x.value} }

// WithoutFragment returns x without its fragment and the number sign before it: an absolute IRI (RFC
// 3986, section 4.3). It allocates nothing.
func (x IRI) WithoutFragment() IRI {
	x.dropFragment()
	return x
}

// WithoutFragment returns x without its fragment and the number sign before it. It allocates nothing.
func (x Reference) WithoutFragment() Reference {
	x.dropFragment()
	return x
}

// WithoutQuery returns x without its query and the question mark before it. The fragment stays. It
// allocates nothing, except the string of a result with a fragment.
func (x IRI) WithoutQuery() IRI { return IRI{value: x.withoutQuery()} }

// WithoutQuery returns x without its query, as [IRI.WithoutQuery] does.
func (x Reference) WithoutQuery() Reference { return Reference{x.withoutQuery()} }

// WithoutPort returns x without its port and the colon before it. The other components stay. If there
// is no port, the result is x; otherwise the string of the result is allocated.
func (x IRI) WithoutPort() IRI { return IRI{value: x.withoutPort()} }

// WithoutPort returns x without its port, as [IRI.WithoutPort] does.
func (x Reference) WithoutPort() Reference { return Reference{x.withoutPort()} }

// WithoutUserinfo returns x without its userinfo and the at sign after it. The other components stay.
// If there is no userinfo, the result is x; otherwise the string of the result is allocated.
func (x IRI) WithoutUserinfo() IRI { return IRI{value: x.withoutUserinfo()} }

// WithoutUserinfo returns x without its userinfo, as [IRI.WithoutUserinfo] does.
func (x Reference) WithoutUserinfo() Reference { return Reference{x.withoutUserinfo()} }

// IRI returns x as an IRI, and whether it is one, which is whether it has a scheme. x is valid, so there is no
// error, unlike in [Builder.IRI].
func (x Reference) IRI() (IRI, bool) {
	if !x.IsAbs() {
		return IRI{}, false
	}
	return IRI{value: x.value}, true
}

// value is what [IRI] and [Reference] have in common.
type value struct {
	text  string
	parts Parts
}

// dropFragment removes the fragment. Its receiver is a pointer because a copy takes longer than to
// see that there is no fragment.
func (x *value) dropFragment() {
	if c := find.Cut(x.parts); c.Fragment() != 0 {
		end := c.Fragment() - 1
		x.text, x.parts = x.text[:end], Parts(c.Tail(c.Query(), 0, end))
	}
}

func (x value) withoutQuery() value {
	c := find.Cut(x.parts)
	if c.Query() == 0 {
		return x
	}
	from := c.Query() - 1
	if c.Fragment() == 0 {
		return value{x.text[:from], Parts(c.Tail(0, 0, from))}
	}
	to := c.Fragment() - 1
	return value{x.text[:from] + x.text[to:], Parts(c.Tail(0, from+1, c.End()-(to-from)))}
}

func (x value) withoutPort() value {
	c := find.Cut(x.parts)
	if c.Port() == 0 {
		return x
	}
	o, from, to := c.Unpack(), c.Port()-1, c.Path()
	o.Port = 0
	return value{x.text[:from] + x.text[to:], Parts(o.Moved(from, int(from)-int(to)).Pack())}
}

func (x value) withoutUserinfo() value {
	c := find.Cut(x.parts)
	if c.Host() == c.Authority() {
		return x
	}
	from, to := c.Authority(), c.Host()
	return value{x.text[:from] + x.text[to:], Parts(c.Unpack().Moved(from, int(from)-int(to)).Pack())}
}

// Equal reports whether x and y are the same, as x == y does, for packages that compare by this
// method, such as github.com/google/go-cmp. It takes time linear in the length.
func (x IRI) Equal(y IRI) bool { return x == y }

// Equal reports whether x and y are the same, as [IRI.Equal] does.
func (x Reference) Equal(y Reference) bool { return x == y }

// Compare compares the strings of x and y byte by byte: it returns -1, 0 or +1 if x is less than, equal to or
// greater than y. To sort equivalent IRIs together, compare their normal forms ([IRI.Normalize]).
func (x IRI) Compare(y IRI) int { return strings.Compare(x.text, y.text) }

// Compare compares the strings of x and y, as [IRI.Compare] does.
func (x Reference) Compare(y Reference) int { return strings.Compare(x.text, y.text) }

// String returns the string, as given.
func (x value) String() string { return x.text }

// IsZero reports whether the string is empty. The zero IRI is not valid; the zero Reference is the
// empty reference.
func (x value) IsZero() bool { return x.text == "" }

// IsAbs reports whether x has a scheme, as IsAbs of net/url does: it is false for /a. Every IRI has a scheme,
// except the zero IRI. x may have a fragment, unlike an absolute-URI (RFC 3986, section 4.3).
func (x value) IsAbs() bool { return find.Cut(x.parts).Hier() != 0 }

// IsURI reports whether x is a URI (RFC 3986, rule URI): whether it has a scheme and
// all its characters are ASCII.
func (x value) IsURI() bool { return x.IsAbs() && percent.BeyondASCII(x.text) == 0 }

// Parts returns where the components lie in the string.
func (x value) Parts() Parts { return x.parts }

// in returns the component that lies in a span of the string.
func (x value) in(s Span, present bool) (string, bool) { return x.text[s.Start:s.End], present }

// Scheme returns the scheme as written, "" in a relative reference. Schemes are case-insensitive:
// compare them by HasScheme.
func (x value) Scheme() string {
	s, _ := x.in(x.parts.Scheme())
	return s
}

// HasScheme reports whether the scheme is name, regardless of ASCII case (RFC 3986, section 3.1).
// HasScheme("") reports whether there is no scheme.
func (x value) HasScheme(name string) bool { return char.EqualFold(x.Scheme(), name) }

// Authority returns the authority, userinfo and port included, and whether there is one.
func (x value) Authority() (string, bool) { return x.in(x.parts.Authority()) }

// Userinfo returns the userinfo, and whether there is one.
func (x value) Userinfo() (string, bool) { return x.in(x.parts.Userinfo()) }

// Host returns the host, with the brackets of an IP literal, and whether there is one;
// a host may be empty. See also [IRI.Hostname].
func (x value) Host() (string, bool) { return x.in(x.parts.Host()) }

// Port returns the port, and whether there is one; a port may be empty. See also
// [IRI.PortNumber].
func (x value) Port() (string, bool) { return x.in(x.parts.Port()) }

// Path returns the path. Every reference has one; it may be empty.
func (x value) Path() string {
	s, _ := x.in(x.parts.Path(), true)
	return s
}

// Query returns the query, and whether there is one; a query may be empty.
func (x value) Query() (string, bool) { return x.in(x.parts.Query()) }

// Fragment returns the fragment, and whether there is one; a fragment may be empty.
func (x value) Fragment() (string, bool) { return x.in(x.parts.Fragment()) }
