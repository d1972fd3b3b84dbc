package explanation

import (
	"strings"

	"example.org/iri"
	"example.org/iri/tools/internal/cli/show"
)

type mark struct {
	component
	column, columns int // where it is shown
	row             int // row of its name, below the marks
}

// A ruler is a string with marks below its components, as in RFC 3986, section 3, and names below the marks:
//
//	foo://me@example.com:8042/over/there?q=1#nose
//	\_/   \/ \_________/ \__/\_________/ \_/ \__/
//	|     |  host        |   path        |   fragment
//	|     userinfo       port            query
//	scheme
//
// A name that would overlap the next one is moved down, at the end of a bar.
type ruler struct {
	text    string // as shown, with colors
	columns int
	marks   []mark
	rows    int
}

func newRuler(text string, parts iri.Parts, color bool) *ruler {
	r := new(ruler)
	var line strings.Builder
	end := 0
	take := func(until int) (column int) {
		column = r.columns
		shown := show.Safe(text[end:until])
		line.WriteString(shown)
		r.columns += show.Columns(shown)
		end = until
		return column
	}
	for _, c := range notEmpty(components(parts)) {
		take(c.span.Start)
		if color {
			line.WriteString(c.color)
		}
		column := take(c.span.End)
		if color {
			line.WriteString(plain)
		}
		r.marks = append(r.marks, mark{component: c, column: column, columns: r.columns - column})
	}
	take(len(text))
	r.text = line.String()
	r.place()
	return r
}

// place assigns each name to the highest row in which it does not overlap names and bars to its right.
func (r *ruler) place() {
	var begins []int // by row: the leftmost column in use
	for i := len(r.marks) - 1; i >= 0; i-- {
		m := &r.marks[i]
		for m.row < len(begins) && m.column+len(m.name) >= begins[m.row] {
			m.row++
		}
		if m.row == len(begins) {
			begins = append(begins, 0)
		}
		for row := range m.row + 1 {
			begins[row] = m.column
		}
	}
	r.rows = len(begins)
}

func (r *ruler) append(dst []byte, indent string, color bool) []byte {
	dst = append(dst, indent+r.text+"\n"...)
	if len(r.marks) == 0 {
		return dst
	}
	dst = r.appendLine(append(dst, indent...), underline, color)
	for row := range r.rows {
		dst = r.appendLine(append(dst, indent...), func(m *mark) string { return m.inRow(row) }, color)
	}
	return dst
}

// appendLine appends a line with text below some components.
func (r *ruler) appendLine(dst []byte, below func(*mark) string, color bool) []byte {
	column := 0
	for i := range r.marks {
		m := &r.marks[i]
		text := below(m)
		if text == "" {
			continue
		}
		dst = append(dst, strings.Repeat(" ", m.column-column)...)
		column = m.column + len(text)
		if color {
			text = m.color + text + plain
		}
		dst = append(dst, text...)
	}
	return append(dst, '\n')
}

func underline(m *mark) string {
	if m.columns < 2 {
		return "|"
	}
	return `\` + strings.Repeat("_", m.columns-2) + "/"
}

// inRow returns the text of a row: the name, a bar to the name, or "".
func (m *mark) inRow(row int) string {
	switch {
	case row < m.row:
		return "|"
	case row == m.row:
		return m.name
	}
	return ""
}
