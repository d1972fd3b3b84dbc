package intl

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"example.org/iri"
)

// A Profile is a way to convert a registered name to ASCII, label by label, for DNS. Profiles
// differ in what they map before the conversion, in four characters (ß, ς, ZWJ and ZWNJ), and in how
// strict they are with ASCII and lengths. All check the Bidi rule (RFC 5893) and joiners (RFC 5892, appendix
// A), and reject labels that begin with xn-- and are not the punycode of a name.
//
// The characters are those of [idna.UnicodeVersion], which depends on the versions of
// golang.org/x/net and of Go. Since Unicode 15.1, for example, [UTS46] maps ẞ to ß, and before to
// ss.
type Profile uint8

const (
	// UTS46 is the nontransitional processing of Unicode Technical Standard 46 as browsers use it
	// (WHATWG URL Standard, domain to ASCII, beStrict false). Case, width and composition are mapped;
	// ß and ς stay. Labels may have any ASCII character that a reg-name of RFC 3986 has without
	// percent-encoding, such as an underscore, and hyphens anywhere; they may be empty, and of any length: a..b stays. A host
	// that is mapped to the empty string is rejected.
	UTS46 Profile = iota

	// IDNA2008 is RFC 5891 without any mapping, as registries need it: upper case is an error, for
	// example. Labels have the limits of Transitional. Package idna is more lenient than RFC 5892 with
	// symbols (U+2603) and in rules for single characters (U+00B7): it accepts them.
	IDNA2008

	// Transitional is the transitional processing of UTS 46, which stands for the ToASCII of RFC 3490
	// that RFC 3987, section 3.1, names: ß becomes ss and ς becomes σ. It has the characters of UTS
	// 46, where RFC 3490 has those of Unicode 3.2. Labels consist of ASCII letters, digits and inner
	// hyphens (UseSTD3ASCIIRules). They have 1 to 63 octets, and the name has at most 253. A dot at
	// the end is that of the root; no other label is empty.
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

// mapper returns p for package idna. That package does not check lengths here, since what it takes for
// empty labels differs between its versions.
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
	Host    string // as it stands in the IRI
	Profile Profile
	Err     error // of this package or of package idna, or a *iri.SyntaxError
}

// Error returns a line with the host and what is wrong with it.
func (e *HostError) Error() string {
	return fmt.Sprintf("iri: cannot convert host %+q to ASCII by %v: %v", e.Host, e.Profile, e.Err)
}

// Unwrap returns what is wrong with the host.
func (e *HostError) Unwrap() error { return e.Err }

// ToURI returns x as a URI with its host converted to ASCII by p, where [iri.IRI.ToURI]
// percent-encodes the host (RFC 3987, section 3.1). It is for schemes whose hosts are names of DNS.
// A host that is an IP address or empty stays. ToURI decodes percent-encoded octets of other hosts.
// The result has a reg-name of RFC 3986 without percent-encoded octets, or ToURI returns a
// [*HostError]. The result may be an IPv4 address, because fullwidth digits are mapped: validate
// the result.
//
// If x is such a URI and its host has no upper-case letters, the result is x. For a reference without a
// scheme, resolve it first. ToURI takes linear time for ASCII hosts, and quadratic time
// for others.
func (p Profile) ToURI(x iri.IRI) (iri.IRI, error) {
	y, err := p.ToASCII(x)
	return y.ToURI(), err
}

// ToASCII is [Profile.ToURI] for the host alone: all other components stay as they are.
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

// ToUnicode returns x with its host as people read it: xn--rsum-bpad becomes résumé. A host stays
// if it is an IP address, or if p.ToASCII of the result would not be x again. Use it for display;
// look-alikes come back too.
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

// AppendURI appends reference to dst as a URI or relative reference in ASCII, with its host converted as by [Profile.ToURI].
// It also returns the offsets in the appended bytes. If reference is not an IRI reference, the error is that of
// [iri.AppendURI]; if the host cannot be converted, it is a [*HostError]. Then AppendURI returns dst unchanged. By UTS46,
// it allocates only room in dst if the host is in ASCII and lower case and has no label in Punycode.
func (p Profile) AppendURI(dst, reference []byte) ([]byte, iri.Parts, error) {
	return p.append(dst, reference, iri.AppendURI, p.ToURI)
}

// AppendIRI is like [Profile.AppendURI], but appends an IRI reference, with its host converted as by [Profile.ToUnicode].
func (p Profile) AppendIRI(dst, reference []byte) ([]byte, iri.Parts, error) {
	return p.append(dst, reference, iri.AppendIRI, func(x iri.IRI) (iri.IRI, error) { return p.ToUnicode(x).ToIRI(), nil })
}

// append appends the result of fast if p keeps its host, and otherwise that of convert.
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

// convertReference converts a reference, which gets a scheme meanwhile if it has none.
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

// keeps reports whether p surely maps a host to itself, in both directions. This is so for an empty host, and in UTS 46
// for lower case in ASCII. It makes most conversions ten times as fast.
func keeps[B []byte | string](p Profile, host B) bool {
	for i := range len(host) {
		if c := host[i]; c >= utf8.RuneSelf || c == '%' || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return len(host) == 0 || p == UTS46 && !hasACE(host)
}

// withHost returns x with another host.
func withHost(x iri.IRI, host string) (iri.IRI, error) { return x.With().Host(host).IRI() }
