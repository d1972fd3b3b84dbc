package lint

import (
	"example.org/iri"
	"example.org/iri/internal/char"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/ref"
)

// isPlain reports whether there is surely nothing to report, as of most references: the scheme is in lower case
// and has no syntax of its own, the host is a plain name without userinfo and port, the path has neither empty
// segments nor dot segments, nothing is percent-encoded, and all characters are familiar. It takes a small part
// of the time that the search for findings takes, and gives up early.
func isPlain[B ref.Bytes](text B, parts iri.Parts) bool {
	c := find.Cut(parts)
	begin, web := int(c.Hier()), false
	if begin > 0 {
		scheme := text[:begin-1]
		web = uri.IsWeb(scheme)
		if hasUpper(scheme) || !web && hasSyntax(scheme) {
			return false
		}
	}
	switch {
	case c.Authority() != 0:
		if c.Host() != c.Authority() || c.Port() != 0 || !inet.IsPlainName(text[c.Host():c.Path()]) {
			return false
		}
		begin = int(c.Path())
	case web:
		return false
	}
	return begin == len(text) || text[begin] != '.' && isPlainTail(text[begin:])
}

func hasUpper[B ref.Bytes](text B) bool {
	for i := range len(text) {
		if isUpper(text[i]) {
			return true
		}
	}
	return false
}

// isPlainTail is for path, query and fragment. It looks at eight bytes at a time, each with the one after it.
func isPlainTail[B ref.Bytes](text B) bool {
	const high = char.Lanes << 7
	if len(text) < pair {
		return isShortTail(text)
	}
	var flaws uint64
	for i := 0; ; i += pair - 1 {
		last := i >= len(text)-pair
		at := text[min(i, len(text)-pair):][:pair]
		word, next := char.Load(at), char.Load(at[1:])
		slash := word ^ char.Lanes*'/'
		flaws |= char.Zeros(next^char.Lanes*'%') | char.Zeros(slash|(next^char.Lanes*'.')) | char.Zeros(slash|(next^char.Lanes*'/'))
		if (word|next)&high != 0 && !char.AreFamiliar(at) {
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
	return char.AreFamiliar(text)
}
