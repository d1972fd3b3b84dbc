// Package fault finds out what is wrong with a text that is not in a language, and says
// it. Nothing here is fast; all is linear in the length of the text, and allocates only
// for words.
package fault

import (
	"unicode/utf8"

	"example.org/iri/dfa"
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

	begin   dfa.State   // in front of the character
	context uri.Context // of the character
	char    what        // what there is instead of one that could be there
	quote   quote
}

// Of returns the fault of a text whose walk from the start came to a state and an
// offset, as that of dfa.Last does.
func Of[Bytes ~[]byte | ~string](l *uri.Language, text Bytes, s dfa.State, n int) Fault {
	f := Fault{Language: l, State: s, Offset: int64(n), Byte: -1}
	if n < len(text) {
		f.Byte = int(text[n])
	}
	begin := n - Unfinished(text[:n])
	w := first(text[begin:])
	p := locate(l, text[:begin])
	f.decide(p.state, &w)
	f.Span = p.span(f.Reason, begin, &w)
	fillQuote(&f.quote, text, f.Span, begin, secret(&p, l, text, begin))
	return f
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
	w := first(bytes)
	if dies && !utf8.FullRune(bytes) {
		completed := complete(bytes)
		f.decide(begin, &completed)
		f.Rune, f.char = utf8.RuneError, w
	} else {
		f.decide(begin, &w)
	}
	from := int(offset) - read
	f.Span = dfa.Span{Start: from, End: from + w.size}
	return f
}

func (f *Fault) decide(begin dfa.State, w *what) {
	f.begin, f.char = begin, *w
	f.context, _ = f.Language.Context(begin).InTriple()
	f.Reason = reason(f.Language, begin, w)
	f.Rune = w.char
}

// Unfinished returns how many bytes of a character a text ends in, if it is not all
// there. The text is well-formed up to that.
func Unfinished[Bytes ~[]byte | ~string](text Bytes) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if b := text[len(text)-n]; utf8.RuneStart(b) {
			var bytes [utf8.UTFMax]byte
			if utf8.FullRune(bytes[:copy(bytes[:], text[len(text)-n:])]) {
				return 0
			}
			return n
		}
	}
	return 0
}

// first returns what a text begins with.
func first[Bytes ~[]byte | ~string](text Bytes) what {
	var w what
	n := copy(w.bytes[:], text)
	if n == 0 {
		w.char = end
		return w
	}
	w.char, w.size = utf8.DecodeRune(w.bytes[:n])
	if w.char == utf8.RuneError && w.size == 1 { // the most of it that could begin a character
		for w.size < n && !utf8.FullRune(w.bytes[:w.size]) && !utf8.FullRune(w.bytes[:w.size+1]) {
			w.size++
		}
	}
	clear(w.bytes[w.size:]) // which may be a secret
	return w
}

// complete returns the first character that begins with some bytes.
func complete(bytes []byte) what {
	var w what
	w.size = copy(w.bytes[:], bytes)
	for !utf8.FullRune(w.text()) {
		w.size++
		for last := &w.bytes[w.size-1]; *last < 0xff; *last++ {
			if r, _ := utf8.DecodeRune(w.text()); !utf8.FullRune(w.text()) || r != utf8.RuneError {
				break
			}
		}
	}
	w.char, _ = utf8.DecodeRune(w.text())
	return w
}

// Expected returns the bytes that may stand at Offset.
func (f *Fault) Expected() dfa.ByteSet {
	if f.Language == nil {
		return dfa.ByteSet{}
	}
	return f.Language.Follow(f.State)
}

// Component returns the name of the component that the character would be in.
func (f *Fault) Component() string { return componentName(f.context) }

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
