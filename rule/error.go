package rule

import (
	"strconv"

	"example.org/iri/dfa"
	"example.org/iri/internal/fault"
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
// Except for the one character that is Rune, errors never quote user information (RFC 3986, section 3.2.1), which
// may include a password. They hide all from the first two slashes to the last @ of the string, from its start for
// rules of an authority or a host, and all of a userinfo.
type SyntaxError struct {
	Rule   string // the rule, by the name that it has in its RFC
	Reason Reason // what is wrong
	Rune   rune   // the character that Offset is in; -1 at the end of the string; U+FFFD if Reason is ReasonIllFormed
	Offset int64  // of the first byte at which no valid string can continue; the length of a string that ends too early
	Byte   int    // that byte; -1 if the string ends too early
	Span   Span   // of the mistake, in bytes; empty where something is missing

	fault fault.Fault
}

// diagnose sets e to the error of a string on which the run from the start of a language has come to a state and an
// offset. If e is nil, it makes one.
func diagnose[Bytes []byte | string](e *SyntaxError, l *uri.Language, text Bytes, state dfa.State, n int) *SyntaxError {
	if e == nil {
		e = new(SyntaxError)
	}
	*e = SyntaxError{Rule: l.Name, Offset: int64(n), Byte: -1}
	if n < len(text) {
		e.Byte = int(text[n])
	}
	reason, wrong, span := fault.Find(&e.fault, l, text, state, n)
	fault.Quote(&e.fault, text, n, span)
	e.Reason, e.Rune, e.Span = Reason(reason), wrong, span
	return e
}

// Expected returns the bytes that may stand at Offset. The string may also end there if what is before
// Offset matches the rule; if Byte is -1, it does not. It reads a row of a table, and allocates nothing.
func (e *SyntaxError) Expected() dfa.ByteSet { return e.fault.Expected() }

// Component returns the component that the character would be in, for URIs and IRIs alike: 0 if the
// rule does not have components, and ComponentAuthority as long as what was read may be a userinfo or
// a host. For a bad port, it is ComponentPort.
func (e *SyntaxError) Component() Component {
	return Component(e.fault.Component(fault.Reason(e.Reason)))
}

// Message returns what is wrong, and what helps if that is certain. It is for programs that show
// the string and the place themselves. It allocates the result:
//
//	' ' is not allowed in a path; it is written %20
func (e *SyntaxError) Message() string {
	if e.fault.IsZero() {
		return e.Reason.String()
	}
	return e.fault.Message(fault.Reason(e.Reason))
}

// AppendMessage appends to dst what [SyntaxError.Message] returns.
func (e *SyntaxError) AppendMessage(dst []byte) []byte {
	if e.fault.IsZero() {
		return append(dst, e.Reason.String()...)
	}
	return e.fault.AppendMessage(dst, fault.Reason(e.Reason))
}

// Error returns one line of less than 300 bytes, which it allocates, such as
//
//	iri: ' ' is not allowed in a path: "http://example.org/a b" (IRI, byte 20, expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#", "@" or end); it is written %20
func (e *SyntaxError) Error() string {
	if e.fault.IsZero() {
		return "iri: " + e.Message() + " (" + e.Rule + ", byte " + strconv.FormatInt(e.Offset, 10) + ")"
	}
	return e.fault.Text("iri: ", fault.Reason(e.Reason), e.Offset)
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
