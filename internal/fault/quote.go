package fault

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

// Sizes of excerpts in bytes, kept and printed.
const (
	kept       = keptBefore + keptAfter + utf8.UTFMax
	keptBefore = 28
	keptAfter  = 18

	mostQuoted = 100 // by Text, escapes included
	mostNamed  = 64  // within a sentence
)

const (
	hidden = "***" // replaces a possible userinfo
	dots   = "..."
)

// A quote is a copy of the bytes around a mistake, with stars in place of a possible userinfo.
type quote struct {
	text       [kept]byte
	n          uint8
	start, end uint8 // span of the mistake in text
	at         uint8 // offset in text of the character that shows the mistake, or its length if n is 0
	flags
}

type flags uint8

const (
	cutLeft flags = 1 << iota
	cutRight
	hides  // something is hidden
	noSpan // the span is hidden, or a part of it
	noChar // the character is hidden
	atEnd  // the string ends too early
	empty  // the string is empty
)

func (f flags) has(g flags) bool { return f&g != 0 }

func (f *flags) set(g flags, on bool) {
	if on {
		*f |= g
	}
}

// secret returns the span that may be a userinfo, and must not be quoted (RFC 3986, section 3.2.1): all of a userinfo,
// otherwise from the first two slashes, or from the start for rules of an authority or host, to the last @.
func secret[Bytes []byte | string](l *uri.Language, text Bytes, mistake int) dfa.Span {
	begin := 0
	switch l.Context(l.Start) {
	case uri.ContextUserinfo:
		return dfa.Span{Start: 0, End: len(text)}
	case uri.ContextAuthority, uri.ContextHost:
	default:
		begin = afterSlashes(text[:min(len(text), mistake+kept)]) // no more is quoted
		if begin < 0 {
			return dfa.Span{}
		}
	}
	return dfa.Span{Start: begin, End: begin + max(0, lastAt(text[begin:]))}
}

func afterSlashes[Bytes []byte | string](text Bytes) int {
	for i := 1; i < len(text); i++ {
		if text[i] == '/' && text[i-1] == '/' {
			return i + 1
		}
	}
	return -1
}

// lastAt returns the offset of the last @, or -1. Most strings have none, which IndexByte finds out faster.
func lastAt[Bytes []byte | string](text Bytes) int {
	switch text := any(text).(type) {
	case string:
		if strings.IndexByte(text, '@') >= 0 {
			return strings.LastIndexByte(text, '@')
		}
	case []byte:
		if bytes.IndexByte(text, '@') >= 0 {
			return bytes.LastIndexByte(text, '@')
		}
	}
	return -1
}

// fill sets q to the text around a span, without secret. at is the offset of the character that shows the mistake.
func fill[Bytes []byte | string](q *quote, text Bytes, span, secret dfa.Span, at int) {
	start, end, length, v := span.Start, span.End, len(text), visible[Bytes]{text, secret}
	if secret.Start < secret.End {
		q.set(hides, true)
		q.set(noSpan, start < secret.End && secret.Start < end)
		q.set(noChar, secret.Start <= at && at < secret.End)
		start, end, length, at = v.place(start), v.place(end), v.place(length), v.place(at)
	}
	lo := max(0, max(start, end-keptAfter)-keptBefore)
	hi := min(length, max(end+keptAfter, lo+keptBefore+keptAfter), lo+kept)
	q.set(cutLeft, lo > 0)
	q.set(cutRight, hi < length)
	q.n, q.start, q.end, q.at = uint8(hi-lo), uint8(max(start-lo, 0)), uint8(end-lo), uint8(min(max(at-lo, 0), hi-lo))
	if !q.has(hides) {
		copy(q.text[:], text[lo:hi])
		return
	}
	for i := range hi - lo {
		q.text[i] = v.at(lo + i)
	}
}

type visible[Bytes []byte | string] struct {
	text   Bytes
	secret dfa.Span
}

// place maps an offset of the string to an offset of v.
func (v *visible[Bytes]) place(offset int) int {
	switch {
	case offset <= v.secret.Start:
		return offset
	case offset < v.secret.End:
		return v.secret.Start
	}
	return offset - v.secret.End + v.secret.Start + len(hidden)
}

func (v *visible[Bytes]) at(place int) byte {
	switch stars := place - v.secret.Start; {
	case stars < 0:
		return v.text[place]
	case stars < len(hidden):
		return hidden[stars]
	}
	return v.text[place-v.place(v.secret.End)+v.secret.End]
}

func (q *quote) char() char.Char {
	switch {
	case q.has(noChar):
		return char.Char{}
	case q.n == 0:
		return char.First(q.text[:q.at])
	}
	return char.First(q.text[q.at:q.n])
}

func (q *quote) isEmpty() bool { return q.n == 0 }

// isSpan reports whether the quote is the whole string and equals the span.
func (q *quote) isSpan() bool {
	return q.start == 0 && q.end == q.n && !q.has(cutLeft|cutRight|hides)
}

// hasSpan reports whether the span is not empty and may be quoted.
func (q *quote) hasSpan() bool { return !q.has(noSpan) && q.start < q.end }

// span returns the bytes of the mistake, from the first whole character on if the beginning was cut.
func (q *quote) span() []byte {
	text := q.text[q.start:q.end]
	if q.start == 0 && q.has(cutLeft) {
		text = text[rest(text):]
	}
	return text
}

// rest returns the number of continuation bytes at the beginning of text.
func rest(text []byte) (n int) {
	for n < min(len(text), utf8.UTFMax-1) && !utf8.RuneStart(text[n]) {
		n++
	}
	return n
}

func (q *quote) afterDigits() []byte {
	text := q.span()
	for len(text) > 0 && isIn(rune(text[0]), &language.Port) {
		text = text[1:]
	}
	return text
}

// appendAround appends the quote in at most most bytes, without dividing a character.
func (q *quote) appendAround(buf []byte, most int) []byte {
	from, to, left, right := 0, int(q.n), q.has(cutLeft), q.has(cutRight)
	if left {
		from = min(rest(q.text[:to]), int(q.end))
	}
	if right {
		to = max(int(q.end), to-char.Unfinished(q.text[:to]))
	}
	return appendQuoted(buf, q.text[from:to], int(q.start)-from, int(q.end)-from, most, left, right)
}

func (q *quote) appendSpan(buf []byte) []byte {
	return appendQuoted(buf, q.span(), 0, 0, mostNamed, q.start == 0 && q.has(cutLeft), false)
}

// appendQuoted appends text in quotation marks, in at most most bytes. It removes characters from the end that is
// farther from text[start:end], and marks a cut by dots.
func appendQuoted(buf, text []byte, start, end, most int, left, right bool) []byte {
	var room [6 * kept]byte
	from, to := 0, len(text)
	escaped := char.AppendEscaped(room[:0], text)
	for len(escaped) > most {
		if to-end >= start-from {
			_, n := utf8.DecodeLastRune(text[from:to])
			to, right = to-n, true
		} else {
			_, n := utf8.DecodeRune(text[from:to])
			from, left = from+n, true
		}
		escaped = char.AppendEscaped(room[:0], text[from:to])
	}
	if left {
		buf = append(buf, dots...)
	}
	buf = append(append(append(buf, '"'), escaped...), '"')
	if right {
		buf = append(buf, dots...)
	}
	return buf
}

// otherKinds maps prefixes of strings that are no list of IRIs to hints.
var otherKinds = [...]struct{ begin, is string }{
	{"\ufeff", "the string begins with a byte order mark"},
	{"\xff\xfe", "this may be UTF-16"},
	{"\xfe\xff", "this may be UTF-16"},
	{"\x1f\x8b", "this is a gzip file"},
}

func (q *quote) otherKind() string {
	text := q.text[:q.n]
	switch {
	case len(text) < 2 || q.has(cutLeft|hides):
	case text[0] < ' ' || text[0] >= utf8.RuneSelf:
		for _, known := range otherKinds {
			if n := len(known.begin); n <= len(text) && string(text[:n]) == known.begin {
				return known.is
			}
		}
	case q.at == 2 && text[1] == ':' && len(text) > 2 && text[2] == '\\':
		return "a Windows path is written file:///C:/..."
	case text[0] == '_' && text[1] == ':':
		return "this is a blank node of RDF, not an IRI: write it without < and >"
	}
	return ""
}

func (q *quote) endsInLineEnd() bool {
	for _, b := range q.text[q.start:q.n] {
		if b != '\r' && b != '\n' {
			return false
		}
	}
	return 0 < q.start && q.start < q.n && !q.has(cutRight)
}

// isSSH reports whether the mistake is a colon after a user and a host, as in git@example.org:a/b.
func (q *quote) isSSH() bool { return !q.has(cutLeft) && lastAt(q.text[:q.end]) >= 0 }

// isPathOfSCP reports whether a bad port after a userinfo begins like a path, as in ssh://git@example.org:a/b.
func (q *quote) isPathOfSCP() bool {
	return q.has(hides) && q.hasSpan() && len(q.afterDigits()) == len(q.span()) && bytes.Contains(q.text[:q.start], []byte("ssh://"))
}

// isIPv6 reports whether the bad port is the last group of an IPv6 address without brackets.
func (q *quote) isIPv6() bool {
	from := q.start
	for from > 0 && (q.text[from-1] == ':' || isIn(rune(q.text[from-1]), &language.H16)) {
		from--
	}
	return !q.has(noSpan) && dfa.Match(language.IPv6Address.Automaton, q.text[from:q.end])
}
