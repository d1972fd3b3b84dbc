package fault

import (
	"unicode/utf8"

	"example.org/iri/dfa"
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
	"bracket not closed", "bad address", "zone identifier", "bad percent triple", "ill-formed UTF-8",
	"non-ASCII in URI", "private use", "formatting character", "too short", "not in rule",
}

// String returns the name of r.
func (r Reason) String() string {
	if r >= NumReasons {
		r = 0
	}
	return names[r]
}

// A what is what a text cannot go on with: a character, an ill-formed sequence of bytes,
// or the end.
type what struct {
	char  rune // end at the end, utf8.RuneError for what is ill-formed
	bytes [utf8.UTFMax]byte
	size  int // of the character or sequence
}

const end = -1

func (w *what) text() []byte { return w.bytes[:w.size] }

func (w *what) isIllFormed() bool { return w.char == utf8.RuneError && !utf8.Valid(w.text()) }

// is reports whether w is one of some characters of ASCII.
func (w *what) is(list ...rune) bool {
	for _, r := range list {
		if w.char == r {
			return true
		}
	}
	return false
}

// endsAuthority reports whether an authority ends where w is.
func (w *what) endsAuthority() bool {
	return w.is(end, language.Slash, language.Question, language.Hash)
}

// reason returns why a text that has come to a state cannot go on with w. It is a
// function of both, and of nothing else.
func reason(l *uri.Language, s dfa.State, w *what) Reason {
	c, inTriple := l.Context(s).InTriple()
	switch {
	case w.isIllFormed():
		return IllFormed
	case inTriple:
		return Percent
	}
	goesOn := func(b byte) bool { return l.Next(s, b) != dfa.Dead }
	switch c {
	case uri.ContextStart:
		return NoScheme
	case uri.ContextScheme:
		if goesOn(language.Colon) && (w.char == end || isGenDelim(w)) {
			return NoScheme
		}
		return or(w, InScheme)
	case uri.ContextPort:
		return InPort
	case uri.ContextUserinfo:
		if goesOn(language.At) && w.endsAuthority() {
			return InPort
		}
		return component(l, s, w, InAuthority)
	case uri.ContextAuthority, uri.ContextHost, uri.ContextClosed:
		return component(l, s, w, InAuthority)
	case uri.ContextLiteral, uri.ContextFuture, uri.ContextZone:
		return inBrackets(c, w)
	case uri.ContextAddress:
		return or(w, InAddress)
	case uri.ContextPath:
		if w.is(language.Colon) {
			return ColonInSegment
		}
		return component(l, s, w, InPath)
	case uri.ContextQuery:
		return component(l, s, w, InQuery)
	case uri.ContextFragment:
		return component(l, s, w, InFragment)
	}
	return component(l, s, w, NotInRule)
}

// or returns a reason, but at the end that there is too little.
func or(w *what, r Reason) Reason {
	if w.char == end {
		return TooShort
	}
	return r
}

func inBrackets(c uri.Context, w *what) Reason {
	switch {
	case w.endsAuthority():
		return Unclosed
	case c == uri.ContextZone, c == uri.ContextLiteral && w.is(language.Percent):
		return InZone
	}
	return InAddress
}

// component returns what is wrong with w in a component, if it has no reason of its
// own: one that this is.
func component(l *uri.Language, s dfa.State, w *what, own Reason) Reason {
	follow := l.Follow(s)
	switch {
	case own != NotInRule && w.is(language.Open, language.Shut):
		return Bracket
	case w.char < utf8.RuneSelf:
		return or(w, own)
	case holds(follow, "ucschar"): // so the character would do, were it another one
		switch {
		case dfa.Match(language.IPrivate.Automaton, w.text()):
			return PrivateUse
		case dfa.Match(language.UCSChar.Automaton, w.text()):
			return Formatting
		}
	case holds(follow, "unreserved"): // where an IRI would take it
		return NonASCII
	}
	return own
}

// holds reports whether all bytes that the texts of a rule begin with are in a set.
func holds(set dfa.ByteSet, rule string) bool {
	return firstSet(rule).Minus(set) == dfa.ByteSet{}
}

func isGenDelim(w *what) bool { return dfa.Match(language.GenDelims.Automaton, w.text()) }
