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
	gap := secret.End - secret.Start
	q.noSpan = gap > 0 && span.Start < secret.End && secret.Start < span.End
	q.noChar = gap > 0 && secret.Start <= char && char < secret.End
	told := func(offset int) int { // in the text without the secret
		return offset - min(max(offset-secret.Start, 0), gap)
	}
	start, end := told(span.Start), told(span.End)
	lo := max(0, max(start, end-behind)-before)
	hi := min(len(text)-gap, max(end+behind, lo+before+behind), lo+quoted)
	byteAt := func(i int) byte {
		if i >= secret.Start {
			i += gap
		}
		return text[i]
	}
	for n := 0; n < utf8.UTFMax-1 && 0 < lo && lo < start && !utf8.RuneStart(byteAt(lo)); n++ {
		lo++
	}
	for n := 0; n < utf8.UTFMax-1 && end < hi && hi < len(text)-gap && !utf8.RuneStart(byteAt(hi)); n++ {
		hi--
	}
	if gap > 0 && lo <= secret.Start && secret.Start <= hi {
		q.gap = uint8(secret.Start-lo) + 1
	}
	n := copy(q.text[:hi-lo], text[lo:max(lo, min(secret.Start, hi))])
	n += copy(q.text[n:hi-lo], text[lo+n+gap:])
	q.n = uint8(n)
	q.start, q.end = within(start, lo, hi), within(end, lo, hi)
	q.cutLeft, q.cutRight = lo > 0, hi < len(text)-gap
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
