package fault

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
)

// ahead is how far after a mistake the string is searched for the delimiter of a userinfo.
const ahead = 1 << 12

// secret returns the part of a string that nothing must quote, since it may hold a password: what
// RFC 3986, section 3.2.1, can call a userinfo, wherever the mistake is. A userinfo stands after two
// slashes and ends at the last @ before the next slash, question mark or number sign. A password in
// which somebody forgot to percent-encode one of these goes on to the last @ of the string: that is
// assumed if a colon with more than digits after it stands before the delimiter, and in a language such
// as that of Link, whose strings may have several references: that of the last one is hidden, too.
func secret[Bytes ~[]byte | ~string](l *uri.Language, text Bytes, mistake int) dfa.Span {
	known := text[:min(len(text), mistake+ahead)]
	last, whole := lastAt(known), len(known) == len(text)
	if !whole {
		last = len(text) // unless all that counts is known
	}
	switch l.Context(l.Start) {
	case uri.ContextUserinfo:
		return dfa.Span{Start: 0, End: len(text)}
	case uri.ContextAuthority, uri.ContextHost: // where some give the userinfo, too
		return dfa.Span{Start: 0, End: max(0, last)}
	}
	begin := -1
	if last >= 0 {
		begin = authority(known)
	}
	if begin < 0 {
		return dfa.Span{}
	}
	if l.Shape == uri.Other && l.Context(l.Start) == uri.ContextElsewhere {
		return dfa.Span{Start: begin, End: max(begin, last)}
	}
	end := begin + firstSegment(known[begin:])
	if portLike(known[begin:end]) && (whole || end < len(known)) {
		last = lastAt(known[:end])
	}
	return dfa.Span{Start: begin, End: max(begin, last)}
}

// authority returns where a string goes on after its first two slashes, -1 if there are none.
func authority[Bytes ~[]byte | ~string](text Bytes) int {
	for i := 1; i < len(text); i++ {
		if text[i] == '/' && text[i-1] == '/' {
			return i + 1
		}
	}
	return -1
}

// firstSegment returns the length of what a string has before a slash, a question mark or a number
// sign.
func firstSegment[Bytes ~[]byte | ~string](text Bytes) int {
	n := 0
	for n < len(text) && !endsAuthority(rune(text[n])) {
		n++
	}
	return n
}

// portLike reports whether nothing but digits stands after the first colon, if there is one.
func portLike[Bytes ~[]byte | ~string](text Bytes) bool {
	i := 0
	for i < len(text) && text[i] != ':' {
		i++
	}
	for i++; i < len(text); i++ {
		if !isDigit(text[i]) {
			return false
		}
	}
	return true
}

// lastAt returns where the last delimiter of a userinfo is, -1 if there is none.
func lastAt[Bytes ~[]byte | ~string](text Bytes) int {
	end := len(text)
	for end >= 8 && !hasAt(char.Load(text[end-8:])) {
		end -= 8
	}
	for end > 0 && text[end-1] != '@' {
		end--
	}
	return end - 1
}

// hasAt reports whether a word has the delimiter of a userinfo.
func hasAt(word uint64) bool {
	return char.Zeros(word^char.Lanes*'@')&(char.Lanes<<7) != 0
}
