package fix

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// A frame is markup that begins before a URL.
type frame struct {
	begins func(head []byte) bool
	end    func(head, url []byte) int // where the URL ends, negative if the markup has no end
}

// frames are looked for in this order. The first are what markup and RFC 3986, appendix C, put before a URL.
var frames = [...]frame{
	head("<URL:", '>'), head("[url=", ']'), head("[url]", '['), head("link:", '['), head("&quot;", '&'), head("&lt;", '&'),
	{isCommand, endAt('}')}, {isTag, endInElement}, {isAttribute, endInAttribute}, {isDefinition, endOfWord}, {isLinkText, endInLink}, {isAngledLink, endAt('>')},
}

// head returns the frame of a text before a URL, and the byte after it.
func head(text string, end byte) frame {
	begins := func(head []byte) bool {
		n := len(head) - len(text)
		return n >= 0 && hasPrefixFold(head[n:], text) && areAll(head[:n], marksBefore)
	}
	return frame{begins, endAt(end)}
}

// endAt returns what finds the first of a byte in a URL.
func endAt(end byte) func(head, url []byte) int {
	return func(_, url []byte) int { return bytes.IndexByte(url, end) }
}

// framed returns the length of a URL after a head of marks or markup, and whether this has its end.
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

// marked is framed for a head of marks, the last of which may have a partner after the URL.
func (r *repair) marked(head, url []byte) (size int, ok bool) {
	if len(head) > 1 { // AsciiDoc has a backslash before what is no link
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
		if bytes.HasSuffix(trimmed, []byte(`\"`)) && size > 0 && url[size-1] == '\\' { // of JSON in a string
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
	case len(head) == 1 && open == '#' && bytes.HasSuffix(url, []byte{'#'}): // of Access
		size = len(url) - 1
	default: // of a list or a comment
		size = endOfWord(head, url)
		return len(withoutEnd(url[:max(size, 0)])), (len(trimmed) < len(head) || open == '|') && size > 0
	}
	return len(withoutEnd(url[:max(size, 0)])), size > 0
}

// withoutPrefix returns a head without the prefix of a string of Python that the quotation mark at its end has.
func withoutPrefix(head []byte, open rune) []byte {
	if n := len(head) - len(`u"`); n >= 0 && (head[n] == 'u' || head[n] == 'b') && (open == '"' || open == '\'') {
		return head[:n]
	}
	return head
}

// endOfWord is endOfURL for a URL that has no whitespace, negative if it has some.
func endOfWord(_, url []byte) int {
	n := endOfURL(url)
	if bytes.ContainsAny(url[:n], spaces) {
		return -1
	}
	return n
}

// endInBrackets returns where a URL ends after an opening bracket: at its partner, at the text after it, or at the end if nothing else is there.
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

// isCommand reports whether a head is a command of LaTeX and the brace after it.
func isCommand(head []byte) bool {
	before, name, ok := bytes.Cut(head, []byte{'\\'})
	return ok && areAll(before, marksBefore) && len(name) > 1 && len(letters(name)) == len(name)-1 && name[len(name)-1] == '{'
}

// endInElement returns where a URL that is the text of an element ends.
func endInElement(_, url []byte) int {
	if n := bytes.Index(url, []byte("</")); n >= 0 || bytes.ContainsAny(url, spaces+"<>") {
		return n
	}
	return len(url)
}

// isAttribute reports whether a head is the name of an attribute, an equals sign and a quotation mark, alone or in a start tag.
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

// isOfAttribute reports whether a character may be in the name of an attribute.
func isOfAttribute(c rune) bool {
	return c < utf8.RuneSelf && (isAlphanumeric(byte(c)) || c == '-' || c == '_' || c == ':' || c == '.' || c == '@')
}

// quoteOf returns the quotation mark of an attribute that a head ends in, empty if there is none.
func quoteOf(head []byte) []byte {
	for _, quote := range [...]string{`\"`, `"`, "'", "&quot;"} {
		if bytes.HasSuffix(head, []byte(quote)) {
			return head[len(head)-len(quote):]
		}
	}
	return nil
}

// endInAttribute returns where a URL without whitespace ends in an attribute, or at the end if nothing else is there and no query, which
// may go on after a space.
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

// isDefinition reports whether a head is the label of a link of Markdown or reStructuredText that is defined apart from its text, or the end
// of one.
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

// isLinkText reports whether head ends in [text]( as links of Markdown begin, or in text]( if the bracket is cut off.
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

// isAngledLink is isLinkText for a URL in angle brackets.
func isAngledLink(head []byte) bool {
	text, ok := bytes.CutSuffix(head, []byte{'<'})
	return ok && isLinkText(text)
}

// opening returns where the last opening square bracket is that has no partner, negative if there is none.
func opening(s []byte) int {
	depth := 0
	for i := len(s) - 1; i >= 0; i-- {
		switch s[i] {
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

// endInLink returns where the URL of a link of Markdown ends: at its bracket or its title, or at the end if the bracket is missing.
func endInLink(_, url []byte) int {
	size := closing(url, '(', ')')
	if size < 0 && !bytes.ContainsAny(url, spaces+"[]<>") {
		return len(withoutEnd(url))
	}
	return min(size, endOfTitled(url))
}

// isTag reports whether a head is one start tag of XML without attributes, which may have another URL.
func isTag(head []byte) bool {
	return len(head) > 2 && head[0] == '<' && bytes.IndexByte(head, '>') == len(head)-1 && letters(head[1:]) != nil && bytes.IndexByte(head, '=') < 0
}

// isReference reports whether a head is the text of a reference of reStructuredText.
func isReference(head []byte) bool {
	n := bytes.IndexByte(head, '`')
	return n >= 0 && areAll(head[:n], marksBefore) && bytes.IndexByte(head[n+1:], '`') < 0
}

// isLinkLabel reports whether a head is the text of a link of Jira.
func isLinkLabel(head []byte) bool {
	return head[0] == '[' && bytes.Count(head, []byte{'['}) == 1 && bytes.IndexByte(head, '|') == len(head)-1
}
