package iri

import (
	"example.org/iri/internal/fault"
	"example.org/iri/rule"
)

// These types are those of package [example.org/iri/rule], which lies below this one and documents
// them. Their constants have the same names there.
type (
	// Rule is [rule.Rule]: a language of RFC 3986, RFC 3987 or HTTP, or derived from these. Its methods
	// are Valid, Check and Split for bytes; ValidString, CheckString and SplitString; and Lines, Column,
	// SplitLines, SplitColumn, Prefix, Matcher, Automaton and String.
	Rule = rule.Rule

	// Parts is [rule.Parts]: where the components of a string lie, with methods Get, Scheme,
	// Authority, Userinfo, Host, Port, Path, Query and Fragment.
	Parts = rule.Parts

	// Span is [rule.Span]: the bytes from field Start up to but not including field End.
	Span = rule.Span

	// Component is [rule.Component]: one of the constants below. It has method String.
	Component = rule.Component

	// SyntaxError is [rule.SyntaxError]: what is wrong with a string, and where. It has fields Rule,
	// Reason, Rune, Offset, Byte and Span, and methods Error, Message, Component, Expected and
	// GoString.
	SyntaxError = rule.SyntaxError

	// Reason is [rule.Reason]: one of the constants below. It has method String.
	Reason = rule.Reason

	// Batch is [rule.Batch]: the results on many values, with fields CRLF, Len, Count, Valid and
	// Parts, and methods Matches and Next.
	Batch = rule.Batch

	// Matcher is [rule.Matcher]: it takes a string in pieces by methods Write, WriteString and
	// WriteByte, and has methods Matched, Err, Len and Reset.
	Matcher = rule.Matcher
)

// The components of a reference, in their order there.
const (
	ComponentScheme    = rule.ComponentScheme
	ComponentAuthority = rule.ComponentAuthority // userinfo, host and port
	ComponentUserinfo  = rule.ComponentUserinfo
	ComponentHost      = rule.ComponentHost
	ComponentPort      = rule.ComponentPort
	ComponentPath      = rule.ComponentPath
	ComponentQuery     = rule.ComponentQuery
	ComponentFragment  = rule.ComponentFragment
)

// The reasons.
const (
	ReasonNoScheme     = rule.ReasonNoScheme     // there is no scheme, and it has to be there
	ReasonScheme       = rule.ReasonScheme       // character not allowed in a scheme
	ReasonAuthority    = rule.ReasonAuthority    // character not allowed in a userinfo or a host, or after the bracket of a host
	ReasonPort         = rule.ReasonPort         // port that is not a number
	ReasonPath         = rule.ReasonPath         // character not allowed in a path
	ReasonQuery        = rule.ReasonQuery        // character not allowed in a query
	ReasonFragment     = rule.ReasonFragment     // character not allowed in a fragment
	ReasonFirstSegment = rule.ReasonFirstSegment // colon in the first segment of a path without a scheme
	ReasonBracket      = rule.ReasonBracket      // bracket that is not around an IP address
	ReasonUnclosed     = rule.ReasonUnclosed     // IP address without its closing bracket
	ReasonAddress      = rule.ReasonAddress      // IP address that is not valid
	ReasonZone         = rule.ReasonZone         // zone identifier in a rule without them, or one that does not begin with %25
	ReasonPercent      = rule.ReasonPercent      // percent sign without two hexadecimal digits
	ReasonIllFormed    = rule.ReasonIllFormed    // bytes that are not UTF-8, or half a character at the end
	ReasonNonASCII     = rule.ReasonNonASCII     // non-ASCII character in a URI
	ReasonPrivateUse   = rule.ReasonPrivateUse   // private-use character, which only queries of IRIs take
	ReasonFormatting   = rule.ReasonFormatting   // bidirectional formatting character (RFC 3987, section 4.1) in a strict rule
	ReasonTooShort     = rule.ReasonTooShort     // the string ends too early, in a rule that is a part of IRIs
	ReasonNotInRule    = rule.ReasonNotInRule    // character that the rule does not have, in a rule for single characters
)

// ErrTooLong is [rule.ErrTooLong]: the error for a string of more than 1<<32 - 1 bytes, which
// [Parts] cannot address. [Valid] and [ValidReference] have no limit.
var ErrTooLong error = tooLong{}

// A tooLong keeps the name of an internal type out of the documentation.
type tooLong = fault.TooLong
