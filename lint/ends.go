package lint

import (
	"strings"

	"example.org/iri"
)

// hasTextDirective reports whether the fragment quotes the page.
func (l subject) hasTextDirective() bool { return strings.Contains(l.text, "#:~:") }

// punctuation finds trailing commas, semicolons, full stops of a host, and unmatched brackets (RFC 3986, appendix C).
func (l subject) punctuation() (iri.Span, bool) {
	if !l.hasAuthority() || !l.isNetwork() || l.hasTextDirective() || strings.HasSuffix(l.text, "..") {
		return iri.Span{}, false
	}
	if tail := l.tail(); tail.Start == tail.End && strings.HasSuffix(l.text, dot) {
		return iri.Span{Start: tail.End - 1, End: tail.End}, true
	}
	if last := l.text[len(l.text)-1]; isWord(last) || last == '/' { // the common case
		return iri.Span{}, false
	}
	for _, end := range ends {
		if strings.HasSuffix(l.text, end) {
			return l.lastBytes(len(end)), !l.isPartOfValue(end)
		}
	}
	for _, p := range pairs {
		if strings.HasSuffix(l.text, p.end) && strings.Count(l.text, p.end) > strings.Count(l.text, p.open) {
			return l.lastBytes(len(p.end)), true
		}
	}
	if strings.HasSuffix(l.text, "'") {
		return l.lastBytes(1), strings.Count(l.text, "'") == 1
	}
	return l.markdownEnd()
}

// isPartOfValue reports whether a trailing mark belongs to an HTML entity, which is reported separately, or to a query
// value in which the mark occurs elsewhere, too.
func (l subject) isPartOfValue(mark string) bool {
	last := l.text[strings.LastIndexAny(l.text, "&?=")+1:]
	if entityLength(last) == len(last) {
		return true
	}
	return l.hasQuery() && strings.Count(last, mark) > 1
}

// markdownEnd finds an unmatched bracket before a punctuation mark, and a single pair of asterisks after a word.
func (l subject) markdownEnd() (iri.Span, bool) {
	text := strings.TrimRight(l.text, ".!?:*")
	s := iri.Span{Start: len(text), End: len(l.text)}
	if strings.HasSuffix(text, ")") && strings.Count(text, ")") > strings.Count(text, "(") {
		s.Start--
		return s, true
	}
	return s, strings.HasSuffix(l.text, "**") && strings.Count(l.text, "**") == 1 && (text == "" || isWord(text[len(text)-1]))
}

func (l subject) lastBytes(n int) iri.Span { return iri.Span{Start: len(l.text) - n, End: len(l.text)} }

// encodedEnd finds percent-encoded spaces at the end of the reference or of a segment, and unmatched percent-encoded
// quotation marks at the end.
func (l subject) encodedEnd() (iri.Span, bool) {
	if strings.IndexByte(l.text, '%') < 0 || l.hasTextDirective() {
		return iri.Span{}, false
	}
	if blank := lastBlank(l.text); blank != "" && !(l.hasQuery() && isSpace(blank)) {
		return l.lastBytes(len(blank)), true
	}
	for _, q := range encodedQuotes {
		if s := l.lastBytes(len(q.end)); hasSuffixFold(l.text, q.end) && !beginsValue(l.text[:s.Start]) && l.isUnmatched(q.open, q.end) {
			return s, true
		}
	}
	return l.segmentEnd()
}

// beginsValue reports whether a value or component begins after a text, so that the mark may be all of it.
func beginsValue(before string) bool {
	return strings.HasSuffix(before, "=") || strings.HasSuffix(before, "?") || strings.HasSuffix(before, "#")
}

func (l subject) isUnmatched(open, end string) bool {
	text := strings.ToUpper(l.text)
	if open == end {
		return strings.Count(text, end)%2 == 1
	}
	raw := 0 // unencoded brackets
	if open == "%28" {
		raw = strings.Count(text, "(")
	}
	return strings.Count(text, end) > strings.Count(text, open)+raw
}

// isBadgeGap reports whether a segment is a space, or ends in a space before another, as in badge texts.
func isBadgeGap(segment, after string) bool {
	return segment == space || strings.HasSuffix(segment, space) && strings.HasPrefix(after, space)
}

// segmentEnd finds percent-encoded spaces beside slashes, and invisible characters before slashes.
func (l subject) segmentEnd() (iri.Span, bool) {
	path := l.parts.Path()
	for start := path.Start; start < path.End; {
		end := path.End
		if n := strings.IndexByte(l.text[start:end], '/'); n >= 0 {
			end = start + n
		}
		segment := l.text[start:end]
		if end < path.End && isBadgeGap(segment, l.text[end+1:]) {
			start = end + 1
			start += len(l.text[start:]) - len(strings.TrimPrefix(l.text[start:], space))
			continue
		}
		if strings.HasPrefix(segment, space) && !strings.HasPrefix(segment, space+space) { // badge texts are indented by several spaces
			return iri.Span{Start: start, End: start + len(space)}, true
		}
		if n := len(lastBlank(segment)); n > 0 {
			return iri.Span{Start: end - n, End: end}, true
		}
		start = end + 1
	}
	return path, false
}

func lastBlank(text string) string {
	if n := len(text) - len(space); n < 0 || text[n] != '%' {
		return ""
	}
	for _, blank := range encodedBlanks {
		if hasSuffixFold(text, blank) {
			return blank
		}
	}
	return ""
}

// isSpace reports whether a blank is a space or control. Query values may end in these, as in searches.
func isSpace(blank string) bool { return strings.HasPrefix(blank, "%0") || blank == space }

func (l subject) hasQuery() bool {
	_, ok := l.parts.Query()
	return ok
}

const (
	space = "%20"
	quote = "%22"
)

func (l subject) markup() (iri.Span, bool) {
	path := l.parts.Path()
	text := l.in(path)
	if !mayHaveMarkup(text) {
		return path, false
	}
	for _, mark := range [...]string{quote + "%3E", quote + "%3e", "%3C/", "%3c/", "%3C%2F", "%3Cbr%3E", quote + space + "target=", quote + space + "class=", quote + space + "rel=", quote + space + "title=", quote + space + "style=", "%5Bobject%20Object%5D", "%3C%25", "%7B%25"} {
		if n := strings.Index(text, mark); n >= 0 {
			return iri.Span{Start: path.Start + n, End: path.Start + n + len(mark)}, true
		}
	}
	return path, false
}

// mayHaveMarkup reports whether a path has a percent-encoded quotation mark or opening bracket.
func mayHaveMarkup(path string) bool {
	for i := 0; ; i++ {
		n := strings.IndexByte(path[i:], '%')
		if n < 0 {
			return false
		}
		i += n
		switch path[i+1 : i+3] {
		case "22", "3C", "3c", "5B", "7B":
			return true
		}
	}
}

func (l subject) template() (iri.Span, bool) {
	tail := l.tail()
	if strings.IndexByte(l.text, '%') < 0 || strings.Contains(l.text, "%3C/") || strings.Contains(l.text, "%3C%2F") { // HTML tags
		return tail, false
	}
	for i := tail.Start; ; {
		n := strings.IndexByte(l.text[i:], '%')
		if n < 0 {
			return tail, false
		}
		i += n
		size := templateLength(l.text[i:])
		if size > 0 && l.isWholeTemplate(i, i+size) {
			return iri.Span{Start: i, End: i + size}, true
		}
		i++
	}
}

// isWholeTemplate reports whether a template has double braces, or is a whole segment or value. File names may contain
// single braces.
func (l subject) isWholeTemplate(start, end int) bool {
	if strings.EqualFold(l.text[start:start+6], "%7B%7B") {
		return true
	}
	begins, ends := "=/", "&/#"
	if end <= l.parts.Path().End {
		begins, ends = "$:=/.-", "?/#:.-"
	}
	return strings.IndexByte(begins, l.text[start-1]) >= 0 && (end == len(l.text) || strings.IndexByte(ends, l.text[end]) >= 0)
}

func templateLength(text string) int {
	if len(text) < len("%7Ba%7D") || text[1] != '7' && text[1] != '3' {
		return 0
	}
	open, end := "%7B", "%7D"
	marks := ".-$"
	if hasPrefixFold(text, "%3C") {
		open, end, marks = "%3C", "%3E", "-" // message and list identifiers contain dots
	}
	i, depth := 0, 0
	for hasPrefixFold(text[i:], open) {
		i += len(open)
		depth++
	}
	if depth == 0 || depth > 3 {
		return 0
	}
	name := i
	for i < len(text) && (isWord(text[i]) || strings.IndexByte(marks, text[i]) >= 0) || depth > 1 && hasPrefixFold(text[i:], space) {
		if text[i] == '%' {
			i += len(space)
		} else {
			i++
		}
	}
	if i == name || isDigit(text[name]) || isUUID(text[name:i]) {
		return 0
	}
	for ; depth > 0 && hasPrefixFold(text[i:], end); depth-- {
		i += len(end)
	}
	if depth > 0 {
		return 0
	}
	return i
}

// isUUID reports whether a name has the form of a UUID, which is often in braces.
func isUUID(name string) bool { return len(name) == 36 && strings.Count(name, "-") == 4 }
