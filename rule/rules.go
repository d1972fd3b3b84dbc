package rule

import (
	"example.org/iri/internal/language"
)

// Rules of RFC 3987, section 2.2.
var (
	IRI           = Splitter{Rule{&language.IRI}}
	IHierPart     = Rule{&language.IhierPart}
	IRIReference  = Splitter{Rule{&language.IRIReference}}
	AbsoluteIRI   = Splitter{Rule{&language.AbsoluteIRI}}
	IRelativeRef  = Splitter{Rule{&language.IrelativeRef}}
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
	URI          = Splitter{Rule{&language.URI}}
	HierPart     = Rule{&language.HierPart}
	URIReference = Splitter{Rule{&language.URIReference}}
	AbsoluteURI  = Splitter{Rule{&language.AbsoluteURI}}
	RelativeRef  = Splitter{Rule{&language.RelativeRef}}
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
	IRIStrict = Splitter{Rule{&language.IRIStrict}}

	// IRIReferenceStrict is IRIReference without these texts.
	IRIReferenceStrict = Splitter{Rule{&language.IRIReferenceStrict}}

	// IRIWithZone is IRI with the zone identifiers of RFC 6874, as in
	// http://[fe80::1%25en1]/, which RFC 9844 has made historic: IRI with one rule
	// replaced, IP-literal = "[" ( IPv6address / IPv6addrz / IPvFuture ) "]".
	IRIWithZone = Splitter{Rule{&language.IRIWithZone}}

	// IRIReferenceWithZone is IRIReference with that rule replaced.
	IRIReferenceWithZone = Splitter{Rule{&language.IRIReferenceWithZone}}

	// URIWithZone is URI with that rule replaced: what RFC 6874 defines.
	URIWithZone = Splitter{Rule{&language.URIWithZone}}

	// LEIRI is the language of legacy extended IRIs, as XML has them (W3C Note, 3
	// November 2008): IRI with ucschar replaced by nearly every character that is no
	// ASCII delimiter, spaces and controls included.
	LEIRI = Splitter{Rule{&language.LEIRI}}

	// LEIRIReference is IRIReference with ucschar so replaced.
	LEIRIReference = Splitter{Rule{&language.LEIRIReference}}
)
