package iri

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/normal"
	"example.org/iri/internal/uri/ref"
)

// Normalize returns the normal form of x by a set of steps. Two IRIs are equivalent by these steps if their normal
// forms are equal. Use normal forms only to compare: RFC 3987, section 5.3, recommends to store and pass on the
// original string. Normalize is idempotent: if x is normal, it returns x and allocates nothing. The normal form has the
// components of x, except a port that [SchemeRules] removes. Dot segments are removed as by [IRI.Resolve], which may
// put "/." before a path. A result of 4 GiB or more is the zero IRI.
func (x IRI) Normalize(steps Normalization) IRI {
	x.normalize(steps)
	return x
}

// Normalize returns the normal form of x, as [IRI.Normalize] does.
func (x Reference) Normalize(steps Normalization) Reference {
	x.normalize(steps)
	return x
}

// normalize has a pointer receiver because a copy takes longer than most calls.
func (x *value) normalize(steps Normalization) {
	r := x.ref()
	if normal.Is(&r, normal.Steps(steps)) {
		return
	}
	var buf [256]byte
	*x, _ = made(normal.Append(room(buf[:0], len(x.text)+normal.Growth), r, normal.Steps(steps)))
}

// AppendNormal appends to dst the normal form of the reference, and returns the offsets of its components in that
// normal form. The error is a [*SyntaxError] or [ErrTooLong]. It needs room for at most len(reference)+7 bytes.
func AppendNormal(dst, reference []byte, steps Normalization) ([]byte, Parts, error) {
	parts, err := SplitReference(reference)
	if err != nil {
		return dst, Parts{}, err
	}
	return AppendNormalParts(dst, reference, parts, steps)
}

// AppendNormalParts is [AppendNormal] for a reference that has been split: parts are the result of [SplitReference], or
// of the Split method of a rule for references. The error is nil or [ErrTooLong]. With other parts, AppendNormalParts
// may append something else or panic.
func AppendNormalParts(dst, reference []byte, parts Parts, steps Normalization) ([]byte, Parts, error) {
	r := ref.Ref[[]byte]{Text: reference, Cut: find.Cut(parts)}
	if normal.Is(&r, normal.Steps(steps)) {
		return append(dst, reference...), parts, nil
	}
	result, cut := normal.Append(dst, r, normal.Steps(steps))
	return appended(dst, result, cut)
}

// A Normalization is a set of steps of [IRI.Normalize], such as
//
//	iri.SyntaxBased | iri.DecodeUTF8 // RFC 3987, section 5.3.2
//
// Each step removes differences that RFC 3986, section 6.2, or RFC 3987, section 5.3, calls insignificant; IPv6Text
// follows RFC 5952. No step changes the order of query parameters, empty queries and fragments, percent-encoded
// reserved characters, or a userinfo, which may be significant.
type Normalization uint8

const (
	// CaseNormalization converts the scheme and an ASCII host to lower case, and the hexadecimal digits of
	// percent-encoded octets to upper case (RFC 3986, section 6.2.2.1; RFC 3987, section 5.3.2.1).
	CaseNormalization Normalization = 1 << iota

	// PercentNormalization decodes percent-encoded octets that are unreserved ASCII characters (RFC 3986, section
	// 6.2.2.2; RFC 3987, section 5.3.2.3).
	PercentNormalization

	// DotSegments removes dot segments (RFC 3986, section 6.2.2.3) from paths of references with a scheme, and from
	// paths that begin with a slash. A reference such as ../a keeps its dot segments, because its target depends on the
	// base: see [Reference.Resolve]. With PercentNormalization, a percent-encoded dot counts as a dot.
	DotSegments

	// SchemeRules applies scheme-based rules to references with a scheme (RFC 3986, section 6.2.3). It removes an empty
	// or default port with its colon, and turns an empty path after an authority into a slash. It empties the authority
	// localhost of scheme file, ignoring case (RFC 8089, section 2), unless there is a userinfo or a nonempty port.
	SchemeRules

	// DecodeUTF8 decodes percent-encoded octets that are non-ASCII characters in UTF-8, if the component may have them
	// and RFC 3987, section 4.1, does not forbid them (example of RFC 3987, section 5.3.2).
	DecodeUTF8

	// IPv6Text writes an IPv6 address in brackets as RFC 5952, section 4, recommends, like [net/netip.Addr]: in lower
	// case, without leading zeros, with :: for the first longest run of at least two zero groups. Only IPv4-mapped
	// addresses (::ffff:0:0/96) end in dotted decimal (section 5).
	IPv6Text
)

// SyntaxBased and SchemeBased are levels of RFC 3986, section 6.2. RFC 3987, sections 5.3.2 and 5.3.3, adds the step
// DecodeUTF8 to both. The first level, section 6.2.1, is x == y.
const (
	SyntaxBased = CaseNormalization | PercentNormalization | DotSegments // RFC 3986, section 6.2.2
	SchemeBased = SyntaxBased | SchemeRules                              // RFC 3986, section 6.2.3
)

// ForComparison has all steps. Use it to find duplicates. It misses only hosts such as %C3%A9.EXAMPLE and
// %C3%A9.example, which are equal without DecodeUTF8: decoded, they are not ASCII, and so their case stays.
const ForComparison = SchemeBased | DecodeUTF8 | IPv6Text

// named lists names of sets, larger ones first: the levels of the RFCs, then the single steps.
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

// String returns the names of the steps, separated by commas. The largest set that a section of an RFC describes has
// its name: [ForComparison] is "rfc3987-5.3.3,ipv6". The zero Normalization has the empty name.
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

// MarshalText returns the result of [Normalization.String]. It implements [encoding.TextMarshaler]. Bits that are not
// steps are written as a number, which [Normalization.UnmarshalText] refuses.
func (n Normalization) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText sets n to the steps in text, a comma-separated list of rfc3986-6.2.2, rfc3986-6.2.3, rfc3987-5.3.2,
// rfc3987-5.3.3, case, percent, dots, scheme, utf8 and ipv6, with repetitions allowed. If there is an error, n does not
// change. UnmarshalText implements [encoding.TextUnmarshaler], for package flag and configuration files.
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

func normalizationByName(name string) Normalization {
	for _, set := range named {
		if set.name == name {
			return set.steps
		}
	}
	return 0
}
