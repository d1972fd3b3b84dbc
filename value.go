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

// An IRI is a valid IRI (rule IRI of RFC 3987) with the offsets of its components. IRIs are comparable, and can be keys
// of maps: two are equal if their strings are equal (simple string comparison, RFC 3987, section 5.3.1). The zero IRI
// is not valid; its string is empty, and [IRI.IsZero] reports true. In large sets, keep strings: an IRI takes 48 bytes
// besides the bytes of its string, a string 16.
//
// Components are substrings: nothing is copied or decoded. A [Reference] has the same methods, except Origin and Reference.
type IRI struct {
	_ struct{} // prevents the conversion of a Reference
	value
}

// A Reference is a valid IRI or relative reference (rule IRI-reference of RFC 3987) with the offsets of its components.
// References are comparable, like IRIs. The zero Reference is the empty reference, which refers to the document that
// contains it.
type Reference struct{ value }

// Parse parses s as an IRI. It does not copy s. The error is a [*SyntaxError] or [ErrTooLong].
func Parse(s string) (IRI, error) {
	parts, err := SplitString(s)
	if err != nil {
		return IRI{}, err
	}
	return IRI{value: value{s, parts}}, nil
}

// ParseReference parses s as a reference: an IRI or a relative reference such as ../x. It does not copy s. The error is
// a [*SyntaxError] or [ErrTooLong].
func ParseReference(s string) (Reference, error) {
	parts, err := SplitReferenceString(s)
	if err != nil {
		return Reference{}, err
	}
	return Reference{value{s, parts}}, nil
}

// ParseAs parses s as an IRI that also matches rule r, such as [rule.HTTPSURI]. The error is a [*SyntaxError] with the
// name of the rule that s does not match, or [ErrTooLong]. ParseAs scans s once if all strings of r are IRIs, as for
// [rule.URI] and [rule.IRIStrict], otherwise twice.
//
// An IRI has no zone identifier, so http://[fe80::1%25eth0]/ is an error even if r is [rule.IRIWithZone]: call
// SplitString of that rule instead. This error says so and wraps the SyntaxError: use [errors.As].
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

// withZoneHint adds the remedy to an error about a zone identifier. It is called for strings that match r.
func withZoneHint(err error, r rule.Rule) error {
	var syntax *SyntaxError
	if errors.As(err, &syntax) && syntax.Reason == rule.ReasonZone {
		return fmt.Errorf("%w; an IRI has no zone: use rule.%v.SplitString", err, r)
	}
	return err
}

// MustParse is like [Parse], but panics on error. It is for constants.
func MustParse(s string) IRI {
	x, err := Parse(s)
	must(err)
	return x
}

// MustParseReference is like [ParseReference], but panics on error. It is for constants.
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

// WithoutFragment returns x without its fragment: an absolute IRI (RFC 3986, section 4.3). It allocates nothing.
func (x IRI) WithoutFragment() IRI {
	x.dropFragment()
	return x
}

// WithoutFragment returns x without its fragment, as [IRI.WithoutFragment] does.
func (x Reference) WithoutFragment() Reference {
	x.dropFragment()
	return x
}

// WithoutQuery returns x without its query; the fragment stays. It allocates only if x has a query and a fragment.
func (x IRI) WithoutQuery() IRI { return IRI{value: x.withoutQuery()} }

// WithoutQuery returns x without its query, as [IRI.WithoutQuery] does.
func (x Reference) WithoutQuery() Reference { return Reference{x.withoutQuery()} }

// WithoutPort returns x without its port and the colon before it. It allocates only if x has a port.
func (x IRI) WithoutPort() IRI { return IRI{value: x.withoutPort()} }

// WithoutPort returns x without its port, as [IRI.WithoutPort] does.
func (x Reference) WithoutPort() Reference { return Reference{x.withoutPort()} }

// WithoutUserinfo returns x without its userinfo and the at sign after it. It allocates only if x has a userinfo.
func (x IRI) WithoutUserinfo() IRI { return IRI{value: x.withoutUserinfo()} }

// WithoutUserinfo returns x without its userinfo, as [IRI.WithoutUserinfo] does.
func (x Reference) WithoutUserinfo() Reference { return Reference{x.withoutUserinfo()} }

// IRI returns x as an IRI, and false if x has no scheme.
func (x Reference) IRI() (IRI, bool) {
	if !x.IsAbs() {
		return IRI{}, false
	}
	return IRI{value: x.value}, true
}

type value struct {
	text  string
	parts Parts
}

// dropFragment has a pointer receiver because a copy takes longer than the test for a fragment.
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

// Equal reports whether x == y. It is for packages that compare by this method, such as github.com/google/go-cmp.
func (x IRI) Equal(y IRI) bool { return x == y }

// Equal reports whether x == y.
func (x Reference) Equal(y Reference) bool { return x == y }

// Compare compares the strings of x and y bytewise, and returns -1, 0 or +1. To sort equivalent IRIs together, compare
// their normal forms ([IRI.Normalize]).
func (x IRI) Compare(y IRI) int { return strings.Compare(x.text, y.text) }

// Compare compares the strings of x and y, as [IRI.Compare] does.
func (x Reference) Compare(y Reference) int { return strings.Compare(x.text, y.text) }

// String returns the string that was parsed, unchanged.
func (x value) String() string { return x.text }

// IsZero reports whether the string is empty. The zero IRI is not valid; the zero Reference is the empty reference.
func (x value) IsZero() bool { return x.text == "" }

// IsAbs reports whether x has a scheme, like IsAbs of net/url. It is true for every IRI except the zero IRI. Unlike an
// absolute-URI (RFC 3986, section 4.3), x may have a fragment.
func (x value) IsAbs() bool { return find.Cut(x.parts).Hier() != 0 }

// IsURI reports whether x is a URI (rule URI of RFC 3986): it has a scheme and is ASCII.
func (x value) IsURI() bool { return x.IsAbs() && percent.BeyondASCII(x.text) == 0 }

// Parts returns the offsets of the components in the string.
func (x value) Parts() Parts { return x.parts }

func (x value) in(s Span, present bool) (string, bool) { return x.text[s.Start:s.End], present }

// Scheme returns the scheme as written, "" in a relative reference. To compare schemes, use HasScheme.
func (x value) Scheme() string {
	s, _ := x.in(x.parts.Scheme())
	return s
}

// HasScheme reports whether the scheme is name, ignoring ASCII case (RFC 3986, section 3.1), or absent if name is "".
func (x value) HasScheme(name string) bool { return char.EqualFold(x.Scheme(), name) }

// Authority returns the authority, with userinfo and port, and whether there is one.
func (x value) Authority() (string, bool) { return x.in(x.parts.Authority()) }

// Userinfo returns the userinfo, and whether there is one.
func (x value) Userinfo() (string, bool) { return x.in(x.parts.Userinfo()) }

// Host returns the host, with the brackets of an IP literal, and whether there is one; it may be empty. See also
// [IRI.Hostname].
func (x value) Host() (string, bool) { return x.in(x.parts.Host()) }

// Port returns the port, and whether there is one; it may be empty. See also [IRI.PortNumber].
func (x value) Port() (string, bool) { return x.in(x.parts.Port()) }

// Path returns the path, which every reference has; it may be empty.
func (x value) Path() string {
	s, _ := x.in(x.parts.Path(), true)
	return s
}

// Query returns the query, and whether there is one; it may be empty.
func (x value) Query() (string, bool) { return x.in(x.parts.Query()) }

// Fragment returns the fragment, and whether there is one; it may be empty.
func (x value) Fragment() (string, bool) { return x.in(x.parts.Fragment()) }
