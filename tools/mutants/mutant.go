package main

import (
	"fmt"
	"path"
	"strings"
)

// source is a file that is mutated.
type source struct {
	name string // with slashes, relative to the root of the module
	text string
}

// mutant is a change of one place in a file.
type mutant struct {
	*source
	line, column int
	operator     string
	begin, end   int    // bytes of the text that are replaced
	with         string // by this
}

// id is FILE:LINE:COLUMN:OPERATOR.
func (m *mutant) id() string {
	return fmt.Sprintf("%s:%d:%d:%s", m.name, m.line, m.column, m.operator)
}

// folder is that of the package.
func (m *mutant) folder() string { return path.Dir(m.name) }

// tests is the folder of the tests that it meets first: those of its package, or of the one
// that an internal package is a part of.
func (m *mutant) tests() string {
	folder, _, _ := strings.Cut(m.folder(), "/internal/")
	return folder
}

// mutated returns the text of the file with the change in it.
func (m *mutant) mutated() string { return m.text[:m.begin] + m.with + m.text[m.end:] }

// lines returns the lines that change, before and after.
func (m *mutant) lines() (before, after []string) {
	begin := strings.LastIndexByte(m.text[:m.begin], '\n') + 1
	end := len(m.text)
	if i := strings.IndexByte(m.text[m.end:], '\n'); i >= 0 {
		end = m.end + i
	}
	old := m.text[begin:end]
	changed := m.text[begin:m.begin] + m.with + m.text[m.end:end]
	return strings.Split(old, "\n"), strings.Split(changed, "\n")
}

// diff shows the change.
func (m *mutant) diff() string {
	before, after := m.lines()
	return "-" + strings.Join(before, "\n-") + "\n+" + strings.Join(after, "\n+") + "\n"
}

// change is the diff in one line.
func (m *mutant) change() string {
	before, after := m.lines()
	return oneLine(before) + "  ->  " + oneLine(after)
}

// changed is what the changed lines become, as one line.
func (m *mutant) changed() string {
	_, after := m.lines()
	return oneLine(after)
}

// summary is the change cut to a length that suits a list.
func (m *mutant) summary() string {
	before, after := m.lines()
	return shorten(oneLine(before)) + "  ->  " + shorten(oneLine(after))
}

// oneLine joins lines and makes each run of white space a blank.
func oneLine(lines []string) string {
	return strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
}

func shorten(s string) string {
	const most = 90
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + " ..."
}
