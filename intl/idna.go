package intl

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"example.org/iri"
)

// A Profile is a way to convert a registered name to ASCII, label by label, for DNS. Profiles differ in the mapping
// before the conversion, in four characters (ß, ς, ZWJ and ZWNJ), and in the rules for ASCII and lengths. All check the
// Bidi rule (RFC 5893) and joiners (RFC 5892, appendix A), and reject a label that begins with xn-- but is not valid
// Punycode.
//
// Mappings depend on [idna.UnicodeVersion], and so on the versions of golang.org/x/net and Go. For example, [UTS46] maps
// ẞ to ß since Unicode 15.1, and to ss before.
type Profile uint8

const (
	// UTS46 is the nontransitional processing of Unicode Technical Standard 46 as browsers use it (WHATWG URL Standard,
	// domain to ASCII, beStrict false). It maps case, width and composition, but keeps ß and ς. Labels may have any
	// unencoded ASCII character of a reg-name of RFC 3986, such as an underscore, and hyphens anywhere. They may be
	// empty, and of any length: a..b stays. A host that is mapped to the empty string is rejected.
	UTS46 Profile = iota

	// IDNA2008 is RFC 5891 without any mapping, as registries need it: upper case, for example, is an error. Labels
	// have the limits of Transitional. It is more lenient than RFC 5892, as package idna is: it accepts symbols
	// (U+2603), and characters such as U+00B7 where their contextual rules forbid them.
	IDNA2008

	// Transitional is the transitional processing of UTS 46: ß becomes ss and ς becomes σ. It replaces ToASCII of RFC
	// 3490, which RFC 3987, section 3.1, requires, but which only has the characters of Unicode 3.2. Labels consist of
	// 1 to 63 ASCII letters, digits and inner hyphens (UseSTD3ASCIIRules), and a name has at most 253 octets. A final
	// dot is the root; no other label is empty.
	Transitional
)

// String returns the name of p.
func (p Profile) String() string {
	switch p {
	case UTS46:
		return "UTS46"
	case IDNA2008:
		return "IDNA2008"
	case Transitional:
		return "Transitional"
	}
	return "Profile(" + strconv.Itoa(int(p)) + ")"
}

// mapper returns p for package idna. Lengths are checked here, because versions of idna differ on them.
func (p Profile) mapper() *idna.Profile {
	if p == IDNA2008 {
		return idna.New(idna.ValidateForRegistration(), idna.VerifyDNSLength(false))
	}
	return idna.New(
		idna.MapForLookup(), idna.BidiRule(), idna.CheckHyphens(false),
		idna.StrictDomainName(p != UTS46), idna.Transitional(p == Transitional),
	)
}

// A HostError reports that a host cannot be converted to ASCII.
type HostError struct {
	Host    string // as in the IRI
	Profile Profile
	Err     error // from this package or package idna, or a *iri.SyntaxError
}

// Error returns a line with the host and the reason.
func (e *HostError) Error() string {
	return fmt.Sprintf("iri: cannot convert host %+q to ASCII by %v: %v", e.Host, e.Profile, e.Err)
}

// Unwrap returns e.Err.
func (e *HostError) Unwrap() error { return e.Err }

// ToURI returns x as a URI with its host converted to ASCII by p. In contrast, [iri.IRI.ToURI] percent-encodes the host
// (RFC 3987, section 3.1). ToURI is for schemes whose hosts are domain names. It keeps a host that is an IP address or
// empty, and decodes the percent-encoded octets of other hosts. If the result is not a reg-name of RFC 3986 without
// encoded octets, the error is a [*HostError]. Because digits are mapped, the result may have an IPv4 address: validate
// the result.
//
// If x is already such a URI and its host has no upper-case letters, the result is x. Resolve a reference without a
// scheme first. ToURI takes linear time for ASCII hosts, and quadratic time for others.
func (p Profile) ToURI(x iri.IRI) (iri.IRI, error) {
	y, err := p.ToASCII(x)
	return y.ToURI(), err
}

// ToASCII converts only the host, as [Profile.ToURI] does. All other components stay.
func (p Profile) ToASCII(x iri.IRI) (iri.IRI, error) {
	host, _ := x.Host()
	if keeps(p, host) || x.HostKind() != iri.HostRegName {
		return x, nil
	}
	name, err := p.name(host)
	if err != nil {
		return iri.IRI{}, &HostError{host, p, err}
	}
	y, err := withHost(x, name)
	if err != nil {
		return iri.IRI{}, &HostError{host, p, err}
	}
	return y, nil
}

// ToUnicode returns x with its host in Unicode: xn--rsum-bpad becomes résumé. It keeps an IP address, and a host that
// p.ToASCII would not restore. Use the result only for display, because it may have look-alikes of other characters.
func (p Profile) ToUnicode(x iri.IRI) iri.IRI {
	host, _ := x.Host()
	if keeps(p, host) {
		return x
	}
	name, err := p.mapper().ToUnicode(host)
	if err != nil || name == host || x.HostKind() != iri.HostRegName {
		return x
	}
	y, err := withHost(x, name)
	if err != nil {
		return x
	}
	if back, err := p.ToASCII(y); err != nil || back != x {
		return x
	}
	return y
}

// AppendURI appends to dst the reference as a URI or relative reference, with its host converted as by [Profile.ToURI],
// and returns the offsets of its components. After an error, which is one of [iri.AppendURI] or a [*HostError], it
// returns dst unchanged. For UTS46 and a host in lower-case ASCII without Punycode, it allocates only room in dst.
func (p Profile) AppendURI(dst, reference []byte) ([]byte, iri.Parts, error) {
	return p.append(dst, reference, iri.AppendURI, p.ToURI)
}

// AppendIRI is [Profile.AppendURI] for an IRI reference, with its host converted as by [Profile.ToUnicode].
func (p Profile) AppendIRI(dst, reference []byte) ([]byte, iri.Parts, error) {
	return p.append(dst, reference, iri.AppendIRI, func(x iri.IRI) (iri.IRI, error) { return p.ToUnicode(x).ToIRI(), nil })
}

// append appends the result of fast if p keeps its host, otherwise the result of convert.
func (p Profile) append(dst, reference []byte, fast func(dst, reference []byte) ([]byte, iri.Parts, error), convert func(iri.IRI) (iri.IRI, error)) ([]byte, iri.Parts, error) {
	result, parts, err := fast(dst, reference)
	if err != nil {
		return dst, parts, err
	}
	if host, _ := parts.Host(); keeps(p, result[len(dst)+host.Start:len(dst)+host.End]) {
		return result, parts, nil
	}
	x, err := iri.ParseReference(string(reference))
	if err == nil {
		x, err = convertReference(x, convert)
	}
	if err != nil {
		return dst, iri.Parts{}, err
	}
	return append(dst, x.String()...), x.Parts(), nil
}

// convertReference adds a scheme to a relative reference for the conversion.
func convertReference(x iri.Reference, convert func(iri.IRI) (iri.IRI, error)) (iri.Reference, error) {
	if absolute, is := x.IRI(); is {
		y, err := convert(absolute)
		return y.Reference(), err
	}
	absolute, err := x.With().Scheme("x").IRI()
	if err == nil {
		absolute, err = convert(absolute)
	}
	if err != nil {
		return iri.Reference{}, err
	}
	return absolute.With().Without(iri.ComponentScheme).Reference()
}

// keeps is a fast test that makes most conversions ten times as fast. If it reports true, p maps a host to itself in
// both directions: the host is empty or, with UTS46, in lower-case ASCII without Punycode.
func keeps[B []byte | string](p Profile, host B) bool {
	for i := range len(host) {
		if c := host[i]; c >= utf8.RuneSelf || c == '%' || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return len(host) == 0 || p == UTS46 && !hasACE(host)
}

func withHost(x iri.IRI, host string) (iri.IRI, error) { return x.With().Host(host).IRI() }
