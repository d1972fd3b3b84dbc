// Package show prints untrusted strings, so that no byte of them reaches a terminal that
// could do more there than be seen.
//
// Nothing reaches the terminal as it is but what can be seen. Control characters, bytes that are
// not UTF-8, formatting characters (those that turn the direction among them) and all that looks
// like nothing become escapes as in Go, \x1b, \u202e, \U000e0001. A backslash of the string stays
// single.
package show

import (
	"fmt"
	"sync"
	"unicode"
	"unicode/utf8"

	eastasian "golang.org/x/text/width"
)

// Safe returns text with non-printing characters escaped.
func Safe(text string) string {
	if printable(text) {
		return text
	}
	for i, r := range text {
		if (r < ' ' || r > '~') && !Visible(r) { // the others are most
			return text[:i] + string(appendSafe(nil, text[i:]))
		}
	}
	return text
}

// SafeFrom escapes the non-printing characters that dst has from an offset on.
func SafeFrom(dst []byte, from int) []byte {
	if printable(dst[from:]) {
		return dst
	}
	return append(dst[:from], Safe(string(dst[from:]))...)
}

// printable reports whether a string has only spaces and visible characters of ASCII, as most have.
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

// appendEscape appends the number of a character, or of an invalid byte.
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

// Visible reports whether r is printing and does nothing else.
// The space is the only blank. U+FFFD is out: it would be taken for a byte that
// could not be shown, and for such a byte it is what decoding returns.
func Visible(r rune) bool {
	switch {
	case r < 0x7F:
		return r >= ' '
	case r < 1<<16:
		return visible()[r>>6]>>(r&63)&1 != 0
	}
	return isVisible(r)
}

// visible returns the characters below U+10000 that are visible, as bits: looking them up takes many
// times as long.
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

// blank holds what [unicode.IsPrint] lets pass: fillers, selectors of variants and
// the Braille pattern without dots.
var blank = []*unicode.RangeTable{
	unicode.Other_Default_Ignorable_Code_Point,
	unicode.Variation_Selector,
	{R16: []unicode.Range16{{Lo: 0x2800, Hi: 0x2800, Stride: 1}}},
}

// Columns returns how many columns of a terminal a string takes that Safe has returned.
func Columns(text string) (n int) {
	for _, r := range text {
		n += width(r)
	}
	return n
}

// width returns the number of columns that a visible character takes.
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
