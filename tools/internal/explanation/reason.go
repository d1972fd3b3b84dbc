package explanation

import "example.org/iri/rule"

// reasons are descriptions of reasons, and the section of the RFC that a string with the error violates.
var reasons = [...]struct{ help, section string }{
	rule.ReasonNoScheme:     {"the scheme is missing", "RFC 3986, section 3.1"},
	rule.ReasonScheme:       {"a character not allowed in a scheme", "RFC 3986, section 3.1"},
	rule.ReasonAuthority:    {"a character that is not allowed in a userinfo or host, or that follows the bracket which closes a host", "RFC 3986, section 3.2"},
	rule.ReasonPort:         {"a port that is not a number", "RFC 3986, section 3.2.3"},
	rule.ReasonPath:         {"a character not allowed in a path", "RFC 3986, section 3.3"},
	rule.ReasonQuery:        {"a character not allowed in a query", "RFC 3986, section 3.4"},
	rule.ReasonFragment:     {"a character not allowed in a fragment, such as a second `#`", "RFC 3986, section 3.5"},
	rule.ReasonFirstSegment: {"a colon in the first segment of a relative reference", "RFC 3986, section 4.2"},
	rule.ReasonBracket:      {"a bracket that is not around an IP address", "RFC 3986, section 3.2.2"},
	rule.ReasonUnclosed:     {"an IP address without its closing bracket", "RFC 3986, section 3.2.2"},
	rule.ReasonAddress:      {"not a valid IP address", "RFC 3986, section 3.2.2"},
	rule.ReasonZone:         {"a zone identifier in a rule without them, or one that does not begin with `%25`", "RFC 6874, section 2"},
	rule.ReasonPercent:      {"a percent sign without two hexadecimal digits", "RFC 3986, section 2.1"},
	rule.ReasonIllFormed:    {"bytes that are not UTF-8", "RFC 3629, section 4"},
	rule.ReasonNonASCII:     {"a non-ASCII character in a URI", "RFC 3987, section 2.2"},
	rule.ReasonPrivateUse:   {"a private-use character, which only queries of IRIs have", "RFC 3987, section 2.2"},
	rule.ReasonFormatting:   {"a bidirectional formatting character in a strict rule", "RFC 3987, section 4.1"},
	rule.ReasonTooShort:     {"the string ends too early, in a rule for a part of IRIs", "RFC 3987, section 2.2"},
	rule.ReasonNotInRule:    {"a character that a rule for single characters does not allow", "RFC 3987, section 2.2"},
}

// Help returns a description of a reason.
func Help(r rule.Reason) string { return reasons[r].help }

// Section returns the section of the RFC that a string with the error violates.
func Section(r rule.Reason) string { return reasons[r].section }
