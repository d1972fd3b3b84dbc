package railroad

import (
	"fmt"
	"strings"

	"example.org/iri/compile/abnf"
)

// label is what the box of a terminal says.
type label struct {
	text string
	fold bool // letters match in either case
}

// newLabel returns the label of a terminal; it is empty if n is none, or matches
// the empty text.
func newLabel(n abnf.Node) label {
	switch n := n.(type) {
	case *abnf.CharVal:
		if n.Text != "" {
			return label{`"` + n.Text + `"`, !n.CaseSensitive && hasLetter(n.Text)}
		}
	case *abnf.NumVal:
		return label{text: values(n)}
	}
	return label{}
}

func hasLetter(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' })
}

// values says which characters a NumVal stands for: in quotes if all are visible.
func values(n *abnf.NumVal) string {
	separator := " "
	if n.Range {
		separator = " to "
	}
	visible, words := true, make([]string, len(n.Values))
	for i, v := range n.Values {
		visible = visible && '!' <= v && v <= '~'
		words[i] = fmt.Sprintf("U+%04X", v)
	}
	switch {
	case !visible:
	case n.Range:
		for i, v := range n.Values {
			words[i] = quote(string(rune(v)))
		}
	default:
		var text strings.Builder
		for _, v := range n.Values {
			text.WriteRune(rune(v))
		}
		if q := quote(text.String()); q != "" {
			return q
		}
	}
	return strings.Join(words, separator)
}

// quote puts a text in quotes that are not in it; it is empty if there are none.
func quote(text string) string {
	for _, mark := range []string{`"`, "'"} {
		if !strings.Contains(text, mark) {
			return mark + text + mark
		}
	}
	return ""
}

// Font sizes in pixels. Terminals are in a monospaced font, all else is not.
const (
	textSize    = 13
	captionSize = 11
	nameSize    = 15
)

// textWidth returns the width of a label in pixels.
func (l label) textWidth() int {
	const letter, fold = 8, 16 // the width of a letter, and of "Aa" behind the text
	width := 0
	for _, r := range l.text {
		if r < 0x80 {
			width += letter
		} else {
			width += textSize
		}
	}
	if l.fold {
		width += fold
	}
	return width
}

// sansWidth returns the width in pixels of a text in a proportional font.
// Fonts differ: it is enough for a wide one.
func sansWidth(text string, fontSize int) int {
	width := 0
	for _, r := range text {
		if ' ' <= r && r <= '~' {
			width += letterWidths[r-' ']
		} else {
			width += 1000
		}
	}
	return ceil(width*fontSize, 1000)
}

// letterWidths are the widths of the printable characters of ASCII in thousandths of the font size:
// the wider of Helvetica's and DejaVu Sans's.
var letterWidths = [...]int{
	317, 400, 459, 837, 636, 950, 779, 274, 390, 390, 500, 837, 317, 360, 317, 336, //  !"#$%&\'()*+,-./
	636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 336, 336, 837, 837, 837, 556, // 0123456789:;<=>?
	1015, 684, 686, 722, 770, 667, 611, 778, 751, 294, 500, 667, 557, 862, 748, 787, // @ABCDEFGHIJKLMNO
	667, 787, 722, 667, 611, 731, 684, 988, 685, 667, 685, 390, 336, 390, 837, 556, // PQRSTUVWXYZ[\\]^_
	500, 612, 634, 549, 634, 615, 352, 634, 633, 277, 277, 579, 277, 974, 633, 611, // `abcdefghijklmno
	634, 634, 411, 520, 392, 633, 591, 817, 591, 591, 524, 636, 336, 636, 837, // pqrstuvwxyz{|}~
}
