package fix

import (
	"strconv"
	"strings"

	"example.org/iri"
)

// A Kind is a set of kinds of changes, in which each constant is a bit. Change.Kind and Error.Kind have one of them;
// for [Fixer].Allow, 0 means all.
type Kind uint16

// The kinds.
const (
	Surrounding  Kind = 1 << iota // text around the URL is removed, or its escape: &amp; in a query becomes &
	Whitespace                    // whitespace within the input is removed: a line end, or a separator of a number
	Backslash                     // a backslash becomes a slash, or goes: before one, before other punctuation and at the end
	Encoded                       // a character that is not allowed is percent-encoded
	SSH                           // a user, a host and a path, as scp takes them, become an IRI of ssh
	WindowsPath                   // a path of Windows becomes an IRI of file
	Scheme                        // a scheme, its colon or its slashes are added or corrected
	FirstSegment                  // ./ is put before a path whose first segment has a colon, which would end a scheme
)

// String returns the kind in words, those of a set in the order of the constants, with commas. It
// returns "" for 0.
func (k Kind) String() string {
	var names []string
	for ; k != 0; k &= k - 1 {
		names = append(names, (k & -k).name())
	}
	return strings.Join(names, ", ")
}

// name returns the words for a single kind.
func (k Kind) name() string {
	switch k {
	case Surrounding:
		return "surrounding text"
	case Whitespace:
		return "whitespace"
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
	return "Kind(0x" + strconv.FormatUint(uint64(k), 16) + ")"
}

// A Change is one step of a repair. The result is the input with each Span replaced by To.
type Change struct {
	Kind Kind     // exactly one
	Span iri.Span // in the input, in bytes; empty if something is inserted
	From string   // the text of the span
	To   string   // its replacement
}

// An edit is a [Change] without its strings.
type edit struct {
	kind Kind
	span iri.Span
	to   int // how many bytes the result has in its place
}

// changes returns the edits that make the result of an input.
func changes(edits []edit, input, result string) []Change {
	list := make([]Change, len(edits))
	grown := 0
	for i, e := range edits {
		begin := e.span.Start + grown
		list[i] = Change{e.kind, e.span, input[e.span.Start:e.span.End], result[begin : begin+e.to]}
		grown += e.to - (e.span.End - e.span.Start)
	}
	return list
}

// An Error reports why an input is not repaired: no repair is certain, or it takes a change of a kind that
// is not allowed. Except for one character, it contains nothing that may be a userinfo.
//
// If Kind is 0 and Readings is nil, Err is the mistake that cannot be repaired, with offsets in the input after the
// changes made so far. Otherwise Err is the first mistake in the input as given, which the parser reports. It is nil
// if the input is valid, as it may be with [Fixer].Web.
type Error struct {
	Kind     Kind             // of the first change that [Fixer].Allow excludes, whether or not the rest could be repaired; else 0
	Readings []string         // what the input may be, such as "two URLs"; nil if there is at most one reading
	Span     iri.Span         // of the mistake, of the excluded change, or of the text with several readings: in the input, in bytes
	Err      *iri.SyntaxError // what is wrong
}

// Error returns the message of e and the offset in the input that it is about.
func (e *Error) Error() string {
	return "iri: cannot be repaired: " + e.Message() + " (byte " + strconv.Itoa(e.Span.Start) + ")"
}

// Message returns what is wrong, doubtful or not allowed.
func (e *Error) Message() string {
	switch {
	case e.Kind != 0:
		return "a change of kind " + strconv.Quote(e.Kind.String()) + " is not allowed"
	case e.Readings != nil:
		return "it may be " + strings.Join(e.Readings, " or ")
	case e.Err != nil:
		return e.Err.Message()
	}
	return "it is not known what it is"
}

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error {
	if e.Err == nil {
		return nil // and not a nil pointer
	}
	return e.Err
}
