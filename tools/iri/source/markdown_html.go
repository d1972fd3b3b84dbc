package source

import (
	"bytes"
	"strings"
)

// endOfHTML returns the end of the HTML tag, comment, instruction or declaration at the current offset (CommonMark,
// section 6.6), or -1.
func (s *inlines) endOfHTML() int {
	switch {
	case s.follows("<!-->"):
		return s.at + len("<!-->")
	case s.follows("<!--->"):
		return s.at + len("<!--->")
	case s.follows("<!--"):
		return s.until("-->", len("<!--"))
	case s.follows("<?"):
		return s.until("?>", len("<?"))
	case s.follows("<![CDATA["):
		return s.until("]]>", len("<![CDATA["))
	case s.follows("<!") && isIn(s.text, s.at+2, upper):
		return s.until(">", len("<!"))
	case s.follows("</") && isIn(s.text, s.at+2, letters):
		return s.endOfTag(skip(s.text, skip(s.text, s.at+2, tagName), spaces), false)
	case isIn(s.text, s.at+1, letters):
		return s.startTag()
	}
	return -1
}

const (
	upper         = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	letters       = upper + "abcdefghijklmnopqrstuvwxyz"
	tagName       = letters + "0123456789-"
	attributeHead = letters + "_:"
	attributeName = tagName + "_:."
	unquotedEnd   = "\"'=<>`" + "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x20"
)

func isIn(text []byte, at int, set string) bool {
	return at < len(text) && strings.IndexByte(set, text[at]) >= 0
}

// until returns the end of the next closer, or -1. It records missing closers, so that the rest of the text is searched
// only once.
func (s *inlines) until(closer string, from int) int {
	if s.missing[closer] {
		return -1
	}
	n := bytes.Index(s.text[s.at+from:], []byte(closer))
	if n < 0 {
		if s.missing == nil {
			s.missing = make(map[string]bool)
		}
		s.missing[closer] = true
		return -1
	}
	return s.at + from + n + len(closer)
}

func (s *inlines) endOfTag(at int, slash bool) int {
	if slash && isIn(s.text, at, "/") {
		at++
	}
	if !isIn(s.text, at, ">") {
		return -1
	}
	return at + 1
}

// startTag returns the end of a start tag, or -1. It reads no attribute twice, which would take quadratic time.
func (s *inlines) startTag() int {
	at := skip(s.text, s.at+1, tagName)
	for {
		name := skip(s.text, at, spaces)
		if name == at || !isIn(s.text, name, attributeHead) {
			return s.endOfTag(name, true)
		}
		if s.wasSeen(name) {
			return -1
		}
		if at = s.endOfAttribute(name); at < 0 {
			return -1
		}
	}
}

func (s *inlines) endOfAttribute(name int) int {
	end := skip(s.text, name, attributeName)
	at := skip(s.text, end, spaces)
	if !isIn(s.text, at, "=") {
		return end
	}
	at = skip(s.text, at+1, spaces)
	if isIn(s.text, at, `"'`) {
		n := bytes.IndexByte(s.text[at+1:], s.text[at])
		if n < 0 {
			return -1
		}
		return at + 1 + n + 1
	}
	if end = skipUntil(s.text, at, unquotedEnd); end == at {
		return -1
	}
	return end
}

// wasSeen reports whether an attribute was read before, and records it. An attribute read before followed an unfinished
// tag, so the current tag is unfinished, too.
func (s *inlines) wasSeen(at int) bool {
	if s.seen == nil {
		s.seen = make([]uint64, len(s.text)/64+1)
	}
	word, bit := &s.seen[at/64], uint64(1)<<(at%64)
	was := *word&bit != 0
	*word |= bit
	return was
}
