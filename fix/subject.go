package fix

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/internal/char"
)

// A subject is an input without what surrounds it, in which the components are found before anything is repaired. A
// component that is not there is empty, and at the end of the one before.
type subject struct {
	text                  []byte
	begin                 int  // where the authority begins, or the path if there is none
	path, query, fragment int  // where they begin
	inBrackets            bool // brackets stood around the text
	pages                 bool // what has been read of a path has pages in angle brackets
	plain                 bool // there are no other readings
	file, spaced, lone    answer
	oddInPath, oddAfter   answer
	separated             answer
	value                 int  // one more than lastValue, if it is known
	unescaped             bool // each &amp; in the query is for an ampersand
	json                  bool // what has been read of a query is in a value of JSON
}

// newSubject finds the components of a text. If it has an authority, this begins at an offset; otherwise the path does.
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

// firstPart returns what stands in s before a path, a query or a fragment.
func firstPart(s []byte) []byte {
	for i, b := range s {
		if isDelimiter(b) {
			return s[:i]
		}
	}
	return s
}

// An answer is kept once it is known, so that many characters with the same question take linear time.
type answer uint8

const (
	unknown answer = iota
	no
	yes
)

// is returns an answer, which it finds out if it is not known.
func (a *answer) is(find func() bool) bool {
	if *a == unknown {
		*a = no
		if find() {
			*a = yes
		}
	}
	return *a == yes
}

// isFile reports whether the path ends like the name of a file.
func (u *subject) isFile() bool {
	return u.file.is(func() bool { return hasFileExtension(u.text[u.path:u.query]) })
}

// hasSpace reports whether there are spaces without a line end among them.
func (u *subject) hasSpace() bool { return u.spaced.is(func() bool { return hasSpace(u.text) }) }

// hasSeparator reports whether a backslash is before a name, so that it is in place of a slash.
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

// hasLoneParenthesis reports whether a parenthesis after the authority has no partner.
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

// endOfText returns where what comes after a URL begins that ends in a closing parenthesis or an apostrophe without a partner, or
// in quoted items of a list; negative if nothing does.
func (u *subject) endOfText() int {
	if n := len(bytes.TrimRight(u.text, ends)) - 1; n >= u.path && u.text[n] == ')' && u.hasLoneParenthesis() {
		return n
	}
	if n := len(u.text) - 1; n >= u.path && u.text[n] == '\'' && bytes.Count(u.text, u.text[n:])%2 == 1 {
		return n
	}
	return bytes.Index(u.text, []byte("','"))
}

// isUnquoted reports whether a quotation mark in the path, or else in what comes after it, has no partner.
func (u *subject) isUnquoted(inPath bool) bool {
	if inPath {
		return u.oddInPath.is(func() bool { return isOdd(u.text[u.path:u.query]) })
	}
	return u.oddAfter.is(func() bool { return isOdd(u.text[u.query:]) })
}

// isOdd reports whether there is an odd number of quotation marks.
func isOdd(s []byte) bool { return bytes.Count(s, []byte{'"'})%2 == 1 }

// lastValue returns where the last value of a query begins, or a number before it.
func (u *subject) lastValue() int {
	if u.value == 0 {
		u.value = 1 + max(u.query, bytes.LastIndexByte(u.text[:u.fragment], '&'))
	}
	return u.value - 1
}

// inPath reports whether an offset is before a query or a fragment.
func (u *subject) inPath(at int) bool { return at < u.query }

// inQuery reports whether an offset is in a query.
func (u *subject) inQuery(at int) bool { return at >= u.query && at < u.fragment }

// byteAt returns the byte at an offset, 0 outside of the text.
func (u *subject) byteAt(at int) byte {
	if at < 0 || at >= len(u.text) {
		return 0
	}
	return u.text[at]
}

// doubt returns the error for a subject that has several readings, nil if there is only one.
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
	if r.last.valid { // but for what stood around it
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

// inHTML reports whether a quotation mark or the end of a tag stands after the rest.
func (r *repair) inHTML() bool {
	return r.end < len(r.input) && strings.IndexByte("\"'>", r.input[r.end]) >= 0
}

// firstSuspect returns the offset of the first character after an authority that is not allowed, or one before it.
func (r *repair) firstSuspect(u *subject) int {
	at := r.scanned + r.last.at - r.at // in the text
	if at <= u.path {
		return u.path
	}
	return max(u.path, at-unfinished(u.text[:at]))
}

// firstEntity returns where a character reference of HTML begins in a path or a query before an offset, negative if there is none.
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

// doubtful returns the error for an input with several readings, one of which begins at an offset of the rest.
func (r *repair) doubtful(what reading, start, end int) error {
	return &Error{Readings: what.words(), Span: iri.Span{Start: r.at + start, End: r.at + end}, Err: r.mistake(r.input)}
}

// isOrdinary reports whether a byte of ASCII makes no reading doubtful wherever it is.
func isOrdinary(b byte) bool { return b > ' ' && b < 0x7F && !suspects[b] }

var suspects = [0x80]bool{
	'"': true, '%': true, '&': true, '<': true, '>': true, '[': true, '\\': true, ']': true, '`': true, '{': true, '|': true, '}': true,
}

// reading returns what the subject may be because of the character at an offset, 0 if that does not make it doubtful.
// Then it also returns how many bytes after it need no look.
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
