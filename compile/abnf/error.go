package abnf

import (
	"cmp"
	"fmt"
	"strings"
)

// Error is a mistake in a grammar and its place. Messages may change between versions; the fields are
// for programs.
type Error struct {
	Pos               // without a line if there is no particular place
	Msg      string   // what is wrong or, with Expected, what was found
	Expected []string // what could stand here instead
	Hint     string   // how to repair it; may be empty

	Undefined string // the name that no rule has, if that is the error,
	Nearest   string // and that of the rule that may be meant, if there is one
	Prose     string // the prose that a rule depends on, if that is the error
}

// Error returns a line such as
//
//	abnf: iri.abnf:3:14: expected element, found "|" (ABNF separates alternatives with "/")
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("abnf: ")
	switch {
	case e.Line > 0:
		b.WriteString(e.Pos.String() + ": ")
	case e.File != "":
		b.WriteString(e.File + ": ")
	}
	b.WriteString(e.text())
	return b.String()
}

// text returns what is wrong, without the place.
func (e *Error) text() string {
	var b strings.Builder
	if len(e.Expected) > 0 {
		b.WriteString("expected " + either(e.Expected) + ", ")
	}
	b.WriteString(e.Msg)
	if e.Hint != "" {
		b.WriteString(" (" + e.Hint + ")")
	}
	return b.String()
}

// ErrorList is a list of at least one Error. Those of a file are in the order of their places.
type ErrorList []*Error

// Error returns one line for each error.
func (l ErrorList) Error() string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap lets errors.Is and errors.As see each error.
func (l ErrorList) Unwrap() []error {
	errs := make([]error, len(l))
	for i, e := range l {
		errs[i] = e
	}
	return errs
}

// err returns l as an error: nil, and not an empty list, if nothing is wrong.
func (l ErrorList) err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}

// String returns file:line:col, or line:col if there is no file name.
func (p Pos) String() string {
	if p.File == "" {
		return fmt.Sprintf("%d:%d", p.Line, p.Col)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// compare orders places by file and offset.
func (p Pos) compare(q Pos) int {
	return cmp.Or(strings.Compare(p.File, q.File), cmp.Compare(p.Offset, q.Offset))
}

// either lists words as in "a, b or c".
func either(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
