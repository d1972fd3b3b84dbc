package rule

import (
	"math/bits"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/fault"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

// A Reason is a kind of mistake. It depends only on what was read so far, and on what comes next: a
// character, ill-formed bytes, or the end of the string.
type Reason uint8

// The reasons.
const (
	ReasonNoScheme     Reason = iota + 1 // there is no scheme, and it has to be there
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
	ReasonZone                           // zone identifier in a rule without them, or one that does not begin with %25
	ReasonPercent                        // percent sign without two hexadecimal digits
	ReasonIllFormed                      // bytes that are not UTF-8, or half a character at the end
	ReasonNonASCII                       // non-ASCII character in a URI
	ReasonPrivateUse                     // private-use character, which only queries of IRIs take
	ReasonFormatting                     // bidirectional formatting character (RFC 3987, section 4.1) in a strict rule
	ReasonTooShort                       // the string ends too early, in a rule that is a part of IRIs
	ReasonNotInRule                      // character that the rule does not have, in a rule for single characters
)

// String returns the name of r, which is stable: "no scheme", "bad port".
func (r Reason) String() string {
	if int(r) >= len(sayings) {
		r = 0
	}
	return sayings[r].name
}

// reasons has the reasons for characters that a component does not have.
var reasons = [uri.NumComponents]Reason{
	0: ReasonNotInRule, uri.ComponentScheme: ReasonScheme, uri.ComponentAuthority: ReasonAuthority, uri.ComponentUserinfo: ReasonAuthority,
	uri.ComponentHost: ReasonAuthority, uri.ComponentPort: ReasonPort, uri.ComponentPath: ReasonPath, uri.ComponentQuery: ReasonQuery,
	uri.ComponentFragment: ReasonFragment,
}

// reasonOf returns why a string that has come to state s cannot go on with c. It depends on nothing else.
func reasonOf(l *uri.Language, s dfa.State, c *char.Char) Reason {
	context, inPctEncoded := l.Context(s).InPctEncoded()
	switch {
	case c.IllFormed():
		return ReasonIllFormed
	case inPctEncoded:
		return ReasonPercent
	}
	own := reasons[context.Component()]
	switch context {
	case uri.ContextStart:
		return ReasonNoScheme
	case uri.ContextScheme:
		if (c.Rune == char.End || isGenDelim(c.Rune)) && l.Next(s, ':') != dfa.Dead {
			return ReasonNoScheme
		}
		return orShort(c, own)
	case uri.ContextPort:
		return own
	case uri.ContextUserinfo:
		if fault.EndsPort(l, s, c.Rune) {
			return ReasonPort
		}
	case uri.ContextLiteral, uri.ContextFuture, uri.ContextZone:
		return inBrackets(context, c)
	case uri.ContextAddress:
		return orShort(c, ReasonAddress)
	case uri.ContextPath:
		if c.Rune == ':' {
			return ReasonFirstSegment
		}
	}
	return inComponent(l, s, c, own)
}

// orShort returns r, or that the string is too short if c is its end.
func orShort(c *char.Char, r Reason) Reason {
	if c.Rune == char.End {
		return ReasonTooShort
	}
	return r
}

// inBrackets is reasonOf for an IP address in brackets.
func inBrackets(context uri.Context, c *char.Char) Reason {
	switch {
	case fault.EndsAuthority(c.Rune):
		return ReasonUnclosed
	case context == uri.ContextZone, context == uri.ContextLiteral && c.Rune == '%':
		return ReasonZone
	}
	return ReasonAddress
}

// inComponent is reasonOf for a component of many characters. Those without a reason of their own have that of the
// component.
func inComponent(l *uri.Language, s dfa.State, c *char.Char, own Reason) Reason {
	switch {
	case own != ReasonNotInRule && (c.Rune == '[' || c.Rune == ']'):
		return ReasonBracket
	case c.Rune < utf8.RuneSelf:
		return orShort(c, own)
	case takes(l, s, "ucschar"): // so other characters beyond ASCII are allowed
		switch {
		case dfa.Match(language.IPrivate.Automaton, c.Bytes()):
			return ReasonPrivateUse
		case dfa.Match(language.UCSChar.Automaton, c.Bytes()):
			return ReasonFormatting
		}
	case takes(l, s, "unreserved"): // where an IRI would take it
		return ReasonNonASCII
	}
	return own
}

// takes reports whether state s has a transition for all bytes that the strings of a rule begin with.
func takes(l *uri.Language, s dfa.State, rule string) bool {
	class := -1 // of the byte before, which neighbours in the set mostly have, too
	for i, word := range *fault.FirstSet(rule) {
		for ; word != 0; word &= word - 1 {
			b := byte(64*i + bits.TrailingZeros64(word))
			if int(l.Classes[b]) == class {
				continue
			}
			if class = int(l.Classes[b]); l.Next(s, b) == dfa.Dead {
				return false
			}
		}
	}
	return true
}

// isIn reports whether a character of ASCII is one of those that the strings of a rule begin with.
func isIn(r rune, rule string) bool {
	return 0 <= r && r < utf8.RuneSelf && fault.FirstSet(rule).Has(byte(r))
}

func isGenDelim(r rune) bool { return isIn(r, "gen-delims") }
