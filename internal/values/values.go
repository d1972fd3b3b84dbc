// Package values converts the numeric values of ABNF grammars to bytes of strings, and back.
package values

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
)

// Max returns the greatest value that there is.
func Max(e abnf.Encoding) rune {
	if e == abnf.Octets {
		return 0xFF
	}
	return utf8.MaxRune
}

// Len returns how many bytes a value takes, 0 if there is no such value.
func Len(e abnf.Encoding, value rune) int {
	switch {
	case value < 0 || value > Max(e) || e == abnf.UTF8 && !utf8.ValidRune(value):
		return 0
	case e == abnf.Octets:
		return 1
	}
	return utf8.RuneLen(value)
}

// Append appends the bytes of a value, none if there is no such value.
func Append(e abnf.Encoding, text []byte, value rune) []byte {
	switch {
	case Len(e, value) == 0:
		return text
	case e == abnf.Octets:
		return append(text, byte(value))
	}
	return utf8.AppendRune(text, value)
}

// Decode returns the value that text begins with and how many bytes it takes, 0 if text is
// empty or begins otherwise.
func Decode(e abnf.Encoding, text string) (value rune, size int) {
	if e == abnf.Octets && text != "" {
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
func Quote(e abnf.Encoding, text string) string {
	if e == abnf.UTF8 {
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
