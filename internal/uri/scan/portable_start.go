package scan

import (
	"math/bits"

	"example.org/iri/internal/uri"
)

// This file finds out how a text begins: up to the delimiter of an authority, or of a scheme.

// beginning returns the length of the frequent beginning that a text has whose
// first eight bytes are v and, above the lowest eight bits, its other offset; 0 if
// it has none.
func beginning(plan *uri.Plan, v uint64) int {
	return offsets(&plan.Common[0], v) | offsets(&plan.Common[1], v)
}

// offsets is beginning for one of the two. It does without a branch.
func offsets(b *uri.Beginning, v uint64) int {
	differs := v&b.Mask ^ b.Word
	return (int(b.Len) | int(b.Hier)<<8) &^ int(int64(differs|-differs)>>63)
}

// start is for other beginnings. It sets the offsets behind the delimiters of
// scheme and authority and returns where to go on, with the mask that holds there;
// -1 if the text cannot begin so.
func start[Bytes ~[]byte | ~string](plan *uri.Plan, text Bytes, o *Offsets) (int, uint64) {
	hier, authority, run := scheme(plan, text)
	o.Hier = uint32(max(hier, 0))
	if authority > 0 {
		o.Authority, o.Host = uint32(authority), uint32(authority)
		return authority, inHost
	}
	if hier == 0 && !segment(&plan.Class, text[run:]) {
		return -1, 0
	}
	return hier, inPath
}

// scheme returns the offset behind a scheme, 0 if there is none and need not be
// one, else -1; that behind the delimiter of an authority, 0 if there is none; and how many
// bytes the text begins with that a scheme could have.
func scheme[Bytes ~[]byte | ~string](plan *uri.Plan, text Bytes) (hier, authority, run int) {
	const behind = uri.Colon | uri.Slash<<8 | uri.Slash<<16
	set := &plan.Class
	if set[text[0]]&uri.First != 0 {
		t := text[:8]
		word := classes(set, t[:4]) | classes(set, t[4:8])<<32
		lane := bits.TrailingZeros64(^word & (Lanes * uri.Scheme))
		if word>>(lane&56)&(delim*0x10101) == behind {
			return lane/8 + 1, lane/8 + 3, 0
		}
		run = lane / 8
		for run >= 8 && run < len(text) && set[text[run]]&uri.Scheme != 0 {
			run++
		}
		if run < len(text) && set[text[run]]&delim == uri.Colon {
			hier = run + 1
		}
	}
	if hier == 0 && !plan.Relative {
		return -1, 0, 0
	}
	if rest := text[hier:]; len(rest) > 1 && set[rest[0]]&delim == uri.Slash && set[rest[1]]&delim == uri.Slash {
		authority = hier + 2
	}
	return hier, authority, run
}

// segment reports whether text can go on a path where there is no scheme and no delimiter so far: no
// colon may come before the first other delimiter. It reads no further than that,
// or the first wrong byte.
func segment[Bytes ~[]byte | ~string](set *[256]uint8, text Bytes) bool {
	for i := range len(text) {
		switch class := set[text[i]]; class & delim {
		case uri.Colon:
			return false
		case uri.Slash, uri.Query, uri.Fragment:
			return true
		case 0:
			if class == uri.Rare || class == 0 && text[i] < 0x80 {
				return true
			}
		}
	}
	return true
}
