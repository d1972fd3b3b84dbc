package fix

import (
	"bytes"

	"example.org/iri"
	"example.org/iri/internal/char"
)

// A subject is an input without what surrounds it, in which the components are found before anything is repaired. A
// component that is not there is empty, and at the end of the one before.
type subject struct {
	text                  []byte
	path, query, fragment int  // where they begin
	isFile                bool // the path ends like the name of a file
	inBrackets            bool // brackets stood around the text
	pages                 bool // what has been read of a path has pages in angle brackets
	plain                 bool // there are no other readings
	json                  bool // what has been read of a query is in a value of JSON
}

// newSubject finds the components of a text. If it has an authority, this begins at an offset; otherwise the path does.
func newSubject(text []byte, at int, authority bool) subject {
	u := subject{text: text, path: at, query: len(text), fragment: len(text)}
	if authority {
		u.path += len(firstPart(text[at:]))
	}
	if n := bytes.IndexByte(text[u.path:], '#'); n >= 0 {
		u.fragment = u.path + n
	}
	u.query = u.fragment
	if n := bytes.IndexByte(text[u.path:u.fragment], '?'); n >= 0 {
		u.query = u.path + n
	}
	u.isFile = hasFileExtension(text[u.path:u.query])
	return u
}

// firstPart returns what stands in s before a path, a query or a fragment.
func firstPart(s []byte) []byte {
	for i, b := range s {
		if char.IsSlash(b) || b == '?' || b == '#' {
			return s[:i]
		}
	}
	return s
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
	if at := u.secondURL(); at >= 0 {
		return r.doubtful(asTwoURLs, at, len(u.text))
	}
	if r.last.valid {
		return nil // what is not doubtful in a valid input
	}
	if n := bytes.IndexByte(u.text[:u.path], '*'); n >= 0 {
		return r.doubtful(asPattern, n, n+1)
	}
	u.inBrackets = r.bracketed
	for i := u.path; i < len(u.text); i++ {
		if isOrdinary[u.text[i]] {
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

// doubtful returns the error for an input with several readings, one of which begins at an offset of the rest.
func (r *repair) doubtful(what reading, start, end int) error {
	return &Error{Readings: what.words(), Span: iri.Span{Start: r.at + start, End: r.at + end}, Err: r.mistake(r.input)}
}

// isOrdinary has the bytes of ASCII that make no reading doubtful wherever they are.
var isOrdinary = func() (is [256]bool) {
	for b := range is {
		is[b] = b > ' ' && b < 0x7F && !bytes.ContainsRune([]byte("\"%&<>[\\]`{|}"), rune(b))
	}
	return
}()

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
		return u.bracket(at), 0
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
