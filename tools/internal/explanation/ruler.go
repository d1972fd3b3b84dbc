package explanation

import (
	"strings"

	"example.org/iri"
	"example.org/iri/tools/internal/cli/show"
)

// A mark is a component as it is shown.
type mark struct {
	component
	column, columns int // where it is shown
	row             int // of its name, in the rows below the marks
}

// A ruler is a text with marks below its components, as in RFC 3986, section 3, and their names
// below these:
//
//	foo://me@example.com:8042/over/there?q=1#nose
//	\_/   \/ \_________/ \__/\_________/ \_/ \__/
//	|     |  host        |   path        |   fragment
//	|     userinfo       port            query
//	scheme
//
// A name that would run into the next one is further down, at the end of a bar.
type ruler struct {
	text    string // as shown, coloured
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

// place gives each name the highest row in which it does not run into what is to its right.
func (r *ruler) place() {
	var begins []int // by row: the column of the leftmost name or bar so far
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

// append appends the lines, each after an indentation.
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

// appendLine appends a line that has something below some components.
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

// underline returns what stands below a component.
func underline(m *mark) string {
	if m.columns < 2 {
		return "|"
	}
	return `\` + strings.Repeat("_", m.columns-2) + "/"
}

// inRow returns what a row has for a component: its name, a bar that leads to the name, or nothing.
func (m *mark) inRow(row int) string {
	switch {
	case row < m.row:
		return "|"
	case row == m.row:
		return m.name
	}
	return ""
}
