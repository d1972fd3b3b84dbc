// Package svg measures, wraps and escapes the text of SVG drawings.
package svg

import (
	"strings"
	"unicode/utf8"
)

// Escape escapes text for XML between tags. Characters that XML excludes become U+FFFD.
func Escape(text string) string {
	var b strings.Builder
	for _, r := range text { // invalid bytes are U+FFFD
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '\t':
			b.WriteString("&#x9;")
		case r == '\n':
			b.WriteString("&#xA;")
		case r == '\r':
			b.WriteString("&#xD;")
		case r < ' ', r == 0xFFFE, r == 0xFFFF:
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Wrap joins words to lines of at most limit pixels, if no word is wider.
func Wrap(words []string, size, limit int) []string {
	var lines []string
	for _, word := range words {
		last := len(lines) - 1
		if last >= 0 && Width(lines[last]+" "+word, size) <= limit {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

func Widest(lines []string, size int) int {
	width := 0
	for _, line := range lines {
		width = max(width, Width(line, size))
	}
	return width
}

// Width returns the width of text in pixels in a sans-serif font. It is an upper bound for common fonts.
func Width(text string, size int) int {
	width := 0
	for _, r := range text {
		if ' ' <= r && r <= '~' {
			width += letterWidths[r-' ']
		} else {
			width += 1000
		}
	}
	return (width*size + 999) / 1000
}

// letterWidths are widths of printable ASCII characters in thousandths of the font size, the maximum of Helvetica and
// DejaVu Sans.
var letterWidths = [...]int{
	317, 400, 459, 837, 636, 950, 779, 274, 390, 390, 500, 837, 317, 360, 317, 336, //  !"#$%&\'()*+,-./
	636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 336, 336, 837, 837, 837, 556, // 0123456789:;<=>?
	1015, 684, 686, 722, 770, 667, 611, 778, 751, 294, 500, 667, 557, 862, 748, 787, // @ABCDEFGHIJKLMNO
	667, 787, 722, 667, 611, 731, 684, 988, 685, 667, 685, 390, 336, 390, 837, 556, // PQRSTUVWXYZ[\\]^_
	500, 612, 634, 549, 634, 615, 352, 634, 633, 277, 277, 579, 277, 974, 633, 611, // `abcdefghijklmno
	634, 634, 411, 520, 392, 633, 591, 817, 591, 591, 524, 636, 336, 636, 837, // pqrstuvwxyz{|}~
}
