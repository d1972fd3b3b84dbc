package iri

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

	// SchemeRules is for references that have a scheme (RFC 3986, section 6.2.3). It removes a port
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

// The levels of RFC 3986, section 6.2. RFC 3987, sections 5.3.2 and 5.3.3, adds DecodeUTF8 to them.
// Level 6.2.1, simple string comparison, is x == y.
const (
	SyntaxBased = CaseNormalization | PercentNormalization | DotSegments // RFC 3986, section 6.2.2
	SchemeBased = SyntaxBased | SchemeRules                              // RFC 3986, section 6.2.3
)

// ForComparison has all steps. Use it to find duplicates. Only in one case does a set without DecodeUTF8
// find more: DecodeUTF8 can make a host non-ASCII, and the case of such a host stays.
const ForComparison = SchemeBased | DecodeUTF8 | IPv6Text
