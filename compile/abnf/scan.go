package abnf

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// skip skips white space, line ends and comments within the section. It reports whether there were any.
func (p *parser) skip() bool {
	start := p.cursor
	if start != p.skipped {
		p.solid = start
	}
	for p.cursor < p.end {
		c := p.peek()
		if c == ';' {
			p.comment()
		} else if c == ' ' || c == '\t' || p.atLineEnd() {
			p.cursor++
		} else {
			break
		}
	}
	p.skipped = p.cursor
	return p.cursor > start
}

func (p *parser) comment() {
	faulty := false
	for p.cursor < p.end && !p.atLineEnd() {
		r, size := utf8.DecodeRuneInString(p.text[p.cursor:p.end])
		ok := r == '\t' || !unicode.IsControl(r) && (r != utf8.RuneError || size > 1)
		if !ok && !faulty {
			faulty = true
			p.report(p.cursor, p.found()+" in comment", charHint(r, size))
		}
		p.cursor += size
	}
}

// peek returns the byte at the cursor, or 0 at the end. A NUL in the text is never accepted.
func (p *parser) peek() byte {
	if p.cursor < p.end {
		return p.text[p.cursor]
	}
	return 0
}

func (p *parser) accept(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.cursor++
	return true
}

func (p *parser) at(s string) bool { return strings.HasPrefix(p.text[p.cursor:p.end], s) }

func (p *parser) lineEnd(most int) int {
	rest := p.text[p.cursor:min(p.cursor+most, len(p.text))]
	line, _, _ := strings.Cut(rest, "\n")
	return p.cursor + len(line)
}

func (p *parser) atLineEnd() bool { return p.at("\n") || p.at("\r\n") }

func (p *parser) atElement() bool { return beginsElement(p.peek()) }

func (p *parser) atRepetition() bool {
	return p.atElement() || isDigit(p.peek()) || p.peek() == '*'
}

func beginsElement(c byte) bool { return isAlpha(c) || c != 0 && strings.IndexByte(`(["<%`, c) >= 0 }

func isAlpha(c byte) bool    { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool    { return '0' <= c && c <= '9' }
func isNameByte(c byte) bool { return isAlpha(c) || isDigit(c) || c == '-' }
