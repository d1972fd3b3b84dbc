package char

import (
	"strconv"
	"unicode/utf8"
)

// AppendEscaped appends the result of strconv.Quote without quotation marks. It does not allocate.
func AppendEscaped(buf, text []byte) []byte {
	for {
		n := 0
		for n < len(text) && ' ' <= text[n] && text[n] <= '~' && text[n] != '"' && text[n] != '\\' {
			n++
		}
		buf = append(buf, text[:n]...)
		if text = text[n:]; len(text) == 0 {
			return buf
		}
		_, n = utf8.DecodeRune(text)
		begin := len(buf)
		buf = strconv.AppendQuote(buf, string(text[:n])) // short enough for the stack
		buf = append(buf[:begin], buf[begin+1:len(buf)-1]...)
		text = text[n:]
	}
}
