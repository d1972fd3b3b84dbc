package lint

import (
	"example.org/iri"
	"example.org/iri/internal/char"
	"example.org/iri/internal/inet"
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
		web = string(scheme) == "http" || string(scheme) == "https"
		if !web && (hasUpper(scheme) || hasSyntax(scheme)) {
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

// isPlainTail is for path, query and fragment. It looks at eight bytes at a time, the first of which was the last
// before.
func isPlainTail[B ref.Bytes](text B) bool {
	const high, dotOrSlash = char.Lanes << 7, char.Lanes * ('.' ^ '/')
	flaws, last := uint64(0), len(text)-8
	for i := 0; ; i += 7 {
		var word uint64
		if last < 0 {
			word = char.LoadShort(text)
		} else {
			word = char.Load(text[min(i, last):])
		}
		slash, next := word^char.Lanes*'/', word>>8^char.Lanes*'/'
		flaws |= char.Zeros(word^char.Lanes*'%') | char.Zeros(slash|next&^dotOrSlash)
		if word&high != 0 && !char.BeginFamiliar(word) {
			return false
		}
		if i >= last {
			return flaws&high == 0
		}
	}
}
