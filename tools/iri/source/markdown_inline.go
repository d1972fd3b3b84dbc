package source

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/util"
)

const spaces = " \t\r\n" // white space of Markdown

// inlines finds the URLs in the inlines of a block, in one pass (CommonMark, section 6). Code, HTML and autolinks take
// precedence over the brackets of links. Emphasis is ignored. Text outside these goes to prose.
type inlines struct {
	*markdownLinks
	*blockText
	at       int
	brackets []opening
	inactive int             // number of outer brackets that cannot begin links, since links do not nest
	done     int             // end of the plain text that has been read
	covered  []span          // spans after done that are not plain text, in order
	last     map[int]int     // see backticks
	missing  map[string]bool // closers that do not occur after the offset
	seen     []uint64        // bitmap of attribute offsets
	prose    prose
}

type opening struct {
	at, end int
	image   bool
	nested  bool // another bracket was opened inside
}

func newInlines(m *markdownLinks, t *blockText) *inlines {
	return &inlines{markdownLinks: m, blockText: t}
}

func (s *inlines) find() {
	for s.at < len(s.text) && s.err == nil {
		switch s.text[s.at] {
		case '\\':
			s.escape()
		case '`':
			s.code()
		case '<':
			s.angle()
		case '!':
			s.at++
			if s.follows("[") {
				s.open(s.at - 1)
			}
		case '[':
			s.open(s.at)
		case ']':
			s.close()
		default:
			s.at++
		}
	}
	s.readPlain(len(s.text))
}

func (s *inlines) follows(text string) bool { return bytes.HasPrefix(s.text[s.at:], []byte(text)) }

// cover marks a span that is not plain text and moves behind it. It replaces marked spans inside.
func (s *inlines) cover(from, to int) {
	n := len(s.covered)
	for n > 0 && s.covered[n-1].start >= from {
		n--
	}
	s.covered = append(s.covered[:n], span{from, to})
	if s.at = to; len(s.brackets) == 0 {
		s.readPlain(to)
	} else {
		s.charge(1, s.offset(from))
	}
}

// escape skips a backslash escape. A backslash at the end of a line is a hard line break.
func (s *inlines) escape() {
	switch rest := s.text[s.at+1:]; {
	case bytes.HasPrefix(rest, []byte("\n")), bytes.HasPrefix(rest, []byte("\r\n")):
		s.cover(s.at, s.at+1)
	case len(rest) > 0 && util.IsPunct(rest[0]):
		s.at += 2
	default:
		s.at++
	}
}

// code skips a code span, or a run of backticks that does not begin one.
func (s *inlines) code() {
	start := s.at
	s.at = skip(s.text, start, "`")
	n := s.at - start
	if s.last == nil {
		s.last = backticks(s.text)
	}
	if s.last[n] < s.at {
		return
	}
	for end := s.at; ; {
		at := skipUntil(s.text, end, "`")
		if end = skip(s.text, at, "`"); end-at == n {
			s.cover(start, end)
			return
		}
	}
}

// backticks returns the offset of the last run of backticks of each length. It spares a search for each unmatched run.
func backticks(text []byte) map[int]int {
	last := make(map[int]int)
	for at := skipUntil(text, 0, "`"); at < len(text); {
		end := skip(text, at, "`")
		last[end-at] = at
		at = skipUntil(text, end, "`")
	}
	return last
}

func (s *inlines) angle() {
	rest := s.text[s.at+1:]
	end := util.FindEmailIndex(rest)
	mail := end >= 0
	if !mail {
		end = util.FindURLIndex(rest)
	}
	if end >= 0 && end < len(rest) && rest[end] == '>' {
		if start := s.offset(s.at + 1); !mail {
			s.add(span{start, start + end}, false)
		}
		s.cover(s.at, s.at+1+end+1)
		return
	}
	end = s.endOfHTML()
	if end < 0 {
		s.at++
		return
	}
	if bytes.IndexByte(s.text[s.at:end], '=') >= 0 {
		s.html(s.blockText, span{s.at, end})
	}
	s.cover(s.at, end)
}

// maxBrackets is the limit of open brackets. Beyond it, the outer half is dropped.
const maxBrackets = 1 << 12

// open pushes an opening bracket, which begins at from with the exclamation mark of an image. It skips a footnote
// reference.
func (s *inlines) open(from int) {
	start := s.at + 1
	if isIn(s.text, start, "^") {
		if note, ok := label(s.text, start+1); ok && s.notes[string(s.text[note.start:note.end])] {
			s.cover(from, note.end+1)
			return
		}
	}
	if n := len(s.brackets); n > 0 {
		s.brackets[n-1].nested = true
	}
	if len(s.brackets) == maxBrackets {
		s.brackets = append(s.brackets[:0], s.brackets[maxBrackets/2:]...)
		s.inactive = max(s.inactive-maxBrackets/2, 0)
	}
	s.brackets = append(s.brackets, opening{at: from, end: start, image: s.text[from] == '!'})
	s.at = start
}

// close pops a bracket and reads the link or image that ends here, if any.
func (s *inlines) close() {
	s.at++
	n := len(s.brackets) - 1
	if n < 0 {
		return
	}
	b := s.brackets[n]
	s.brackets = s.brackets[:n]
	active := n >= s.inactive
	s.inactive = min(s.inactive, n)
	if !active && !b.image {
		return
	}
	end, ok := s.linkTo()
	if !ok {
		end, ok = s.reference(b)
	}
	if !ok {
		end, ok = s.brokenLinkTo()
	}
	if !ok {
		return
	}
	if !b.image {
		s.inactive = n
	}
	s.cover(b.at, end)
}

// linkTo reads the parenthesized destination of an inline link and returns the end of the link.
func (s *inlines) linkTo() (end int, ok bool) {
	if !s.follows("(") {
		return 0, false
	}
	end = skip(s.text, s.at+1, spaces)
	var url span
	if end < len(s.text) && s.text[end] != ')' {
		if url, end, ok = destination(s.text, end); !ok {
			return 0, false
		}
		end = skip(s.text, end, spaces)
		if title, ok := endOfTitle(s.text, end); ok {
			end = skip(s.text, title, spaces)
		}
	}
	if end == len(s.text) || s.text[end] != ')' {
		return 0, false
	}
	s.destination(s.blockText, url)
	return end + 1, true
}

// brokenLinkTo reads a destination with a scheme, "://" and white space, which Markdown allows only between angle
// brackets. The author meant a link, so the whole destination is an invalid URL.
func (s *inlines) brokenLinkTo() (end int, ok bool) {
	if !s.follows("(") {
		return 0, false
	}
	start := skip(s.text, s.at+1, " \t")
	colon := start
	for colon < len(s.text) && isSchemeByte(s.text[colon]) {
		colon++
	}
	if colon == start || !isLetter(s.text[start]) || !bytes.HasPrefix(s.text[colon:], []byte("://")) {
		return 0, false
	}
	end = colon + len("://")
	for depth := 0; ; end++ {
		end = skipUntil(s.text, end, "()<>[]\"`\n:")
		switch {
		case end == len(s.text), strings.IndexByte("<>[]\"`\n", s.text[end]) >= 0, bytes.HasPrefix(s.text[end:], []byte("://")):
			return 0, false
		case s.text[end] == '(':
			depth++
		case s.text[end] == ')' && depth > 0:
			depth--
		case s.text[end] == ')':
			s.destination(s.blockText, span{start, start + len(bytes.TrimRight(s.text[start:end], " \t"))})
			return end + 1, true
		}
	}
}

func (s *inlines) reference(b opening) (end int, ok bool) {
	text := span{b.end, s.at - 1}
	end = s.at
	if s.follows("[") {
		if l, ok := label(s.text, s.at+1); ok {
			if end = l.end + 1; len(bytes.Trim(s.text[l.start:l.end], spaces)) > 0 {
				return end, s.isDefined(l)
			}
		}
	}
	return end, !b.nested && s.isDefined(text)
}

func (s *inlines) isDefined(label span) bool {
	return label.end-label.start <= maxLabel && s.labels[util.ToLinkReference(s.text[label.start:label.end])]
}

func (m *markdownLinks) destination(t *blockText, url span) {
	if url.start < url.end {
		start := t.offset(url.start)
		m.add(span{start, start + url.end - url.start}, true)
	}
}

// destination returns the destination at an offset and its end, including angle brackets.
func destination(text []byte, at int) (url span, end int, ok bool) {
	if at < len(text) && text[at] == '<' {
		for i := at + 1; i < len(text) && text[i] != '\n' && text[i] != '<'; i++ {
			switch {
			case text[i] == '>':
				return span{at + 1, i}, i + 1, true
			case isEscape(text, i):
				i++
			}
		}
		return url, at, false
	}
	end, depth := at, 0
	for ; end < len(text) && !util.IsSpace(text[end]); end++ {
		switch {
		case isEscape(text, end):
			end++
		case text[end] == '(':
			if depth++; depth > maxNested {
				return url, at, false
			}
		case text[end] == ')':
			if depth--; depth < 0 {
				return span{at, end}, end, end > at
			}
		}
	}
	return span{at, end}, end, end > at
}

func isEscape(text []byte, at int) bool {
	return text[at] == '\\' && at+1 < len(text) && util.IsPunct(text[at+1])
}

func endOfTitle(text []byte, at int) (end int, ok bool) {
	if at == len(text) {
		return at, false
	}
	closer := text[at]
	switch closer {
	case '(':
		closer = ')'
	case '"', '\'':
	default:
		return at, false
	}
	for i := at + 1; i < len(text); i++ {
		switch {
		case isEscape(text, i):
			i++
		case text[i] == closer:
			return i + 1, true
		case text[i] == '(' && closer == ')':
			return at, false
		}
	}
	return at, false
}

func (s *inlines) readPlain(to int) {
	for _, c := range append(s.covered, span{to, to}) {
		for line := range bytes.Lines(s.text[s.done:c.start]) {
			s.addPlain(s.done, bytes.TrimRight(line, spaces))
			if s.done += len(line); s.text[s.done-1] == '\n' {
				s.prose = prose{}
			}
		}
		s.done = c.end
	}
	s.covered = s.covered[:0]
}

// addPlain finds URLs in a part of a line, after removing its escapes.
func (s *inlines) addPlain(at int, text []byte) {
	if len(text) == 0 {
		return
	}
	if bytes.IndexByte(text, ':') < 0 {
		s.prose.begin(text)
		return
	}
	start := s.offset(at)
	raw := newUnescaper(s.file[start : start+len(text)])
	for url := range s.prose.urls(raw.text()) {
		if s.err != nil {
			return
		}
		from := raw.offset(url.start)
		s.add(span{start + from, start + raw.offset(url.end)}, true)
	}
}
