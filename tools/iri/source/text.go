package source

import (
	"bytes"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// prose reads the URLs in prose, line by line.
type prose struct{ rows }

func newText(r io.Reader) Reader { return &prose{newRows(r)} }

func (p *prose) Read(b *Block) error { return p.rows.read(b, p.line) }

func (p *prose) line(b *Block, line []byte) error {
	for s := range urls(line) {
		b.Add(line[s.start:s.end], Place{Line: p.number, Column: int64(s.start) + 1, Verbatim: true})
	}
	return nil
}

// bare are schemes that people write without slashes after the colon.
var bare = strings.Fields("bitcoin cid file geo magnet mailto mid sms tel urn xmpp")

// urls yields the URLs of a line of prose. One begins with a scheme and ://, or with one of the bare
// schemes. It ends where its quotation or bracket does, or else before white space, without the
// punctuation of the sentence. So what is not allowed in a URL does not end it.
func urls(line []byte) iter.Seq[span] {
	return func(yield func(span) bool) {
		q := quotations{line: line}
		for from := 0; ; {
			colon := bytes.IndexByte(line[from:], ':')
			if colon < 0 {
				return
			}
			colon += from
			start := schemeBefore(line[from:colon]) + from
			from = colon + 1
			after := from
			if bytes.HasPrefix(line[from:], []byte("//")) {
				after += len("//")
			} else if !isBare(line[start:colon]) {
				continue
			}
			if start == colon {
				continue
			}
			if end := q.endOf(start); end > after {
				if from = end; !yield(span{start, end}) {
					return
				}
			}
		}
	}
}

func isBare(scheme []byte) bool {
	return slices.ContainsFunc(bare, func(b string) bool { return bytes.EqualFold(scheme, []byte(b)) })
}

// schemeBefore returns the offset of the scheme that s ends with, or the length of s if there is none.
func schemeBefore(s []byte) int {
	start := len(s)
	for i, c := range slices.Backward(s) {
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			start = i
		case '0' <= c && c <= '9' || c == '+' || c == '-' || c == '.':
		default:
			return start
		}
	}
	return start
}

// closers are what ends a URL that begins directly after open. The text of an element begins after > and ends
// before the next tag.
var closers = []struct{ open, end string }{
	{`"`, `"`}, {`'`, `'`}, {"`", "`"}, {"<", ">"}, {">", "<"}, {"|", "|"}, {"](", ")"},
	{"“", "”"}, {"„", "“"}, {"‘", "’"}, {"‚", "‘"}, {"«", "»"}, {"‹", "›"},
}

// quotations finds the ends of quotations and brackets in a line, each in one pass over it.
type quotations struct {
	line []byte
	ends []int // by closer: the last end that was found, the length of the line if there is none, 0 at first
}

// endOf returns the end of the URL that begins at start. Starts increase from call to call.
func (q *quotations) endOf(start int) int {
	line := q.line
	for i, c := range closers {
		if bytes.HasSuffix(line[:start], []byte(c.open)) {
			if end := q.closing(i, start); end >= 0 {
				return start + len(bytes.TrimRightFunc(line[start:end], unicode.IsSpace))
			}
		}
	}
	url := line[start:]
	if n := bytes.IndexFunc(url, unicode.IsSpace); n >= 0 {
		url = url[:n]
	}
	return start + len(trimPunctuation(url))
}

// closing returns the offset of the first end of a kind from start on, or -1 if there is none.
func (q *quotations) closing(kind, start int) int {
	end := closers[kind].end
	if end == ")" {
		return closingParenthesis(q.line, start)
	}
	if q.ends == nil {
		q.ends = make([]int, len(closers))
	}
	at := &q.ends[kind]
	if *at < start {
		*at = indexEnd(q.line, start, end)
	}
	if *at == len(q.line) {
		return -1
	}
	return *at
}

// indexEnd returns the offset of the first end of a quotation from an offset on, or the length of the line if there
// is none. It skips apostrophes in words.
func indexEnd(line []byte, from int, end string) int {
	for {
		n := bytes.Index(line[from:], []byte(end))
		if n < 0 {
			return len(line)
		}
		from += n + len(end)
		if end != "'" || from == len(line) || !isAlphanumeric(line[from]) {
			return from - len(end)
		}
	}
}

// maxParentheses is how deep parentheses may be nested in a URL. It bounds the work of a search.
const maxParentheses = 32

// closingParenthesis returns the offset of the end of the parenthesis that was opened before start, or -1 if there is
// none.
func closingParenthesis(line []byte, start int) int {
	depth := 0
	for i := start; i < len(line) && depth <= maxParentheses; i++ {
		switch line[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return -1
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= utf8.RuneSelf
}

// trimPunctuation removes what GitHub Flavored Markdown considers punctuation after a URL (section 6.9), including
// brackets that were not opened in the URL.
func trimPunctuation(url []byte) []byte {
	var unopened [len(openingBrackets)]int // so many more brackets are closed than opened
	counted := false
	for {
		c, n := utf8.DecodeLastRune(url)
		switch {
		case n == 0:
			return url
		case strings.ContainsRune("?!.,:*_~'\"|`", c):
		case c == ';':
			if n = entityAtEnd(url); n == 0 {
				return url
			}
		default:
			i := slices.Index(closingBrackets[:], c)
			if i < 0 {
				return url
			}
			if !counted {
				counted, unopened = true, countUnopened(url)
			}
			if unopened[i] <= 0 {
				return url
			}
			unopened[i]--
		}
		url = url[:len(url)-n]
	}
}

var openingBrackets, closingBrackets = [...]rune{'(', '[', '{', '<', '“', '‘', '«', '‹'}, [...]rune{')', ']', '}', '>', '”', '’', '»', '›'}

func countUnopened(url []byte) (n [len(openingBrackets)]int) {
	for i, open := range openingBrackets {
		n[i] = bytes.Count(url, []byte(string(closingBrackets[i]))) - bytes.Count(url, []byte(string(open)))
	}
	return n
}

// entityAtEnd returns the length of the entity that a URL ends with, or 0 if there is none. GFM considers it
// punctuation.
func entityAtEnd(url []byte) int {
	i := len(url) - len(";")
	name := i
	for i > 0 && url[i-1] < utf8.RuneSelf && isAlphanumeric(url[i-1]) {
		i--
	}
	if i == name || i == 0 || url[i-1] != '&' {
		return 0
	}
	return len(url) - i + len("&")
}
