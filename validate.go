package iri

import (
	"iter"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/scan"
)

// Valid reports whether p is an IRI: rule IRI of RFC 3987, section 2.2, which
// asks for a scheme. It allocates nothing.
//
//go:noinline
func Valid(p []byte) bool {
	v := scan.CheckBytes(&language.IRI, p)
	return v == scan.Valid || v != scan.Invalid && scan.PortableValid(&language.IRI, p)
}

// ValidString is [Valid] for a string.
//
//go:noinline
func ValidString(s string) bool {
	v := scan.CheckString(&language.IRI, s)
	return v == scan.Valid || v != scan.Invalid && scan.PortableValid(&language.IRI, s)
}

// ValidReference reports whether p is an IRI or a relative reference: rule
// IRI-reference of RFC 3987, section 2.2. The empty text is one. It allocates nothing.
//
//go:noinline
func ValidReference(p []byte) bool {
	v := scan.CheckBytes(&language.IRIReference, p)
	return v == scan.Valid || v != scan.Invalid && scan.PortableValid(&language.IRIReference, p)
}

// ValidReferenceString is [ValidReference] for a string.
//
//go:noinline
func ValidReferenceString(s string) bool {
	v := scan.CheckString(&language.IRIReference, s)
	return v == scan.Valid || v != scan.Invalid && scan.PortableValid(&language.IRIReference, s)
}

// Rule is a named production of RFC 3987 or RFC 3986, and so a set of texts.
// Rules are comparable. The zero Rule matches nothing.
type Rule struct{ a *uri.Language }

// Rules of RFC 3987, section 2.2.
var (
	IRI           = Rule{&language.IRI}
	IHierPart     = Rule{&language.IhierPart}
	IRIReference  = Rule{&language.IRIReference}
	AbsoluteIRI   = Rule{&language.AbsoluteIRI}
	IRelativeRef  = Rule{&language.IrelativeRef}
	IRelativePart = Rule{&language.IrelativePart}
	IAuthority    = Rule{&language.Iauthority}
	IUserinfo     = Rule{&language.Iuserinfo}
	IHost         = Rule{&language.Ihost}
	IRegName      = Rule{&language.IregName}
	IPath         = Rule{&language.Ipath}
	IPathAbempty  = Rule{&language.IpathAbempty}
	IPathAbsolute = Rule{&language.IpathAbsolute}
	IPathNoscheme = Rule{&language.IpathNoscheme}
	IPathRootless = Rule{&language.IpathRootless}
	IPathEmpty    = Rule{&language.IpathEmpty}
	ISegment      = Rule{&language.Isegment}
	ISegmentNZ    = Rule{&language.IsegmentNz}
	ISegmentNZNC  = Rule{&language.IsegmentNzNc}
	IPchar        = Rule{&language.Ipchar}
	IQuery        = Rule{&language.Iquery}
	IPrivate      = Rule{&language.Iprivate}
	IFragment     = Rule{&language.Ifragment}
	IUnreserved   = Rule{&language.Iunreserved}
	UCSChar       = Rule{&language.Ucschar}
	Scheme        = Rule{&language.Scheme}
	Port          = Rule{&language.Port}
	IPLiteral     = Rule{&language.IPLiteral}
	IPvFuture     = Rule{&language.IPvFuture}
	IPv6Address   = Rule{&language.IPv6address}
	H16           = Rule{&language.H16}
	LS32          = Rule{&language.Ls32}
	IPv4Address   = Rule{&language.IPv4address}
	DecOctet      = Rule{&language.DecOctet}
	PctEncoded    = Rule{&language.PctEncoded}
	Unreserved    = Rule{&language.Unreserved}
	Reserved      = Rule{&language.Reserved}
	GenDelims     = Rule{&language.GenDelims}
	SubDelims     = Rule{&language.SubDelims}
)

// Rules of RFC 3986, appendix A, that RFC 3987 does not share. What both name
// alike, from scheme to sub-delims, is the same.
var (
	URI          = Rule{&language.URI}
	HierPart     = Rule{&language.HierPart}
	URIReference = Rule{&language.URIReference}
	AbsoluteURI  = Rule{&language.AbsoluteURI}
	RelativeRef  = Rule{&language.RelativeRef}
	RelativePart = Rule{&language.RelativePart}
	Authority    = Rule{&language.Authority}
	Userinfo     = Rule{&language.Userinfo}
	Host         = Rule{&language.Host}
	RegName      = Rule{&language.RegName}
	Path         = Rule{&language.Path}
	PathAbempty  = Rule{&language.PathAbempty}
	PathAbsolute = Rule{&language.PathAbsolute}
	PathNoscheme = Rule{&language.PathNoscheme}
	PathRootless = Rule{&language.PathRootless}
	PathEmpty    = Rule{&language.PathEmpty}
	Segment      = Rule{&language.Segment}
	SegmentNZ    = Rule{&language.SegmentNz}
	SegmentNZNC  = Rule{&language.SegmentNzNc}
	Pchar        = Rule{&language.Pchar}
	Query        = Rule{&language.Query}
	Fragment     = Rule{&language.Fragment}
)

// Languages derived from the rules above, by the equations in tables/languages.
var (
	// IRIStrict is IRI without the texts that hold one of the seven bidirectional
	// formatting characters which RFC 3987, section 4.1, forbids in prose: U+200E,
	// U+200F, U+202A to U+202E. IRIStrict = IRI - *any ( %x200E-200F / %x202A-202E ) *any.
	IRIStrict = Rule{&language.IRIStrict}

	// IRIReferenceStrict is IRIReference without these texts.
	IRIReferenceStrict = Rule{&language.IRIReferenceStrict}

	// IRIWithZone is IRI with the zone identifiers of RFC 6874, as in
	// http://[fe80::1%25en1]/, which RFC 9844 has made historic: IRI with one rule
	// replaced, IP-literal = "[" ( IPv6address / IPv6addrz / IPvFuture ) "]".
	IRIWithZone = Rule{&language.IRIWithZone}

	// IRIReferenceWithZone is IRIReference with that rule replaced.
	IRIReferenceWithZone = Rule{&language.IRIReferenceWithZone}

	// URIWithZone is URI with that rule replaced: what RFC 6874 defines.
	URIWithZone = Rule{&language.URIWithZone}

	// LEIRI is the language of legacy extended IRIs, as XML has them (W3C Note, 3
	// November 2008): IRI with ucschar replaced by nearly every character that is no
	// ASCII delimiter, spaces and controls included.
	LEIRI = Rule{&language.LEIRI}

	// LEIRIReference is IRIReference with ucschar so replaced.
	LEIRIReference = Rule{&language.LEIRIReference}
)

// Rules yields all rules in the order of the grammars, RFC 3987 first, and then the
// languages derived from them.
func Rules() iter.Seq[Rule] {
	return func(yield func(Rule) bool) {
		for _, a := range [...]*uri.Language{
			&language.IRI,
			&language.IhierPart,
			&language.IRIReference,
			&language.AbsoluteIRI,
			&language.IrelativeRef,
			&language.IrelativePart,
			&language.Iauthority,
			&language.Iuserinfo,
			&language.Ihost,
			&language.IregName,
			&language.Ipath,
			&language.IpathAbempty,
			&language.IpathAbsolute,
			&language.IpathNoscheme,
			&language.IpathRootless,
			&language.IpathEmpty,
			&language.Isegment,
			&language.IsegmentNz,
			&language.IsegmentNzNc,
			&language.Ipchar,
			&language.Iquery,
			&language.Iprivate,
			&language.Ifragment,
			&language.Iunreserved,
			&language.Ucschar,
			&language.Scheme,
			&language.Port,
			&language.IPLiteral,
			&language.IPvFuture,
			&language.IPv6address,
			&language.H16,
			&language.Ls32,
			&language.IPv4address,
			&language.DecOctet,
			&language.PctEncoded,
			&language.Unreserved,
			&language.Reserved,
			&language.GenDelims,
			&language.SubDelims,
			&language.URI,
			&language.HierPart,
			&language.URIReference,
			&language.AbsoluteURI,
			&language.RelativeRef,
			&language.RelativePart,
			&language.Authority,
			&language.Userinfo,
			&language.Host,
			&language.RegName,
			&language.Path,
			&language.PathAbempty,
			&language.PathAbsolute,
			&language.PathNoscheme,
			&language.PathRootless,
			&language.PathEmpty,
			&language.Segment,
			&language.SegmentNz,
			&language.SegmentNzNc,
			&language.Pchar,
			&language.Query,
			&language.Fragment,
			&language.IRIStrict,
			&language.IRIReferenceStrict,
			&language.IRIWithZone,
			&language.IRIReferenceWithZone,
			&language.URIWithZone,
			&language.LEIRI,
			&language.LEIRIReference,
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
var nothing = uri.Language{Automaton: &dfa.Automaton{AcceptMin: 1, Classes: &[256]uint8{}, Trans: []uint16{0}}}

// automaton returns what to walk through.
func (r Rule) automaton() *uri.Language {
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
		return dfa.Match(a.Automaton, p)
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
		return dfa.Match(a.Automaton, s)
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
func (r Rule) Prefix(p []byte) int { return dfa.Prefix(r.automaton().Automaton, p) }

// Matcher returns a matcher that has read nothing yet.
func (r Rule) Matcher() Matcher { return Matcher{a: r.a, state: r.automaton().Start} }

// Automaton returns the table of r, for other ways to walk through it; nil for
// the zero Rule. All users share it, so it must not be changed. The eight top
// rules (IRI, IRI-reference, absolute-IRI, irelative-ref and their counterparts)
// have marks for [dfa.Locate].
func (r Rule) Automaton() *dfa.Automaton {
	if r.a == nil {
		return nil
	}
	return r.a.Automaton
}
