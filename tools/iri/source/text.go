package source

import (
	"bytes"
	"io"
	"iter"
	"regexp"
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
			} else if !slices.Contains(bare, strings.ToLower(string(line[start:colon]))) {
				continue
			}
			if start == colon {
				continue
			}
			if end := endOf(line, start); end > after {
				if from = end; !yield(span{start, end}) {
					return
				}
			}
		}
	}
}

// schemeBefore returns where the scheme begins that s ends with; the length of s if there is none.
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

// closers are what ends a URL that begins directly after what stands before the colon. After > comes
// the text of an element, which another tag ends.
var closers = []struct{ open, end string }{
	{`"`, `"`}, {`'`, `'`}, {"`", "`"}, {"<", ">"}, {">", "<"}, {"|", "|"}, {"](", ")"},
	{"“", "”"}, {"„", "“"}, {"‘", "’"}, {"‚", "‘"}, {"«", "»"}, {"‹", "›"},
}

// endOf returns where the URL ends that begins at start.
func endOf(line []byte, start int) int {
	for _, c := range closers {
		if bytes.HasSuffix(line[:start], []byte(c.open)) {
			if n := closing(line[start:], c.end); n >= 0 {
				return start + len(bytes.TrimRightFunc(line[start:start+n], unicode.IsSpace))
			}
		}
	}
	url := line[start:]
	if n := bytes.IndexFunc(url, unicode.IsSpace); n >= 0 {
		url = url[:n]
	}
	return start + len(trimPunctuation(url))
}

// closing returns where s has the end of a quotation or a bracket, -1 if it has none. An apostrophe in
// a word is none, nor is a bracket that was opened in s.
func closing(s []byte, end string) int {
	depth := 0
	for i := range s {
		switch {
		case end == ")" && s[i] == '(':
			depth++
		case !bytes.HasPrefix(s[i:], []byte(end)):
		case depth > 0:
			depth--
		case end == "'" && i+1 < len(s) && isAlphanumeric(s[i+1]):
		default:
			return i
		}
	}
	return -1
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= utf8.RuneSelf
}

// reference is an entity at the end of a URL, which GFM takes for punctuation.
var reference = regexp.MustCompile(`&[A-Za-z0-9]+;$`)

// trimPunctuation removes what GitHub Flavored Markdown takes for punctuation after a URL (section
// 6.9): a bracket as well, if it was not opened in the URL.
func trimPunctuation(url []byte) []byte {
	for {
		c, n := utf8.DecodeLastRune(url)
		switch {
		case n == 0:
			return url
		case strings.ContainsRune("?!.,:*_~'\"|`", c):
		case c == ';':
			at := reference.FindIndex(url)
			if at == nil {
				return url
			}
			n = len(url) - at[0]
		default:
			i := slices.Index(closingBrackets, c)
			if i < 0 || bytes.Count(url, []byte(string(openingBrackets[i]))) >= bytes.Count(url, []byte(string(c))) {
				return url
			}
		}
		url = url[:len(url)-n]
	}
}

var openingBrackets, closingBrackets = []rune("([{<“‘«‹"), []rune(")]}>”’»›")
