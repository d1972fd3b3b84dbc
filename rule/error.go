package rule

import (
	"strconv"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
)

// A SyntaxError reports where and why a string does not match a rule. Its fields and
// methods are stable, the words of Error are not. It takes one allocation of 128 bytes. The
// automaton finds the place, so an error takes more time than the result of [Rule.Valid]; the words are made when
// Error or Message is called.
//
// A string goes wrong at a character, at bytes that are ill-formed UTF-8, or at its end: see Rune.
// Offset is the first byte at which no valid string can continue; it may lie in the middle of a
// character. Span is the part to show to a person. It begins before Offset if the mistake does. In
// http://host:8080x/ the mistake is the port 8080x, but the automaton stops at the slash, since
// host:8080x could have been a userinfo.
//
// Errors never quote user information (RFC 3986, section 3.2.1), which may include a password. They hide
// all from the first two slashes to the last @ of the string, from its start in rules of an authority or a host,
// and all of a userinfo. Only the fields Rune and Byte may still be one character of it.
type SyntaxError struct {
	Rule   string // the rule, by the name that it has in its RFC
	Reason Reason // what is wrong
	Rune   rune   // the character that Offset is in; -1 at the end of the string; U+FFFD if Reason is ReasonIllFormed
	Offset int64  // of the first byte at which no valid string can continue; the length of a string that ends too early
	Byte   int    // that byte; -1 if the string ends too early
	Span   Span   // of the mistake, in bytes; empty where something is missing

	language *uri.Language // nil if no rule has returned the error
	state    dfa.State     // at Offset
	begin    dfa.State     // before the character that Offset is in
	quote    quote
}

// newSyntaxError returns the error of a string on which the run from the start of a language has come to
// a state and an offset. Most mistakes are those of a character in that state. Only for others the string is read
// once more.
func newSyntaxError[Bytes ~[]byte | ~string](l *uri.Language, text Bytes, state dfa.State, n int) *SyntaxError {
	e := &SyntaxError{Rule: l.Name, Offset: int64(n), Byte: -1, language: l, state: state}
	if n < len(text) {
		e.Byte = int(text[n])
	}
	begin := n - char.Unfinished(text[:n])
	var c char.Char
	char.Read(&c, text[begin:])
	p := place{state: state}
	if begin < n {
		p = locate(l, text[:begin])
	}
	e.begin, e.Rune, e.Reason = p.state, c.Rune, reasonOf(l, p.state, &c)
	if begin == n && e.Reason.liesBefore() {
		p = locate(l, text[:begin])
	}
	e.Span = span(e.Reason, &p, text[:begin], &c)
	fill(&e.quote, text, e.Span, secret(l, text, begin), begin)
	return e
}

// newErrorOfPieces returns the error of a string of which only one character is at hand, as far as it was
// read: the bytes before Offset first. The states are those before the character and at Offset. If what was read of the
// character can go on in several ways, Reason is that of the first of them.
func newErrorOfPieces(l *uri.Language, begin, state dfa.State, offset int64, bytes []byte, read int) *SyntaxError {
	e := &SyntaxError{Rule: l.Name, Offset: offset, Byte: -1, language: l, state: state, begin: begin}
	c := char.First(bytes)
	first := c
	if read < len(bytes) {
		e.Byte = int(bytes[read])
		if !utf8.FullRune(bytes) {
			first = char.Completed(bytes)
		}
	}
	e.Rune, e.Reason = c.Rune, reasonOf(l, begin, &first)
	from := int(offset) - read
	e.Span = Span{Start: from, End: from + first.Len()}
	e.quote.at = uint8(copy(e.quote.text[:], c.Bytes()))
	return e
}

// Expected returns the bytes that may stand at Offset. The string may also end there if what is before
// Offset matches the rule; if Byte is -1, it does not. It reads a row of a table, and allocates nothing.
func (e *SyntaxError) Expected() dfa.ByteSet {
	if e.language == nil {
		return dfa.ByteSet{}
	}
	return e.language.Follow(e.state)
}

// Component returns the component that the character would be in, for URIs and IRIs alike: 0 if the
// rule does not have components, and ComponentAuthority as long as what was read may be a userinfo or
// a host. That of a bad port is ComponentPort.
func (e *SyntaxError) Component() Component {
	switch {
	case e.language == nil:
		return 0
	case e.Reason == ReasonPort:
		return ComponentPort
	}
	return Component(e.context().Component())
}

// context returns the context of the character, that of the component if it is in a percent-encoded
// octet.
func (e *SyntaxError) context() uri.Context {
	around, _ := e.language.Context(e.begin).InPctEncoded()
	return around
}

// Message returns what is wrong, and what helps if that is certain. It is for programs that show
// the string and the place themselves. It allocates the result:
//
//	' ' is not allowed in a path; it is written %20
func (e *SyntaxError) Message() string {
	if e.language == nil {
		return e.Reason.String()
	}
	var room [longest]byte
	return string(e.appendHint(e.expand(room[:0], e.mistake())))
}

// Error returns one line of less than 300 bytes, which it allocates, such as
//
//	iri: ' ' is not allowed in a path: "http://example.org/a b" (IRI, byte 20, expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#", "@" or end); it is written %20
func (e *SyntaxError) Error() string {
	if e.language == nil {
		return "iri: " + e.Message() + " (" + e.Rule + ", byte " + strconv.FormatInt(e.Offset, 10) + ")"
	}
	return e.text()
}

// GoString returns the exported fields as a Go expression in one line, for %#v.
func (e *SyntaxError) GoString() string {
	buf := append([]byte("&iri.SyntaxError{Rule: "), strconv.Quote(e.Rule)...)
	number := func(name string, n int64) {
		buf = strconv.AppendInt(append(buf, name...), n, 10)
	}
	number(", Reason: ", int64(e.Reason))
	buf = append(append(append(buf, " /* "...), e.Reason.String()...), " */"...)
	number(", Rune: ", int64(e.Rune))
	number(", Offset: ", e.Offset)
	number(", Byte: ", int64(e.Byte))
	number(", Span: iri.Span{Start: ", int64(e.Span.Start))
	number(", End: ", int64(e.Span.End))
	return string(append(buf, "}}"...))
}
