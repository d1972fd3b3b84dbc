package abnf

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// plainSpaces returns a source with plain spaces for those that ABNF does not know,
// outside strings and comments, as many as they have bytes; and where they were.
func plainSpaces(s *source) (*source, []extent) {
	text := []byte(s.text)
	var spaces []extent
	for _, l := range s.lines {
		if bytes.IndexFunc(text[l.start:l.end], isOddSpace) >= 0 {
			spaces = plainLine(text[:l.end], l.start, spaces)
		}
	}
	return &source{file: s.file, text: string(text), lines: s.lines}, spaces
}

// plainLine does so for the line at the end of text. Control characters may not stand
// in comments either, and prose may hold a quotation mark.
func plainLine(text []byte, start int, spaces []extent) []extent {
	var comment, endless, prose bool
	lastAngle := start + bytes.LastIndexByte(text[start:], '>')
	for i := start; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		switch {
		case isOddSpace(r) && (!comment || unicode.IsControl(r)):
			spaces = append(spaces, extent{i, i + size})
			fill(text[i : i+size])
		case comment || prose && r != '>':
		case r == '<' || r == '>':
			prose = r == '<' && i < lastAngle
		case r == '"':
			size = closing(text[i:])
		case r == ';' && !endless:
			endless = countDefinitions(string(text[start:i])) >= severalRules
			comment = !endless
		}
		i += size
	}
	return spaces
}

// closing returns the size of the string at the beginning of text, or that of text if
// it is not closed.
func closing(text []byte) int {
	if n := bytes.IndexByte(text[1:], '"'); n >= 0 {
		return n + 2
	}
	return len(text)
}

func countDefinitions(line string) (n int) {
	eachDefinition(line, 0, len(line), func(int) { n++ }, func(int) int { return len(line) })
	return n
}

// isOddSpace reports whether r passes for a space, but not in ABNF.
func isOddSpace(r rune) bool {
	return r == '\f' || r == '\v' || isZeroWidth(r) || r != ' ' && unicode.Is(unicode.Zs, r)
}

// isZeroWidth reports whether r is a byte order mark or a zero width space.
func isZeroWidth(r rune) bool { return r == '\uFEFF' || r == '\u200B' }

func fill(text []byte) {
	for i := range text {
		text[i] = ' '
	}
}

// width returns the width of the white space a line begins with, as [indent] does.
func (f *finder) width(l line) int {
	width := 0
	for _, r := range f.original.text[l.start:l.end] {
		if r != ' ' && r != '\t' && !isOddSpace(r) {
			break
		}
		width = advance(width, r)
	}
	return width
}

// advance returns the column behind a character in a column.
func advance(column int, r rune) int {
	switch {
	case isZeroWidth(r):
		return column
	case r == '\t':
		return column + 8 - column%8
	}
	return column + 1
}

// reportSpaces reports the spaces that were not plain, unless they were left out: a
// repair for a number of the same side by side.
func (f *finder) reportSpaces() {
	left := f.left
	var last rune
	for i, s := range f.spaces {
		for len(left) > 0 && left[0].end <= s.start {
			left = left[1:]
		}
		r, _ := utf8.DecodeRuneInString(f.original.text[s.start:])
		again := i > 0 && f.spaces[i-1].end == s.start && r == last
		if !again && (len(left) == 0 || s.start < left[0].start) {
			f.repair(s.start, fmt.Sprintf("%U read as a space", r))
		}
		last = r
	}
}
