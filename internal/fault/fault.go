// Package fault finds the reason why a string is not in a language, and describes it. Finding it takes little more than
// the run that rejected the string; the words are made on demand.
package fault

import (
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
)

// TooLong is the type of rule.ErrTooLong and iri.ErrTooLong, which are equal without initialization at start-up.
type TooLong struct{}

func (TooLong) Error() string { return "iri: string of 4 GiB or more: too long for offsets" }

// A Fault is the data, besides a [Reason], from which the message is made.
type Fault struct {
	language *uri.Language // nil in the zero Fault
	state    dfa.State     // has no transition for the next byte
	begin    dfa.State     // before the character that shows the mistake
	quote    quote
}

// Find returns why text is not in l, the wrong character, and the span of the mistake. State s and offset n are the
// results of dfa.Last from the start. Find reads text a second time only if the span begins before that character. It
// sets all of f, which must be zero, except the quoted text.
func Find[Bytes []byte | string](f *Fault, l *uri.Language, text Bytes, s dfa.State, n int) (r Reason, wrong rune, span dfa.Span) {
	begin, before := n-char.Unfinished(text[:n]), s
	if begin < n {
		before = dfa.Run(l.Automaton, l.Start, text[:begin])
	}
	var c char.Char
	char.Read(&c, text[begin:])
	f.language, f.begin, f.state = l, before, s
	f.quote.set(atEnd, n == len(text))
	f.quote.set(empty, len(text) == 0)
	r = reasonOf(l, before, &c)
	return r, c.Rune, spanOf(l, r, text[:begin], &c)
}

// Quote adds an excerpt around the mistake to f. n and span are those of [Find].
func Quote[Bytes []byte | string](f *Fault, text Bytes, n int, span dfa.Span) {
	begin := n - char.Unfinished(text[:n])
	fill(&f.quote, text, span, secret(f.language, text, begin), begin)
}

// InPieces is [Find] for a string of which only one character is at hand, or its first bytes, of which read are before
// offset. begin and s are the states before the character and at offset. If the bytes are the prefix of several
// characters, the reason is the one of the lowest.
func InPieces(f *Fault, l *uri.Language, begin, s dfa.State, offset int64, bytes []byte, read int) (r Reason, wrong rune, span dfa.Span) {
	c := char.First(bytes)
	first := c
	if read < len(bytes) && !utf8.FullRune(bytes) {
		first = char.Completed(bytes)
	}
	f.language, f.begin, f.state = l, begin, s
	f.quote.at = uint8(copy(f.quote.text[:], c.Bytes()))
	f.quote.set(atEnd, read == len(bytes))
	f.quote.set(empty, offset == 0 && len(bytes) == 0)
	from := int(offset) - read
	return reasonOf(l, begin, &first), c.Rune, dfa.Span{Start: from, End: from + first.Len()}
}

func (f *Fault) IsZero() bool { return f.language == nil }

// Expected returns the bytes with a transition from the state in which the run stopped.
func (f *Fault) Expected() dfa.ByteSet {
	if f.language == nil {
		return dfa.ByteSet{}
	}
	return f.language.Follow(f.state)
}

// Component returns the component of a mistake: the port for a bad port, although the automaton may expect a userinfo.
func (f *Fault) Component(r Reason) uri.Component {
	switch {
	case f.language == nil:
		return 0
	case r == InPort:
		return uri.ComponentPort
	}
	return f.context().Component()
}

// context returns the context of the character, or the surrounding one in a percent-encoded octet.
func (f *Fault) context() uri.Context {
	around, _ := f.language.Context(f.begin).InPctEncoded()
	return around
}
