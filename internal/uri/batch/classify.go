package batch

import "example.org/iri/internal/uri/bitmap"

// classify sets the streams of bytes by kind, and marks bytes that are wrong or undecided because of the two bytes
// before them at most. Codes are numbered so that these expressions are short.
func (l *Lines) classify(t *bitmap.Bitmaps, planes []Planes) {
	start, percent, percents, back := l.start, l.percent, l.percents, l.back
	for w := range min(len(planes), len(t.Ends)) {
		p := &planes[w]
		p0, p1, p2, p3 := p[0], p[1], p[2], p[3]
		stop := p2 &^ (p3 &^ p0)
		ends := stop & p1 & p0
		t.Ends[w], t.Stop[w], t.Slash[w], t.Fragment[w] = ends, stop, stop&^(p1|p0), stop&p1&^p0
		low := ^(p2 | p3)
		t.Colon[w], t.At[w] = low&p0&^p1, low&p1&^p0
		scheme := p3 &^ p0
		first, hex := scheme&p2, scheme&p1
		t.Scheme[w], t.Digit[w] = scheme, hex&^p2

		starts := ends<<1 | start
		start = carry(ends, l.single)
		t.Starts[w], t.First[w] = starts, starts&first&l.schemes

		pctEncoded := low & p0 & p1
		digit := pctEncoded<<1 | percent
		digits := digit<<1 | percents
		percent, percents = carry(pctEncoded, l.single), carry(digit, l.single)

		odd := p3 & p0
		returned := (odd&p2)<<1 | back
		back = carry(odd&p2, l.single)
		t.Wrong[w] = odd&^(p1|p2) | starts&^first&^l.relative | (digit|digits&^starts)&^hex
		t.Undecided[w] |= odd&p1&^p2 | returned&^ends
	}
	l.start, l.percent, l.percents, l.back = start, percent, percents, back
}
