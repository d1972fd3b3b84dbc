package source

import (
	"bytes"
	"html"
	"io"
	"iter"
	"regexp"
	"slices"
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

type proseReader struct{ rows }

func newText(r io.Reader) Reader { return &proseReader{newRows(r)} }

func (t *proseReader) Read(b *Block) error { return t.rows.read(b, t.line) }

func (t *proseReader) line(b *Block, line []byte) error {
	var p prose
	at := position{line: t.number, column: 1}
	for s := range p.urls(line) {
		at.advance(line[at.done:s.start])
		at.done = s.start
		url := line[s.start:s.end]
		if text := html.UnescapeString(string(url)); isAttribute(line[:s.start]) && text != string(url) {
			b.Add([]byte(text), at.place(false))
			continue
		}
		b.Add(url, at.place(true))
	}
	return nil
}

// isAttribute reports whether text ends with the opening quotation mark of an HTML attribute, whose value is escaped.
func isAttribute(before []byte) bool {
	return bytes.HasSuffix(before, []byte(`="`)) || bytes.HasSuffix(before, []byte("='"))
}

// pairs lists opening brackets and quotation marks, each followed by its closer.
const pairs = "()[]{}“”„“‘’‚‘«»‹›" +
	"（）［］｛｝｟｠｢｣「」『』【】《》〈〉〔〕〖〗〘〙〚〛⟨⟩⟪⟫⟦⟧〝〞"

var openers, closers = split(pairs)

// split returns the characters at even and at odd indices.
func split(text string) (first, second []rune) {
	for pair := range slices.Chunk([]rune(text), 2) {
		first, second = append(first, pair[0]), append(second, pair[1])
	}
	return first, second
}

func closerOf(r rune) rune {
	if i := slices.Index(openers, r); i >= 0 {
		return closers[i]
	}
	return 0
}

func isCloser(r rune) bool { return slices.Contains(closers, r) }

// isApostrophe reports whether a quotation mark also occurs in words: ’, or the Hebrew geresh and gershayim.
func isApostrophe(r rune) bool { return r == '’' || r == '׳' || r == '״' }

func endsURL(r rune) bool {
	const dashesAndOthers = "—―⸺…‥⋯｜￨＜＞՝•"
	return unicode.In(r, ends...) || strings.ContainsRune(dashesAndOthers, r) || isArrowOrLine(r)
}

// ends are white space, controls, punctuation that ends a clause in any script, quotation marks and brackets.
var ends = []*unicode.RangeTable{
	unicode.Z, unicode.Cc, unicode.Terminal_Punctuation, unicode.Quotation_Mark,
	unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf,
}

func isArrowOrLine(r rune) bool {
	return '\u2190' <= r && r <= '\u21ff' || '\u2500' <= r && r <= '\u257f'
}

// endsWord reports whether a character ends a URL even in brackets.
func endsWord(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("<>\"`", r)
}

// isInvisible reports whether a character is invisible and not a joiner of letters.
func isInvisible(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	const object, blank = '\ufffc', '\u2800'
	return unicode.Is(unicode.Cf, r) && r != nonJoiner && r != joiner || r == object || r == blank
}

// isTrailing reports whether a character is trailing punctuation, by GitHub Flavored Markdown (section 6.9) and beyond.
func isTrailing(r rune) bool {
	if r < utf8.RuneSelf {
		return strings.ContainsRune("?!.,:;*_~'\"|\\()[]{}", r)
	}
	return unicode.IsPunct(r) || isInvisible(r) || r == '～'
}

// endsHost reports whether the host ends before a letter of another script, since no top-level domain mixes ASCII with
// a script other than Latin.
func (e *ending) endsHost(r rune) bool {
	if e.at >= e.authority || e.at < e.label || !isAlphanumeric(e.text[e.at-1]) {
		return false
	}
	if !unicode.IsLetter(r) || unicode.Is(unicode.Latin, r) {
		return false
	}
	e.label = e.endOfLabel()
	isLast := e.label == e.authority || !isWordAt(e.text, e.label+1)
	return isLast && bytes.IndexByte(e.text[e.rest:e.at], '.') >= 0
}

func (e *ending) endOfLabel() int {
	for at := e.at; at < e.authority; {
		r, size := utf8.DecodeRune(e.text[at:])
		switch {
		case r == '.':
			return at
		case r < utf8.RuneSelf && !isAlphanumeric(byte(r)) && r != '-', r >= utf8.RuneSelf && endsURL(r):
			return e.authority
		}
		at += size
	}
	return e.authority
}

var (
	// connecting are Chinese and Japanese words that often follow a URL without a space and begin no title.
	connecting = strings.Fields(`的 是 和 在 了 与 與 或 及 吗 嗎 呢 吧 也 就 即 可 有 来 來 以 并 並 不 为 為 中 上 里 裡 内 內
		等 这 這 看 查 下载 下載 获取 獲取 进入 進入 注册 註冊 参照 経由 ページ サイト`)
	particles = strings.Fields(`가 과 까지 는 도 로 를 만 부터 에 에게 에는 에도 에서 에서는 와 은 을 의 이 이나 입니다 으로
		라고 라는 이라는`)
	// unspaced are scripts without spaces between words, whose words contain no ASCII.
	unspaced = []*unicode.RangeTable{unicode.Hiragana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}
)

// endsPath reports whether a path in ASCII ends before a word in another script. Titles such as C言語 continue.
func (e *ending) endsPath(r rune) bool {
	if !isAlphanumeric(e.text[e.at-1]) {
		return false
	}
	if unicode.Is(unicode.Hangul, r) {
		return slices.Contains(particles, hangul(e.text[e.at:]))
	}
	return unicode.In(r, unspaced...) || slices.ContainsFunc(connecting, func(word string) bool {
		return bytes.HasPrefix(e.text[e.at:], []byte(word))
	})
}

func isEastAsian(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// hangul returns the Hangul syllables at the start of text, or more than any particle has.
func hangul(text []byte) string {
	const longest = 5 * len("가")
	end := 0
	for end < min(len(text), longest) {
		r, size := utf8.DecodeRune(text[end:])
		if !unicode.Is(unicode.Hangul, r) {
			break
		}
		end += size
	}
	return string(text[:end])
}
