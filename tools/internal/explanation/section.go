package explanation

import "example.org/iri/rule"

// Section returns the RFC and its section that a string with an error for this reason does not match.
func Section(r rule.Reason) string {
	switch r {
	case rule.ReasonNoScheme, rule.ReasonScheme:
		return "RFC 3986, section 3.1"
	case rule.ReasonAuthority:
		return "RFC 3986, section 3.2"
	case rule.ReasonPort:
		return "RFC 3986, section 3.2.3"
	case rule.ReasonBracket, rule.ReasonUnclosed, rule.ReasonAddress:
		return "RFC 3986, section 3.2.2"
	case rule.ReasonPath:
		return "RFC 3986, section 3.3"
	case rule.ReasonQuery:
		return "RFC 3986, section 3.4"
	case rule.ReasonFragment:
		return "RFC 3986, section 3.5"
	case rule.ReasonFirstSegment:
		return "RFC 3986, section 4.2"
	case rule.ReasonPercent:
		return "RFC 3986, section 2.1"
	case rule.ReasonZone:
		return "RFC 6874, section 2"
	case rule.ReasonIllFormed:
		return "RFC 3629, section 4"
	case rule.ReasonFormatting:
		return "RFC 3987, section 4.1"
	}
	return "RFC 3987, section 2.2" // the grammar
}
