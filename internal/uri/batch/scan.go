package batch

import "example.org/iri/internal/uri/bitmap"

// heads is the carries of the scans for the ends of schemes, first segments and authorities. The lowest bits of hier,
// slash and slashes describe the previous byte: the end of a scheme, the first and the second of two slashes.
type heads struct {
	scheme, segment, authority uint64
	hier, slash, slashes       uint64
}

func (l *Lines) findAuthorities(t *bitmap.Bitmaps, words int) {
	c, single := l.heads, l.single
	var sum uint64
	for w := range min(words, len(t.Ends)) {
		starts, colon, slash, inner := t.Starts[w], t.Colon[w], t.Slash[w], ^t.Stop[w]

		sum, c.scheme = add(t.Scheme[w], t.First[w], c.scheme, single)
		mark := sum &^ t.Scheme[w]
		if l.relative == 0 {
			t.Wrong[w] |= mark &^ colon
		} else { // a colon in a first segment has to end a scheme
			sum, c.segment = add(inner&^colon, starts, c.segment, single)
			t.Wrong[w] |= sum & colon &^ mark
		}

		mark &= colon
		first := (mark<<1 | c.hier | starts&l.relative) & slash
		second := (first<<1 | c.slash) & slash
		begins := second<<1 | c.slashes
		c.hier, c.slash, c.slashes = carry(mark, single), carry(first, single), carry(second, single)
		sum, c.authority = add(inner, begins, c.authority, single)
		t.Begins[w], t.Span[w] = begins, inner&^sum
	}
	l.heads = c
}

// tails is the carries of the scans for the ends of fragments and of lines. The lowest bit of hash is set if the
// previous byte begins a fragment.
type tails struct{ fragment, line, hash uint64 }

// findWrong reduces the bits of wrong bytes to the ends of invalid lines.
func (l *Lines) findWrong(t *bitmap.Bitmaps, words int) {
	c, single := l.tails, l.single
	var sum uint64
	for w := range min(words, len(t.Ends)) {
		hash, ends, wrong := t.Fragment[w], t.Ends[w], t.Wrong[w]
		sum, c.fragment = add(^(hash | ends), hash<<1|c.hash, c.fragment, single)
		c.hash = carry(hash, single)
		wrong |= sum & hash // a second number sign
		sum, c.line = add(^(wrong | ends), t.Starts[w], c.line, single)
		t.Wrong[w] = ends & (wrong | ^sum)
	}
	l.tails = c
}
