package intl

import (
	"fmt"
	"strconv"

	"golang.org/x/net/idna"

	"example.org/iri"
)

// A Profile is a way to write a registered name in ASCII, label by label, for DNS. They differ in
// what they map before, and in four characters: ß, ς, ZWJ and ZWNJ.
type Profile uint8

const (
	// UTS46 is the nontransitional processing of Unicode Technical Standard 46, which browsers use:
	// case, width and composition are mapped, ß and ς keep labels of their own. Hyphens may stand
	// anywhere, since hosts such as r3---sn-x.example exist.
	UTS46 Profile = iota

	// IDNA2008 is RFC 5891 without any mapping, as registries ask: a label that is not as it is
	// registered is an error. So is upper-case ASCII. Package idna is more lenient than RFC 5892
	// with symbols (U+2603) and in rules for single characters (U+00B7): it takes them.
	IDNA2008

	// Transitional is the transitional processing of UTS 46, which stands for the ToASCII of RFC
	// 3490 that RFC 3987, section 3.1, names: ß becomes ss and ς becomes σ. It has the characters of
	// UTS 46, where RFC 3490 has those of Unicode 3.2.
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

// mapper returns p for package idna. All check the length of labels and names, the Bidi rule (RFC
// 5893) and joiners, and allow letters, digits and hyphens of ASCII only (UseSTD3ASCIIRules), as RFC
// 3987 asks.
func (p Profile) mapper() *idna.Profile {
	if p == IDNA2008 {
		return idna.New(idna.ValidateForRegistration())
	}
	return idna.New(
		idna.MapForLookup(), idna.Transitional(p == Transitional),
		idna.BidiRule(), idna.CheckHyphens(false), idna.VerifyDNSLength(true),
	)
}

// A HostError says that a host has no form in ASCII.
type HostError struct {
	Host    string // as it stands in the IRI
	Profile Profile
	Err     error // of package idna, or a *iri.SyntaxError
}

// Error names the host and what is wrong with it.
func (e *HostError) Error() string {
	return fmt.Sprintf("iri: host %+q has no form in ASCII by %v: %v", e.Host, e.Profile, e.Err)
}

// Unwrap returns what is wrong with the host.
func (e *HostError) Unwrap() error { return e.Err }

// ToURI returns x as a URI whose host is in ASCII by p, where [iri.IRI.ToURI] percent-encodes it
// (RFC 3987, section 3.1). It is for schemes whose hosts are names of DNS. A host that is an address
// or empty stays. In others percent triples are decoded, and what results must be a name. It may be
// an address by then, since fullwidth digits are mapped: judge the result. The error is a
// [*HostError].
//
// The result is x if x is such a URI. ToURI takes linear time, save that package idna decides about
// the host.
func (p Profile) ToURI(x iri.IRI) (iri.IRI, error) {
	y, err := p.ToASCII(x)
	return y.ToURI(), err
}

// ToASCII is [Profile.ToURI] for the host alone: all else stays as it is.
func (p Profile) ToASCII(x iri.IRI) (iri.IRI, error) {
	host, _ := x.Host()
	if host == "" || x.HostKind() != iri.HostRegName {
		return x, nil
	}
	name, err := iri.Decode(host)
	if err == nil {
		name, err = p.mapper().ToASCII(name)
	}
	if err == nil {
		var y iri.IRI
		if y, err = withHost(x, name); err == nil {
			return y, nil
		}
	}
	return iri.IRI{}, &HostError{host, p, err}
}

// ToUnicode returns x with the labels of its host as people read them: xn--rsum-bpad becomes résumé.
// A host that is an address, or is not as p would write it, stays: what p.ToASCII makes of the
// result is x again. It is for display; look-alikes come back as well.
func (p Profile) ToUnicode(x iri.IRI) iri.IRI {
	host, _ := x.Host()
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

// withHost returns x with another host.
func withHost(x iri.IRI, host string) (iri.IRI, error) { return x.With().Host(host).IRI() }
