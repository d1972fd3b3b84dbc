package iri

import (
	"strconv"

	"example.org/iri/dfa"
	"example.org/iri/internal/fault"
	"example.org/iri/internal/uri"
)

// SyntaxError says what is wrong with a text that does not match a rule, and where. Its fields and
// methods are stable, the text of Error is not.
//
// A text goes wrong at a character, at bytes that are ill-formed UTF-8, or at its end. Rune tells
// which. Offset is the byte at which no continuation helps any more; it may lie in the middle of a
// character. Span is what a person has to look at. It begins before Offset if the mistake does. In
// http://host:8080x/ the mistake is the port 8080x, but the automaton stops at the slash, since
// host:8080x could have been a userinfo.
//
// What may be a userinfo, and so hold a password, is in no SyntaxError, save for the one
// character that is Rune.
type SyntaxError struct {
	Rule   string // the rule, by the name that it has in its RFC
	Reason Reason // what is wrong
	Offset int64  // of the first byte that no text of the rule has here; the length of a text that ends too early
	Byte   int    // that byte; -1 if the text ends too early
	Rune   rune   // the character that Offset is in; -1 at the end of the text; U+FFFD if Reason is ReasonIllFormed
	Span   Span   // of the mistake, in bytes; empty where something is missing

	fault fault.Fault
}

// SyntaxErrorIn is for package iri/rule. It returns the error of a text whose walk from the start of
// a language came to a state and an offset.
func SyntaxErrorIn[Bytes ~[]byte | ~string](l *uri.Language, text Bytes, s dfa.State, n int) *SyntaxError {
	e := new(SyntaxError) // filled in where it lies: copies of it would take as long as all the rest
	fault.Fill(&e.fault, l, text, s, n)
	e.adopt()
	return e
}

// NewSyntaxError is for package iri/rule, too: nobody else has a fault.
func NewSyntaxError(f fault.Fault) *SyntaxError {
	e := &SyntaxError{fault: f}
	e.adopt()
	return e
}

// adopt sets the fields to those of the fault.
func (e *SyntaxError) adopt() {
	f := &e.fault
	e.Rule, e.Reason, e.Offset, e.Byte, e.Rune, e.Span = f.Language.Name, Reason(f.Reason), f.Offset, f.Byte, f.Rune, f.Span
}

// Expected returns the bytes that may stand at Offset. They do not tell whether the text may end
// there instead; if Byte is -1, it may not.
func (e *SyntaxError) Expected() dfa.ByteSet { return e.fault.Expected() }

// Component returns the component that the character would be in: scheme, authority, userinfo,
// host, port, path, query or fragment, for URIs and IRIs alike. It is "" if the rule does not tell,
// and authority as long as what was read may be a userinfo or a host. That of a bad port is port.
func (e *SyntaxError) Component() string { return e.fault.Component() }

// Message returns what is wrong, and what helps if that is certain. It is for programs that show
// the text and the place themselves:
//
//	' ' is not allowed in a path; it is written %20
func (e *SyntaxError) Message() string {
	if e.fault.Language == nil { // filled in by hand
		return e.Reason.String()
	}
	return e.fault.Message()
}

// Error returns a text such as
//
//	iri: ' ' is not allowed in a path: "http://example.org/a b" (IRI, byte 20, expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#", "@" or end); it is written %20
func (e *SyntaxError) Error() string {
	if e.fault.Language == nil { // filled in by hand
		return "iri: " + e.Message() + " (" + e.Rule + ", byte " + strconv.FormatInt(e.Offset, 10) + ")"
	}
	return "iri: " + e.fault.Text()
}
