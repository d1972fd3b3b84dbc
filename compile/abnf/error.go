package abnf

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Error is an error in a grammar. Messages may change between versions; the fields are for programs.
type Error struct {
	Pos               // Line is 0 if there is no particular position
	Msg      string   // what is wrong or, with Expected, what was found
	Expected []string // what would be valid instead
	Hint     string   // how to repair it, or ""

	Undefined string // the name that is not defined, if this is the error
	Nearest   string // the defined name that may be meant, or ""
	Prose     string // the prose that a rule depends on, if this is the error
}

// Error returns a description of one line, such as
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

// ErrorList is a list of one or more errors. Errors in one file are in the order of their positions.
type ErrorList []*Error

// Error returns the errors, each on a line.
func (l ErrorList) Error() string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the errors, for errors.Is and errors.As.
func (l ErrorList) Unwrap() []error {
	errs := make([]error, len(l))
	for i, e := range l {
		errs[i] = e
	}
	return errs
}

// err returns l as an error, which is nil if l is empty.
func (l ErrorList) err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}

// String returns file:line:col, or line:col without a file name.
func (p Pos) String() string {
	if p.File == "" {
		return fmt.Sprintf("%d:%d", p.Line, p.Col)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

func (p Pos) compare(q Pos) int {
	return cmp.Or(strings.Compare(p.File, q.File), cmp.Compare(p.Offset, q.Offset))
}

func either(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

func (p *parser) report(offset int, msg, hint string) {
	if !p.failed {
		p.list(&Error{Pos: p.pos(offset), Msg: msg, Hint: hint})
	}
}

func (p *parser) list(e *Error) {
	switch {
	case len(p.errs) < maxFaults:
		p.errs = append(p.errs, e)
	case len(p.errs) == maxFaults:
		p.errs = append(p.errs, tooManyFaults(e.Pos))
	}
}

func tooManyFaults(pos Pos) *Error {
	return &Error{Pos: pos, Msg: fmt.Sprintf("more errors after this one; the limit is %d", maxFaults)}
}

// fail adds an error and skips the rest of the section.
func (p *parser) fail(offset int, msg, hint string, expected ...string) {
	if !p.failed {
		p.list(&Error{Pos: p.pos(offset), Msg: msg, Expected: expected, Hint: hint})
	}
	p.failed = true
	p.cursor = p.end
}

// unexpected fails at the cursor. If only white space follows in the section, the error is at its start, instead of
// before the next rule.
func (p *parser) unexpected(hint string, expected ...string) {
	offset := p.cursor
	if p.skip(); p.cursor == p.end {
		offset = p.solid
	} else {
		p.cursor = offset
	}
	p.fail(offset, "found "+p.found(), cmp.Or(p.notationHint(), hint, p.foreignHint()), expected...)
}

// place returns line:col of an offset, for hints.
func (p *parser) place(offset int) string {
	pos := p.pos(offset)
	pos.File = ""
	return pos.String()
}

func (p *parser) found() string {
	rest := p.text[p.cursor:p.end]
	r, size := utf8.DecodeRuneInString(rest)
	word := len(rest) - len(strings.TrimLeftFunc(rest, isWord))
	symbol := len(rest) - len(strings.TrimLeft(rest, ":="))
	switch {
	case size == 0:
		return "end of rule"
	case r == utf8.RuneError && size == 1:
		return fmt.Sprintf("byte 0x%02X", rest[0])
	case p.atLineEnd():
		return "end of line"
	case r == ' ':
		return "space"
	case r == '\t':
		return "tab"
	case r == '\r':
		return "CR without LF"
	case r == '"':
		return `'"'`
	case unicode.IsControl(r):
		return fmt.Sprintf("control character %U", r)
	case r >= utf8.RuneSelf:
		return fmt.Sprintf("%q (%U)", rest[:size], r)
	}
	return fmt.Sprintf("%q", shorten(rest[:max(size, word, symbol)]))
}

func isWord(r rune) bool { return r == '_' || r < utf8.RuneSelf && isNameByte(byte(r)) }

func shorten(s string) string {
	if len(s) <= 24 {
		return s
	}
	return s[:21] + "..."
}
