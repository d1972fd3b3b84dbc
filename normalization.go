package iri

import (
	"fmt"
	"strconv"
	"strings"
)

// A Normalization is a set of steps of [IRI.Normalize], such as
//
//	iri.SyntaxBased | iri.DecodeUTF8 // RFC 3987, section 5.3.2
//
// Each step removes differences that RFC 3986, section 6.2, or RFC 3987, section 5.3, calls
// insignificant; IPv6Text follows RFC 5952. No step changes what may be significant: the order of query
// parameters, empty queries and fragments, percent-encoded reserved characters, a userinfo. The zero
// Normalization has no steps.
type Normalization uint8

// The steps.
const (
	// CaseNormalization converts to lower case the scheme, and a host whose characters are all ASCII,
	// and to upper case the hexadecimal digits of percent-encoded octets (RFC 3986, section 6.2.2.1;
	// RFC 3987, section 5.3.2.1).
	CaseNormalization Normalization = 1 << iota

	// PercentNormalization decodes percent-encoded octets that are unreserved characters of ASCII (RFC
	// 3986, section 6.2.2.2; RFC 3987, section 5.3.2.3).
	PercentNormalization

	// DotSegments removes dot segments (RFC 3986, section 6.2.2.3) from paths of references that have a
	// scheme, and from paths that begin with a slash: resolution removes these whatever the base is. A
	// reference such as ../a keeps its dot segments, which lead to its target: see [Reference.Resolve]. A
	// percent-encoded dot is a dot if the set has PercentNormalization.
	DotSegments

	// SchemeRules is the step that level SchemeBased adds, for references that have a scheme (RFC 3986,
	// section 6.2.3). It removes a port
	// that is empty or the default of the scheme, with its colon, and makes an empty path after an
	// authority a slash. It empties the authority localhost of scheme file, in upper or lower case (RFC
	// 8089, section 2), unless there is a userinfo or a port that is not empty.
	SchemeRules

	// DecodeUTF8 decodes percent-encoded octets that are non-ASCII characters in UTF-8, if the
	// component may have them and RFC 3987, section 4.1, does not forbid them (example of RFC 3987,
	// section 5.3.2).
	DecodeUTF8

	// IPv6Text writes an IPv6 address in brackets as RFC 5952, section 4, recommends: in lower case,
	// without leading zeros, with :: for the longest run of at least two zero groups, the first of
	// equally long ones. Addresses of prefix ::ffff:0:0/96, which are IPv4-mapped, end in dotted
	// decimal (section 5), and no others do. [net/netip.Addr] has the same form.
	IPv6Text
)

// SyntaxBased and SchemeBased are levels of RFC 3986, section 6.2: sets of steps. SchemeBased is SyntaxBased and the
// step SchemeRules. RFC 3987, sections 5.3.2 and 5.3.3, adds the step DecodeUTF8 to both. The first level, section
// 6.2.1, is x == y.
const (
	SyntaxBased = CaseNormalization | PercentNormalization | DotSegments // RFC 3986, section 6.2.2
	SchemeBased = SyntaxBased | SchemeRules                              // RFC 3986, section 6.2.3
)

// ForComparison has all steps. Use it to find duplicates. Only of hosts such as %C3%A9.EXAMPLE and %C3%A9.example
// does a set without DecodeUTF8 find more: DecodeUTF8 makes them non-ASCII, and the case of non-ASCII hosts stays.
const ForComparison = SchemeBased | DecodeUTF8 | IPv6Text

// named has the names of sets: those that a section of an RFC describes, the larger ones first, and then the steps.
var named = [...]struct {
	name  string
	steps Normalization
}{
	{"rfc3987-5.3.3", SchemeBased | DecodeUTF8},
	{"rfc3986-6.2.3", SchemeBased},
	{"rfc3987-5.3.2", SyntaxBased | DecodeUTF8},
	{"rfc3986-6.2.2", SyntaxBased},
	{"case", CaseNormalization},
	{"percent", PercentNormalization},
	{"dots", DotSegments},
	{"scheme", SchemeRules},
	{"utf8", DecodeUTF8},
	{"ipv6", IPv6Text},
}

// String returns the names of the steps, separated by commas. Steps that a section of an RFC describes have its name:
// [ForComparison] is "rfc3987-5.3.3,ipv6". The zero Normalization has the empty name.
func (n Normalization) String() string {
	var names []string
	for _, set := range named {
		if n&set.steps == set.steps {
			names, n = append(names, set.name), n&^set.steps
		}
	}
	if n != 0 {
		names = append(names, "0x"+strconv.FormatUint(uint64(n), 16))
	}
	return strings.Join(names, ",")
}

// MarshalText returns what [Normalization.String] returns. It implements [encoding.TextMarshaler]. Bits that are not
// steps are written as a number, which [Normalization.UnmarshalText] refuses.
func (n Normalization) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText sets n to the steps that text names, as [Normalization.String] does: a list of rfc3986-6.2.2,
// rfc3986-6.2.3, rfc3987-5.3.2, rfc3987-5.3.3, case, percent, dots, scheme, utf8 and ipv6. Steps may be named more than
// once. If there is an error, n does not change. UnmarshalText implements [encoding.TextUnmarshaler], which package
// flag and packages for configuration files use.
func (n *Normalization) UnmarshalText(text []byte) error {
	var all Normalization
	for name, rest, more := "", string(text), len(text) > 0; more; {
		name, rest, more = strings.Cut(rest, ",")
		steps := normalizationByName(name)
		if steps == 0 {
			return fmt.Errorf("iri: unknown normalization %q", name)
		}
		all |= steps
	}
	*n = all
	return nil
}

// normalizationByName returns 0 for a name that is not known.
func normalizationByName(name string) Normalization {
	for _, set := range named {
		if set.name == name {
			return set.steps
		}
	}
	return 0
}
