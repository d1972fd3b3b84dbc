package source

import (
	"bytes"
	"html"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An ending finds the end of a URL in prose. It advances over the parts of the URL: characters, templates, and pairs of
// brackets or quotation marks. It stops at white space, at a closer of an opener before the URL, at another URL, and at
// characters and words that do not occur in URLs. Then it removes trailing punctuation (trim).
type ending struct {
	*prose
	start, rest int // offset of the URL, and of the rest after scheme and slashes
	at          int
	kept        int // end of the last pair of brackets or quotation marks in the URL
	authority   int
	label       int  // end of a host label that may mix scripts
	embedded    bool // a value of the query is a URL
	query       bool // the query has begun
	ascii       bool // the URL is ASCII so far
}

// end returns the end of a URL. It is at most rest if nothing follows the scheme.
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

// next returns the offset after the next part of the URL, or at.
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
		ends = !e.isComparison()
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
		ends = e.endsAtReference()
	case '*', '~':
		ends = e.closesEmphasis(c)
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

func (e *ending) follows(r rune) bool {
	before, _ := utf8.DecodeLastRune(e.text[:e.start])
	return before == r
}

// keep records the end of a pair that belongs to the URL.
func (e *ending) keep(end int) int {
	e.kept = end
	return end
}

// bracket returns the offset after the closing bracket, or at if there is none or a footnote begins.
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

// macros matches macros of AsciiDoc whose target may be a URL.
var macros = expression(`(?:link|image|include|video|audio)::?$`)

// isLabel reports whether a square bracket begins a label of AsciiDoc: an empty one outside a query, or one after a
// macro.
func (e *ending) isLabel() bool {
	if bytes.HasPrefix(e.text[e.at:], []byte("[]")) {
		return !e.query
	}
	const longest = len("include::")
	return macros().Match(e.text[max(0, e.start-longest):e.start])
}

// maxNested is the limit of nested brackets in a URL. It bounds the work of a search.
const maxNested = 32

// closing returns the offset after the closing bracket, or 0 if the word ends before.
func (e *ending) closing() int {
	var closers [maxNested]rune
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

// quotation returns the offset after a pair of ASCII quotation marks that begins here or after an apostrophe, or at if
// the URL ends.
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

// endOfQuotation returns the offset after the next quotation mark in the word that is not followed by a letter or
// digit, or 0.
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

func endOfWord(text []byte, from int) int {
	n := bytes.IndexFunc(text[from:], func(r rune) bool { return endsWord(r) && r != '"' })
	if n < 0 {
		return len(text)
	}
	return from + n
}

// endsAtApostrophe reports whether a URL ends at a non-ASCII apostrophe. An apostrophe inside a word does not end it,
// except for the 's of a genitive.
func (e *ending) endsAtApostrophe(r rune, after int) bool {
	if !isWordAt(e.text, after) || e.at < e.authority || e.follows(r) || e.follows('‘') {
		return true
	}
	return r == '’' && e.text[after] == 's' && !isWordAt(e.text, after+1)
}

// inValue reports whether a colon belongs to a URL in a query parameter.
func (e *ending) inValue() bool {
	if !bytes.HasPrefix(e.text[e.at:], []byte("://")) {
		return false
	}
	scheme := schemeBefore(e.text, e.rest, e.at)
	return scheme > e.rest && e.text[scheme-1] == '='
}

// separates reports whether another URL follows a separator, outside of query parameters.
func (e *ending) separates(size int) bool {
	return !e.embedded && beginsURL(e.text, e.at+size)
}

// inCell reports whether a bar ends the URL: in a table, or in the brackets of a link.
func (e *ending) inCell() bool {
	return e.bar || e.open[asciiBracket('[')] > 0 || e.open[asciiBracket('{')] > 0 || e.follows('<')
}

// isComparison reports whether an angle bracket is between a colon and a number, as in stars:>100.
func (e *ending) isComparison() bool {
	return e.text[e.at-1] == ':' && e.at > e.rest && e.at+1 < len(e.text) && isDigit(e.text[e.at+1])
}

// closesEmphasis reports whether asterisks or tildes close emphasis around the URL.
func (e *ending) closesEmphasis(c byte) bool {
	double := e.at+1 < len(e.text) && e.text[e.at+1] == c
	switch {
	case c == '~':
		return double && e.struck
	case e.strong:
		return double
	}
	return e.follows('*')
}

func (e *ending) backslashes() int {
	end := skip(e.text, e.at, `\`)
	if isEscapedEnd(e.text[end:]) {
		return e.at
	}
	return end
}

// isEscapedEnd reports whether a backslash before text begins an escape that ends a URL: white space, a quotation mark or
// a bracket in a string of a programming language, or \E, \b, \z or \Z in a regular expression.
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

func (e *ending) endsAtReference() bool {
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

// trim returns the end of the URL without trailing punctuation outside of pairs.
func (e *ending) trim() int {
	end := e.at
	if end < len(e.text) && e.text[end] == '>' && !e.follows('<') { // an arrow such as -->
		end = e.kept + len(bytes.TrimRight(e.text[e.kept:end], "-="))
	}
	for end > e.kept {
		r, size := utf8.DecodeLastRune(e.text[e.kept:end])
		if !isTrailing(r) || bytes.HasSuffix(e.text[e.kept:end], []byte("=_")) { // an empty value, as in =_
			break
		}
		if r == ';' {
			size = max(size, entityAtEnd(e.text[e.kept:end]))
		}
		end -= size
	}
	return end
}

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

func isWordAt(text []byte, at int) bool { return isWord(runeAt(text, at)) }

func runeAt(text []byte, at int) rune {
	if at >= len(text) {
		return utf8.RuneError
	}
	r, _ := utf8.DecodeRune(text[at:])
	return r
}
