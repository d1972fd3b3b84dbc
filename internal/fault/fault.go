// Package fault finds what is wrong with a string that is not in a language, and puts it into words.
// To find it takes little more than the step through the string that rejected it. The words are
// made when somebody asks for them.
package fault

import (
	"bytes"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
)

// TooLong is the type of rule.ErrTooLong and iri.ErrTooLong, which are equal without work at
// start-up.
type TooLong struct{}

func (TooLong) Error() string { return "iri: 4 GiB or more: offsets of components do not fit" }

// A Mistake is what is wrong with a string, and where. Package rule documents the fields.
type Mistake struct {
	Reason Reason
	Rune   rune  // the character that Offset is in: char.End at the end, utf8.RuneError if it is ill-formed
	Byte   int   // the one at Offset, -1 at the end
	Offset int64 // of the first byte that no string of the language has here
	Span   dfa.Span
}

// A Fault is what the words on a [Mistake] are made of.
type Fault struct {
	language *uri.Language // nil in the zero Fault
	state    dfa.State     // at Offset
	begin    dfa.State     // before the character
	quote    quote
}

// Find sets f, which is zero, and returns the mistake of a string on which the run from the start
// came to a state and an offset, as that of table.Last does. Most mistakes are those of a character
// where it stands. Only for others the string is read once more.
func Find[Bytes ~[]byte | ~string](f *Fault, l *uri.Language, text Bytes, s dfa.State, n int) Mistake {
	m, begin := find(f, l, text, s, n)
	fillQuote(&f.quote, text, m.Span, begin, secret(l, text, begin))
	return m
}

// AppendMistake appends what Message would return, and returns where the mistake lies. Find, which quotes what is
// around a mistake before anybody knows whether the quote is needed, takes half as long again.
func AppendMistake(dst []byte, l *uri.Language, text []byte, s dfa.State, n int) ([]byte, dfa.Span) {
	var f Fault
	m, begin := find(&f, l, text, s, n)
	if !speaksForItself(l, &m, text) {
		fillQuote(&f.quote, text, m.Span, begin, secret(l, text, begin))
	}
	return f.AppendMessage(dst, m), m.Span
}

// ReasonOf returns the reason and the component that Find finds, which takes no quote.
func ReasonOf(l *uri.Language, text []byte, s dfa.State, n int) (Reason, uri.Component) {
	var f Fault
	m, _ := find(&f, l, text, s, n)
	return m.Reason, f.Component(m.Reason)
}

// speaksForItself reports whether the words on a mistake are about a character of ASCII, whatever is around it: it
// is in no userinfo, the string is not of another kind, and does not end a line.
func speaksForItself(l *uri.Language, m *Mistake, text []byte) bool {
	switch m.Reason {
	case InScheme, InAuthority, InPath, InQuery, InFragment:
	default:
		return false
	}
	if !isGraphic(m.Rune) || len(text) > ahead || l.Context(l.Start) == uri.ContextUserinfo {
		return false
	}
	last := text[len(text)-1]
	return isGraphic(rune(text[0])) && last != '\r' && last != '\n' &&
		(len(text) < 3 || text[1] != ':' || text[2] != '\\') && bytes.IndexByte(text, '@') < 0
}

// find is Find without the quote. It also returns where the character begins that shows the mistake.
func find[Bytes ~[]byte | ~string](f *Fault, l *uri.Language, text Bytes, s dfa.State, n int) (_ Mistake, begin int) {
	m := Mistake{Offset: int64(n), Byte: -1}
	if n < len(text) {
		m.Byte = int(text[n])
	}
	begin = n - char.Unfinished(text[:n])
	var c char.Char
	char.Read(&c, text[begin:])
	p := place{state: s}
	if begin < n {
		p = locate(l, text[:begin])
	}
	m.Rune, m.Reason = c.Rune, reason(l, p.state, &c)
	if begin == n && m.Reason.liesBefore() {
		p = locate(l, text[:begin])
	}
	m.Span = span(m.Reason, &p, text[:begin], &c)
	f.language, f.begin, f.state = l, p.state, s
	return m, begin
}

// InPieces sets f, which is zero, and returns the mistake of a string of which only one character is
// at hand, as far as it was read: the bytes before Offset first. The states are those before the
// character and at Offset. If what was read of the character can go on in several ways, Reason is
// that of the first of them.
func InPieces(f *Fault, l *uri.Language, begin, s dfa.State, offset int64, bytes []byte, read int) Mistake {
	m := Mistake{Offset: offset, Byte: -1}
	dies := read < len(bytes)
	if dies {
		m.Byte = int(bytes[read])
	}
	c := char.First(bytes)
	first := c
	if dies && !utf8.FullRune(bytes) {
		first = char.Completed(bytes)
	}
	m.Rune, m.Reason = c.Rune, reason(l, begin, &first)
	from := int(offset) - read
	m.Span = dfa.Span{Start: from, End: from + first.Len()}
	f.language, f.begin, f.state = l, begin, s
	f.quote.holdChar(c.Bytes())
	return m
}

// Rule returns the name of the rule.
func (f *Fault) Rule() string { return f.language.Name }

// Expected returns the bytes that may stand at Offset.
func (f *Fault) Expected() dfa.ByteSet {
	if f.language == nil {
		return dfa.ByteSet{}
	}
	return f.language.Follow(f.state)
}

// Component returns the component that a mistake is in. What should be a port might go on as a
// userinfo, but was meant as a port.
func (f *Fault) Component(r Reason) uri.Component {
	if r == InPort {
		return uri.ComponentPort
	}
	return f.context().Component()
}

// context returns the context of the character, that of the component if it is in a percent-encoded
// octet.
func (f *Fault) context() uri.Context {
	if f.language == nil {
		return 0
	}
	around, _ := f.language.Context(f.begin).InPctEncoded()
	return around
}

// IsZero reports whether f is the zero Fault.
func (f *Fault) IsZero() bool { return f.language == nil }
