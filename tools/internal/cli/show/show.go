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
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}

// wide is East_Asian_Width W and F (UAX #11) by blocks, not by characters: a few
// unassigned or narrow ones in the blocks make no difference in practice.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115F, Stride: 1}, // Hangul Jamo, initial consonants
		{Lo: 0x2329, Hi: 0x232A, Stride: 1}, // angle brackets
		{Lo: 0x2E80, Hi: 0x303E, Stride: 1}, // CJK radicals to punctuation
		{Lo: 0x3041, Hi: 0x4DBF, Stride: 1}, // kana to CJK extension A
		{Lo: 0x4E00, Hi: 0xA4CF, Stride: 1}, // CJK ideographs, Yi
		{Lo: 0xA960, Hi: 0xA97F, Stride: 1}, // Hangul Jamo extended-A
		{Lo: 0xAC00, Hi: 0xD7A3, Stride: 1}, // Hangul syllables
		{Lo: 0xF900, Hi: 0xFAFF, Stride: 1}, // CJK compatibility ideographs
		{Lo: 0xFE10, Hi: 0xFE19, Stride: 1}, // vertical forms
		{Lo: 0xFE30, Hi: 0xFE6F, Stride: 1}, // CJK compatibility forms
		{Lo: 0xFF01, Hi: 0xFF60, Stride: 1}, // fullwidth forms
		{Lo: 0xFFE0, Hi: 0xFFE6, Stride: 1}, // fullwidth signs
	},
	R32: []unicode.Range32{
		{Lo: 0x16FE0, Hi: 0x18DFF, Stride: 1}, // Tangut, Khitan
		{Lo: 0x1AFF0, Hi: 0x1B2FF, Stride: 1}, // kana supplements, Nushu
		{Lo: 0x1F300, Hi: 0x1F64F, Stride: 1}, // pictographs
		{Lo: 0x1F680, Hi: 0x1F6FF, Stride: 1}, // transport
		{Lo: 0x1F900, Hi: 0x1F9FF, Stride: 1}, // more pictographs
		{Lo: 0x1FA70, Hi: 0x1FAFF, Stride: 1}, // and more
		{Lo: 0x20000, Hi: 0x3FFFD, Stride: 1}, // CJK extensions
	},
}
