package railroad

import (
	"fmt"
	"strings"

	"example.org/iri/compile/abnf"
)

// label is the text in the box of a terminal.
type label struct {
	text string
	fold bool // case is ignored
	node abnf.Node
}

// label returns the label of a terminal. It is empty for other nodes and for the empty string.
func (l shaper) label(n abnf.Node) label {
	switch n := n.(type) {
	case *abnf.CharVal:
		if n.Text != "" {
			return label{`"` + n.Text + `"`, !n.CaseSensitive && hasLetter(n.Text), n}
		}
	case *abnf.NumVal:
		return label{text: l.values(n), node: n}
	}
	return label{}
}

func hasLetter(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' })
}

// values returns the characters of a NumVal, in quotes if all are visible.
func (l shaper) values(n *abnf.NumVal) string {
	separator := " "
	if n.Range {
		separator = " to "
	}
	number := "U+%04X"
	if l.encoding == abnf.Octets {
		number = "0x%02X"
	}
	visible, words := true, make([]string, len(n.Values))
	for i, v := range n.Values {
		visible = visible && '!' <= v && v <= '~'
		words[i] = fmt.Sprintf(number, v)
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

// quote quotes text with quotation marks that it does not contain, or returns "".
func quote(text string) string {
	for _, mark := range []string{`"`, "'"} {
		if !strings.Contains(text, mark) {
			return mark + text + mark
		}
	}
	return ""
}

// Font sizes in pixels. Terminals use a monospaced font.
const (
	textSize    = 13
	captionSize = 11
	nameSize    = 15
)

func (l label) textWidth() int {
	const letter, fold = 8, 16 // width of a letter, and of "Aa"
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
