package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
)

// quoter quotes lines of files. It reads them once more, each once: errors have places, but no
// texts.
type quoter struct{ texts map[string]string }

// quote returns the line of a place, or the part of it around the place, and a second line that
// points at the place. It returns nothing if the text is not to be had, as from a pipe, or is no
// longer what it was.
func (q *quoter) quote(pos abnf.Pos) string {
	line, column, ok := lineAt(q.text(pos.File), pos)
	if !ok || strings.TrimSpace(line) == "" {
		return ""
	}
	return pointAt(line, column, "", inASCII)
}

// text returns the text of a file, empty if it cannot be read again.
func (q *quoter) text(file string) string {
	if text, known := q.texts[file]; known {
		return text
	}
	if q.texts == nil {
		q.texts = make(map[string]string)
	}
	if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
		text, _ := os.ReadFile(file) // what cannot be read has no lines
		q.texts[file] = string(text)
	}
	return q.texts[file]
}

// lineAt returns the line of a text in which a place lies, without its end, and the offset of the
// place in it; false if the text has no such place.
func lineAt(text string, pos abnf.Pos) (line string, column int, ok bool) {
	if pos.Offset > len(text) || strings.Count(text[:pos.Offset], "\n") != pos.Line-1 {
		return "", 0, false
	}
	begin := strings.LastIndexByte(text[:pos.Offset], '\n') + 1
	line, _, _ = strings.Cut(text[begin:], "\n")
	line = strings.TrimSuffix(line, "\r")
	column = pos.Offset - begin
	return line, column, column == pos.Col-1 && column <= len(line)
}

// inASCII writes a text of one line so that all characters are equally wide: a tab as a blank, and
// what is not printable ASCII as in Go.
func inASCII(text string) string {
	var b strings.Builder
	for text != "" {
		_, size := utf8.DecodeRuneInString(text)
		switch c := text[:size]; {
		case c == "\t":
			b.WriteByte(' ')
		case size == 1 && ' ' <= c[0] && c[0] <= '~':
			b.WriteString(c)
		default:
			b.WriteString(unquoted(strconv.QuoteToASCII(c)))
		}
		text = text[size:]
	}
	return b.String()
}

// pointAt returns a text, or the part of it around an offset if it is long, between marks, and a
// second line that points at the offset. What write makes of characters has to be equally wide.
func pointAt(text string, offset int, mark string, write func(string) string) string {
	const whole, before, behind = 76, 40, 20
	left, right := "  "+mark, mark
	if len(text) > whole {
		if begin := offset - before; begin > 0 {
			text, offset, left = text[begin:], before, "  ..."+mark
		}
		if end := offset + behind; end < len(text) {
			text, right = text[:end], mark+"..."
		}
	}
	left += write(text[:offset])
	return fmt.Sprintf("%s%s%s\n%*s^\n", left, write(text[offset:]), right, len(left), "")
}

// unquoted leaves the quotation marks out.
func unquoted(quoted string) string { return quoted[1 : len(quoted)-1] }
