package fault

import (
	"math/bits"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

// A Reason is a kind of mistake. Package iri documents the kinds, and has the same
// constants with the same values.
type Reason uint8

const (
	_ Reason = iota
	NoScheme
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
	NumReasons
)

var names = [NumReasons]string{
	"none", "no scheme", "not allowed in scheme", "not allowed in authority", "bad port", "not allowed in path",
	"not allowed in query", "not allowed in fragment", "colon in first segment", "misplaced bracket",
	"bracket not closed", "bad address", "zone identifier", "bad percent-encoding", "ill-formed UTF-8",
	"non-ASCII in URI", "private use", "formatting character", "too short", "not in rule",
}

// String returns the name of r.
func (r Reason) String() string {
	if r >= NumReasons {
		r = 0
	}
	return names[r]
}

// endsAuthority reports whether an authority ends where r is.
func endsAuthority(r rune) bool {
	return r == char.End || r == '/' || r == '?' || r == '#'
}

// reason returns why a string that has come to a state cannot go on with c. It is a
// function of both, and of nothing else.
func reason(l *uri.Language, s dfa.State, c *char.Char) Reason {
	context, inPctEncoded := l.Context(s).InPctEncoded()
	switch {
	case c.IllFormed():
		return IllFormed
	case inPctEncoded:
		return Percent
	}
	goesOn := func(b byte) bool { return l.Next(s, b) != dfa.Dead }
	switch context {
	case uri.ContextStart:
		return NoScheme
	case uri.ContextScheme:
		if goesOn(':') && (c.Rune == char.End || isGenDelim(c.Rune)) {
			return NoScheme
		}
		return orShort(c, InScheme)
	case uri.ContextPort:
		return InPort
	case uri.ContextUserinfo:
		if goesOn('@') && endsAuthority(c.Rune) {
			return InPort
		}
		return component(l, s, c, InAuthority)
	case uri.ContextAuthority, uri.ContextHost, uri.ContextClosed:
		return component(l, s, c, InAuthority)
	case uri.ContextLiteral, uri.ContextFuture, uri.ContextZone:
		return inBrackets(context, c)
	case uri.ContextAddress:
		return orShort(c, InAddress)
	case uri.ContextPath:
		if c.Rune == ':' {
			return ColonInSegment
		}
		return component(l, s, c, InPath)
	case uri.ContextQuery:
		return component(l, s, c, InQuery)
	case uri.ContextFragment:
		return component(l, s, c, InFragment)
	}
	return component(l, s, c, NotInRule)
}

// orShort returns a reason, but at the end that there is too little.
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

// component returns what is wrong with c in a component, if it has no reason of its
// own: one that this is.
func component(l *uri.Language, s dfa.State, c *char.Char, own Reason) Reason {
	switch {
	case own != NotInRule && (c.Rune == '[' || c.Rune == ']'):
		return Bracket
	case c.Rune < utf8.RuneSelf:
		return orShort(c, own)
	case takes(l, s, "ucschar"): // so the character would do, were it another one
		switch {
		case dfa.Match(language.IPrivate.Automaton, c.Bytes()):
			return PrivateUse
		case dfa.Match(language.UCSChar.Automaton, c.Bytes()):
			return Formatting
		}
	case takes(l, s, "unreserved"): // where an IRI would take it
		return NonASCII
	}
	return own
}

// takes reports whether all bytes that the strings of a rule begin with may stand in a state.
func takes(l *uri.Language, s dfa.State, rule string) bool {
	class := -1 // of the byte before, which neighbours in the set mostly have, too
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

func isGenDelim(r rune) bool {
	return 0 <= r && r < utf8.RuneSelf && firstSet("gen-delims").Has(byte(r))
}
