package fix

import (
	"strconv"

	"example.org/iri"
)

// A Kind is why something was changed.
type Kind uint8

// The kinds.
const (
	Surrounding  Kind = iota + 1 // what stands around the text is removed
	LineEnd                      // a line end is removed
	Backslash                    // a backslash becomes a slash
	Encoded                      // what is not allowed is percent-encoded
	SSH                          // an address of scp becomes an IRI of ssh
	WindowsPath                  // a path of Windows becomes an IRI of file
	Scheme                       // a missing scheme is added
	FirstSegment                 // ./ in front, since a colon would end a scheme
)

// String returns the kind in words.
func (k Kind) String() string {
	switch k {
	case Surrounding:
		return "surrounding text"
	case LineEnd:
		return "line end"
	case Backslash:
		return "backslash"
	case Encoded:
		return "percent-encoded"
	case SSH:
		return "address of scp"
	case WindowsPath:
		return "path of Windows"
	case Scheme:
		return "missing scheme"
	case FirstSegment:
		return "colon in first segment"
	}
	return "Kind(" + strconv.Itoa(int(k)) + ")"
}

// A Change is one step of a repair. Whoever replaces all spans by what they become has the result.
type Change struct {
	Kind Kind
	Span iri.Span // in the text that was given, in bytes; empty if something is inserted
	From string   // what stands there
	To   string   // what it becomes
}

// An Error says why a text cannot be repaired. It quotes at most one character of it.
type Error struct {
	Span iri.Span         // of what is wrong, in the text that was given, in bytes
	Err  *iri.SyntaxError // what is wrong, with offsets in the text as far as it was repaired
}

// Error returns what is wrong, and where.
func (e *Error) Error() string {
	return "iri: cannot be repaired: " + e.Err.Message() + " (byte " + strconv.Itoa(e.Span.Start) + ")"
}

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }
