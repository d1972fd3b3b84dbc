package rule

import (
	"strconv"

	"example.org/iri/dfa"
	"example.org/iri/internal/fault"
	"example.org/iri/internal/uri"
)

// A SyntaxError reports where and why a string does not match a rule. Its fields and methods are stable, the words of
// Error are not. It takes one allocation of 128 bytes. Finding the offset takes longer than [Rule.Valid]; the words are
// made only when Error or Message is called.
//
// Offset is the first byte at which no valid string can continue; it may be in the middle of a character. Span is the
// part to show to a person. It begins before Offset if the mistake does: in http://host:8080x/ the mistake is the port
// 8080x, but the automaton stops at the slash, because host:8080x could have been a userinfo.
//
// Except for the character Rune, errors never quote a userinfo, which may include a password (RFC 3986, section 3.2.1).
// They hide everything between the first two slashes and the last @. For rules of an authority or host, they hide
// everything before the last @, and for rules of a userinfo, the whole string.
type SyntaxError struct {
	Rule   string // name of the rule in its RFC
	Reason Reason // kind of mistake
	Rune   rune   // character at Offset; -1 at the end of the string; U+FFFD if it is not UTF-8
	Offset int64  // length of the string if it ends too early
	Byte   int    // byte at Offset; -1 if the string ends too early
	Span   Span   // of the mistake, in bytes; empty where something is missing

	fault fault.Fault
}

// diagnose returns the error for a text on which the automaton stopped at offset n. It overwrites e, unless e is nil.
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

// Expected returns the bytes that may come at Offset. If the bytes before Offset match the rule, the string may also end
// there. Expected allocates nothing.
func (e *SyntaxError) Expected() dfa.ByteSet { return e.fault.Expected() }

// Component returns the component that contains the mistake, even for a rule of one component such as [IHost]. It is
// ComponentAuthority where both a userinfo and a host are possible, ComponentPort for a bad port, and 0 for rules without
// components, such as [Link].
func (e *SyntaxError) Component() Component {
	return Component(e.fault.Component(fault.Reason(e.Reason)))
}

// Message returns the mistake and, if it is certain, the remedy, for programs that show the string and the offset:
//
//	' ' is not allowed in a path; it is written %20
func (e *SyntaxError) Message() string {
	if e.fault.IsZero() {
		return e.Reason.String()
	}
	return e.fault.Message(fault.Reason(e.Reason))
}

// AppendMessage appends [SyntaxError.Message] to dst.
func (e *SyntaxError) AppendMessage(dst []byte) []byte {
	if e.fault.IsZero() {
		return append(dst, e.Reason.String()...)
	}
	return e.fault.AppendMessage(dst, fault.Reason(e.Reason))
}

// Error returns one line of less than 300 bytes, such as
//
//	iri: ' ' is not allowed in a path: "http://example.org/a b" (IRI, byte 20, expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#", "@" or end); it is written %20
func (e *SyntaxError) Error() string {
	if e.fault.IsZero() {
		return "iri: " + e.Message() + " (" + e.Rule + ", byte " + strconv.FormatInt(e.Offset, 10) + ")"
	}
	return e.fault.Text("iri: ", fault.Reason(e.Reason), e.Offset)
}

// GoString returns the exported fields as a Go expression, for %#v.
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

// A Reason is a kind of mistake. It depends only on the bytes before the mistake and on what follows them: a character,
// ill-formed bytes, or the end of the string.
type Reason uint8

const (
	ReasonNoScheme     Reason = iota + 1 // no scheme, where a scheme is required
	ReasonScheme                         // character not allowed in a scheme
	ReasonAuthority                      // character not allowed in a userinfo or a host, or after the bracket of a host
	ReasonPort                           // port that is not a number
	ReasonPath                           // character not allowed in a path
	ReasonQuery                          // character not allowed in a query
	ReasonFragment                       // character not allowed in a fragment
	ReasonFirstSegment                   // colon in the first segment of a path without a scheme
	ReasonBracket                        // bracket that is not around an IP address
	ReasonUnclosed                       // IP address without its closing bracket
	ReasonAddress                        // IP address that is not valid
	ReasonZone                           // zone identifier that the rule does not allow, or that does not begin with %25
	ReasonPercent                        // percent sign without two hexadecimal digits
	ReasonIllFormed                      // bytes that are not UTF-8, or a part of a character at the end
	ReasonNonASCII                       // non-ASCII character in a URI
	ReasonPrivateUse                     // private-use character outside of a query
	ReasonFormatting                     // bidirectional formatting character (RFC 3987, section 4.1) in a strict rule
	ReasonTooShort                       // end of the string, in a rule for a part of IRIs
	ReasonNotInRule                      // character not allowed, in a rule for single characters
)

// String returns the name of r, which is stable, such as "no scheme" or "bad port".
func (r Reason) String() string { return fault.Reason(r).String() }
