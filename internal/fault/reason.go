package fault

import (
	"math/bits"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

// A Reason is a kind of mistake. Its values are those of rule.Reason, which documents them.
type Reason uint8

const (
	NoScheme Reason = iota + 1
	InScheme
	InAuthority
	InPort
	InPath
	InQuery
	InFragment
	ColonInSegment
	Bracket
	Unclosed
	InAddress
	InZone
	Percent
	IllFormed
	NonASCII
	PrivateUse
	Formatting
	TooShort
	NotInRule
)

func (r Reason) String() string { return phrases[r.known()].name }

// known returns r, or 0 if it is out of range: callers may set the field Reason.
func (r Reason) known() Reason {
	if int(r) < len(phrases) {
		return r
	}
	return 0
}

// reasons maps a component to the reason for characters that it does not allow.
var reasons = [uri.NumComponents]Reason{
	0: NotInRule, uri.ComponentScheme: InScheme, uri.ComponentAuthority: InAuthority, uri.ComponentUserinfo: InAuthority,
	uri.ComponentHost: InAuthority, uri.ComponentPort: InPort, uri.ComponentPath: InPath, uri.ComponentQuery: InQuery,
	uri.ComponentFragment: InFragment,
}

// reasonOf returns the reason why no transition for c leads on from state s, which depends on nothing else.
func reasonOf(l *uri.Language, s dfa.State, c *char.Char) Reason {
	context, inPctEncoded := l.Context(s).InPctEncoded()
	switch {
	case c.IllFormed():
		return IllFormed
	case inPctEncoded:
		return Percent
	}
	own := reasons[context.Component()]
	switch context {
	case uri.ContextStart:
		return NoScheme
	case uri.ContextScheme:
		if (c.Rune == char.End || isGenDelim(c.Rune)) && l.Next(s, ':') != dfa.Dead {
			return NoScheme
		}
		return orShort(c, own)
	case uri.ContextPort:
		return own
	case uri.ContextUserinfo:
		if endsPort(l, s, c.Rune) {
			return InPort
		}
	case uri.ContextLiteral, uri.ContextFuture, uri.ContextZone:
		return inBrackets(context, c)
	case uri.ContextAddress:
		return orShort(c, InAddress)
	case uri.ContextPath:
		if c.Rune == ':' {
			return ColonInSegment
		}
	}
	return inComponent(l, s, c, own)
}

func orShort(c *char.Char, r Reason) Reason {
	if c.Rune == char.End {
		return TooShort
	}
	return r
}

func inBrackets(context uri.Context, c *char.Char) Reason {
	switch {
	case endsAuthority(c.Rune):
		return Unclosed
	case context == uri.ContextZone, context == uri.ContextLiteral && c.Rune == '%':
		return InZone
	}
	return InAddress
}

// inComponent is reasonOf for a component of any characters. own is the default.
func inComponent(l *uri.Language, s dfa.State, c *char.Char, own Reason) Reason {
	switch {
	case own != NotInRule && (c.Rune == '[' || c.Rune == ']'):
		return Bracket
	case c.Rune < utf8.RuneSelf:
		return orShort(c, own)
	case takes(l, s, "ucschar"): // other non-ASCII characters are allowed
		switch {
		case dfa.Match(language.IPrivate.Automaton, c.Bytes()):
			return PrivateUse
		case dfa.Match(language.UCSChar.Automaton, c.Bytes()):
			return Formatting
		}
	case takes(l, s, "unreserved"): // an IRI would allow c
		return NonASCII
	}
	return own
}

// takes reports whether s has a transition for each byte with which strings of a rule begin.
func takes(l *uri.Language, s dfa.State, rule string) bool {
	class := -1 // of the byte before: its neighbours mostly have the same one
	for i, word := range *firstSet(rule) {
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

// isIn reports whether strings of a language may begin with an ASCII character.
func isIn(r rune, l *uri.Language) bool { return 0 <= r && r < utf8.RuneSelf && l.Begins(byte(r)) }

// endsPort reports whether the authority ends with r in a state of a userinfo, that is, where an @ could follow. Then
// the part after the colon was meant as a port.
func endsPort(l *uri.Language, s dfa.State, r rune) bool {
	return endsAuthority(r) && l.Next(s, '@') != dfa.Dead
}

func endsAuthority(r rune) bool { return r == char.End || r == '/' || r == '?' || r == '#' }

func isGenDelim(r rune) bool { return isIn(r, &language.GenDelims) }
