package wild

import "strings"

// lexer reads ABNF tokens in a line, to distinguish rules from other text. It accepts more than the parser.
type lexer struct {
	extent // of the line
	text   string
	known  func(name string) bool
}

// tokens describes the tokens up to a comment, a definition, the end of the line, or text that is not a token.
type tokens struct {
	end     int  // of the text read
	ok      bool // all of it were tokens
	unknown int  // offset after the last unknown name, or 0
	names   int  // number of names and prose
	others  int  // number of other tokens
	depth   int  // opened minus closed brackets
	open    bool // the last token requires another
}

// isABNF reports whether there were tokens, all of them ABNF with known names.
func (t *tokens) isABNF() bool { return t.ok && t.unknown == 0 && t.names+t.others > 0 }

func (x *lexer) lex(at int) tokens {
	t := tokens{end: at}
	for ; t.end < x.end; t.end = at {
		c := x.text[t.end]
		if isBlank(c) {
			at++
			continue
		}
		if c == ';' || definesAt(x.text, t.end, x.end) {
			break
		}
		if at = tokenEnd(x.text, t.end, x.end); at == t.end {
			return t
		}
		x.add(&t, x.text[t.end:at])
	}
	t.ok = true
	return t
}

func (x *lexer) add(t *tokens, token string) {
	c := token[0]
	switch {
	case isAlpha(c) && !x.known(token):
		t.unknown = t.end + len(token)
	case c == '(' || c == '[':
		t.depth++
	case c == ')' || c == ']':
		t.depth--
	}
	if isAlpha(c) || c == '<' {
		t.names++
	} else {
		t.others++
	}
	t.open = strings.IndexByte("/([", c) >= 0
}

// tokenEnd returns the end of the token at an offset, or the offset itself.
func tokenEnd(text string, at, to int) int {
	switch c := text[at]; {
	case strings.IndexByte("/()[]", c) >= 0:
		return at + 1
	case c == '"' || c == '\'':
		return closedEnd(text, at, to, c)
	case c == '<':
		return closedEnd(text, at, to, '>')
	case c == '%':
		return percentEnd(text, at, to)
	case isRepeatByte(c):
		return repeatEnd(text, at, to)
	case isAlpha(c):
		return wordEnd(text, at, to, isNameByte)
	}
	return at
}

// closedEnd returns the end of the text at an offset that is closed on the same line, or the offset itself.
func closedEnd(text string, at, to int, closing byte) int {
	n := strings.IndexByte(text[at+1:to], closing)
	if n < 0 || strings.Contains(text[at+1:at+1+n], "\n") {
		return at
	}
	return at + 1 + n + 1
}

// percentEnd returns the end of %x41-5A or %s"text", or the offset itself.
func percentEnd(text string, at, to int) int {
	i := at + 1
	if i == to {
		return at
	}
	switch text[i] | 0x20 {
	case 's', 'i':
		if i+1 < to && text[i+1] == '"' {
			if end := closedEnd(text, i+1, to, '"'); end > i+1 {
				return end
			}
		}
	case 'x', 'd', 'b':
		if end := wordEnd(text, i+1, to, isNumberByte); end > i+1 && (end == to || !isNameByte(text[end])) {
			return end
		}
	}
	return at
}

// repeatEnd returns the end of a repetition directly before an element, or of 0 without one, or the offset itself.
func repeatEnd(text string, at, to int) int {
	end := wordEnd(text, at, to, isRepeatByte)
	if end < to && beginsElement(text[end]) || isZero(text[at:end]) && endsElement(text, end, to) {
		return end
	}
	return at
}

// endsElement reports whether the alternative has no element after an offset.
func endsElement(text string, at, to int) bool {
	next := skipSpace(text, at, to)
	return next == to || strings.IndexByte("/)]", text[next]) >= 0
}

// skipSpace returns the offset after white space and comments.
func skipSpace(text string, at, to int) int {
	for {
		at = wordEnd(text, at, to, func(c byte) bool { return isBlank(c) || c == '\n' || c == '\r' })
		if at == to || text[at] != ';' {
			return at
		}
		at = wordEnd(text, at, to, func(c byte) bool { return c != '\n' })
	}
}

func isRepeatByte(c byte) bool { return isDigit(c) || c == '*' || c == '#' }

func isZero(repeat string) bool {
	most := repeat[strings.LastIndexByte(repeat, '*')+1:]
	return most != "" && strings.Trim(most, "0") == ""
}

// wordEnd returns the end of the bytes of a kind, from an offset on.
func wordEnd(text string, at, to int, is func(byte) bool) int {
	for at < to && is(text[at]) {
		at++
	}
	return at
}

func beginsElement(c byte) bool { return isAlpha(c) || strings.IndexByte(`(["<%'`, c) >= 0 }
func isBlank(c byte) bool       { return c == ' ' || c == '\t' }
func isAlpha(c byte) bool       { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool       { return '0' <= c && c <= '9' }
func isNameByte(c byte) bool    { return isAlpha(c) || isDigit(c) || c == '-' }

func isNumberByte(c byte) bool {
	return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' || c == '-' || c == '.'
}

func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r | 0x20
		}
		return r
	}, name)
}

func definesAt(text string, at, to int) bool {
	end := wordEnd(text, at, to, isNameByte)
	if end == at || !isAlpha(text[at]) {
		return false
	}
	end = wordEnd(text, end, to, isBlank)
	return end < to && text[end] == '=' && (end+1 == to || text[end+1] != '=')
}

// eachDefinition calls define for each name before "=" in text[from:to], which is part of a line, outside of strings
// and prose. It calls comment for each comment, which returns the offset to continue at.
func eachDefinition(text string, from, to int, define func(at int), comment func(at int) int) {
	prose := from + strings.LastIndexByte(text[from:to], '>') // a later "<" is not closed
	for i := from; i < to; {
		switch c := text[i]; {
		case c == ';':
			i = comment(i)
		case c == '"':
			i = max(closedEnd(text, i, to, '"'), i+1)
		case c == '<' && i < prose:
			i = closedEnd(text, i, to, '>')
		case isWordByte(c):
			if definesAt(text, i, to) {
				define(i)
			}
			i = wordEnd(text, i, to, isWordByte)
		default:
			i++
		}
	}
}

// isWordByte reports whether c may be part of a name, a number or a similar word.
func isWordByte(c byte) bool { return isNameByte(c) || strings.IndexByte("%*_.", c) >= 0 }
