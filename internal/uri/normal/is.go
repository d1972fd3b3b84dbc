package normal

import (
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/internal/uri/ref"
	"example.org/iri/internal/uri/scan"
)

// Is reports whether a reference is in normal form: whether Append would append its text. Most texts
// are, so it first looks at eight bytes at a time for what has to be there in one that is not.
func Is[B ref.Bytes](r ref.Ref[B], level Level) bool {
	f := form[B]{r, level}
	triples, dots := suspects(r.Text)
	return (!level.has(Case) || f.isLower()) &&
		(!dots || !f.withoutDots() || !f.hasDots()) &&
		(!f.schemeBased() || f.saysOnlyWhatCounts()) &&
		(!triples || f.hasNormalTriples())
}

// suspects reports whether a text has percent triples, and whether a dot that may begin a dot
// segment: one at the beginning of a path, so behind a slash or a colon.
func suspects[B ref.Bytes](text B) (triples, dots bool) {
	var triple, dot, before uint64 // before is the mark of the byte in front of the word, in lane 0
	i := 0
	for ; i+8 <= len(text); i += 8 {
		word := scan.Load(text[i:])
		begin := marks(word, language.Slash) | marks(word, language.Colon)
		triple |= marks(word, language.Percent)
		dot |= marks(word, language.Dot) & (begin<<8 | before)
		before = begin >> 56
	}
	for ; i < len(text); i++ {
		triples = triples || text[i] == language.Percent
		dots = dots || text[i] == language.Dot && i > 0 && (text[i-1] == language.Slash || text[i-1] == language.Colon)
	}
	return triples || triple != 0, dots || dot != 0
}

const (
	lanes = 0x0101010101010101 // times a byte, the word with that byte in each lane
	high  = lanes << 7
)

// marks returns the highest bit of each lane of a word that is b.
func marks(word uint64, b byte) uint64 {
	word ^= lanes * uint64(b)
	return ^(word&^high + ^uint64(high) | word) & high
}

// isLower reports whether rule Case leaves the letters of scheme and host alone.
func (f *form[B]) isLower() bool {
	scheme, _ := f.Scheme()
	if hasUpper(scheme) {
		return false
	}
	text, _ := f.Host()
	if !hasUpper(text) {
		return true
	}
	host, _ := f.host()
	return !host.lower
}

// hasUpper reports whether a text has capitals, triples aside.
func hasUpper[B ref.Bytes](text B) bool {
	for i := 0; i < len(text); i++ {
		if isUpper(text[i]) {
			return true
		}
		if text[i] == language.Percent {
			i += percent.Size - 1
		}
	}
	return false
}

// hasDots reports whether there is a dot segment to be removed. That in front of a path which would
// be read as an authority stays.
func (f *form[B]) hasDots() bool {
	c := f.path()
	if !f.HasAuthority() {
		c.text = c.text[guard(c.text):]
	}
	for {
		s := c
		n := firstSegment(c.text)
		s.text = c.text[:n]
		if s.dots() > 0 {
			return true
		}
		if n == len(c.text) {
			return false
		}
		c.text = c.text[n+1:]
	}
}

// saysOnlyWhatCounts reports whether rule Scheme leaves port and path alone.
func (f *form[B]) saysOnlyWhatCounts() bool {
	if !f.HasAuthority() {
		return true
	}
	port, ok := f.Port()
	return len(f.Path()) > 0 && (!ok || !f.idle(port))
}

// hasNormalTriples reports whether the triples of all components stay as they are.
func (f *form[B]) hasNormalTriples() bool {
	userinfo, _ := f.userinfo()
	host, _ := f.host()
	query, _ := f.queryPart()
	fragment, _ := f.fragment()
	return userinfo.hasNormalTriples() && host.hasNormalTriples() && f.path().hasNormalTriples() &&
		query.hasNormalTriples() && fragment.hasNormalTriples()
}

func (c component[B]) hasNormalTriples() bool {
	for {
		c.text = c.text[run(c.text):]
		if len(c.text) == 0 {
			return true
		}
		char, n, width := c.triple()
		if n != width || char[1] != c.text[1] || char[2] != c.text[2] {
			return false
		}
		c.text = c.text[width:]
	}
}
