// Package uri holds what the fast paths know of references: strings that are split like URIs, into
// scheme, authority, path, query, fragment. It is data. Package internal/uri/plan derives this data
// from an automaton and proves it, package internal/uri/scan runs by it, and package
// internal/language has it for each language.
package uri

import "example.org/iri/dfa"

// A Language is the automaton of a rule and, if there is one, its fast-path table.
type Language struct {
	*dfa.Automaton
	Shape    Shape
	Plan     *Plan  // nil if there is no fast path
	Contexts string // the Context of each state, by number; "" if that is always ContextElsewhere

	// Beyond is the rule that has the same strings with the characters of RFC 3987; "" for none.
	Beyond string

	// Like is a language with a fast-path table for one without, nil for none. Its strings are also strings of
	// this language, with the same components, on these conditions. A reference has no fragment,
	// begins with a scheme or else with a byte that strings of this language begin with, and has no
	// authority or, if WithHost is set, a host that is not empty. An authority is a string of Like if
	// two slashes stand before it. It has no userinfo, and has a port if the empty string is not
	// in this language.
	Like     *Language
	WithHost bool
}

// Roles returns the roles of bytes: those of the table that l has or that the language has that it is
// like. Without one, no byte has any.
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

// A Shape has the components that the strings of a language have.
type Shape uint8

const (
	Other     Shape = iota // none
	Reference              // those of a URI-reference
	Target                 // a path, even if it begins with two slashes, and maybe a query
	Authority              // a host and maybe a port
)

// A FirstSet has the bytes that the strings of a rule begin with. Lists of them let
// error messages speak of rules instead of bytes.
type FirstSet struct {
	Rule     string
	Bytes    dfa.ByteSet
	Literals string // if the rule is a choice of single characters: these, in its order
}

// A Plan is a fast-path table: what a fast path knows of an automaton. It is derived from the automaton, and proved: on
// ASCII without percent-encoded octets and brackets, the automaton accepts what package internal/uri/scan
// does.
type Plan struct {
	// Class has the roles of each byte: a set of the bits below. Bytes from 0x80
	// up have none. A byte of ASCII without any is in no string of the language.
	Class [256]uint8

	// Rows has sets of ASCII bytes for vector shuffles: byte b is in set k if bit
	// b>>4 of Rows[k][b&15] is set.
	Rows [NumRows][16]uint8

	// Delims has each delimiter 32 times over, for comparisons; a byte from 0x80 up
	// if the automaton has no such delimiter.
	Delims [NumDelims][32]uint8

	// Pairs has the pairs of neighbouring bytes that make a string with bytes from 0x80 up suspect.
	// For k of 0 and 1, a pair (p, c) is in the boxes that Pairs[4*k][p>>4] & Pairs[4*k+1][p&15] &
	// Pairs[4*k+2][c>>4] & Pairs[4*k+3][c&15] has as bits. Bit 7 of k = 0 stands for two
	// continuation bytes: it has to be there just where the lead byte two or three places before c
	// demands one. A string without a suspect pair, the 0 after its end included, holds only ASCII
	// and characters that act as ordinary bytes everywhere.
	Pairs [8][16]uint8

	// Path, Query and Fragment are the states in which these components go on, so
	// that the automaton can take over in the middle of one.
	Path, Query, Fragment dfa.State

	// Relative: strings without a scheme are in the language.
	Relative bool

	// Bracket is the byte that begins a host in brackets, 0 if there are none. Inside is the
	// state after it, Behind that after the closing bracket.
	Bracket        uint8
	Inside, Behind dfa.State

	// Codes has a code for each byte of ASCII: what package internal/uri/batch knows of it. A batch
	// gives its line feeds CodeEnd instead.
	Codes [0x80]uint8

	// Batch: it is proved that package internal/uri/batch validates lines as the automaton does.
	// Otherwise there are no codes.
	Batch bool

	// Schemes: strings with a scheme are in the language.
	Schemes bool
}

// Roles of a byte in Plan.Class, a bit each.
const (
	Text   = 1 << iota // stands in a query, or is the delimiter of one
	Scheme             // continues a scheme
	Hex                // hexadecimal digit; without Text: begins a percent-encoded octet
	Digit              // continues a port
	First              // begins a scheme
	low
	middle
	high
)

// The three upper bits of a role distinguish delimiters. A byte of Text without
// any of them stands in host names; all of Text but Query stand in paths.
const (
	Colon    = Text | low          // after a scheme, and before a port
	Slash    = Text | middle       // twice before an authority
	At       = Text | low | middle // after a userinfo
	Query    = Text | high         // before a query
	Fragment = high                // before a fragment; in no component
	Tail     = high                // mask: delimiters of query and fragment have it
	Delim    = low | middle | high // mask: delimiters have some of it
)

// Rare is the whole role of a byte such as a bracket: a fast path knows only that strings of the
// language may have it.
const Rare = First

// Codes of a byte in Plan.Codes, of four bits. They are chosen so that few operations on streams of
// their bits find the sets that are needed. From CodeScheme on, even codes are those of bytes that
// continue a scheme, if there are schemes.
const (
	CodeText = iota // all from 0x80 up, too
	CodeColon
	CodeAt
	CodePercent
	CodeSlash
	CodeQuery
	CodeFragment
	CodeEnd    // of a line
	CodeScheme // neither Hex nor First
	CodeNever  // in no string of the language
	CodeDigit  // Hex and Digit
	CodeRare
	CodeFirst  // First, not Hex
	CodeReturn // belongs to the end of a line if it stands before CodeEnd
	CodeHex    // First and Hex
	NumCodes
)

// Sets of Plan.Rows.
const (
	RowText   = iota // Text and Fragment: bytes that need no second look
	RowScheme        // Scheme
	RowHex           // Hex, the beginning of a percent-encoded octet included
	RowAlive         // some role: all bytes of ASCII that strings of the language have
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
