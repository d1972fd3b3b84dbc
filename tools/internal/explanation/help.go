package explanation

import "example.org/iri/rule"

var help = [...]string{
	rule.ReasonNoScheme:     "the scheme is missing",
	rule.ReasonScheme:       "a character not allowed in a scheme",
	rule.ReasonAuthority:    "a character that is not allowed in a userinfo or host, or that follows the bracket which closes a host",
	rule.ReasonPort:         "a port that is not a number",
	rule.ReasonPath:         "a character not allowed in a path",
	rule.ReasonQuery:        "a character not allowed in a query",
	rule.ReasonFragment:     "a character not allowed in a fragment, such as a second `#`",
	rule.ReasonFirstSegment: "a colon in the first segment of a relative reference",
	rule.ReasonBracket:      "a bracket that is not around an IP address",
	rule.ReasonUnclosed:     "an IP address without its closing bracket",
	rule.ReasonAddress:      "not a valid IP address",
	rule.ReasonZone:         "a zone identifier in a rule without them, or one that does not begin with `%25`",
	rule.ReasonPercent:      "a percent sign without two hexadecimal digits",
	rule.ReasonIllFormed:    "bytes that are not UTF-8",
	rule.ReasonNonASCII:     "a non-ASCII character in a URI",
	rule.ReasonPrivateUse:   "a private-use character, which only queries of IRIs have",
	rule.ReasonFormatting:   "a bidirectional formatting character in a strict rule",
	rule.ReasonTooShort:     "the string ends too early, in a rule for a part of IRIs",
	rule.ReasonNotInRule:    "a character that a rule for single characters does not allow",
}

// Help returns what a reason means.
func Help(r rule.Reason) string { return help[r] }
