package abnf

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

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
