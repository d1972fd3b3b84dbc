package source

import (
	"bytes"
	"iter"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A prose finds URLs in prose. It looks for a colon with a scheme before it, and then for the end of the URL (type
// ending). It reads the parts of a line one after another and keeps track of open brackets and quotation marks, since a
// URL ends before the closer of a bracket opened outside. It visits each byte a bounded number of times.
type prose struct {
	text []byte
	done int // end of the counted prefix of text

	open   [3]int // number of open round, square and curly brackets
	bar    bool   // the line contains a bar before done
	quoted bool
	strong bool
	struck bool

	word  int                    // end of the current word, cached
	nexts [len(templateTags)]int // next end of each kind of template, cached
	quote [2]int                 // next end of each kind of quotation, cached
}

func (p *prose) urls(text []byte) iter.Seq[span] {
	return func(yield func(span) bool) {
		p.begin(text)
		for from := 0; ; {
			n := bytes.IndexByte(text[from:], ':')
			if n < 0 {
				break
			}
			colon := from + n
			start := schemeBefore(text, from, colon)
			from = colon + 1
			rest, ok := restAfter(text, start, colon)
			if !ok {
				continue
			}
			p.count(start)
			end := p.end(start, rest)
			if _, ok = restAfter(text[:end], start, colon); ok && bytes.ContainsFunc(text[rest:end], isWord) {
				p.done, from = end, end
				if !yield(span{start, end}) {
					return
				}
			}
		}
	}
}

// begin starts a part, after counting the rest of the previous one.
func (p *prose) begin(text []byte) {
	p.count(len(p.text))
	p.text, p.done, p.word = text, 0, 0
	clear(p.nexts[:])
	clear(p.quote[:])
}

// count updates the counts of open brackets and marks up to an offset.
func (p *prose) count(to int) {
	for ; p.done < to; p.done++ {
		switch c := p.text[p.done]; c {
		case '(', '[', '{':
			p.open[asciiBracket(c)]++
		case ')', ']', '}':
			n := &p.open[asciiBracket(c)]
			*n = max(*n-1, 0)
		case '|':
			p.bar = true
		case '"':
			p.quoted = !p.quoted
		case '*', '~':
			if p.done+1 < to && p.text[p.done+1] == c {
				p.done++
				p.strong, p.struck = p.strong != (c == '*'), p.struck != (c == '~')
			}
		}
	}
}

func asciiBracket(c byte) int { return strings.IndexByte("([{)]}", c) % 3 }

// schemeBefore returns the offset of the scheme before a colon, or that of the colon.
func schemeBefore(text []byte, from, colon int) int {
	start := colon
	for i := colon; i > from; i-- {
		c := text[i-1]
		if isLetter(c) {
			start = i - 1
		} else if !isDigit(c) && c != '+' && c != '-' && c != '.' {
			break
		}
	}
	for _, web := range []string{"https", "http", "ftp"} {
		if at := colon - len(web); at > start && bytes.EqualFold(text[at:colon], []byte(web)) && isGlued(text[:at]) {
			return at
		}
	}
	return start
}

// gluedBefore matches a dot, a hyphen, or an escape of a programming language or a terminal.
var gluedBefore = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:[.-]|\\(?:[AQbnrt]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})|\[[0-9;]*m)$`)
})

// maxEscape is the maximum length of a match of gluedBefore.
const maxEscape = 16

func isGlued(before []byte) bool {
	return gluedBefore().Match(before[max(len(before)-maxEscape, 0):])
}

// restAfter returns the offset after a scheme and its slashes. It reports whether a URL can continue there.
func restAfter(text []byte, start, colon int) (rest int, ok bool) {
	rest = colon + 1
	switch {
	case start == colon:
		return rest, false
	case bytes.HasPrefix(text[rest:], []byte("//")):
		rest += len("//")
		return rest, rest < len(text) && strings.IndexByte(",;|", text[rest]) < 0 && !isPlaceholder(text[rest:])
	}
	return rest, isBare(text[start:colon], text[rest:])
}

func isPlaceholder(rest []byte) bool { return bytes.HasPrefix(rest, []byte("...")) }

func beginsURL(text []byte, at int) bool {
	colon := at
	for colon < len(text) && isSchemeByte(text[colon]) {
		colon++
	}
	if colon == at || colon == len(text) || text[colon] != ':' || !isLetter(text[at]) {
		return false
	}
	rest, ok := restAfter(text, at, colon)
	if !ok {
		return false
	}
	r, _ := utf8.DecodeRune(text[rest:])
	return isWord(r) || strings.ContainsRune("/[{", r)
}

// bare maps schemes that people write without slashes to a plausibility check of the rest, which excludes labels such
// as "file: a".
var bare = map[string]func(rest []byte) bool{
	"bitcoin": isBitcoin, "cid": isMail, "file": isFile, "geo": isGeo, "magnet": isMagnet, "mailto": isMail, "mid": isMail,
	"sip": isMail, "sips": isMail, "sms": isPhone, "tel": isPhone, "urn": isURN, "xmpp": isMail,
}

func isBare(scheme, rest []byte) bool {
	if len(scheme) > len("bitcoin") {
		return false
	}
	plausible := bare[strings.ToLower(string(scheme))]
	return plausible != nil && plausible(rest)
}

func isFile(rest []byte) bool   { return len(rest) > 1 && rest[0] == '/' && isPathByte(rest[1]) }
func isMagnet(rest []byte) bool { return len(rest) > 1 && rest[0] == '?' && isLetter(rest[1]) }

// isMail reports whether rest begins with an address or consists of header fields only.
func isMail(rest []byte) bool {
	local := skipUntil(rest, 0, " \t:@<>\"()[]")
	if local > 0 && local+1 < len(rest) && rest[local] == '@' {
		r, _ := utf8.DecodeRune(rest[local+1:])
		return isWord(r) || r == '['
	}
	return isMagnet(rest)
}

func isPhone(rest []byte) bool {
	rest = bytes.TrimPrefix(rest, []byte("+"))
	rest = bytes.TrimPrefix(rest, []byte("("))
	return len(rest) > 0 && isDigit(rest[0])
}

func isGeo(rest []byte) bool {
	const number = "0123456789."
	latitude, longitude, ok := bytes.Cut(rest[:min(len(rest), 40)], []byte(","))
	latitude = bytes.TrimPrefix(latitude, []byte("-"))
	longitude = bytes.TrimPrefix(longitude, []byte("-"))
	return ok && len(latitude) > 0 && len(bytes.Trim(latitude, number)) == 0 && len(longitude) > 0 && isDigit(longitude[0])
}

func isURN(rest []byte) bool {
	const maxNamespace = 32
	namespace, name, ok := bytes.Cut(rest[:min(len(rest), maxNamespace+2)], []byte(":"))
	r, _ := utf8.DecodeRune(name)
	return ok && len(namespace) > 0 && skip(namespace, 0, tagName) == len(namespace) && (isWord(r) || r == '%')
}

func isBitcoin(rest []byte) bool {
	const shortest = 26
	return len(rest) >= shortest && bytes.IndexFunc(rest[:shortest], func(r rune) bool { return !isWord(r) }) < 0
}

func isLetter(c byte) bool       { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool        { return '0' <= c && c <= '9' }
func isAlphanumeric(c byte) bool { return isLetter(c) || isDigit(c) }
func isPathByte(c byte) bool     { return isAlphanumeric(c) || c >= utf8.RuneSelf || c == '.' || c == '~' }
func isSchemeByte(c byte) bool   { return isAlphanumeric(c) || c == '+' || c == '-' || c == '.' }

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
