package show

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// AppendJSON appends text as a JSON string, with invisible characters as \uXXXX. Invalid bytes become \ufffd, since
// JSON cannot represent them.
func AppendJSON[Bytes ~[]byte | ~string](dst []byte, text Bytes) []byte {
	dst = append(dst, '"')
	dst = escaped(dst, text, appendJSONEscape[Bytes])
	return append(dst, '"')
}

// appendJSONEscape appends the escape of a character, or nothing if it needs none.
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

// AppendTSV appends text as a TSV field with the escapes of PostgreSQL and ClickHouse: \\, \t, \n and \r, and \xHH for
// each byte of an invisible character.
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

// escaped appends text, with characters replaced by what escape appends for them, if anything. Its arguments are a
// character, or U+FFFD for an invalid byte, and its bytes.
func escaped[Bytes ~[]byte | ~string](dst []byte, text Bytes, escape func(dst []byte, r rune, p Bytes) []byte) []byte {
	plain := 0 // start of bytes without escapes
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
