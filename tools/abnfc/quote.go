package main

import (
	"os"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/tools/internal/cli/show"
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
	return pointAt(strings.ReplaceAll(line, "\t", " "), column)
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

// pointAt returns a text, or the part of it around a byte if it is long, and a second line that
// points at the byte.
func pointAt(text string, offset int) string {
	return show.Around([]byte(text), offset, offset).String()
}
