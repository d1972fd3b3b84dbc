package rule

import (
	"strconv"

	"example.org/iri/dfa"
	"example.org/iri/internal/fault"
	"example.org/iri/internal/uri"
)

// A SyntaxError is what is wrong with a string that does not match a rule, and where. Its fields and
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
// Errors never contain user information (RFC 3986, section 3.2.1), which may include a password, except
// for the one character that is Rune. A userinfo stands after the first two slashes and ends at the
// last @ before the next slash, question mark or number sign. In http://user:pa/ss@host/ the password
// has such a delimiter. So if what stands between a colon and the first such delimiter is not a
// port, that is, not only digits, the userinfo ends at the last @ of the string. For rules of an authority or
// a host, and for lists such as [Link], all up to the last @ counts as userinfo; for rules of a userinfo
// the whole string does. If 4 KiB after the mistake do not show where the userinfo ends, all that follows
// the slashes counts as one.
type SyntaxError struct {
	Rule   string // the rule, by the name that it has in its RFC
	Reason Reason // what is wrong
	Rune   rune   // the character that Offset is in; -1 at the end of the string; U+FFFD if Reason is ReasonIllFormed
	Offset int64  // of the first byte at which no valid string can continue; the length of a string that ends too early
	Byte   int    // that byte; -1 if the string ends too early
	Span   Span   // of the mistake, in bytes; empty where something is missing

	fault fault.Fault
}

// newSyntaxError returns the error of a string on which the run from the start of a language came to
// a state and an offset.
func newSyntaxError[Bytes ~[]byte | ~string](l *uri.Language, s Bytes, state dfa.State, n int) *SyntaxError {
	e := new(SyntaxError) // filled in where it lies: a copy takes as long as all the rest
	e.adopt(fault.Find(&e.fault, l, s, state, n))
	return e
}

func (e *SyntaxError) adopt(m fault.Mistake) {
	e.Rule, e.Reason, e.Offset, e.Byte, e.Rune, e.Span = e.fault.Rule(), Reason(m.Reason), m.Offset, m.Byte, m.Rune, m.Span
}

func (e *SyntaxError) mistake() fault.Mistake {
	return fault.Mistake{Reason: fault.Reason(e.Reason), Offset: e.Offset, Byte: e.Byte, Rune: e.Rune, Span: e.Span}
}

// Expected returns the bytes that may stand at Offset. The string may also end there if what is before
// Offset matches the rule; if Byte is -1, it does not. It reads a row of a table, and allocates nothing.
func (e *SyntaxError) Expected() dfa.ByteSet { return e.fault.Expected() }

// Component returns the component that the character would be in, for URIs and IRIs alike: 0 if the
// rule does not have components, and ComponentAuthority as long as what was read may be a userinfo or
// a host. That of a bad port is ComponentPort.
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
	return e.fault.Message(e.mistake())
}

// Error returns one line of less than 300 bytes, which it allocates, such as
//
//	iri: ' ' is not allowed in a path: "http://example.org/a b" (IRI, byte 20, expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#", "@" or end); it is written %20
func (e *SyntaxError) Error() string {
	if e.fault.IsZero() {
		return "iri: " + e.Message() + " (" + e.Rule + ", byte " + strconv.FormatInt(e.Offset, 10) + ")"
	}
	return e.fault.Text("iri: ", e.mistake())
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
