package explanation

import "example.org/iri"

// Section names the RFC and its section that a text does not keep to.
func Section(e *iri.SyntaxError) string {
	switch e.Reason {
	case iri.ReasonNoScheme, iri.ReasonScheme:
		return "RFC 3986, section 3.1"
	case iri.ReasonAuthority:
		return "RFC 3986, section 3.2"
	case iri.ReasonPort:
		return "RFC 3986, section 3.2.3"
	case iri.ReasonBracket, iri.ReasonUnclosed, iri.ReasonAddress:
		return "RFC 3986, section 3.2.2"
	case iri.ReasonPath:
		return "RFC 3986, section 3.3"
	case iri.ReasonQuery:
		return "RFC 3986, section 3.4"
	case iri.ReasonFragment:
		return "RFC 3986, section 3.5"
	case iri.ReasonFirstSegment:
		return "RFC 3986, section 4.2"
	case iri.ReasonPercent:
		return "RFC 3986, section 2.1"
	case iri.ReasonZone:
		return "RFC 6874, section 2"
	case iri.ReasonIllFormed:
		return "RFC 3629, section 4"
	case iri.ReasonFormatting:
		return "RFC 3987, section 4.1"
	}
	return "RFC 3987, section 2.2" // the grammar
}
