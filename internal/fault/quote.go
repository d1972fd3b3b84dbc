package fault

import (
	"strconv"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
)

// How much of a string is kept around a place, in bytes, and how much is printed.
const (
	quoted     = keptBefore + keptAfter + utf8.UTFMax
	keptBefore = 28
	keptAfter  = 18

	mostQuoted = 100 // of the quote, escapes counted
	mostNamed  = 64  // of it in the middle of a sentence, and of the mistake
)

const (
	withheld = "***" // in place of what may be a userinfo
	cut      = "..."
)

// A quote is the bytes around a mistake. What may be a userinfo is not in it.
type quote struct {
	text       [quoted]byte
	n          uint8
	start, end uint8 // the span of the mistake in text
	at         uint8 // where in text the character is that shows the mistake
	gap        uint8 // 1 + the place in text where something is withheld
	flags
}

type flags uint8

const (
	cutLeft flags = 1 << iota
	cutRight
	noSpan // the span is withheld, or some of it
	noChar // the character is
	noText // only the character is known
)

func (f flags) has(g flags) bool { return f&g != 0 }

func (f *flags) set(g flags, on bool) {
	if on {
		*f |= g
	}
}

// fillQuote quotes a string around the span of a mistake. Char is the offset of the character that
// shows the mistake. Nothing of secret is quoted.
func fillQuote[Bytes ~[]byte | ~string](q *quote, text Bytes, span dfa.Span, char int, secret dfa.Span) {
	if secret.Start == secret.End && span.Start <= keptBefore && len(text) <= keptBefore+keptAfter {
		q.n, q.start, q.end, q.at = uint8(copy(q.text[:], text)), uint8(span.Start), uint8(span.End), uint8(char)
		return // as the rest of the function would have it
	}
	q.set(noSpan, span.Start < secret.End && secret.Start < span.End)
	q.set(noChar, secret.Start <= char && char < secret.End)
	t := visible[Bytes]{text, secret}
	start, end := t.place(span.Start), t.place(span.End)
	lo, hi := t.window(start, end)
	q.n = uint8(t.copy(q.text[:hi-lo], lo))
	q.start, q.end, q.at = within(start, lo, hi), within(end, lo, hi), within(t.place(char), lo, hi)
	q.set(cutLeft, lo > 0)
	q.set(cutRight, hi < t.len())
	if secret.Start < secret.End && lo <= secret.Start && secret.Start <= hi {
		q.gap = uint8(secret.Start-lo) + 1
	}
}

// holdChar is for a character of which the string is not at hand.
func (q *quote) holdChar(bytes []byte) {
	q.at = uint8(copy(q.text[:], bytes))
	q.flags = noText
}

// char returns the character that shows the mistake, or what there is of it.
func (q *quote) char() char.Char {
	if q.has(noText) {
		return char.First(q.text[:q.at])
	}
	return char.First(q.text[q.at:q.n])
}

// A visible is a string as if it had no secret. Its places count the bytes that may be quoted.
type visible[Bytes ~[]byte | ~string] struct {
	text   Bytes
	secret dfa.Span
}

func (t visible[Bytes]) len() int { return t.place(len(t.text)) }

// place returns the place of an offset in the string; all of the secret has that of its beginning.
func (t visible[Bytes]) place(offset int) int {
	return offset - min(max(offset-t.secret.Start, 0), t.secret.End-t.secret.Start)
}

// at returns the byte at a place.
func (t visible[Bytes]) at(place int) byte {
	if place >= t.secret.Start {
		place += t.secret.End - t.secret.Start
	}
	return t.text[place]
}

// copy copies what is at a place and after it.
func (t visible[Bytes]) copy(to []byte, place int) (n int) {
	if place < t.secret.Start {
		n = copy(to, t.text[place:t.secret.Start])
	}
	return n + copy(to[n:], t.text[place+n+t.secret.End-t.secret.Start:])
}

// window returns which places to quote around a mistake. No character is divided.
func (t visible[Bytes]) window(start, end int) (lo, hi int) {
	lo = max(0, max(start, end-keptAfter)-keptBefore)
	hi = min(t.len(), max(end+keptAfter, lo+keptBefore+keptAfter), lo+quoted)
	for n := 0; n < utf8.UTFMax-1 && 0 < lo && lo != start && !utf8.RuneStart(t.at(lo)); n++ {
		lo++
	}
	for n := 0; n < utf8.UTFMax-1 && end < hi && hi < t.len() && !utf8.RuneStart(t.at(hi)); n++ {
		hi--
	}
	return lo, hi
}

// within returns the distance of an offset from lo, 0 if it lies before, and that of hi if it lies
// after.
func within(offset, lo, hi int) uint8 { return uint8(min(max(offset, lo), hi) - lo) }

// isEmpty reports whether there is nothing to quote.
func (q *quote) isEmpty() bool { return q.n == 0 && q.gap == 0 }

// isSpan reports whether the quote is no more than the span.
func (q *quote) isSpan() bool {
	return q.gap == 0 && q.start == 0 && q.end == q.n && !q.has(cutLeft|cutRight)
}

// hasSpan reports whether there is a mistake of a byte or more that may be quoted.
func (q *quote) hasSpan() bool { return !q.has(noSpan) && q.start < q.end }

// span returns the bytes of the mistake.
func (q *quote) span() []byte { return q.text[q.start:q.end] }

// appendAround appends the quote, in most bytes at most.
func (q *quote) appendAround(buf []byte, most int) []byte {
	var whole [quoted + len(withheld)]byte
	text, start, end := append(whole[:0], q.text[:q.n]...), int(q.start), int(q.end)
	if q.gap > 0 {
		gap := int(q.gap) - 1
		text = append(append(text[:gap], withheld...), q.text[gap:q.n]...)
		if start > gap {
			start, end = start+len(withheld), end+len(withheld)
		}
	}
	return appendQuoted(buf, text, start, end, most, q.has(cutLeft), q.has(cutRight))
}

// appendSpan appends the bytes of the mistake, which may be quoted.
func (q *quote) appendSpan(buf []byte) []byte {
	return appendQuoted(buf, q.span(), 0, 0, mostNamed, q.start == 0 && q.has(cutLeft), false)
}

// appendQuoted appends a string between quotation marks, in most bytes at most: if it has more, its
// ends go, that which is farther from what lies between start and end first. Dots stand for what was
// cut.
func appendQuoted(buf, text []byte, start, end, most int, left, right bool) []byte {
	var escapes [6 * (quoted + len(withheld))]byte
	escaped := appendEscaped(escapes[:0], text)
	from, to := 0, len(text)
	for width := len(escaped); width > most; {
		var gone []byte
		if to-end >= start-from {
			_, n := utf8.DecodeLastRune(text[from:to])
			gone, to, right = text[to-n:to], to-n, true
		} else {
			_, n := utf8.DecodeRune(text[from:to])
			gone, from, left = text[from:from+n], from+n, true
		}
		width -= len(appendEscaped(escapes[:0], gone))
	}
	if to-from < len(text) {
		escaped = appendEscaped(escapes[:0], text[from:to])
	}
	if left {
		buf = append(buf, cut...)
	}
	buf = append(append(append(buf, '"'), escaped...), '"')
	if right {
		buf = append(buf, cut...)
	}
	return buf
}

// appendEscaped appends what strconv.Quote returns, without the quotation marks and without an
// allocation.
func appendEscaped(buf, text []byte) []byte {
	for {
		n := 0
		for n < len(text) && ' ' <= text[n] && text[n] <= '~' && text[n] != '"' && text[n] != '\\' {
			n++
		}
		buf = append(buf, text[:n]...)
		if text = text[n:]; len(text) == 0 {
			return buf
		}
		r, n := utf8.DecodeRune(text)
		switch {
		case r == '"':
			buf = append(buf, `\"`...)
		case r == utf8.RuneError && n == 1:
			buf = append(buf, '\\', 'x', lowerHex[text[0]>>4], lowerHex[text[0]&15])
		default:
			begin := len(buf)
			buf = strconv.AppendQuoteRune(buf, r)
			buf = append(buf[:begin], buf[begin+1:len(buf)-1]...)
		}
		text = text[n:]
	}
}

const lowerHex = "0123456789abcdef"
