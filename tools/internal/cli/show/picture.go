package show

import (
	"strings"
	"unicode/utf8"
)

// Carets are below the given bytes on a terminal that uses one column for a character, two for a wide one (East Asian
// and emoji) and none for a combining mark, and that does not reorder right-to-left text. A byte inside a character has
// the caret of the character.

const (
	around  = 256 // maximum number of bytes shown on each side of the offset
	columns = 74  // for text; 80 with the indentation and two "…"
	behind  = 24  // reserved for the text after the offset
	indent  = "    "
)

// A Picture is a string, or a part of it, with the carets below it.
type Picture struct {
	Text   string // safe to print
	Column int    // number of columns before the carets
	Carets int    // at least 1 from Around
}

// Around returns the picture of text around the bytes from start to end.
func Around(text []byte, start, end int) Picture {
	from, to := max(0, start-around), min(start+around, len(text))
	w := window{text[from:to], start - from, end - start, from > 0, to < len(text)}
	return w.picture()
}

// AppendAround appends the picture of Around like [Picture.Append], but faster for ASCII text.
func AppendAround(dst, text []byte, start, end int, before, after string) []byte {
	from, to := max(0, start-around), min(start+around, len(text))
	if !printable(text[from:to]) {
		return Around(text, start, end).Append(dst, before, after)
	}
	lo := max(from, start-(columns-min(behind, to-start)))
	hi := min(to, lo+columns)
	dst = append(dst, indent...)
	column := start - lo
	if lo > 0 {
		dst = append(dst, "…"...)
		column++
	}
	dst = append(dst, text[lo:hi]...)
	if hi < len(text) {
		dst = append(dst, "…"...)
	}
	dst = append(append(dst, '\n'), indent...)
	for range column {
		dst = append(dst, ' ')
	}
	dst = append(dst, before...)
	for range max(1, min(end, hi)-start) {
		dst = append(dst, '^')
	}
	dst = append(dst, after...)
	return append(dst, '\n')
}

// String returns two lines, or one without carets.
func (p Picture) String() string { return string(p.Append(nil, "", "")) }

// Append appends String, with before and after around the carets, such as escape sequences of colors.
func (p Picture) Append(dst []byte, before, after string) []byte {
	dst = append(dst, indent+p.Text+"\n"...)
	if p.Carets == 0 {
		return dst
	}
	dst = append(dst, indent...)
	dst = append(dst, strings.Repeat(" ", p.Column)...)
	dst = append(dst, before...)
	dst = append(dst, strings.Repeat("^", p.Carets)...)
	dst = append(dst, after...)
	return append(dst, '\n')
}

// Within returns the text, cut to width columns around the first caret.
func (p Picture) Within(width int) string {
	total := Columns(p.Text)
	if total <= width {
		return p.Text
	}
	from := max(0, min(p.Column-width*2/3, total-width))
	to := from + width
	var line strings.Builder
	if from > 0 {
		line.WriteString("…")
		from++
	}
	if to < total {
		to--
	}
	column := 0
	for _, r := range p.Text {
		begin := column
		if column += Columns(string(r)); begin >= from && column <= to {
			line.WriteRune(r)
		}
	}
	if to < total {
		line.WriteString("…")
	}
	return line.String()
}

// A window is the part of a text around the given bytes.
type window struct {
	text              []byte
	at                int // index of the first byte; may be len(text)
	length            int // number of bytes
	cutLeft, cutRight bool
}

func (w *window) picture() Picture {
	var room [2 * around]cell
	cells, at, end := w.cells(room[:0])
	lo, hi := fit(cells, at)
	var p Picture
	line := make([]byte, 0, 2*columns)
	if w.cutLeft || lo > 0 {
		line = append(line, "…"...)
		p.Column = 1
	}
	for i, c := range cells[lo:hi] {
		line = w.appendCell(line, c)
		switch i += lo; {
		case i < at:
			p.Column += int(c.columns)
		case i < end && end > at+1:
			p.Carets += int(c.columns)
		}
	}
	if w.cutRight || hi < len(cells) {
		line = append(line, "…"...)
	}
	p.Text, p.Carets = string(line), max(1, p.Carets)
	return p
}

// fit returns the range of cells around one that fit.
func fit(cells []cell, at int) (lo, hi int) {
	lo, hi = at, at
	width := 0
	for hi < len(cells) && width+int(cells[hi].columns) <= behind {
		width += int(cells[hi].columns)
		hi++
	}
	for lo > 0 && width+int(cells[lo-1].columns) <= columns {
		lo--
		width += int(cells[lo].columns)
	}
	for hi < len(cells) && width+int(cells[hi].columns) <= columns {
		width += int(cells[hi].columns)
		hi++
	}
	for lo < at && cells[lo].columns == 0 {
		lo++ // a combining mark whose character is cut off
	}
	return lo, hi
}

// A cell is a character or an invalid byte, as shown.
type cell struct {
	from          uint16 // offset in the window
	size, columns uint8
	escaped       bool
}

func (w *window) appendCell(dst []byte, c cell) []byte {
	p := w.text[c.from:][:c.size]
	if c.escaped {
		return appendEscape(dst, p)
	}
	return append(dst, p...)
}

// cells appends the cells of the window, and returns the index of the first given one and the index after the last.
func (w *window) cells(list []cell) (_ []cell, at, end int) {
	text, i := w.text, 0
	for w.cutLeft && i < utf8.UTFMax-1 && i < w.at && !utf8.RuneStart(text[i]) {
		i++ // the rest of a cut character
	}
	for i < len(text) {
		if w.cutRight && i > w.at && !utf8.FullRune(text[i:]) {
			break // the start of a cut character
		}
		r, size := utf8.DecodeRune(text[i:])
		holds := i <= w.at && w.at < i+size
		if holds {
			at = len(list)
		}
		c := cell{uint16(i), uint8(size), uint8(width(r)), !Visible(r)}
		if c.escaped = c.escaped || c.columns == 0 && (holds || i == 0 && !w.cutLeft); c.escaped {
			var room [16]byte
			c.columns = uint8(len(appendEscape(room[:0], text[i:i+size])))
		}
		list = append(list, c)
		if i += size; i <= w.at+w.length {
			end = len(list)
		}
	}
	if w.at == len(text) {
		at = len(list)
	}
	return list, at, end
}
