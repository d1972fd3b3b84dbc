// Package show prints untrusted strings safely on terminals.
//
// Only visible characters are printed as they are. Control characters, invalid bytes, formatting characters (including
// those that change the direction of text) and characters that look like nothing become Go escapes: \x1b, \u202e,
// \U000e0001. A backslash is not escaped.
// single.
package show

import (
	"fmt"
	"sync"
	"unicode"
	"unicode/utf8"

	eastasian "golang.org/x/text/width"
)

// Safe returns text with invisible characters escaped.
func Safe(text string) string {
	if printable(text) {
		return text
	}
	for i, r := range text {
		if (r < ' ' || r > '~') && !Visible(r) { // most are ASCII
			return text[:i] + string(appendSafe(nil, text[i:]))
		}
	}
	return text
}

// SafeFrom escapes the invisible characters of dst from an offset on.
func SafeFrom(dst []byte, from int) []byte {
	if printable(dst[from:]) {
		return dst
	}
	return append(dst[:from], Safe(string(dst[from:]))...)
}

// printable reports whether text is printable ASCII, as most.
func printable[Bytes ~[]byte | ~string](text Bytes) bool {
	for i := range len(text) {
		if text[i]-' ' > '~'-' ' {
			return false
		}
	}
	return true
}

func appendSafe(dst []byte, text string) []byte {
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if Visible(r) {
			dst = append(dst, text[:size]...)
		} else {
			dst = appendEscape(dst, []byte(text[:size]))
		}
		text = text[size:]
	}
	return dst
}

func appendEscape(dst, p []byte) []byte {
	switch r, size := utf8.DecodeRune(p); {
	case size == 1:
		return fmt.Appendf(dst, `\x%02x`, p[0])
	case r < 1<<16:
		return fmt.Appendf(dst, `\u%04x`, r)
	default:
		return fmt.Appendf(dst, `\U%08x`, r)
	}
}

// Visible reports whether r is printed and has no other effect. The space is the only visible blank. U+FFFD is not
// visible, because decoding returns it for invalid bytes.
func Visible(r rune) bool {
	switch {
	case r < 0x7F:
		return r >= ' '
	case r < 1<<16:
		return visible()[r>>6]>>(r&63)&1 != 0
	}
	return isVisible(r)
}

// visible is a bitmap of visible characters below U+10000, which is many times as fast as isVisible.
var visible = sync.OnceValue(func() *[1 << 16 / 64]uint64 {
	var bits [1 << 16 / 64]uint64
	for r := range rune(1 << 16) {
		if isVisible(r) {
			bits[r>>6] |= 1 << (r & 63)
		}
	}
	return &bits
})

func isVisible(r rune) bool {
	return r != utf8.RuneError && unicode.IsPrint(r) && !unicode.In(r, blank...)
}

// blank are invisible characters that [unicode.IsPrint] accepts: fillers, variation selectors and the empty Braille
// pattern.
var blank = []*unicode.RangeTable{
	unicode.Other_Default_Ignorable_Code_Point,
	unicode.Variation_Selector,
	{R16: []unicode.Range16{{Lo: 0x2800, Hi: 0x2800, Stride: 1}}},
}

// Columns returns the number of terminal columns of a string from Safe.
func Columns(text string) (n int) {
	for _, r := range text {
		n += width(r)
	}
	return n
}

func width(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	}
	switch eastasian.LookupRune(r).Kind() {
	case eastasian.EastAsianWide, eastasian.EastAsianFullwidth:
		return 2
	}
	return 1
}
