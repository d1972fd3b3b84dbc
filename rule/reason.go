package rule

import "example.org/iri/internal/fault"

// A Reason is a kind of mistake. It depends only on the bytes before the mistake and on what follows them: a character,
// ill-formed bytes, or the end of the string.
type Reason uint8

const (
	ReasonNoScheme     Reason = iota + 1 // no scheme, where a scheme is required
	ReasonScheme                         // character not allowed in a scheme
	ReasonAuthority                      // character not allowed in a userinfo or a host, or after the bracket of a host
	ReasonPort                           // port that is not a number
	ReasonPath                           // character not allowed in a path
	ReasonQuery                          // character not allowed in a query
	ReasonFragment                       // character not allowed in a fragment
	ReasonFirstSegment                   // colon in the first segment of a path without a scheme
	ReasonBracket                        // bracket that is not around an IP address
	ReasonUnclosed                       // IP address without its closing bracket
	ReasonAddress                        // IP address that is not valid
	ReasonZone                           // zone identifier that the rule does not allow, or that does not begin with %25
	ReasonPercent                        // percent sign without two hexadecimal digits
	ReasonIllFormed                      // bytes that are not UTF-8, or a part of a character at the end
	ReasonNonASCII                       // non-ASCII character in a URI
	ReasonPrivateUse                     // private-use character outside of a query
	ReasonFormatting                     // bidirectional formatting character (RFC 3987, section 4.1) in a strict rule
	ReasonTooShort                       // end of the string, in a rule for a part of IRIs
	ReasonNotInRule                      // character not allowed, in a rule for single characters
)

// String returns the name of r, which is stable, such as "no scheme" or "bad port".
func (r Reason) String() string { return fault.Reason(r).String() }
