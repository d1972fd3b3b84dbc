package fix

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/internal/char"
)

// A subject is an input without surrounding text, split into components before any repair. A missing component is
// empty, at the end of the previous one.
type subject struct {
	text                  []byte
	begin                 int // offset of the authority, or of the path if there is none
	path, query, fragment int
	inBrackets            bool
	pages                 bool // an angle bracket of pages is open in the path
	plain                 bool
	file, spaced, lone    answer
	oddInPath, oddAfter   answer
	separated             answer
	value                 int  // lastValue plus one, or 0 if unknown
	unescaped             bool // every &amp; in the query is an escaped &
	json                  bool // reading is inside a JSON value of the query
}

// newSubject splits text into components. The authority, if any, or the path begins at an offset.
func newSubject(text []byte, at int, authority bool) subject {
	u := subject{text: text, begin: at, path: at, query: len(text), fragment: len(text)}
	if authority {
		u.path += len(firstPart(text[at:]))
	}
	if u.path == len(text) {
		return u
	}
	if n := bytes.IndexByte(text[u.path:], '#'); n >= 0 {
		u.fragment = u.path + n
	}
	u.query = u.fragment
	if n := bytes.IndexByte(text[u.path:u.fragment], '?'); n >= 0 {
		u.query = u.path + n
	}
	return u
}

func firstPart(s []byte) []byte {
	for i, b := range s {
		if isDelimiter(b) {
			return s[:i]
		}
	}
	return s
}

// An answer caches a predicate about the whole text, so that asking it for each character takes linear time.
type answer uint8

const (
	unknown answer = iota
	no
	yes
)

func (a *answer) is(find func() bool) bool {
	if *a == unknown {
		*a = no
		if find() {
			*a = yes
		}
	}
	return *a == yes
}

func (u *subject) isFile() bool {
	return u.file.is(func() bool { return hasFileExtension(u.text[u.path:u.query]) })
}

func (u *subject) hasSpace() bool { return u.spaced.is(func() bool { return hasSpace(u.text) }) }

// hasSeparator reports whether a backslash before a name is used as a slash.
func (u *subject) hasSeparator() bool {
	return u.separated.is(func() bool {
		for i, b := range u.text {
			if next := u.byteAt(i + 1); b == '\\' && (isAlphanumeric(next) || next == '\\' || next >= utf8.RuneSelf) {
				return true
			}
		}
		return false
	})
}

func (u *subject) hasLoneParenthesis() bool {
	return u.lone.is(func() bool {
		open := 0
		for _, b := range u.text[u.path:] {
			if b == '(' {
				open++
			} else if b == ')' {
				open--
			}
			if open < 0 {
				return true
			}
		}
		return open > 0
	})
}

// endOfText returns the offset of an unmatched closing parenthesis or apostrophe at the end, or of quoted items of a
// list, all of which show that the URL is part of a text. It is negative if there is none.
func (u *subject) endOfText() int {
	if n := len(bytes.TrimRight(u.text, ends)) - 1; n >= u.path && u.text[n] == ')' && u.hasLoneParenthesis() {
		return n
	}
	if n := len(u.text) - 1; n >= u.path && u.text[n] == '\'' && bytes.Count(u.text, u.text[n:])%2 == 1 {
		return n
	}
	return bytes.Index(u.text, []byte("','"))
}

func (u *subject) isUnquoted(inPath bool) bool {
	if inPath {
		return u.oddInPath.is(func() bool { return isOdd(u.text[u.path:u.query]) })
	}
	return u.oddAfter.is(func() bool { return isOdd(u.text[u.query:]) })
}

func isOdd(s []byte) bool { return bytes.Count(s, []byte{'"'})%2 == 1 }

// lastValue returns an offset at or before the last value of a query.
func (u *subject) lastValue() int {
	if u.value == 0 {
		u.value = 1 + max(u.query, bytes.LastIndexByte(u.text[:u.fragment], '&'))
	}
	return u.value - 1
}

func (u *subject) inPath(at int) bool { return at < u.query }

func (u *subject) inQuery(at int) bool { return at >= u.query && at < u.fragment }

func (u *subject) byteAt(at int) byte {
	if at < 0 || at >= len(u.text) {
		return 0
	}
	return u.text[at]
}

func (r *repair) doubt(u *subject) error {
	if u.plain {
		return nil
	}
	if scheme := bytes.TrimRight(u.text, char.Slash); len(scheme) < len(u.text) && bytes.HasSuffix(scheme, []byte{':'}) {
		return r.doubtful(asText, 0, u.begin)
	}
	if at := u.secondURL(); at >= 0 {
		return r.doubtful(asTwoURLs, at, len(u.text))
	}
	stays := r.valid && !r.changed && r.end == len(r.input)
	if end := u.endOfText(); end >= 0 && !stays {
		return r.doubtful(asText, end, end+1)
	}
	if at, reading := u.unwanted(); at >= 0 && !stays {
		return r.doubtful(reading, at, at+1)
	}
	if r.inHTML() || !r.last.valid {
		r.escaped = u.hasAmpersands()
		u.unescaped = r.escaped
	}
	if r.inHTML() {
		if at := u.firstEntity(len(u.text)); at >= 0 {
			return r.doubtful(asEscapes, at, at+1)
		}
	}
	if r.last.valid { // the URL is valid without surrounding text
		return nil
	}
	if n := bytes.IndexByte(u.text[:u.path], '*'); n >= 0 {
		return r.doubtful(asPattern, n, n+1)
	}
	u.inBrackets = r.bracketed
	first := r.firstSuspect(u)
	if at := u.firstEntity(first); at >= 0 {
		return r.doubtful(asEscapes, at, at+1)
	}
	for i := first; i < len(u.text); i++ {
		if isOrdinary(u.text[i]) {
			continue
		}
		reading, n := u.reading(i)
		if reading != 0 {
			return r.doubtful(reading, i, min(i+1, len(u.text)))
		}
		i += n
	}
	return nil
}

func (r *repair) inHTML() bool {
	return r.end < len(r.input) && strings.IndexByte("\"'>", r.input[r.end]) >= 0
}

// firstSuspect returns the offset of the first disallowed character after the authority, or an earlier one.
func (r *repair) firstSuspect(u *subject) int {
	at := r.scanned + r.last.at - r.at // in the text
	if at <= u.path {
		return u.path
	}
	return max(u.path, at-unfinished(u.text[:at]))
}

func (u *subject) firstEntity(before int) int {
	for at := u.path; at < before; at++ {
		n := bytes.IndexByte(u.text[at:before], '&')
		if n < 0 {
			break
		}
		if at += n; u.entity(at) != 0 {
			return at
		}
	}
	return -1
}

// doubtful returns the error for an input with several readings, which differ in a span of the rest.
func (r *repair) doubtful(what reading, start, end int) error {
	return &Error{Readings: what.words(), Span: iri.Span{Start: r.at + start, End: r.at + end}, Err: r.mistake(r.input)}
}

func isOrdinary(b byte) bool { return b > ' ' && b < 0x7F && !suspects[b] }

var suspects = [0x80]bool{
	'"': true, '%': true, '&': true, '<': true, '>': true, '[': true, '\\': true, ']': true, '`': true, '{': true, '|': true, '}': true,
}

// reading returns the readings that the character at an offset allows, or 0, and the number of bytes after it to skip.
func (u *subject) reading(at int) (r reading, n int) {
	switch b := u.text[at]; b {
	case ' ', '\t', '\r', '\n':
		return u.space(at)
	case '\\':
		return u.backslash(at), 0
	case '"':
		return u.quote(at), 0
	case '<', '>':
		return u.angle(at), 0
	case '{', '}':
		return u.brace(at)
	case '[', ']':
		return u.bracket(at)
	case '|':
		return u.pipe(at), 0
	case '`':
		return asText | asTemplate, 0
	case '%':
		return u.percent(at), 0
	case '&':
		return u.entity(at), 0
	}
	return u.garbled(at)
}

// A reading is a set of possible meanings of an input, one bit each. 0 means a single URL.
type reading uint16

const (
	asTwoURLs    reading = 1 << iota // one after the other
	asText                           // with text or markup before or after the URL
	asStraySpace                     // to be removed, or part of a name
	asLabel
	asTemplate // or code, with parts to be replaced
	asPattern  // a regular expression, a wildcard, or a deliberately broken URL
	asEscapes  // of JSON, LaTeX, HTML and so on
	asGarbled  // damaged, or in another encoding
	asEmail
	asFileName
	asDottedName  // a program identifier, or not a DNS name
	asOtherScheme // not http or https, which Fixer.Web requires
)

var readings = [...]string{
	"two URLs", "a URL in text", "a URL with stray whitespace", "a label and a value", "a template", "a pattern", "a URL with escapes of another format",
	"garbled text", "an e-mail address", "a file name", "a name that is not a DNS host name", "an IRI of another scheme",
}

func (r reading) words() (list []string) {
	for i, s := range readings {
		if r>>i&1 != 0 {
			list = append(list, s)
		}
	}
	return list
}
