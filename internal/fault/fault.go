// Package fault finds what is wrong with a string that is not in a language, and puts it into words.
// To find it takes little more than the step through the string that rejected it. The words are
// made when somebody asks for them.
package fault

import (
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
)

// TooLong is the type of rule.ErrTooLong and iri.ErrTooLong, which are equal without work at
// start-up.
type TooLong struct{}

func (TooLong) Error() string { return "iri: 4 GiB or more: offsets of components do not fit" }

// A Fault is what the words on a mistake are made of, together with its [Reason].
type Fault struct {
	language *uri.Language // nil in the zero Fault
	state    dfa.State     // where no byte that follows has a transition
	begin    dfa.State     // before the character that shows the mistake
	quote    quote
}

// Find returns why text is not in l, the wrong character, and the span of the mistake. State s and offset n are the
// results of dfa.Last from the start. Find reads text a second time only if the span begins before that character.
// It sets all of f, which must be zero, but the quoted text.
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

// Quote adds to f what is around the mistake: Text and Message quote it. N and span are those of [Find].
func Quote[Bytes []byte | string](f *Fault, text Bytes, n int, span dfa.Span) {
	begin := n - char.Unfinished(text[:n])
	fill(&f.quote, text, span, secret(f.language, text, begin), begin)
}

// InPieces is [Find] for a string of which only one character is at hand, as far as it was read: the bytes before
// offset first. The states are those before the character and at offset. If what was read of the character can go on
// in several ways, the reason is that of the first of them.
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

// IsZero reports whether f is the zero Fault.
func (f *Fault) IsZero() bool { return f.language == nil }

// Expected returns the bytes that have a transition where the string goes wrong.
func (f *Fault) Expected() dfa.ByteSet {
	if f.language == nil {
		return dfa.ByteSet{}
	}
	return f.language.Follow(f.state)
}

// Component returns the component that a mistake is in. What should be a port might go on as a
// userinfo, but was meant as a port.
func (f *Fault) Component(r Reason) uri.Component {
	switch {
	case f.language == nil:
		return 0
	case r == InPort:
		return uri.ComponentPort
	}
	return f.context().Component()
}

// context returns the context of the character, that of the component if it is in a percent-encoded
// octet.
func (f *Fault) context() uri.Context {
	around, _ := f.language.Context(f.begin).InPctEncoded()
	return around
}
