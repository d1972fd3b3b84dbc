package fix

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
)

// backslash returns the reading of a backslash. It may be a slash, before a segment or at the end.
func (u *subject) backslash(at int) reading {
	next := u.byteAt(at + 1)
	switch {
	case at > u.path && u.inPath(at) && char.IsSlash(u.byteAt(at-1)) && !isEscaped(next):
		return asEscapes
	case next == '/' && u.inPath(at):
		return 0 // as in JSON
	case isEscaped(next) && u.begin < u.path && u.path < at && !u.hasSeparator():
		return 0
	case !u.inPath(at):
		return asEscapes | asPattern
	case next == '.', next == '*', next == '+', next == '[', next == 'E' && !isAlphanumeric(u.byteAt(at+2)): // \Q and \E
		return asPattern
	case next-'0' < 10 && !isAlphanumeric(u.byteAt(at+2)):
		return asPattern
	case next == 'd', next == 'w', next == 's', next == 'b', next == 'S', next == 'W', next == 'D':
		switch u.byteAt(at + 2) {
		case '+', '*', '{', '?', ')':
			return asPattern
		}
		return 0
	case next == 'n', next == 'r', next == 't':
		if isAlphanumeric(u.byteAt(at + 2)) {
			return 0
		}
		return asEscapes
	case next == 'u' && areHex(u.text[at+2:], 4), next == 'x' && areHex(u.text[at+2:], 2):
		return asEscapes
	case next == 0 || isAlphanumeric(next) || next >= utf8.RuneSelf:
		return 0
	}
	return asEscapes
}

// isEscaped reports whether Markdown, LaTeX or shells escape a byte with a backslash.
func isEscaped(b byte) bool { return strings.IndexByte("!#$%&'(),-:;=?@_~", b) >= 0 }

func areHex(s []byte, n int) bool {
	return len(s) >= n && !bytes.ContainsFunc(s[:n], func(c rune) bool { return !unicode.Is(unicode.ASCII_Hex_Digit, c) })
}

// quote returns the reading of a quotation mark. Pairs quote a phrase; in a path, only without whitespace beside them.
func (u *subject) quote(at int) reading {
	before, next := u.byteAt(at-1), u.byteAt(at+1)
	switch {
	case u.json:
		return 0
	case u.isUnquoted(u.inPath(at)), at == u.fragment+1:
		return asText
	case u.inPath(at) && (isWhitespace(before) || isWhitespace(next) || next == '"' || before == '=' || before == ','):
		return asText
	}
	return 0
}

// angle returns the reading of an angle bracket. In queries it may compare values; in DOIs a pair may enclose pages.
func (u *subject) angle(at int) reading {
	begins := u.text[at] == '<' && isPages(u.text[at+1:])
	u.pages = u.pages || begins
	if u.inPath(at) && (begins || u.pages && u.text[at] == '>') {
		return 0
	}
	if next := u.byteAt(at + 1); !u.inQuery(at) || u.text[at] == '<' && !isWhitespace(next) && next != '=' && next-'0' >= 10 {
		return asText | asTemplate
	}
	if u.text[at] == '>' && u.endsAlone(at, '<') {
		return asText
	}
	return 0
}

// endsAlone reports whether the text ends in an unmatched closing bracket, which is not a whole value.
func (u *subject) endsAlone(at int, open byte) bool {
	before := u.byteAt(at - 1)
	return at == len(u.text)-1 && before != '=' && before != '?' && at-1 != u.fragment &&
		bytes.Count(u.text, u.text[at:]) > bytes.Count(u.text, []byte{open})
}

func isPages(s []byte) bool {
	n := dfa.Prefix(language.Port.Automaton, s)
	return n > 0 && n < len(s) && s[n] == ':'
}

// pipe returns the reading of a vertical line. After a path, it separates captions or items.
func (u *subject) pipe(at int) reading {
	if u.inPath(at) {
		return asText
	}
	return 0
}

func (u *subject) percent(at int) reading {
	s := u.text[at+1:]
	switch {
	case beginsOctet(u.text[at:]):
		return 0
	case len(s) < 2 && u.isCut(at):
		return asGarbled
	case len(s) == 0:
		return 0
	case s[0] == 'u' && areHex(s[1:], 4):
		return asEscapes
	case isWhitespace(s[0]) && areHex(s[1:], 2):
		return asGarbled
	case s[0] == '(', s[0] == '@', s[0] == '.' && len(s) > 1 && s[1]-'0' < 10: // as of printf
		return asTemplate
	case isAlphanumeric(s[0]):
		return asTemplate | asGarbled
	}
	return 0
}

// unwanted returns the offset and the reading of text that is allowed in a URL but never intended: a shell variable, a
// part of a regular expression, an empty host label, or a text directive after a second number sign. The offset is
// negative if there is none.
func (u *subject) unwanted() (at int, r reading) {
	if at = u.variable(); at >= 0 {
		return at, asTemplate
	}
	if n := bytes.Index(u.text[u.begin:u.path], []byte("..")); n >= 0 {
		return u.begin + n, asTemplate
	}
	if n := bytes.Index(u.text, []byte("[%")); n >= 0 && bytes.Contains(u.text[n:], []byte("%]")) {
		return n, asTemplate
	}
	if n := bytes.Index(u.text[u.path:], []byte("/…")); n >= 0 {
		return u.path + n, asPattern
	}
	if n := bytes.IndexFunc(u.text[u.begin:], isHidden); n >= 0 {
		return u.begin + n, asGarbled
	}
	if u.query < u.fragment && u.byteAt(u.query+1) == '?' {
		return u.query + 1, asGarbled
	}
	for _, part := range [...]string{".*", ".+)", "(?:", "[^"} {
		if n := bytes.Index(u.text[u.path:], []byte(part)); n >= 0 && u.inPath(u.path+n) {
			return u.path + n, asPattern
		}
	}
	for _, part := range [...]string{"/...", "#..."} {
		if n := bytes.Index(u.text[u.path:], []byte(part)); n >= 0 && (u.path+n+len(part) == len(u.text) || u.text[u.path+n+len(part)] == '/') {
			return u.path + n, asPattern | asGarbled // a Go pattern, or shortened
		}
	}
	if n := len(u.text) - 1; u.fragment < n && u.text[n] == '#' {
		return n, asTemplate | asGarbled
	}
	for _, part := range [...]string{"#:~:", "###"} {
		if n := bytes.LastIndex(u.text[u.fragment:], []byte(part)); n > 0 {
			return u.fragment + n, asGarbled
		}
	}
	return -1, 0
}

// variable returns the offset of a shell variable or command, or a group of a regular expression, or a negative number.
func (u *subject) variable() int {
	for at := u.begin; at < len(u.text); at++ {
		n := bytes.IndexByte(u.text[at:], '$')
		if n < 0 {
			break
		}
		at += n
		first, second := u.byteAt(at+1), u.byteAt(at+2)
		if at < u.path || first == '(' || first-'A' < 26 && (second-'A' < 26 || second == '_') || first-'0' < 10 && !isAlphanumeric(second) && (isDelimiter(u.byteAt(at-1)) || u.byteAt(at-1) == '"') {
			return at
		}
	}
	return -1
}

// isCut reports whether an octet of a multi-byte character ends at an offset.
func (u *subject) isCut(at int) bool {
	return at >= percent.Size && beginsOctet(u.text[at-percent.Size:]) && percent.Digit(u.text[at-2]) >= 8
}

// hasAmpersands reports whether the text has references to &, all before parameter names, and no others.
func (u *subject) hasAmpersands() bool {
	const ampersand = "&amp;"
	found := false
	for at := u.path; ; at++ {
		n := bytes.IndexByte(u.text[at:], '&')
		if n < 0 {
			return found
		}
		at += n
		switch {
		case u.entity(at) == 0:
		case !u.inQuery(at) || !bytes.HasPrefix(u.text[at:], []byte(ampersand)) || !isAlphanumeric(u.byteAt(at+len(ampersand))):
			return false
		default:
			found = true
		}
	}
}

// entity returns the reading of an ampersand, which may begin a character reference.
func (u *subject) entity(at int) reading {
	const longest = 8
	s := u.text[at+1 : min(at+1+longest, len(u.text))]
	n := bytes.IndexByte(s, ';')
	if n > 0 && !(u.unescaped && string(s[:n]) == "amp") && (reference.has(s[:n]) || n > 1 && s[0] == '#' && (s[1]-'0' < 10 || char.Lower(s[1]) == 'x')) {
		return asEscapes
	}
	return 0
}

func (u *subject) garbled(at int) (reading, int) {
	c, n := utf8.DecodeRune(u.text[at:])
	if c == utf8.RuneError || unicode.IsControl(c) {
		return asGarbled, 0
	}
	return 0, n - 1
}
