package fix

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// A frame recognizes markup around a URL by its beginning.
type frame struct {
	begins func(head []byte) bool
	end    func(head, url []byte) int // end of the URL, or negative if the markup is incomplete
}

// frames are tried in this order. The first ones are explicit prefixes of URLs, of markup and RFC 3986, appendix C.
var frames = [...]frame{
	head("<URL:", '>'), head("[url=", ']'), head("[url]", '['), head("link:", '['), head("&quot;", '&'), head("&lt;", '&'),
	{isCommand, endAt('}')}, {isTag, endInElement}, {isAttribute, endInAttribute}, {isDefinition, endOfWord}, {isLinkText, endInLink}, {isAngledLink, endAt('>')},
}

// head returns a frame for the given text before a URL and byte after it.
func head(text string, end byte) frame {
	begins := func(head []byte) bool {
		n := len(head) - len(text)
		return n >= 0 && hasPrefixFold(head[n:], text) && areAll(head[:n], marksBefore)
	}
	return frame{begins, endAt(end)}
}

func endAt(end byte) func(head, url []byte) int {
	return func(_, url []byte) int { return bytes.IndexByte(url, end) }
}

func (r *repair) framed(head, url []byte) (size int, ok bool) {
	head = withoutMark(head)
	for i := range frames {
		if frames[i].begins(head) {
			size = frames[i].end(head, url)
			return size, size >= 0
		}
	}
	return r.marked(head, url)
}

// marked is framed for a head of marks. The last mark may have a partner after the URL.
func (r *repair) marked(head, url []byte) (size int, ok bool) {
	if len(head) > 1 {
		head = bytes.TrimSuffix(head, []byte{'\\'})
	}
	trimmed := bytes.TrimRight(head, spaces)
	open, n := utf8.DecodeLastRune(trimmed)
	isMarks := areAll(withoutPrefix(head, open), marksBefore) || open == '<' && isReference(trimmed[:len(trimmed)-n]) || open == '|' && isLinkLabel(head)
	if !isMarks {
		return 0, false
	}
	switch {
	case strings.ContainsRune(quotes, open):
		size = bytes.IndexFunc(url, func(c rune) bool { return closesQuote(open, c) })
		if bytes.HasSuffix(trimmed, []byte(`\"`)) && size > 0 && url[size-1] == '\\' { // JSON in a string
			size--
		}
	case open == '<':
		return closing(url, '<', '>'), true
	case open == '(', open == '[', open == '{':
		r.bracketed = true
		size = endInBrackets(byte(open), url)
	case open == '|' && head[0] == '[':
		size = closing(url, '[', ']')
	case open == '*' && len(trimmed) == len(head):
		size = bytes.IndexByte(url, '*')
	case bytes.HasSuffix(head, []byte("<!--")):
		size = bytes.Index(url, []byte("-->"))
	case len(head) == 1 && open == '#' && bytes.HasSuffix(url, []byte{'#'}): // a link of Access
		size = len(url) - 1
	default: // a list or a comment
		size = endOfWord(head, url)
		return len(withoutEnd(url[:max(size, 0)])), (len(trimmed) < len(head) || open == '|') && size > 0
	}
	return len(withoutEnd(url[:max(size, 0)])), size > 0
}

func withoutPrefix(head []byte, open rune) []byte {
	if n := len(head) - len(`u"`); n >= 0 && (head[n] == 'u' || head[n] == 'b') && (open == '"' || open == '\'') {
		return head[:n]
	}
	return head
}

func endOfWord(_, url []byte) int {
	n := endOfURL(url)
	if bytes.ContainsAny(url[:n], spaces) {
		return -1
	}
	return n
}

// endInBrackets returns the end of a URL after an opening bracket: at its partner, at a text after it, or at the end of
// a URL alone.
func endInBrackets(open byte, url []byte) int {
	size := closing(url, open, ")]}"[strings.IndexByte("([{", open)])
	if bar := bytes.IndexByte(url, '|'); open == '[' && bar >= 0 {
		size = min(size, bar)
	}
	if size < 0 && open != '{' && !bytes.ContainsAny(url, spaces+")]") {
		return len(url)
	}
	return size
}

// isCommand reports whether a head is a LaTeX command with its brace.
func isCommand(head []byte) bool {
	before, name, ok := bytes.Cut(head, []byte{'\\'})
	return ok && areAll(before, marksBefore) && len(name) > 1 && len(letters(name)) == len(name)-1 && name[len(name)-1] == '{'
}

// endInElement returns the end of a URL that is the text of an element.
func endInElement(_, url []byte) int {
	if n := bytes.Index(url, []byte("</")); n >= 0 || bytes.ContainsAny(url, spaces+"<>") {
		return n
	}
	return len(url)
}

// isAttribute reports whether a head is an attribute name, an equals sign and a quotation mark, alone or in a start
// tag.
func isAttribute(head []byte) bool {
	name, ok := bytes.CutSuffix(bytes.TrimSuffix(head, quoteOf(head)), []byte{'='})
	if len(name)+len("=") == len(head) || !ok {
		return false
	}
	before := bytes.TrimRightFunc(name, isOfAttribute)
	if len(before) == len(name) {
		return false
	}
	return len(before) == 0 || len(before) > 2 && before[0] == '<' && isAlphanumeric(before[1]) && isWhitespace(before[len(before)-1]) && bytes.IndexByte(before, '>') < 0
}

func isOfAttribute(c rune) bool {
	return c < utf8.RuneSelf && (isAlphanumeric(byte(c)) || c == '-' || c == '_' || c == ':' || c == '.' || c == '@')
}

func quoteOf(head []byte) []byte {
	for _, quote := range [...]string{`\"`, `"`, "'", "&quot;"} {
		if bytes.HasSuffix(head, []byte(quote)) {
			return head[len(head)-len(quote):]
		}
	}
	return nil
}

// endInAttribute returns the end of a URL without whitespace in an attribute. Without a closing quotation mark, the URL
// ends at the end of the input, but must not have a query, which might continue after a space.
func endInAttribute(head, url []byte) int {
	n := bytes.Index(url, quoteOf(head))
	switch {
	case n < 0 && !bytes.ContainsAny(url, spaces+`<>"'\?&#`):
		return len(withoutEnd(url))
	case n >= 0 && bytes.ContainsAny(url[:n], spaces):
		return -1
	}
	return n
}

// isDefinition reports whether a head is a label of a link definition of Markdown or reStructuredText, or the end of
// one.
func isDefinition(head []byte) bool {
	head = bytes.TrimRight(head, spaces)
	if name, ok := bytes.CutPrefix(head, []byte(".. _")); ok {
		return len(name) > len(":") && bytes.HasSuffix(name, []byte{':'})
	}
	label, ok := bytes.CutSuffix(head, []byte("]:"))
	if !ok || len(label) == 0 || bytes.IndexByte(label, ']') >= 0 {
		return false
	}
	if label[0] == '[' {
		return bytes.IndexByte(label[1:], '[') < 0
	}
	return !bytes.ContainsAny(label, spaces+"[")
}

// isLinkText reports whether head ends in [text]( of Markdown, possibly without the opening bracket.
func isLinkText(head []byte) bool {
	text, ok := bytes.CutSuffix(head, []byte("]("))
	if !ok {
		return false
	}
	if n := opening(text); n >= 0 {
		return areAll(text[:n], marksBefore+"]")
	}
	return !bytes.ContainsAny(text, spaces)
}

// isAngledLink is isLinkText for URLs in angle brackets.
func isAngledLink(head []byte) bool {
	text, ok := bytes.CutSuffix(head, []byte{'<'})
	return ok && isLinkText(text)
}

func opening(s []byte) int {
	depth := 0
	for i, b := range slices.Backward(s) {
		switch b {
		case ']':
			depth++
		case '[':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return -1
}

// endInLink returns the end of the URL of a Markdown link: at the closing bracket, at a title, or at the end of the
// input.
func endInLink(_, url []byte) int {
	size := closing(url, '(', ')')
	if size < 0 && !bytes.ContainsAny(url, spaces+"[]<>") {
		return len(withoutEnd(url))
	}
	return min(size, endOfTitled(url))
}

// isTag reports whether a head is a start tag of XML without attributes, which might have other URLs.
func isTag(head []byte) bool {
	return len(head) > 2 && head[0] == '<' && bytes.IndexByte(head, '>') == len(head)-1 && letters(head[1:]) != nil && bytes.IndexByte(head, '=') < 0
}

// isReference reports whether a head is the text of a reStructuredText reference.
func isReference(head []byte) bool {
	n := bytes.IndexByte(head, '`')
	return n >= 0 && areAll(head[:n], marksBefore) && bytes.IndexByte(head[n+1:], '`') < 0
}

func isLinkLabel(head []byte) bool {
	return head[0] == '[' && bytes.Count(head, []byte{'['}) == 1 && bytes.IndexByte(head, '|') == len(head)-1
}
