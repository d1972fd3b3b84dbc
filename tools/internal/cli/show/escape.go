package show

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// AppendJSON appends a string as a string of JSON. A non-printing character becomes \uXXXX, which means the
// same. Bytes that are not UTF-8 become \ufffd: JSON has no way to write them.
func AppendJSON[Bytes ~[]byte | ~string](dst []byte, text Bytes) []byte {
	dst = append(dst, '"')
	dst = escaped(dst, text, appendJSONEscape[Bytes])
	return append(dst, '"')
}

// appendJSONEscape appends the escape of a character in a string of JSON, and nothing if it may
// stand for itself.
func appendJSONEscape[Bytes ~[]byte | ~string](dst []byte, r rune, _ Bytes) []byte {
	switch {
	case r == '"' || r == '\\':
		return append(dst, '\\', byte(r))
	case Visible(r):
		return dst
	}
	for _, unit := range utf16.AppendRune(nil, r) {
		dst = fmt.Appendf(dst, `\u%04x`, unit)
	}
	return dst
}

// AppendTSV appends a string as a field between tabs, with the escapes that PostgreSQL and ClickHouse
// read: \\, \t, \n and \r, and \xHH for each byte of what cannot be seen.
func AppendTSV[Bytes ~[]byte | ~string](dst []byte, text Bytes) []byte {
	return escaped(dst, text, appendTSVEscape[Bytes])
}

func appendTSVEscape[Bytes ~[]byte | ~string](dst []byte, r rune, p Bytes) []byte {
	switch {
	case r == '\\':
		return append(dst, `\\`...)
	case r == '\t':
		return append(dst, `\t`...)
	case r == '\n':
		return append(dst, `\n`...)
	case r == '\r':
		return append(dst, `\r`...)
	case Visible(r):
		return dst
	}
	for i := range len(p) {
		dst = fmt.Appendf(dst, `\x%02x`, p[i])
	}
	return dst
}

// escaped appends a string in which escape, which gets a character and its bytes, has replaced those
// for which it appends something. U+FFFD stands for a byte that is not UTF-8.
func escaped[Bytes ~[]byte | ~string](dst []byte, text Bytes, escape func(dst []byte, r rune, p Bytes) []byte) []byte {
	plain := 0 // where bytes that need no escape begin
	for i := 0; i < len(text); {
		if b := text[i]; ' ' <= b && b <= '~' && b != '"' && b != '\\' {
			i++
			continue
		}
		var p [utf8.UTFMax]byte
		r, size := utf8.DecodeRune(p[:copy(p[:], text[i:])])
		if r >= utf8.RuneSelf && Visible(r) {
			i += size
			continue
		}
		dst = append(dst, text[plain:i]...)
		end := len(dst)
		if dst = escape(dst, r, text[i:i+size]); len(dst) == end {
			dst = append(dst, p[:size]...)
		}
		i += size
		plain = i
	}
	return append(dst, text[plain:]...)
}
