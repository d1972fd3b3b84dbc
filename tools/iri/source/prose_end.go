package source

import (
	"bytes"
	"html"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An ending finds the end of a URL.
type ending struct {
	*prose
	start, rest int  // offset of the URL, and of what follows its scheme and slashes
	at          int  // offset up to which the text belongs to the URL
	kept        int  // offset of the end of the last pair of brackets or quotation marks in the URL
	authority   int  // offset of the end of the authority
	label       int  // offset of the end of a label of the host that may mix scripts
	embedded    bool // the URL has another one in it
	query       bool // it has a question mark
	ascii       bool // what follows the scheme is ASCII
}

// end returns the end of a URL. It is not larger than rest if nothing follows the scheme.
func (p *prose) end(start, rest int) int {
	e := ending{prose: p, start: start, rest: rest, at: rest, kept: rest, authority: rest, ascii: true}
	if p.text[rest-1] == '/' {
		e.authority = skipUntil(p.text, rest, "/?#\\<>\" \t")
	}
	for e.at < len(p.text) {
		next := e.next()
		if next <= e.at {
			break
		}
		e.at = next
	}
	return e.trim()
}

// next returns the offset after the next part of the URL, or at if there is none.
func (e *ending) next() int {
	c := e.text[e.at]
	switch {
	case isAlphanumeric(c):
		return e.at + 1
	case c >= utf8.RuneSelf:
		return e.nextRune()
	case c <= ' ' || c == 0x7f:
		return e.at
	}
	if end := e.templateEnd(); end > 0 {
		return e.keep(end)
	}
	ends := false
	switch c {
	case '<', '`':
		ends = true
	case '>':
		ends = !e.comparison()
	case '"':
		return e.quotation('"')
	case '\'':
		return e.quotation('\'')
	case '(', '[', '{':
		return e.bracket(rune(c), 1)
	case ')', ']', '}':
		ends = e.open[asciiBracket(c)] > 0
	case '|':
		ends = e.inCell() || e.separates(1)
	case ',', ';', '!':
		ends = e.separates(1) || e.ascii && isEastAsian(runeAt(e.text, e.at+1))
	case '.':
		ends = e.at >= e.authority && e.ascii && isEastAsian(runeAt(e.text, e.at+1))
	case '\\':
		return e.backslashes()
	case '&':
		ends = e.reference()
	case '*', '~':
		ends = e.emphasis(c)
	case '?':
		e.query = true
	case ':':
		e.embedded = e.embedded || e.inValue()
	}
	if ends {
		return e.at
	}
	return e.at + 1
}

// nextRune is next for a character that is not ASCII.
func (e *ending) nextRune() int {
	r, size := utf8.DecodeRune(e.text[e.at:])
	end := e.at + size
	switch {
	case r == utf8.RuneError && size == 1:
	case isInvisible(r):
		if end == len(e.text) || !isAlphanumeric(e.text[end]) && e.text[end] != '/' {
			return e.at
		}
	case isApostrophe(r):
		if e.endsAtApostrophe(r, end) {
			return e.at
		}
	case closerOf(r) != 0:
		if e.follows(closerOf(r)) || e.ascii && isAlphanumeric(e.text[e.at-1]) { // »a«, a（b）
			return e.at
		}
		return e.bracket(r, size)
	case endsURL(r):
		return e.at
	case (unicode.IsPunct(r) || unicode.IsSymbol(r)) && beginsURL(e.text, end):
		return e.at
	case e.endsHost(r), e.ascii && e.at >= e.authority && e.endsPath(r):
		return e.at
	}
	e.ascii = false
	return end
}

// follows reports whether the URL begins directly after a character.
func (e *ending) follows(r rune) bool {
	before, _ := utf8.DecodeLastRune(e.text[:e.start])
	return before == r
}

// keep makes a pair that ends at an offset part of the URL.
func (e *ending) keep(end int) int {
	e.kept = end
	return end
}

// bracket returns the offset after the bracket that closes the one here, or at if none does, or for a footnote.
func (e *ending) bracket(open rune, size int) int {
	inAuthority := e.at < e.authority
	isAddress := inAuthority && open == '[' && (e.at == e.rest || e.text[e.at-1] == '@')
	isFootnote := bytes.HasPrefix(e.text[e.at:], []byte("[^"))
	if inAuthority && !isAddress && open != '{' || isFootnote || open == '[' && !isAddress && e.isLabel() || e.separates(size) {
		return e.at
	}
	if end := e.closing(); end > 0 {
		return e.keep(end)
	}
	if isAddress {
		return e.at + size
	}
	return e.at
}

// macros are those of AsciiDoc whose target may be a URL, with the label that follows it.
var macros = expression(`(?:link|image|include|video|audio)::?$`)

// isLabel reports whether a square bracket begins a label of AsciiDoc: it is empty and not in a query, or a macro begins before the URL.
func (e *ending) isLabel() bool {
	if bytes.HasPrefix(e.text[e.at:], []byte("[]")) {
		return !e.query
	}
	const longest = len("include::")
	return macros().Match(e.text[max(0, e.start-longest):e.start])
}

// maxNested is how deep brackets may be nested in a URL. It bounds the work of a search.
const maxNested = 32

// closing returns the offset after the bracket that closes the one here, or 0 if the word ends before.
func (e *ending) closing() int {
	var closers [maxNested]rune // of the open brackets
	depth, quoted := 0, e.quoted || e.follows('"')
	for at := e.at; at < len(e.text); {
		r, size := utf8.DecodeRune(e.text[at:])
		at += size
		switch closer := closerOf(r); {
		case closer != 0 && depth < maxNested:
			closers[depth] = closer
			depth++
		case r == closers[depth-1]:
			if depth--; depth == 0 {
				return at
			}
		case closer != 0, isCloser(r) && !isApostrophe(r), endsWord(r) && (r != '"' || quoted):
			return 0
		}
	}
	return 0
}

// quotation returns the offset after a pair of ASCII quotation marks that begins here. If there is none, it returns at
// if the URL ends, and otherwise the offset after an apostrophe.
func (e *ending) quotation(mark byte) int {
	after := e.at + 1
	if e.at < e.authority || e.separates(1) {
		return e.at
	}
	around := e.follows(rune(mark))
	if !isAlphanumeric(e.text[e.at-1]) && isWordAt(e.text, after) && (mark == '\'' || !around && !e.quoted) {
		if end := e.endOfQuotation(mark, after); end > 0 {
			return e.keep(end)
		}
		return e.at
	}
	if mark == '"' || around && !isWordAt(e.text, after) {
		return e.at
	}
	return after
}

// endOfQuotation returns the offset after the next quotation mark that no letter or digit follows, or 0 if
// there is none in the word.
func (e *ending) endOfQuotation(mark byte, from int) int {
	if e.word < from {
		e.word = endOfWord(e.text, from)
	}
	kind := strings.IndexByte(`"'`, mark)
	if e.quote[kind] < from {
		at := from
		for at < len(e.text) && (e.text[at] != mark || isWordAt(e.text, at+1)) {
			at++
		}
		e.quote[kind] = at
	}
	if e.quote[kind] >= e.word {
		return 0
	}
	return e.quote[kind] + 1
}

// endOfWord returns the offset of the next white space or angle bracket.
func endOfWord(text []byte, from int) int {
	n := bytes.IndexFunc(text[from:], func(r rune) bool { return endsWord(r) && r != '"' })
	if n < 0 {
		return len(text)
	}
	return from + n
}

// endsAtApostrophe reports whether a URL ends at an apostrophe that is not ASCII. One in a word does not end it, but
// the 's of a genitive is not part of it.
func (e *ending) endsAtApostrophe(r rune, after int) bool {
	if !isWordAt(e.text, after) || e.at < e.authority || e.follows(r) || e.follows('‘') {
		return true
	}
	return r == '’' && e.text[after] == 's' && !isWordAt(e.text, after+1)
}

// inValue reports whether a colon belongs to a URL that is the value of a parameter.
func (e *ending) inValue() bool {
	if !bytes.HasPrefix(e.text[e.at:], []byte("://")) {
		return false
	}
	scheme := schemeBefore(e.text, e.rest, e.at)
	return scheme > e.rest && e.text[scheme-1] == '='
}

// separates reports whether another URL follows a separator. Where a parameter has URLs, they are not separate.
func (e *ending) separates(size int) bool {
	return !e.embedded && beginsURL(e.text, e.at+size)
}

// inCell reports whether a bar ends the URL: in a table, and in the brackets of a link.
func (e *ending) inCell() bool {
	return e.bar || e.open[asciiBracket('[')] > 0 || e.open[asciiBracket('{')] > 0 || e.follows('<')
}

// comparison reports whether a number and a colon are around an angle bracket, as in stars:>100.
func (e *ending) comparison() bool {
	return e.text[e.at-1] == ':' && e.at > e.rest && e.at+1 < len(e.text) && isDigit(e.text[e.at+1])
}

// emphasis reports whether asterisks or tildes end emphasis around the URL.
func (e *ending) emphasis(c byte) bool {
	double := e.at+1 < len(e.text) && e.text[e.at+1] == c
	switch {
	case c == '~':
		return double && e.struck
	case e.strong:
		return double
	}
	return e.follows('*')
}

// backslashes returns the offset after the backslashes here, or at if they escape something that ends a URL.
func (e *ending) backslashes() int {
	end := skip(e.text, e.at, `\`)
	if isEscapedEnd(e.text[end:]) {
		return e.at
	}
	return end
}

// isEscapedEnd reports whether a text after a backslash is white space, a quotation mark or a bracket in a string of
// a programming language, or the end of a quotation, a word or the text in a regular expression.
func isEscapedEnd(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	digits := 2
	switch text[0] {
	case '0':
		return bytes.HasPrefix(text, []byte("033"))
	case 'E', 'Z', 'b', 'z':
		return len(text) == 1 || !isAlphanumeric(text[1])
	case 'u':
		digits = 4
		fallthrough
	case 'x':
		if len(text) <= digits {
			return false
		}
		r, err := strconv.ParseUint(string(text[1:1+digits]), 16, 32)
		return err == nil && (endsWord(rune(r)) || r == '\'')
	}
	return strings.IndexByte("nrt\"'<>()[]{}`", text[0]) >= 0
}

// reference reports whether a character reference of HTML ends the URL.
func (e *ending) reference() bool {
	name, _, ok := bytes.Cut(e.text[e.at:min(len(e.text), e.at+maxEscape)], []byte(";"))
	if !ok {
		return false
	}
	reference := string(name) + ";"
	r, size := utf8.DecodeRuneInString(html.UnescapeString(reference))
	switch {
	case size == len(reference), r == '&':
		return false
	case r == '\'':
		return bytes.HasSuffix(e.text[:e.start], []byte(reference))
	}
	return endsWord(r) || r >= utf8.RuneSelf && (endsURL(r) || isInvisible(r))
}

// trim returns the end of the URL without the punctuation of the sentence, but with pairs of brackets and quotation
// marks.
func (e *ending) trim() int {
	end := e.at
	if end < len(e.text) && e.text[end] == '>' && !e.follows('<') { // an arrow
		end = e.kept + len(bytes.TrimRight(e.text[e.kept:end], "-="))
	}
	for end > e.kept {
		r, size := utf8.DecodeLastRune(e.text[e.kept:end])
		if !isTrailing(r) || bytes.HasSuffix(e.text[e.kept:end], []byte("=_")) { // a value
			break
		}
		if r == ';' {
			size = max(size, entityAtEnd(e.text[e.kept:end]))
		}
		end -= size
	}
	return end
}

// entityAtEnd returns the length of the character reference that a text ends with, or 0 if there is none.
func entityAtEnd(text []byte) int {
	name := len(text) - len(";")
	n := name
	for n > 0 && (isAlphanumeric(text[n-1]) || text[n-1] == '#') {
		n--
	}
	if n == name || n == 0 || text[n-1] != '&' {
		return 0
	}
	return len(text) - n + len("&")
}

// isWordAt reports whether a letter or a digit is at an offset.
func isWordAt(text []byte, at int) bool { return isWord(runeAt(text, at)) }

// runeAt returns the character at an offset, or utf8.RuneError at the end.
func runeAt(text []byte, at int) rune {
	if at >= len(text) {
		return utf8.RuneError
	}
	r, _ := utf8.DecodeRune(text[at:])
	return r
}
