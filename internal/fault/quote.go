package fault

import (
	"strconv"
	"unicode/utf8"

	"example.org/iri/dfa"
)

// How much of a text is quoted around a place, in bytes.
const (
	quoted = 96
	before = 36
	behind = 24
)

const (
	withheld = "***" // in place of what may be a userinfo
	cut      = "..."
)

// A quote is the text around a mistake, as it may be told: what is withheld is not in it.
type quote struct {
	text       [quoted]byte
	n          uint8
	start, end uint8 // the span of the mistake in text
	gap        uint8 // 1 + the place in text where something is withheld
	cutLeft    bool
	cutRight   bool
	noSpan     bool // the span is withheld, or some of it
	noChar     bool // the character is
}

// fillQuote quotes a text around the span of a mistake. Char is the offset of the character that
// shows the mistake. Nothing of secret is quoted.
func fillQuote[Bytes ~[]byte | ~string](q *quote, text Bytes, span dfa.Span, char int, secret dfa.Span) {
	if secret.End == 0 && span.Start <= before && len(text) <= before+behind {
		q.n, q.start, q.end = uint8(copy(q.text[:], text)), uint8(span.Start), uint8(span.End)
		return // as the rest of the function would have it
	}
	q.noSpan = span.Start < secret.End && secret.Start < span.End
	q.noChar = secret.Start <= char && char < secret.End
	t := told[Bytes]{text, secret}
	start, end := t.place(span.Start), t.place(span.End)
	lo, hi := t.window(start, end)
	q.n = uint8(t.copy(q.text[:hi-lo], lo))
	q.start, q.end = within(start, lo, hi), within(end, lo, hi)
	q.cutLeft, q.cutRight = lo > 0, hi < t.len()
	if secret.Start < secret.End && lo <= secret.Start && secret.Start <= hi {
		q.gap = uint8(secret.Start-lo) + 1
	}
}

// A told is a text as if it had no secret. Its places count the bytes that may be told.
type told[Bytes ~[]byte | ~string] struct {
	text   Bytes
	secret dfa.Span
}

func (t told[Bytes]) len() int { return t.place(len(t.text)) }

// place returns the place of an offset in the text; all of the secret has that of its beginning.
func (t told[Bytes]) place(offset int) int {
	return offset - min(max(offset-t.secret.Start, 0), t.secret.End-t.secret.Start)
}

// at returns the byte at a place.
func (t told[Bytes]) at(place int) byte {
	if place >= t.secret.Start {
		place += t.secret.End - t.secret.Start
	}
	return t.text[place]
}

// copy copies what is at a place and behind it.
func (t told[Bytes]) copy(to []byte, place int) (n int) {
	if place < t.secret.Start {
		n = copy(to, t.text[place:t.secret.Start])
	}
	return n + copy(to[n:], t.text[place+n+t.secret.End-t.secret.Start:])
}

// window returns which places to quote around a mistake. No character is cut in two.
func (t told[Bytes]) window(start, end int) (lo, hi int) {
	lo = max(0, max(start, end-behind)-before)
	hi = min(t.len(), max(end+behind, lo+before+behind), lo+quoted)
	for n := 0; n < utf8.UTFMax-1 && 0 < lo && lo < start && !utf8.RuneStart(t.at(lo)); n++ {
		lo++
	}
	for n := 0; n < utf8.UTFMax-1 && end < hi && hi < t.len() && !utf8.RuneStart(t.at(hi)); n++ {
		hi--
	}
	return lo, hi
}

// within returns the distance of an offset from lo, none if it lies before, and that of
// hi if it lies behind.
func within(offset, lo, hi int) uint8 { return uint8(min(max(offset, lo), hi) - lo) }

// around returns the quote, "" if there is none.
func (q *quote) around() string {
	if q.n == 0 && q.gap == 0 {
		return ""
	}
	text := string(q.text[:q.n])
	if q.gap > 0 {
		text = text[:q.gap-1] + withheld + text[q.gap-1:]
	}
	return q.ends(text, q.cutLeft, q.cutRight)
}

// isSpan reports whether the quote is no more than the span.
func (q *quote) isSpan() bool {
	return q.gap == 0 && q.start == 0 && q.end == q.n && !q.cutLeft && !q.cutRight
}

// span returns the text of the mistake, "" if it is withheld.
func (q *quote) span() string {
	if q.noSpan || q.start == q.end {
		return ""
	}
	return q.ends(string(q.text[q.start:q.end]), q.start == 0 && q.cutLeft, false)
}

// ends quotes a text and tells that it is cut.
func (q *quote) ends(text string, left, right bool) string {
	text = strconv.Quote(text)
	if left {
		text = cut + text
	}
	if right {
		text += cut
	}
	return text
}
