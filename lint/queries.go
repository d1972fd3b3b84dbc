package lint

import (
	"strings"

	"example.org/iri"
)

func (l subject) entity() (iri.Span, bool) {
	tail := l.tail()
	for i := tail.Start; ; {
		n := strings.IndexByte(l.text[i:], '&')
		if n < 0 {
			return l.encodedEntity(tail)
		}
		i += n + 1
		if size := entityLength(l.text[i:]); size > 0 {
			return iri.Span{Start: i - 1, End: i + size}, true
		}
	}
}

// encodedEntity finds an escaped and then percent-encoded ampersand.
func (l subject) encodedEntity(tail iri.Span) (iri.Span, bool) {
	if !strings.Contains(l.in(tail), "amp%3") { // the common case
		return tail, false
	}
	for _, mark := range [...]string{"%26amp%3B", "%26amp%3b", "&amp%3B", "&amp%3b"} {
		if n := strings.Index(l.in(tail), mark); n >= 0 {
			return iri.Span{Start: tail.Start + n, End: tail.Start + n + len(mark)}, true
		}
	}
	return tail, false
}

// entityLength returns the length of the entity at the start of text, without its ampersand, or 0.
func entityLength(text string) int {
	for _, name := range entities {
		if strings.HasPrefix(text, name) {
			return len(name)
		}
	}
	digits, ok := strings.CutPrefix(text, "#")
	if !ok {
		return 0
	}
	end := strings.IndexByte(digits[:min(len(digits), 8)], ';')
	if end < 1 || strings.Trim(digits[:end], "0123456789abcdefxABCDEFX") != "" || !isDigit(digits[0]) && digits[0]|0x20 != 'x' {
		return 0
	}
	return 1 + end + 1
}

// delimiter finds a question mark that does not begin the query, or an ampersand without a query.
func (l subject) delimiter() (iri.Span, bool) {
	query, ok := l.parts.Query()
	switch {
	case !l.isWeb():
		return query, false
	case ok:
		return l.secondQuery(query)
	}
	return l.pathParameter(l.parts.Path())
}

// secondQuery finds a question mark at the start of a query, or between two parameters.
func (l subject) secondQuery(query iri.Span) (iri.Span, bool) {
	text := l.in(query)
	if len(text) > 1 && text[0] == '?' && isWord(text[1]) {
		return iri.Span{Start: query.Start, End: query.Start + 1}, true
	}
	value := -1 // start of the value
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '=':
			if value < 0 {
				value = i + 1
			}
		case '&', ';':
			value = -1
		case '/', ':', '%':
			value = len(text) // a URL
		case '?':
			if value >= 0 && value < i && beginsParameter(text[i+1:]) {
				return iri.Span{Start: query.Start + i, End: query.Start + i + 1}, true
			}
		}
	}
	return query, false
}

// pathParameter finds an ampersand before a parameter in the last segment.
func (l subject) pathParameter(path iri.Span) (iri.Span, bool) {
	last := l.in(path)[strings.LastIndexByte(l.in(path), '/')+1:]
	n := strings.IndexByte(last, '&')
	at := path.End - len(last) + max(n, 0)
	return iri.Span{Start: at, End: at + 1}, n > 0 && strings.IndexByte(last[:n], '=') < 0 && beginsParameter(last[n+1:])
}

func beginsParameter(text string) bool {
	n := 0
	for n < len(text) && (isWord(text[n]) || text[n] == '-') {
		n++
	}
	return n > 0 && n < len(text) && text[n] == '='
}
