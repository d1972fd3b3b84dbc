// Package values converts numeric values of ABNF grammars to bytes, and back.
package values

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
)

func Max(e abnf.Encoding) rune {
	if e == abnf.Octets {
		return 0xFF
	}
	return utf8.MaxRune
}

// Len returns the number of bytes of a value, or 0 if it is not valid.
func Len(e abnf.Encoding, value rune) int {
	switch {
	case value < 0 || value > Max(e) || e == abnf.UTF8 && !utf8.ValidRune(value):
		return 0
	case e == abnf.Octets:
		return 1
	}
	return utf8.RuneLen(value)
}

// Append appends the bytes of a value, or nothing if it is not valid.
func Append(e abnf.Encoding, text []byte, value rune) []byte {
	switch {
	case Len(e, value) == 0:
		return text
	case e == abnf.Octets:
		return append(text, byte(value))
	}
	return utf8.AppendRune(text, value)
}

// Decode returns the first value of text and its number of bytes, or 0 if there is none.
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

// Quote quotes a string in ASCII as in Go. Octets are escaped one by one: \xc3\xa4, not \u00e4.
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
