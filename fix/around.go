package fix

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/iri/internal/char"
)

// Marks may surround a URL that is pasted alone: brackets, quotation marks, punctuation, and marks of comments, lists
// and markup.
const (
	marksBefore = spaces + "<([{*_~!,;:-–—•·>|#/\\" + quotes
	marksAfter  = spaces + ">)]}*!,;:-–—.?_|#/\\~。、।" + quotes
)

// tails are the markup after a URL: a begin, any text, and an end. The text may be empty.
var tails = [...]struct{ begin, end string }{
	{"](", ")"}, {"][", "]]"}, {"][", "]"}, {"}{", "}"}, {"} {", "}"}, {"]", "[/url]"}, {"[/url]", ""}, {"[", "]"}, {"|", "]"}, {"</", ">"}, {"<br", ">"},
	{"&quot;", ""}, {"&gt;", ""},
}

// unframe strips marks and markup from both ends of the rest, if these are all that surrounds the URL. It reports whether
// it stripped anything.
func (r *repair) unframe() bool {
	s := r.rest()
	begin := beginOfURL(s)
	if begin < 0 || begin == 0 && r.Web && r.valid && exactAuthority(s) > 0 {
		return false
	}
	size, ok := endOfURL(s), true
	if begin > 0 {
		size, ok = r.framed(s[:begin], s[begin:])
	}
	if !ok || size <= 0 || begin == 0 && size == len(s) || !isTail(s[begin:begin+size], s[begin+size:]) {
		return false
	}
	return r.strip(begin, len(s)-begin-size)
}

// beginOfURL returns the offset of the first URL with a scheme, two slashes and something after them, or else of the
// first one that begins with mailto or www, or a negative number.
func beginOfURL(s []byte) int {
	at := bytes.Index(s, []byte(slashes))
	if at < 0 {
		return beginOfName(s)
	}
	begin, after := at, s[at+len(slashes):]
	if len(after) == 0 || strings.IndexByte(marksAfter, after[0]) >= 0 && after[0] != '/' {
		return -1
	}
	for begin > 0 && (isAlphanumeric(s[begin-1]) || strings.IndexByte("+-.", s[begin-1]) >= 0) {
		begin--
	}
	for begin < at && char.Lower(s[begin])-'a' >= 26 {
		begin++
	}
	if begin == at {
		return -1
	}
	return begin
}

// beginOfName is beginOfURL for strings without "://".
func beginOfName(s []byte) int {
	const mailto, www = "mailto:", "www."
	if at := bytes.Index(s, []byte(mailto)); at > 0 && !isAlphanumeric(s[at-1]) && bytes.IndexByte(s[at:], '@') > len(mailto) {
		return at
	}
	at := bytes.Index(s, []byte(www))
	if at < 0 || at > 0 && (isAlphanumeric(s[at-1]) || strings.IndexByte("-._", s[at-1]) >= 0) {
		return -1
	}
	if n := readName(s[at:]); n.reading(false) != 0 {
		return -1
	}
	return at
}

// withoutMark removes a list number or an HTML start tag from the start of a head.
func withoutMark(head []byte) []byte {
	rest := bytes.TrimLeft(head, digits)
	if n := len(head) - len(rest); n > 0 && n <= len("999") && len(rest) > 1 && (rest[0] == '.' || rest[0] == ')') && rest[1] == ' ' {
		return rest[1:]
	}
	if n := bytes.IndexByte(head, '>') + 1; n > 0 && n < len(head) && isTag(head[:n]) {
		return head[n:]
	}
	return head
}

func withoutTags(tail []byte) []byte {
	for {
		s := bytes.TrimLeft(tail, marksAfter[len(spaces):])
		if i := len(tail) - len(s); i > 0 && bytes.HasPrefix(tail[i-1:], []byte("></")) {
			s = tail[i-1+len(">"):]
		}
		if !hasPrefixFold(s, "<br") && (!bytes.HasPrefix(s, []byte("</")) || len(letters(s[2:])) == 0) {
			return tail
		}
		_, after, ok := bytes.Cut(s, []byte{'>'})
		if !ok {
			return tail
		}
		tail = after
	}
}

func withoutEnd(url []byte) []byte {
	if bytes.HasSuffix(url, []byte("..")) {
		return url
	}
	url = bytes.TrimRight(url, ends+"。、，；")
	if apostrophe := []byte{'\''}; bytes.HasSuffix(url, apostrophe) && bytes.Count(url, apostrophe)%2 == 1 {
		return url[:len(url)-1]
	}
	return url
}

func closesQuote(open, c rune) bool {
	if c < utf8.RuneSelf {
		return c == open || open == '`' && c == '\'' || open >= utf8.RuneSelf && (c == '"' || c == '\'')
	}
	return strings.ContainsRune(quotes, c)
}

func areAll(s []byte, set string) bool {
	return !bytes.ContainsFunc(s, func(c rune) bool { return !strings.ContainsRune(set, c) || c == utf8.RuneError })
}

// isEnd reports whether s consists of marks that may follow a URL. A slash is only allowed as part of a comment or a
// tag.
func isEnd(s []byte) bool {
	if n := bytes.IndexByte(s, '/'); n >= 0 {
		if (n == 0 || s[n-1] != '*') && (n+1 == len(s) || s[n+1] != '/' && s[n+1] != '>') {
			return false
		}
	}
	return areAll(s, marksAfter)
}

// closing returns the offset of the first unmatched closing bracket, or of the first quotation mark, or a negative
// number.
func closing(s []byte, open, end byte) int {
	if open == end {
		return bytes.IndexByte(s, end)
	}
	depth := 0
	for i, b := range s {
		switch b {
		case open:
			depth++
		case end:
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return -1
}

// endOfURL returns the end of a URL without a head: at whitespace before marks, at a title, or at an unmatched closing
// mark.
func endOfURL(s []byte) int {
	if n := beginOfLabel(s); n > 0 {
		return len(withoutEnd(s[:n]))
	}
	end := endOfTitled(s)
	if n := bytes.IndexAny(s, spaces); n >= 0 && isEnd(s[n:]) {
		end = min(end, n)
	}
	for _, tag := range [...]string{"</", "<br"} {
		if n := bytes.Index(s, []byte(tag)); n >= 0 {
			end = min(end, n)
		}
	}
	for _, mark := range [...]string{"<>", "()", "[]", "{}", `"`, "`"} {
		n := closing(s, mark[0], mark[len(mark)-1])
		if n > 0 && s[n-1] != '=' && s[n-1] != '?' && (s[n-1] != '#' || mark == "`") {
			end = min(end, n)
		}
	}
	if end == len(s) {
		s = bytes.TrimRight(withoutNumberSigns(s), typographic)
		if bytes.IndexByte(s, '?') < 0 { // the end of a table cell
			s = bytes.TrimRight(s, "|")
		}
		return len(s)
	}
	return len(withoutEnd(s[:end]))
}

// beginOfLabel returns the offset of the bracket in URL[label], a link of AsciiDoc, or 0. A label may end in a
// circumflex. Without one, a single word after a query may belong to a value, and brackets after a slash are a
// placeholder unless they contain a title.
func beginOfLabel(s []byte) int {
	begin := bytes.IndexByte(s, '[')
	if begin <= 0 {
		return 0
	}
	text, after, ok := bytes.Cut(s[begin+1:], []byte{']'})
	if !ok || !isEnd(after) || bytes.IndexByte(text, '[') >= 0 || bytes.ContainsAny(s[:begin], spaces) {
		return 0
	}
	if len(text) > 0 && strings.IndexByte("/?&%", text[0]) >= 0 { // part of the URL, or a template
		return 0
	}
	words, circumflex := bytes.CutSuffix(text, []byte{'^'})
	switch inQuery := bytes.IndexByte(s[:begin], '?') >= 0 && bytes.IndexByte(s[:begin], '#') < 0; {
	case circumflex && (len(words) == 0 || hasWord(words)):
		return begin
	case s[begin-1] == '/' && isTitle(text):
		return begin
	case !endsWord(s[:begin]) && !(s[begin-1] == '-' && isTitle(text) && bytes.IndexByte(s[:begin], '#') >= 0), inQuery && !bytes.ContainsAny(text, spaces+"`"), len(text) > 0 && !hasWord(text):
		return 0
	}
	return begin
}

func isTitle(text []byte) bool {
	first, _ := utf8.DecodeRune(text)
	if !unicode.IsUpper(first) || !bytes.ContainsFunc(text, unicode.IsLower) {
		return false
	}
	for word := range bytes.FieldsFuncSeq(text, func(c rune) bool { return !unicode.IsLetter(c) }) {
		if placeholder.has(word) {
			return false
		}
	}
	return true
}

// hasWord reports whether text has two adjacent letters and is not a set of a regular expression.
func hasWord(s []byte) bool {
	for _, set := range [...]string{"a-z", "A-Z", "0-9"} {
		if bytes.Contains(s, []byte(set)) {
			return false
		}
	}
	letters := 0
	return bytes.ContainsFunc(s, func(c rune) bool {
		if letters++; !unicode.IsLetter(c) {
			letters = 0
		}
		return letters == 2
	}) || !char.IsASCII(s)
}

func withoutNumberSigns(s []byte) []byte {
	if n := len(bytes.TrimRight(s, "#")); n < len(s)-1 {
		return s[:n]
	}
	return s
}

// endOfTitled returns the end of a URL before a title in quotation marks, or else the length of s.
func endOfTitled(s []byte) int {
	n := bytes.IndexAny(s, spaces)
	if n <= 0 || bytes.ContainsAny(s[:n], `"?`) {
		return len(s)
	}
	if rest := withoutTitle(s[n:]); len(rest) < len(s)-n && isEnd(rest) {
		return n
	}
	return len(s)
}

func withoutTitle(tail []byte) []byte {
	trimmed := bytes.TrimLeft(tail, spaces)
	if len(trimmed) == len(tail) || len(trimmed) < 2 || trimmed[0] != '"' && trimmed[0] != '\'' || hasSchemeAndSlashes(trimmed[1:]) {
		return tail
	}
	if n := bytes.LastIndexByte(trimmed, trimmed[0]); n > 0 {
		return trimmed[n+1:]
	}
	return tail
}

// isElement reports whether tail completes an HTML element in which the URL is an attribute value: a quotation mark,
// attributes without URLs, optionally a text, and end tags.
func isElement(url, tail []byte) bool {
	tail = bytes.TrimPrefix(tail, []byte{'\\'})
	tag, content, ok := bytes.Cut(tail, []byte{'>'})
	if !ok {
		tag, content, ok = bytes.Cut(tail, []byte("&gt;"))
	}
	if !ok || len(tag) == 0 || tag[0] != '"' && tag[0] != '\'' || bytes.Contains(tag, []byte(slashes)) {
		return false
	}
	n := bytes.Index(content, []byte("</"))
	if n < 0 {
		return isEnd(content)
	}
	text := content[:n]
	return isEnd(withoutTags(content[n:])) && bytes.IndexByte(content, '=') < 0 && (!bytes.Contains(text, []byte(slashes)) || bytes.Equal(text, url))
}

// isTail reports whether tail consists of marks, or of markup around a text without another URL.
func isTail(url, tail []byte) bool {
	if isEnd(withoutTitle(tail)) || isEnd(withoutTags(tail)) || isElement(url, tail) {
		return true
	}
	tail = bytes.TrimLeft(tail, "`*"+ends)
	for _, t := range tails {
		text, ok := bytes.CutPrefix(tail, []byte(t.begin))
		if !ok {
			continue
		}
		n := bytes.Index(text, []byte(t.end))
		if n >= 0 && isEnd(text[n+len(t.end):]) && (t.begin != "](" && !bytes.Contains(text, []byte(slashes)) || bytes.HasSuffix(bytes.TrimRight(text[:n], "/"), bytes.TrimRight(bytes.ReplaceAll(url, []byte{'\\'}, nil), "/"))) {
			return true
		}
	}
	return false
}
