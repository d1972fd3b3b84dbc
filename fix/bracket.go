package fix

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// brace returns the reading of a brace, and the number of bytes after it to skip. GUIDs, and JSON in a query, may have
// braces.
func (u *subject) brace(at int) (reading, int) {
	if u.json {
		return 0, 0
	}
	if n := lenGUID(u.text[at:]); n > 0 {
		return 0, n - 1
	}
	if !u.inPath(at) && u.byteAt(at) == '{' && (u.byteAt(at+1) == '"' || bytes.HasPrefix(u.text[at+1:], []byte("%22"))) && bytes.Count(u.text[at:], []byte{'{'}) == bytes.Count(u.text[at:], []byte{'}'}) {
		u.json = true
		return 0, 0
	}
	return asTemplate, 0
}

func lenGUID(s []byte) int {
	const form = "{00000000-0000-0000-0000-000000000000}"
	if len(s) < len(form) {
		return 0
	}
	for i := range len(form) {
		if form[i] == '0' && !areHex(s[i:], 1) || form[i] != '0' && s[i] != form[i] {
			return 0
		}
	}
	return len(form)
}

// bracket returns the reading of a square bracket, and the number of bytes after it to skip. Brackets may enclose
// indices and lists in queries and fragments. In paths, they may occur inside a segment, or in the name of a file.
func (u *subject) bracket(at int) (reading, int) {
	switch {
	case u.json:
		return 0, 0
	case u.beginsLabel(at):
		return asText, 0
	case u.text[at] == ']' && (u.byteAt(at+1) == '(' || u.inPath(at) && u.byteAt(at+1) == '['):
		return asText, 0
	case u.text[at] == '[' && u.byteAt(at+1) == '-':
		return asPattern | asTemplate, 0
	case u.inPath(at) && u.isFile():
		return 0, 0
	case u.inPath(at):
		return u.bracketInPath(at)
	case u.byteAt(at+1) == '.' && u.byteAt(at+2) == ']', u.text[at] == '[' && isRange(u.text[at+1:]):
		return asPattern, 0
	case u.text[at] == ']' && u.endsAlone(at, '['):
		return asText, 0
	case u.text[at] == '[' && u.byteAt(at-1) == '=' && isPlaceholder(u.text[at+1:]):
		return asTemplate, 0
	}
	return 0, 0
}

// beginsLabel reports whether a bracket after a word or a number sign begins a label of AsciiDoc: it is unmatched, or
// only punctuation or whitespace follows its partner.
func (u *subject) beginsLabel(at int) bool {
	if u.text[at] == '[' && at > u.fragment && (u.byteAt(at+1) == '[' || bytes.IndexByte(u.text[at:], ']') < 0) {
		return true
	}
	if u.text[at] != '[' || u.fragment != at-1 && !endsWord(u.text[:at]) && !(at > u.fragment && strings.IndexByte("=&/", u.text[at-1]) < 0) {
		return false
	}
	n := bytes.IndexAny(u.text[at+1:], "[]")
	if n < 0 {
		return u.fragment != at-1
	}
	after := bytes.TrimLeft(u.text[at+1+n+1:], ends+quotes+"!?:)*_")
	return u.text[at+1+n] == ']' && (len(after) == 0 || isWhitespace(after[0])) && !(n == 0 && u.isInName(at))
}

func (u *subject) isInName(at int) bool {
	if !u.inQuery(at) {
		return false
	}
	const longest = 64
	before := u.text[max(u.query, at-longest):at]
	n := bytes.LastIndexAny(before, "=&?")
	return n >= 0 && before[n] != '='
}

// isRange reports whether s begins with a range of curl, such as 1-9].
func isRange(s []byte) bool {
	n := bytes.IndexByte(s, ']')
	return n > 0 && bytes.IndexByte(s[:n], '-') > 0 && areAll(s[:n], digits+"-")
}

// endsWord reports whether s ends in a letter, a digit, or the parenthesis of function arguments.
func endsWord(s []byte) bool {
	c, _ := utf8.DecodeLastRune(s)
	return unicode.IsLetter(c) || unicode.IsDigit(c) || c == ')'
}

// bracketInPath is bracket for paths. It accepts brackets only before a hyphen or underscore: a bracketed segment may be a
// placeholder, and brackets at the end of a segment a footnote.
func (u *subject) bracketInPath(at int) (reading, int) {
	const doubtful = asText | asTemplate | asPattern
	end := bytes.IndexAny(u.text[at+1:u.query], "[]/^.* \t\r\n")
	if u.text[at] == ']' || endsWord(u.text[:at]) || end < 0 || u.text[at+1+end] != ']' {
		return doubtful, 0
	}
	end++
	if next := u.byteAt(at + end + 1); next != '-' && next != '_' {
		return doubtful, 0
	}
	return 0, end
}

func isPlaceholder(s []byte) bool {
	n := bytes.IndexFunc(s, func(c rune) bool { return !unicode.IsLetter(c) && c != '_' && c != '-' && c != ' ' })
	return n > 0 && s[n] == ']'
}
