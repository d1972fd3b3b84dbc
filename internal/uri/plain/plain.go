// Package plain recognizes references about which packages lint and intl have nothing to report, as they are
// most of a list. It takes a small part of the time that these take, and gives up early.
package plain

import (
	"example.org/iri/internal/char"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/uri/ref"
	"example.org/iri/internal/uri/scan"
)

// Is reports whether there is surely nothing to report about a reference: its scheme is in lower case and
// has no syntax of its own, its host is a plain name without userinfo and port, its path has neither empty
// segments nor dot segments, and nothing is percent-encoded. Of non-ASCII characters it may have those that
// [areVisible] takes. If the result is false, there may be something to report.
func Is[B ref.Bytes](r *ref.Ref[B]) bool {
	c := r.Cut
	begin, web := int(c.Hier()), false
	if begin > 0 {
		scheme := r.Text[:begin-1]
		if web = isWeb(scheme); !web && !isOpen(scheme) {
			return false
		}
	}
	switch {
	case c.Authority() != 0:
		if c.Host() != c.Authority() || c.Port() != 0 || !inet.IsPlainName(r.Text[c.Host():c.Path()]) {
			return false
		}
		begin = int(c.Path())
	case web:
		return false
	}
	return begin == len(r.Text) || r.Text[begin] != '.' && isPlainTail(r.Text[begin:])
}

// isWeb reports whether a scheme is http or https, in lower case.
func isWeb[B ref.Bytes](scheme B) bool {
	return len(scheme) >= 4 && string(scheme[:4]) == "http" && (len(scheme) == 4 || len(scheme) == 5 && scheme[4] == 's')
}

// isOpen reports whether a scheme is in lower case, and package lint knows no syntax of it.
func isOpen[B ref.Bytes](scheme B) bool {
	for i := range len(scheme) {
		if char.Lower(scheme[i]) != scheme[i] {
			return false
		}
	}
	switch string(scheme) {
	case "file", "urn", "did", "mailto", "tag":
		return false
	}
	return true
}

// isPlainTail is for path, query and fragment. It looks at eight bytes at a time, each with the one after it.
func isPlainTail[B ref.Bytes](text B) bool {
	const high = scan.Lanes << 7
	if len(text) < pair {
		return isShortTail(text)
	}
	var flaws uint64
	for i := 0; ; i += pair - 1 {
		last := i >= len(text)-pair
		at := text[min(i, len(text)-pair):][:pair]
		word, next := scan.Load(at), scan.Load(at[1:])
		slash := word ^ scan.Lanes*'/'
		flaws |= scan.Zeros(next^scan.Lanes*'%') | scan.Zeros(slash|(next^scan.Lanes*'.')) | scan.Zeros(slash|(next^scan.Lanes*'/'))
		if (word|next)&high != 0 && !areVisible(at) {
			return false
		}
		if last {
			return flaws&high == 0 && text[0] != '%'
		}
	}
}

// pair is how many bytes isPlainTail looks at: a word, and the byte after it.
const pair = 9

// isShortTail is isPlainTail for a string that is shorter than that.
func isShortTail[B ref.Bytes](text B) bool {
	for i := range len(text) {
		if b := text[i]; b == '%' || b == '/' && i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '.') {
			return false
		}
	}
	return areVisible(text)
}

// areVisible reports whether all bytes are ASCII, or of characters that need no finding: those from U+00C0 to
// U+02FF, U+0400 to U+047F and U+4000 to U+9FFF are visible, run from left to right or in no direction, and are in
// normalization form C in every string.
func areVisible[B ref.Bytes](text B) bool {
	for i := range len(text) {
		if b := text[i]; b >= 0xC0 && (b < 0xC3 || b > 0xCB && b < 0xD0 || b > 0xD1 && b < 0xE4 || b > 0xE9) {
			return false
		}
	}
	return true
}
