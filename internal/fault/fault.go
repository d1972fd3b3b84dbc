// Package fault finds out what is wrong with a text that is not in a language, and says it in
// words. It is not made for speed. Time is linear in the length of the text; only words are
// allocated.
package fault

import (
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
)

// A Fault is what there is to say of a text that is not in a language.
type Fault struct {
	Language *uri.Language
	State    dfa.State // at Offset
	Reason   Reason
	Rune     rune  // the character that Offset is in: -1 at the end, utf8.RuneError if it is none
	Byte     int   // the one at Offset, -1 at the end
	Offset   int64 // of the first byte that no text of the language has here
	Span     dfa.Span

	begin dfa.State // in front of the character
	char  char.Char // what there is instead of one that could be there
	quote quote
}

// Fill sets f, which is zero, to the fault of a text whose walk from the start came to a state and
// an offset, as that of dfa.Last does. Most mistakes are those of a character where it stands. Only
// for others, and if there may be a secret, the text is walked through once more.
func Fill[Bytes ~[]byte | ~string](f *Fault, l *uri.Language, text Bytes, s dfa.State, n int) {
	f.Language, f.State, f.Offset, f.Byte = l, s, int64(n), -1
	if n < len(text) {
		f.Byte = int(text[n])
	}
	begin := n - char.Unfinished(text[:n])
	char.Read(&f.char, text[begin:])
	p, secret := place{state: s}, secretEnd(l, text, begin)
	walked := begin < n || secret > 0
	if walked {
		p = locate(l, text[:begin])
	}
	f.decide(p.state)
	if !walked && f.Reason.liesBefore() {
		p = locate(l, text[:begin])
	}
	f.Span = span(f.Reason, &p, text[:begin], &f.char)
	fillQuote(&f.quote, text, f.Span, begin, p.secret(secret))
}

// InPieces returns the fault of a text of which only one character is at hand, as far as
// it was read: the bytes before Offset first. The states are those before the character
// and at Offset. If what was read of the character can go on in several ways, Reason is
// that of the first of them.
func InPieces(l *uri.Language, begin, s dfa.State, offset int64, bytes []byte, read int) Fault {
	f := Fault{Language: l, State: s, Offset: offset, Byte: -1}
	dies := read < len(bytes)
	if dies {
		f.Byte = int(bytes[read])
	}
	f.char = char.First(bytes)
	if c := f.char; dies && !utf8.FullRune(bytes) {
		f.char = char.Completed(bytes)
		f.decide(begin)
		f.Rune, f.char = utf8.RuneError, c
	} else {
		f.decide(begin)
	}
	from := int(offset) - read
	f.Span = dfa.Span{Start: from, End: from + f.char.Len()}
	return f
}

// decide sets the reason, by the state in front of the character.
func (f *Fault) decide(begin dfa.State) {
	f.begin = begin
	f.Reason = reason(f.Language, begin, &f.char)
	f.Rune = f.char.Rune
}

// Expected returns the bytes that may stand at Offset.
func (f *Fault) Expected() dfa.ByteSet {
	if f.Language == nil {
		return dfa.ByteSet{}
	}
	return f.Language.Follow(f.State)
}

// Component returns the name of the component that the mistake is in. A port that is none might go on
// as a userinfo; who wrote it meant a port.
func (f *Fault) Component() string {
	if f.Reason == InPort {
		return "port"
	}
	return componentName(f.context())
}

// context returns the context of the character, that of the component if it is in a triple.
func (f *Fault) context() uri.Context {
	if f.Language == nil {
		return 0
	}
	around, _ := f.Language.Context(f.begin).InTriple()
	return around
}

func componentName(c uri.Context) string {
	switch c {
	case uri.ContextStart, uri.ContextScheme:
		return "scheme"
	case uri.ContextAuthority, uri.ContextClosed:
		return "authority"
	case uri.ContextUserinfo:
		return "userinfo"
	case uri.ContextHost, uri.ContextLiteral, uri.ContextFuture, uri.ContextZone, uri.ContextAddress:
		return "host"
	case uri.ContextPort:
		return "port"
	case uri.ContextPath:
		return "path"
	case uri.ContextQuery:
		return "query"
	case uri.ContextFragment:
		return "fragment"
	}
	return ""
}
