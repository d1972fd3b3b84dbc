package fix

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/iri/internal/char"
)

// Marks may be beside a URL that is alone in what people paste: brackets, quotation marks, punctuation, and the marks of
// comments, lists and markup.
const (
	marksBefore = spaces + "<([{*_~!,;:-–—•·>|#/\\" + quotes
	marksAfter  = spaces + ">)]}*!,;:-–—.?_|#/\\~。、।" + quotes
)

// tails are what markup puts after a URL, around a text.
var tails = [...]struct{ begin, end string }{
	{"](", ")"}, {"][", "]]"}, {"][", "]"}, {"}{", "}"}, {"} {", "}"}, {"]", "[/url]"}, {"[/url]", ""}, {"[", "]"}, {"|", "]"}, {"</", ">"}, {"<br", ">"},
	{"&quot;", ""}, {"&gt;", ""},
}

// unframe moves both ends to a URL that has only marks or markup beside it, and reports whether they move. They stay where
// there are other words, as of code or a sentence.
func (r *repair) unframe() bool {
	s := r.rest()
	begin := beginOfURL(s)
	if begin < 0 || begin == 0 && r.Web && r.valid && afterExactly(s) > 0 {
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

// beginOfURL returns where the first URL begins that has a scheme with two slashes and something after them, or else the first one
// that begins with mailto or www; negative if there is none.
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

// beginOfName is beginOfURL for what has no slashes.
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

// withoutMark returns a head without the number of an item of a list or a start tag of HTML that it begins with.
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

// withoutTags returns a tail without the end tags and line breaks of HTML that it begins with, after other marks.
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

// withoutEnd returns a URL without the punctuation of a sentence at its end.
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

// closesQuote reports whether a quotation mark is the end of what another one opens.
func closesQuote(open, c rune) bool {
	if c < utf8.RuneSelf {
		return c == open || open == '`' && c == '\'' || open >= utf8.RuneSelf && (c == '"' || c == '\'')
	}
	return strings.ContainsRune(quotes, c)
}

// areAll reports whether a set has all characters of a string.
func areAll(s []byte, set string) bool {
	return !bytes.ContainsFunc(s, func(c rune) bool { return !strings.ContainsRune(set, c) || c == utf8.RuneError })
}

// isEnd reports whether s consists of marks that may follow a URL. A slash counts only as part of a comment or a tag.
func isEnd(s []byte) bool {
	if n := bytes.IndexByte(s, '/'); n >= 0 {
		if (n == 0 || s[n-1] != '*') && (n+1 == len(s) || s[n+1] != '/' && s[n+1] != '>') {
			return false
		}
	}
	return areAll(s, marksAfter)
}

// closing returns where the first closing bracket is that has no partner, or the first quotation mark; negative if there is none.
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

// endOfURL returns where a URL ends that has no head: at whitespace with marks after it, at a title, or at a closing mark
// without a partner.
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
		if bytes.IndexByte(s, '?') < 0 { // at the end of a cell
			s = bytes.TrimRight(s, "|")
		}
		return len(s)
	}
	return len(withoutEnd(s[:end]))
}

// beginOfLabel returns the offset of the bracket in URL[label], a link of AsciiDoc, or 0 if s does not end in a label. A circumflex
// marks a label. Without one, a single word after a query may belong to a value, and brackets after a slash are a placeholder
// unless they have a title.
func beginOfLabel(s []byte) int {
	begin := bytes.IndexByte(s, '[')
	if begin <= 0 {
		return 0
	}
	text, after, ok := bytes.Cut(s[begin+1:], []byte{']'})
	if !ok || !isEnd(after) || bytes.IndexByte(text, '[') >= 0 || bytes.ContainsAny(s[:begin], spaces) {
		return 0
	}
	if len(text) > 0 && strings.IndexByte("/?&%", text[0]) >= 0 { // what the URL may also have, or a template
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

// isTitle reports whether a text begins with a letter in upper case, has one in lower case, and no word of a placeholder.
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

// hasWord reports whether a text has two letters after one another, and is no set of a regular expression.
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

// withoutNumberSigns returns a string without several number signs at its end.
func withoutNumberSigns(s []byte) []byte {
	if n := len(bytes.TrimRight(s, "#")); n < len(s)-1 {
		return s[:n]
	}
	return s
}

// endOfTitled returns where a URL ends that has a title in quotation marks after it, else the length.
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

// withoutTitle returns a tail without the title that it begins with, which is no other URL.
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

// isElement reports whether what follows a URL is the rest of an element of HTML in which it is the value of an attribute: a quotation mark,
// other attributes without URLs, perhaps a text, and end tags.
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

// isTail reports whether what follows a URL is marks, or markup around a text without another URL.
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
