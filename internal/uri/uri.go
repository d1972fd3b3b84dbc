// Package uri defines the data of the fast paths for references, which split a string into scheme, authority, path,
// query and fragment. Package internal/uri/plan derives the data from an automaton and proves it, package
// internal/uri/scan reads it, and package internal/language has it for each language.
package uri

import "example.org/iri/dfa"

// A Language is the automaton of a rule, with its fast-path table if it has one.
type Language struct {
	*dfa.Automaton
	Shape    Shape
	Plan     *Plan  // nil if there is no fast path
	Contexts string // the Context of each state, by number; "" if all are ContextElsewhere

	// Beyond is the rule that extends this one to the characters of RFC 3987, or "".
	Beyond string

	// Like is a language with a fast-path table, for a language without one; or nil. A string of Like is also in this
	// language, with the same components, if all of these are true:
	//   - A reference has no fragment.
	//   - It begins with a scheme, or with a byte that can begin a string of this language.
	//   - It has a host that is not empty if WithHost is set, else no authority.
	//   - An authority, which is validated with two slashes before it, has no userinfo.
	//   - It has a port, unless the empty string is in this language.
	Like     *Language
	WithHost bool
}

// Roles returns the roles of bytes in the table of l or of l.Like. Without a table, no byte has a role.
func (l *Language) Roles() *[256]uint8 {
	switch {
	case l.Plan != nil:
		return &l.Plan.Class
	case l.Like != nil:
		return &l.Like.Plan.Class
	}
	return &noRoles
}

var noRoles [256]uint8

// A Shape is the set of components that the strings of a language have.
type Shape uint8

const (
	Other     Shape = iota // no components
	Reference              // the components of a URI-reference
	Target                 // a path, even if it begins with two slashes, and perhaps a query
	Authority              // a host, and perhaps a port
)

// A FirstSet is the set of bytes that begin the strings of a rule. Error messages name the rule instead of the bytes.
type FirstSet struct {
	Rule     string
	Bytes    dfa.ByteSet
	Literals string // the alternatives in order, if the rule is a choice of single characters
}

// A Plan is a fast-path table. It is derived from an automaton and proved: on ASCII without percent-encoded octets and
// brackets, package internal/uri/scan accepts the same strings as the automaton.
type Plan struct {
	// Class has the roles of each byte, as bits defined below. Bytes from 0x80 up have none. An ASCII byte without a
	// role is in no string of the language.
	Class [256]uint8

	// Rows has sets of ASCII bytes for vector shuffles: byte b is in set k if bit b>>4 of Rows[k][b&15] is set.
	Rows [NumRows][16]uint8

	// Delims repeats each delimiter 32 times for vector comparisons. A byte from 0x80 up replaces a delimiter that the
	// language lacks.
	Delims [NumDelims][32]uint8

	// Pairs has the pairs of neighbouring bytes that make a string with non-ASCII bytes suspect. For k of 0 and 1, the
	// bits of Pairs[4*k][p>>4] & Pairs[4*k+1][p&15] & Pairs[4*k+2][c>>4] & Pairs[4*k+3][c&15] are the boxes (sets of
	// pairs) that contain the pair (p, c). Bit 7 of k = 0 marks two continuation bytes: it must be set exactly where
	// the lead byte two or three bytes before c requires another continuation. A string that has no suspect pair,
	// followed by a zero byte, consists of ASCII and of characters that act as ordinary bytes everywhere.
	Pairs [8][16]uint8

	// Path, Query and Fragment are the states within these components, where the automaton can take over.
	Path, Query, Fragment dfa.State

	// Relative is set if the language has strings without a scheme.
	Relative bool

	// Bracket is the byte that begins a host in brackets, or 0. Inside is the state after it, and Behind the state
	// after the closing bracket.
	Bracket        uint8
	Inside, Behind dfa.State

	// Codes has the code of each ASCII byte for package internal/uri/batch, which gives line feeds CodeEnd instead.
	Codes [0x80]uint8

	// Batch is set if package internal/uri/batch is proved to validate lines as the automaton does. Otherwise all codes
	// are 0.
	Batch bool

	// Schemes is set if the language has strings with a scheme.
	Schemes bool
}

// Roles of a byte in Plan.Class.
const (
	Text   = 1 << iota // is in a query, or delimits one
	Scheme             // continues a scheme
	Hex                // is a hexadecimal digit; without Text: begins a percent-encoded octet
	Digit              // continues a port
	First              // begins a scheme
	low
	middle
	high
)

// The upper three bits distinguish delimiters. A byte with Text and none of these bits is in host names; every byte
// with Text, except Query, is in paths.
const (
	Colon    = Text | low          // after a scheme, and before a port
	Slash    = Text | middle       // twice before an authority
	At       = Text | low | middle // after a userinfo
	Query    = Text | high         // before a query
	Fragment = high                // before a fragment; in no component
	Tail     = high                // mask for the delimiters of query and fragment
	Delim    = low | middle | high // mask for all delimiters
)

// Rare is the only role of bytes such as brackets. A fast path leaves strings with such a byte to the automaton.
const Rare = First

// Codes of a byte in Plan.Codes, four bits each, chosen so that few operations on streams of these bits find the sets
// that batches need. If there are schemes, the even codes from CodeScheme on are the bytes that continue a scheme.
const (
	CodeText = iota // includes all bytes from 0x80 up
	CodeColon
	CodeAt
	CodePercent
	CodeSlash
	CodeQuery
	CodeFragment
	CodeEnd    // end of a line
	CodeScheme // continues a scheme; neither Hex nor First
	CodeNever  // in no string of the language
	CodeDigit  // Hex and Digit
	CodeRare
	CodeFirst  // First and not Hex
	CodeReturn // belongs to the end of a line if CodeEnd follows
	CodeHex    // First and Hex
	NumCodes
)

// Sets of Plan.Rows.
const (
	RowText   = iota // Text and Fragment: bytes that need no further check
	RowScheme        // Scheme
	RowHex           // Hex, and the byte that begins a percent-encoded octet
	RowAlive         // any role: all ASCII bytes that are in strings of the language
	NumRows
)

// Delimiters of Plan.Delims.
const (
	DelimColon = iota
	DelimSlash
	DelimAt
	DelimQuery
	DelimFragment
	NumDelims
)
