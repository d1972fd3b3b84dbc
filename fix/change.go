package fix

import (
	"slices"
	"strconv"
	"strings"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
)

// A Kind is a set of kinds of changes, one bit each. Change.Kind and Error.Kind have exactly one bit. For
// [Fixer].Allow, 0 means all kinds.
type Kind uint16

const (
	Surrounding  Kind = 1 << iota // text around the URL is removed, or its escape: &amp; in a query becomes &
	Whitespace                    // whitespace within the input is removed: a line end, or a separator of a number
	Backslash                     // a backslash becomes a slash, or is removed: before a slash or other punctuation, and at the end
	Encoded                       // a character that is not allowed is percent-encoded
	SSH                           // an scp address (user@host:path) becomes an IRI of ssh
	WindowsPath                   // a Windows path becomes a file IRI
	Scheme                        // a scheme, its colon or its slashes are added or corrected
	FirstSegment                  // ./ is put before a path whose first segment has a colon, which would end a scheme
)

// String returns the kinds in words, in the order of the constants, separated by commas. It returns "" for 0.
func (k Kind) String() string {
	var names []string
	for ; k != 0; k &= k - 1 {
		names = append(names, (k & -k).name())
	}
	return strings.Join(names, ", ")
}

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
		return "scp address"
	case WindowsPath:
		return "Windows path"
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

type edit struct {
	kind Kind
	span iri.Span
	to   int
}

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

// An Error reports why an input is not repaired: no repair is certain, or a necessary change is not allowed. Its texts
// contain no userinfo, except for single characters.
//
// If Kind is 0 and Readings is nil, Err is the error that cannot be repaired, with offsets in the input after the
// changes made so far. Otherwise Err is the error of the parser for the original input, or nil if the input is valid,
// which is possible with [Fixer].Web.
type Error struct {
	Kind     Kind             // of the first change that [Fixer].Allow excludes, even if the rest could not be repaired; else 0
	Readings []string         // possible meanings of the input, such as "two URLs"; nil if there is at most one
	Span     iri.Span         // in the input, in bytes: of the error, the excluded change, or the ambiguous text
	Err      *iri.SyntaxError // error of the parser
}

// Error returns the message of e with its offset in the input.
func (e *Error) Error() string {
	return "iri: cannot be repaired: " + e.Message() + " (byte " + strconv.Itoa(e.Span.Start) + ")"
}

// Message returns the reason, without the offset.
func (e *Error) Message() string {
	switch {
	case e.Kind != 0:
		return "a change of kind " + strconv.Quote(e.Kind.String()) + " is not allowed"
	case e.Readings != nil:
		return "it may be " + strings.Join(e.Readings, " or ")
	case e.Err != nil:
		return e.Err.Message()
	}
	return "its meaning is unclear"
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error {
	if e.Err == nil {
		return nil // not a nil pointer in an interface
	}
	return e.Err
}

const (
	breaks = "\t\r\n"
	spaces = " " + breaks
)

const digits = "0123456789"

func whitespace(s []byte) []byte {
	n := 0
	for n < len(s) && isWhitespace(s[n]) {
		n++
	}
	return s[:n]
}

func isWhitespace(b byte) bool { return b == ' ' || isBreak(b) }

func isBreak(b byte) bool { return b == '\t' || b == '\n' || b == '\r' }

func hasBreak(run []byte) bool {
	return slices.ContainsFunc(run, isBreak)
}

func beginsOctet(s []byte) bool {
	return len(s) >= percent.Size && dfa.Match(language.PctEncoded.Automaton, s[:percent.Size])
}
