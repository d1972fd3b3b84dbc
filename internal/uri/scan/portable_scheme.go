package scan

import (
	"math/bits"

	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
)

// scheme returns the offsets after the delimiters of the scheme and of the authority, 0 for an absent one. It returns
// false if a required scheme is missing.
func scheme[Bytes ~[]byte | ~string](plan *uri.Plan, s Bytes) (hier, authority int, ok bool) {
	const delimiters = uri.Colon | uri.Slash<<8 | uri.Slash<<16
	set := &plan.Class
	t := s[:wordSize]
	if word := rolesOf4(set, t[:4]) | rolesOf4(set, t[4:8])<<32; word&uri.First != 0 {
		lane := bits.TrailingZeros64(^word & (char.Lanes * uri.Scheme))
		hier = lane/8 + 1
		if word>>(lane&56)&(delim*0x010101) == delimiters { // most strings; the scheme has up to five bytes
			return hier, hier + 2, true
		}
		hier = schemeEnd(set, s, lane/8)
	}
	if hier == 0 && !plan.Relative {
		return 0, 0, false
	}
	if delimiterAt(set, s, hier) == uri.Slash && delimiterAt(set, s, hier+1) == uri.Slash {
		authority = hier + 2
	}
	return hier, authority, true
}

func schemeEnd[Bytes ~[]byte | ~string](set *[256]uint8, s Bytes, at int) int {
	for at < len(s) && set[s[at]]&uri.Scheme != 0 {
		at++
	}
	if delimiterAt(set, s, at) == uri.Colon {
		return at + 1
	}
	return 0
}

// firstSegment returns the end of the first segment of a path without a scheme, or -1 if the automaton must decide.
func firstSegment[Bytes ~[]byte | ~string](a *uri.Language, s Bytes) (p cursor, end int) {
	p, end, delimiter := component(a, s, startAt(0), inHost)
	for delimiter == uri.At {
		p, end, delimiter = component(a, s, p.passed(end), inHost)
	}
	if end < len(s) && (delimiter == 0 || delimiter == uri.Colon) {
		end = -1
	}
	return p, end
}

func delimiterAt[Bytes ~[]byte | ~string](set *[256]uint8, s Bytes, at int) uint8 {
	if at >= len(s) {
		return 0
	}
	return set[s[at]] & delim
}
