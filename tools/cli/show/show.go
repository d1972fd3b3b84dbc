// Package show shows texts that come from anywhere, so that no byte of them reaches a terminal that
// could do more there than be seen.
package show

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/iri"
)

// Nothing reaches the terminal as it is but what can be seen. Control characters, bytes that are not
// UTF-8, formatting characters (those that turn the direction among them) and all that looks like
// nothing become escapes as in Go, \x1b, \u202e, \U000e0001. A backslash of the text stays single. If
// it is the byte in question, the reason says so.
//
// The carets stand where a terminal shows the bytes in question if it gives one column to a
// character, two to a wide one (those of East Asia and emoji), none to a combining mark, and does
// not turn text that runs from right to left. A byte within a character is shown by the character. A
// single character has one caret.

const (
	around  = 256 // bytes of context kept on each side of the byte
	columns = 74  // for text; with the indentation and two "…" it makes 80
	behind  = 24  // columns of those for what follows the byte, if that is longer
	indent  = "    "
)

// A Window holds the bytes of a record around the one in question.
type Window struct {
	text              []byte
	at                int // index of the byte; len(text) if the record ends there
	Length            int // bytes in question
	cutLeft, cutRight bool
}

// Reset makes w ready for another record.
func (w *Window) Reset() { *w = Window{text: w.text[:0]} }

// Before adds bytes before the one in question, and keeps the last ones.
func (w *Window) Before(p []byte) {
	if extra := len(p) - around; extra > 0 {
		p, w.cutLeft = p[extra:], true
	}
	w.text = append(w.text, p...)
	if extra := len(w.text) - around; extra > 0 {
		w.text = w.text[:copy(w.text, w.text[extra:])]
		w.cutLeft = true
	}
	w.at = len(w.text)
}

// After adds the byte in question and what follows, and keeps the first ones.
func (w *Window) After(p []byte) {
	if room := w.at + around - len(w.text); room < len(p) {
		p, w.cutRight = p[:room], true
	}
	w.text = append(w.text, p...)
}

// Around returns the picture of a text around a span of it.
func Around(text []byte, span iri.Span) Picture {
	var w Window
	w.Before(text[:span.Start])
	w.After(text[span.Start:])
	w.Length = span.End - span.Start
	return w.Picture()
}

// A Picture is a text, or a part of it, and where there are carets under it.
type Picture struct {
	Text   string // can be shown
	Column int    // columns in front of the carets
	Carets int    // at least one, in what Around returns
}

// String returns two lines, or one if there are no carets.
func (p Picture) String() string { return p.Colored("", "") }

// Colored is String with something in front of the carets and behind them, such as colours.
func (p Picture) Colored(before, after string) string {
	line := indent + p.Text + "\n"
	if p.Carets == 0 {
		return line
	}
	return line + indent + strings.Repeat(" ", p.Column) + before + strings.Repeat("^", p.Carets) + after + "\n"
}

// Picture returns the text, and carets under the bytes in question.
func (w *Window) Picture() Picture {
	cells, at, end := w.cells()
	lo, hi := fit(cells, at)
	var p Picture
	var line strings.Builder
	if w.cutLeft || lo > 0 {
		line.WriteString("…")
		p.Column = 1
	}
	for i, c := range cells[lo:hi] {
		line.WriteString(c.shown)
		switch i += lo; {
		case i < at:
			p.Column += c.columns
		case i < end && end > at+1:
			p.Carets += c.columns
		}
	}
	if w.cutRight || hi < len(cells) {
		line.WriteString("…")
	}
	p.Text, p.Carets = line.String(), max(1, p.Carets)
	return p
}

// fit chooses the cells that there is room for: those around one, from lo up to but not including
// hi.
func fit(cells []cell, at int) (lo, hi int) {
	lo, hi = at, at
	width := 0
	for hi < len(cells) && width+cells[hi].columns <= behind {
		width += cells[hi].columns
		hi++
	}
	for lo > 0 && width+cells[lo-1].columns <= columns {
		lo--
		width += cells[lo].columns
	}
	for hi < len(cells) && width+cells[hi].columns <= columns {
		width += cells[hi].columns
		hi++
	}
	for lo < at && cells[lo].columns == 0 {
		lo++ // a mark whose character is cut off
	}
	return lo, hi
}

// A cell is a character, or a byte that is none, as it is shown.
type cell struct {
	shown   string
	columns int
}

// cells returns what is to be shown, the index of the cell that holds the first byte in
// question, and that of the cell behind the last.
func (w *Window) cells() (list []cell, at, end int) {
	text, i := w.text, 0
	for w.cutLeft && i < utf8.UTFMax-1 && i < w.at && !utf8.RuneStart(text[i]) {
		i++ // the rest of a character that is cut
	}
	for i < len(text) {
		if w.cutRight && i > w.at && !utf8.FullRune(text[i:]) {
			break // the beginning of one
		}
		r, size := utf8.DecodeRune(text[i:])
		holds := i <= w.at && w.at < i+size
		if holds {
			at = len(list)
		}
		c := cell{string(text[i : i+size]), width(r)}
		if !Visible(r) || c.columns == 0 && (holds || i == 0 && !w.cutLeft) {
			c.shown = escape(text[i : i+size])
			c.columns = len(c.shown)
		}
		list = append(list, c)
		if i += size; i <= w.at+w.Length {
			end = len(list)
		}
	}
	if w.at == len(text) {
		at = len(list)
	}
	return list, at, end
}

// Safe returns text with everything escaped that cannot be seen.
func Safe(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if !Visible(r) {
			b.WriteString(escape([]byte(text[:size])))
		} else {
			b.WriteString(text[:size])
		}
		text = text[size:]
	}
	return b.String()
}

// escape names the character, or the byte that is none, by its number.
func escape(p []byte) string {
	switch r, size := utf8.DecodeRune(p); {
	case size == 1:
		return fmt.Sprintf(`\x%02x`, p[0])
	case r < 1<<16:
		return fmt.Sprintf(`\u%04x`, r)
	default:
		return fmt.Sprintf(`\U%08x`, r)
	}
}

// Visible reports whether r can be told from nothing and does nothing but appear.
// The space is the only blank. U+FFFD is out: it would be taken for a byte that
// could not be shown, and for such a byte it is what decoding returns.
func Visible(r rune) bool {
	switch {
	case r < 0x7F:
		return r >= ' '
	case r == utf8.RuneError:
		return false
	}
	return unicode.IsPrint(r) && !unicode.In(r, blank...)
}

// blank holds what [unicode.IsPrint] lets pass: fillers, selectors of variants and
// the Braille pattern without dots.
var blank = []*unicode.RangeTable{
	unicode.Other_Default_Ignorable_Code_Point,
	unicode.Variation_Selector,
	{R16: []unicode.Range16{{Lo: 0x2800, Hi: 0x2800, Stride: 1}}},
}

// Columns returns how many columns of a terminal a text takes that Safe has returned.
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
