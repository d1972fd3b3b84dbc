package abnf

import "strings"

// lexer reads the tokens of ABNF in a line, to tell rules from other text. It takes
// more than the parser does.
type lexer struct {
	extent // of the line
	text   string
	known  func(name string) bool

	lastQuote, lastAngle, lastSingle int // what opens after them is not closed
}

// tokens is what a lexer has read: up to a comment, a definition, the end of the
// line, or something that is not a token.
type tokens struct {
	end     int  // of the text read
	ok      bool // there was nothing but tokens
	unknown int  // after the last name that is not known, or 0
	names   int  // how many names and prose there are,
	others  int  // and how many other tokens
	vague   bool // some prose is no known name, and not repeated 0 times
	zero    bool // the last token repeats 0 times
	depth   int  // brackets opened less brackets closed
	open    bool // something must follow the last token
}

// isABNF reports whether there was something, all of it ABNF with known names.
func (t *tokens) isABNF() bool { return t.ok && t.unknown == 0 && t.names+t.others > 0 }

// isTitle reports whether there may have been nothing but a title or a list of names.
func (t *tokens) isTitle() bool { return t.others == 0 || t.vague }

func newLexer(text string, l extent, known func(string) bool) *lexer {
	line := text[l.start:l.end]
	return &lexer{l, text, known, l.start + strings.LastIndexByte(line, '"'), l.start + strings.LastIndexByte(line, '>'), 0}
}

// lex reads the tokens from an offset on.
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
		if at = x.token(t.end); at == t.end {
			return t
		}
		x.add(&t, x.text[t.end:at])
	}
	t.ok = true
	return t
}

// add counts a token.
func (x *lexer) add(t *tokens, token string) {
	c := token[0]
	switch {
	case isAlpha(c) && !x.known(token):
		t.unknown = t.end + len(token)
	case c == '<':
		m, ok := namingOf(token[1 : len(token)-1])
		t.vague = t.vague || !t.zero && (!ok || !x.known(m.name))
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
	t.zero = isRepeatByte(c) && isZero(token)
	t.open = strings.IndexByte("/([", c) >= 0
}

// token returns the end of the token at an offset, or the offset if there is none.
func (x *lexer) token(at int) int {
	switch c := x.text[at]; {
	case strings.IndexByte("/()[]", c) >= 0:
		return at + 1
	case c == '"':
		return x.closed(at, '"', x.lastQuote)
	case c == '<':
		return x.closed(at, '>', x.lastAngle)
	case c == '\'':
		return x.closed(at, '\'', x.lastSingle)
	case c == '%':
		return x.percent(at)
	case isRepeatByte(c):
		return x.repeat(at)
	case isAlpha(c):
		return wordEnd(x.text, at, x.end, isNameByte)
	}
	return at
}

// closed returns the end of what begins at an offset and ends in closing, or the
// offset if it has no end.
func (x *lexer) closed(at int, closing byte, last int) int {
	if at >= last {
		return at
	}
	return at + 1 + strings.IndexByte(x.text[at+1:x.end], closing) + 1
}

// percent returns the end of %x41-5A or %s"text", or the offset if it is neither.
func (x *lexer) percent(at int) int {
	i := at + 1
	if i == x.end {
		return at
	}
	switch x.text[i] | 0x20 {
	case 's', 'i':
		if i+1 < x.end && x.text[i+1] == '"' && x.closed(i+1, '"', x.lastQuote) > i+1 {
			return x.closed(i+1, '"', x.lastQuote)
		}
	case 'x', 'd', 'b':
		end := wordEnd(x.text, i+1, x.end, isNumberByte)
		if end > i+1 && (end == x.end || !isNameByte(x.text[end])) {
			return end
		}
	}
	return at
}

// repeat returns the end of a repetition, as far as the parser can take it for one, and of 0
// without an element; or the offset if it is neither.
func (x *lexer) repeat(at int) int {
	end := wordEnd(x.text, at, x.end, isRepeatByte)
	next := wordEnd(x.text, end, x.end, isBlank)
	repeat := x.text[at:end]
	switch {
	case end < x.end && beginsElement(x.text[end]):
		return end
	case isZero(repeat) && (next == x.end || next > end || strings.IndexByte("/)];", x.text[end]) >= 0):
		return end
	case next > end && next < x.end && !isZero(repeat) && (strings.IndexByte(repeat, '*') >= 0 && beginsElement(x.text[next]) || strings.IndexByte("([\"<%", x.text[next]) >= 0):
		return end
	}
	return at
}

// isRepeatByte reports whether c is part of what stands before an element.
func isRepeatByte(c byte) bool { return isDigit(c) || c == '*' || c == '#' }

// isZero reports whether a repetition has the maximum 0.
func isZero(repeat string) bool {
	most := repeat[strings.LastIndexByte(repeat, '*')+1:]
	return most != "" && strings.Trim(most, "0") == ""
}

// wordEnd returns the end of the bytes that are of a kind, from an offset on.
func wordEnd(text string, at, to int, is func(byte) bool) int {
	for at < to && is(text[at]) {
		at++
	}
	return at
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isNumberByte(c byte) bool {
	return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' || c == '-' || c == '.'
}

// definesAt reports whether a name and "=" begin at an offset.
func definesAt(text string, at, to int) bool {
	end := wordEnd(text, at, to, isNameByte)
	if end == at || !isAlpha(text[at]) {
		return false
	}
	end = wordEnd(text, end, to, isBlank)
	return end < to && text[end] == '=' && (end+1 == to || text[end+1] != '=')
}

// eachDefinition calls define for each name before "=" in text[from:to], a part of a
// line, outside strings and prose; and comment for each comment, which returns the
// offset to go on at.
func eachDefinition(text string, from, to int, define func(at int), comment func(at int) int) {
	prose := from + strings.LastIndexByte(text[from:to], '>') // what opens after it is not closed
	for i := from; i < to; {
		switch c := text[i]; {
		case c == ';':
			i = comment(i)
		case c == '"':
			i = after(text, i+1, to, '"')
		case c == '<' && i < prose:
			i = after(text, i+1, to, '>')
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

// isWordByte reports whether c is part of a name, a number, or what looks like one.
func isWordByte(c byte) bool { return isNameByte(c) || strings.IndexByte("%*_.", c) >= 0 }

// after returns the offset after the next byte c, or to if there is none.
func after(text string, from, to int, c byte) int {
	if n := strings.IndexByte(text[from:to], c); n >= 0 {
		return from + n + 1
	}
	return to
}
