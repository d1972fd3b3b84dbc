package iri

import (
	"iter"

	"example.org/iri/dfa"
	"example.org/iri/internal/scan"
	"example.org/iri/tables"
)

// Valid reports whether p is an IRI: rule IRI of RFC 3987, section 2.2, which
// asks for a scheme. It allocates nothing.
//
//go:noinline
func Valid(p []byte) bool {
	v := scan.CheckBytes(&tables.IRI, p)
	return v == scan.Valid || v != scan.Invalid && scan.PortableValid(&tables.IRI, p)
}

// ValidString is [Valid] for a string.
//
//go:noinline
func ValidString(s string) bool {
	v := scan.CheckString(&tables.IRI, s)
	return v == scan.Valid || v != scan.Invalid && scan.PortableValid(&tables.IRI, s)
}

// ValidReference reports whether p is an IRI or a relative reference: rule
// IRI-reference of RFC 3987, section 2.2. The empty text is one. It allocates nothing.
//
//go:noinline
func ValidReference(p []byte) bool {
	v := scan.CheckBytes(&tables.IRIReference, p)
	return v == scan.Valid || v != scan.Invalid && scan.PortableValid(&tables.IRIReference, p)
}

// ValidReferenceString is [ValidReference] for a string.
//
//go:noinline
func ValidReferenceString(s string) bool {
	v := scan.CheckString(&tables.IRIReference, s)
	return v == scan.Valid || v != scan.Invalid && scan.PortableValid(&tables.IRIReference, s)
}

// Rule is a named production of RFC 3987 or RFC 3986, and so a set of texts.
// Rules are comparable. The zero Rule matches nothing.
type Rule struct{ a *dfa.Automaton }

// Rules of RFC 3987, section 2.2.
var (
	IRI           = Rule{&tables.IRI}
	IHierPart     = Rule{&tables.IhierPart}
	IRIReference  = Rule{&tables.IRIReference}
	AbsoluteIRI   = Rule{&tables.AbsoluteIRI}
	IRelativeRef  = Rule{&tables.IrelativeRef}
	IRelativePart = Rule{&tables.IrelativePart}
	IAuthority    = Rule{&tables.Iauthority}
	IUserinfo     = Rule{&tables.Iuserinfo}
	IHost         = Rule{&tables.Ihost}
	IRegName      = Rule{&tables.IregName}
	IPath         = Rule{&tables.Ipath}
	IPathAbempty  = Rule{&tables.IpathAbempty}
	IPathAbsolute = Rule{&tables.IpathAbsolute}
	IPathNoscheme = Rule{&tables.IpathNoscheme}
	IPathRootless = Rule{&tables.IpathRootless}
	IPathEmpty    = Rule{&tables.IpathEmpty}
	ISegment      = Rule{&tables.Isegment}
	ISegmentNZ    = Rule{&tables.IsegmentNz}
	ISegmentNZNC  = Rule{&tables.IsegmentNzNc}
	IPchar        = Rule{&tables.Ipchar}
	IQuery        = Rule{&tables.Iquery}
	IPrivate      = Rule{&tables.Iprivate}
	IFragment     = Rule{&tables.Ifragment}
	IUnreserved   = Rule{&tables.Iunreserved}
	UCSChar       = Rule{&tables.Ucschar}
	Scheme        = Rule{&tables.Scheme}
	Port          = Rule{&tables.Port}
	IPLiteral     = Rule{&tables.IPLiteral}
	IPvFuture     = Rule{&tables.IPvFuture}
	IPv6Address   = Rule{&tables.IPv6address}
	H16           = Rule{&tables.H16}
	LS32          = Rule{&tables.Ls32}
	IPv4Address   = Rule{&tables.IPv4address}
	DecOctet      = Rule{&tables.DecOctet}
	PctEncoded    = Rule{&tables.PctEncoded}
	Unreserved    = Rule{&tables.Unreserved}
	Reserved      = Rule{&tables.Reserved}
	GenDelims     = Rule{&tables.GenDelims}
	SubDelims     = Rule{&tables.SubDelims}
)

// Rules of RFC 3986, appendix A, that RFC 3987 does not share. What both name
// alike, from scheme to sub-delims, is the same.
var (
	URI          = Rule{&tables.URI}
	HierPart     = Rule{&tables.HierPart}
	URIReference = Rule{&tables.URIReference}
	AbsoluteURI  = Rule{&tables.AbsoluteURI}
	RelativeRef  = Rule{&tables.RelativeRef}
	RelativePart = Rule{&tables.RelativePart}
	Authority    = Rule{&tables.Authority}
	Userinfo     = Rule{&tables.Userinfo}
	Host         = Rule{&tables.Host}
	RegName      = Rule{&tables.RegName}
	Path         = Rule{&tables.Path}
	PathAbempty  = Rule{&tables.PathAbempty}
	PathAbsolute = Rule{&tables.PathAbsolute}
	PathNoscheme = Rule{&tables.PathNoscheme}
	PathRootless = Rule{&tables.PathRootless}
	PathEmpty    = Rule{&tables.PathEmpty}
	Segment      = Rule{&tables.Segment}
	SegmentNZ    = Rule{&tables.SegmentNz}
	SegmentNZNC  = Rule{&tables.SegmentNzNc}
	Pchar        = Rule{&tables.Pchar}
	Query        = Rule{&tables.Query}
	Fragment     = Rule{&tables.Fragment}
)

// Languages derived from the rules above, by the equations in tables/languages.
var (
	// IRIStrict is IRI without the texts that hold one of the seven bidirectional
	// formatting characters which RFC 3987, section 4.1, forbids in prose: U+200E,
	// U+200F, U+202A to U+202E. IRIStrict = IRI - *any ( %x200E-200F / %x202A-202E ) *any.
	IRIStrict = Rule{&tables.IRIStrict}

	// IRIReferenceStrict is IRIReference without these texts.
	IRIReferenceStrict = Rule{&tables.IRIReferenceStrict}

	// IRIWithZone is IRI with the zone identifiers of RFC 6874, as in
	// http://[fe80::1%25en1]/, which RFC 9844 has made historic: IRI with one rule
	// replaced, IP-literal = "[" ( IPv6address / IPv6addrz / IPvFuture ) "]".
	IRIWithZone = Rule{&tables.IRIWithZone}

	// IRIReferenceWithZone is IRIReference with that rule replaced.
	IRIReferenceWithZone = Rule{&tables.IRIReferenceWithZone}

	// URIWithZone is URI with that rule replaced: what RFC 6874 defines.
	URIWithZone = Rule{&tables.URIWithZone}

	// LEIRI is the language of legacy extended IRIs, as XML has them (W3C Note, 3
	// November 2008): IRI with ucschar replaced by nearly every character that is no
	// ASCII delimiter, spaces and controls included.
	LEIRI = Rule{&tables.LEIRI}

	// LEIRIReference is IRIReference with ucschar so replaced.
	LEIRIReference = Rule{&tables.LEIRIReference}
)

// Rules yields all rules in the order of the grammars, RFC 3987 first, and then the
// languages derived from them.
func Rules() iter.Seq[Rule] {
	return func(yield func(Rule) bool) {
		for _, a := range [...]*dfa.Automaton{
			&tables.IRI,
			&tables.IhierPart,
			&tables.IRIReference,
			&tables.AbsoluteIRI,
			&tables.IrelativeRef,
			&tables.IrelativePart,
			&tables.Iauthority,
			&tables.Iuserinfo,
			&tables.Ihost,
			&tables.IregName,
			&tables.Ipath,
			&tables.IpathAbempty,
			&tables.IpathAbsolute,
			&tables.IpathNoscheme,
			&tables.IpathRootless,
			&tables.IpathEmpty,
			&tables.Isegment,
			&tables.IsegmentNz,
			&tables.IsegmentNzNc,
			&tables.Ipchar,
			&tables.Iquery,
			&tables.Iprivate,
			&tables.Ifragment,
			&tables.Iunreserved,
			&tables.Ucschar,
			&tables.Scheme,
			&tables.Port,
			&tables.IPLiteral,
			&tables.IPvFuture,
			&tables.IPv6address,
			&tables.H16,
			&tables.Ls32,
			&tables.IPv4address,
			&tables.DecOctet,
			&tables.PctEncoded,
			&tables.Unreserved,
			&tables.Reserved,
			&tables.GenDelims,
			&tables.SubDelims,
			&tables.URI,
			&tables.HierPart,
			&tables.URIReference,
			&tables.AbsoluteURI,
			&tables.RelativeRef,
			&tables.RelativePart,
			&tables.Authority,
			&tables.Userinfo,
			&tables.Host,
			&tables.RegName,
			&tables.Path,
			&tables.PathAbempty,
			&tables.PathAbsolute,
			&tables.PathNoscheme,
			&tables.PathRootless,
			&tables.PathEmpty,
			&tables.Segment,
			&tables.SegmentNz,
			&tables.SegmentNzNc,
			&tables.Pchar,
			&tables.Query,
			&tables.Fragment,
			&tables.IRIStrict,
			&tables.IRIReferenceStrict,
			&tables.IRIWithZone,
			&tables.IRIReferenceWithZone,
			&tables.URIWithZone,
			&tables.LEIRI,
			&tables.LEIRIReference,
		} {
			if !yield(Rule{a}) {
				return
			}
		}
	}
}

// RuleByName returns the rule with the given ABNF name, such as "IRI-reference", or the
// derived language with the given Go name, such as "IRIStrict". ASCII case is ignored, as
// RFC 5234 asks. A program that calls it links the tables of all rules, 0.6 MB.
func RuleByName(name string) (Rule, bool) {
	for r := range Rules() {
		if equalFold(r.a.Name, name) {
			return r, true
		}
	}
	return Rule{}, false
}

// equalFold compares ASCII texts regardless of case; strings.EqualFold would take
// U+212A for a k.
func equalFold(s, t string) bool {
	if len(s) != len(t) {
		return false
	}
	for i := range len(s) {
		if lower(s[i]) != lower(t[i]) {
			return false
		}
	}
	return true
}

func lower(b byte) byte {
	if b-'A' < 26 {
		b += 'a' - 'A'
	}
	return b
}

// nothing is the automaton of the zero Rule: its only state is the dead one.
var nothing = dfa.Automaton{AcceptMin: 1, Classes: &[256]uint8{}, Trans: []uint16{0}}

// automaton returns what to walk through.
func (r Rule) automaton() *dfa.Automaton {
	if r.a == nil {
		return &nothing
	}
	return r.a
}

// String returns the name that the rule has in its RFC.
func (r Rule) String() string { return r.automaton().Name }

// Valid reports whether the whole of p matches r. It allocates nothing. The eight
// top rules (see [Rule.Automaton]) have a fast path, the others are small.
//
//go:noinline
func (r Rule) Valid(p []byte) bool {
	a := r.automaton()
	if a.Plan == nil {
		return dfa.Match(a, p)
	}
	v := scan.CheckBytes(a, p)
	return v == scan.Valid || v != scan.Invalid && scan.PortableValid(a, p)
}

// ValidString is [Rule.Valid] for a string.
//
//go:noinline
func (r Rule) ValidString(s string) bool {
	a := r.automaton()
	if a.Plan == nil {
		return dfa.Match(a, s)
	}
	v := scan.CheckString(a, s)
	return v == scan.Valid || v != scan.Invalid && scan.PortableValid(a, s)
}

// Check returns nil if the whole of p matches r, else a [*SyntaxError], the only
// thing it allocates.
//
//go:noinline
func (r Rule) Check(p []byte) error {
	if scan.CheckBytes(r.automaton(), p) == scan.Valid {
		return nil
	}
	return check(r, p)
}

// CheckString is [Rule.Check] for a string.
//
//go:noinline
func (r Rule) CheckString(s string) error {
	if scan.CheckString(r.automaton(), s) == scan.Valid {
		return nil
	}
	return check(r, s)
}

// Prefix returns the length in bytes of the longest prefix of p that matches r,
// -1 if none does; some rules match the empty prefix. It reads no further than
// one byte behind the last prefix that could still match, and allocates nothing.
func (r Rule) Prefix(p []byte) int { return dfa.Prefix(r.automaton(), p) }

// Matcher returns a matcher that has read nothing yet.
func (r Rule) Matcher() Matcher { return Matcher{a: r.a, state: r.automaton().Start} }

// Automaton returns the table of r, for other ways to walk through it; nil for
// the zero Rule. All users share it, so it must not be changed. The eight top
// rules (IRI, IRI-reference, absolute-IRI, irelative-ref and their counterparts)
// have marks for [dfa.Locate].
func (r Rule) Automaton() *dfa.Automaton { return r.a }
