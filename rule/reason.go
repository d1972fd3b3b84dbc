package rule

import "example.org/iri/internal/fault"

// A Reason is a kind of mistake. It depends only on what was read so far, and on what comes next: a
// character, ill-formed bytes, or the end of the string. docs/guide/errors.md has a table of the
// reasons with examples.
type Reason uint8

// The reasons.
const (
	ReasonNoScheme     = Reason(fault.NoScheme)       // there is no scheme, and it has to be there
	ReasonScheme       = Reason(fault.InScheme)       // character not allowed in a scheme
	ReasonAuthority    = Reason(fault.InAuthority)    // character not allowed in a userinfo, a host, or between them
	ReasonPort         = Reason(fault.InPort)         // port that is not a number
	ReasonPath         = Reason(fault.InPath)         // character not allowed in a path
	ReasonQuery        = Reason(fault.InQuery)        // character not allowed in a query
	ReasonFragment     = Reason(fault.InFragment)     // character not allowed in a fragment
	ReasonFirstSegment = Reason(fault.ColonInSegment) // colon in the first segment of a path without a scheme
	ReasonBracket      = Reason(fault.Bracket)        // bracket that is not around an IP address
	ReasonUnclosed     = Reason(fault.Unclosed)       // IP address without its closing bracket
	ReasonAddress      = Reason(fault.InAddress)      // IP address that is not valid
	ReasonZone         = Reason(fault.InZone)         // zone identifier: not in this rule, or not written %25
	ReasonPercent      = Reason(fault.Percent)        // percent sign without two hexadecimal digits
	ReasonIllFormed    = Reason(fault.IllFormed)      // bytes that are not UTF-8, or half a character at the end
	ReasonNonASCII     = Reason(fault.NonASCII)       // non-ASCII character in a URI
	ReasonPrivateUse   = Reason(fault.PrivateUse)     // private-use character, which only queries of IRIs take
	ReasonFormatting   = Reason(fault.Formatting)     // bidirectional formatting character (RFC 3987, section 4.1) in a strict rule
	ReasonTooShort     = Reason(fault.TooShort)       // the string ends too early, in a rule that is a part of IRIs
	ReasonNotInRule    = Reason(fault.NotInRule)      // character that the rule does not have, in a rule for single characters
)

// String returns the name of r, which is stable: "no scheme", "bad port".
func (r Reason) String() string { return fault.Reason(r).String() }
