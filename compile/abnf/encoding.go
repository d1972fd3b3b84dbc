package abnf

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Encoding is how the numeric values of a grammar become bytes of a string. ABNF leaves that open
// (RFC 5234, section 2.4). It is a property of the grammar: RFC 9110 means octets by %x80-FF, RFC
// 3987 means characters by %xA0-D7FF. Quoted strings are ASCII, and so the same in both.
type Encoding uint8

const (
	// UTF8: values are code points, and strings have them in UTF-8. A surrogate matches nothing.
	UTF8 Encoding = iota

	// Octets: values are the bytes themselves. There are none above %xFF.
	Octets
)

// Max returns the greatest value that there is.
func (e Encoding) Max() rune {
	if e == Octets {
		return 0xFF
	}
	return utf8.MaxRune
}

// Len returns how many bytes a value takes, 0 if there is no such value.
func (e Encoding) Len(value rune) int {
	switch {
	case value < 0 || value > e.Max() || e == UTF8 && !utf8.ValidRune(value):
		return 0
	case e == Octets:
		return 1
	}
	return utf8.RuneLen(value)
}

// Append appends the bytes of a value, none if there is no such value.
func (e Encoding) Append(text []byte, value rune) []byte {
	switch {
	case e.Len(value) == 0:
		return text
	case e == Octets:
		return append(text, byte(value))
	}
	return utf8.AppendRune(text, value)
}

// Decode returns the value that text begins with and how many bytes it takes, 0 if text is
// empty or begins otherwise.
func (e Encoding) Decode(text string) (value rune, size int) {
	if e == Octets && text != "" {
		return rune(text[0]), 1
	}
	value, size = utf8.DecodeRuneInString(text)
	if value == utf8.RuneError && size < 2 {
		return 0, 0
	}
	return value, size
}

// Quote quotes a string as in Go and in ASCII. For octets it shows each of them: \xc3\xa4 where it shows
// \u00e4 for characters.
func (e Encoding) Quote(text string) string {
	if e == UTF8 {
		return strconv.QuoteToASCII(text)
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(text) {
		q := strconv.Quote(text[i : i+1])
		b.WriteString(q[1 : len(q)-1])
	}
	b.WriteByte('"')
	return b.String()
}
