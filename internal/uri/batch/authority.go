package batch

import "example.org/iri/internal/uri/bitmap"

// authority is the carries of the scans within authorities. Bit 0 of colon and of span describes the previous byte: a
// colon, a byte of an authority. The scans look for the ends of possible userinfos and of ports, and for the at sign
// that must follow a colon without a port (badPort). If pending is 0, the other carries can be recomputed or ignored.
type authority struct{ colon, span, userinfo, port, badPort, pending uint64 }

// Authorities validates the words in [from, to) that have a userinfo or a port.
func (l *Lines) Authorities(t *bitmap.Bitmaps, from, to int) {
	a := &l.authority
	if from > 0 {
		a.span = t.Span[from-1] >> 63
	}
	for w := from; w < min(to, len(t.Span)); w++ {
		if t.Span[w]&(t.Colon[w]|t.At[w])|a.pending != 0 {
			t.Wrong[w] |= a.validate(t, w, l.single)
		}
		a.span = carry(t.Span[w], l.single)
	}
}

// Pending reports whether the next word must be validated even if it has no colon and no at sign.
func (l *Lines) Pending() bool { return l.authority.pending != 0 }

// validate returns the invalid bytes of authorities in word w. If nothing is pending, the scan for the end of a
// userinfo continues exactly in authorities, so span is its carry.
func (a *authority) validate(t *bitmap.Bitmaps, w int, single bool) (wrong uint64) {
	if a.pending == 0 {
		a.userinfo = a.span
	}
	var sum uint64
	span, digit := t.Span[w], t.Digit[w]
	at, colon := span&t.At[w], span&t.Colon[w]
	name := span &^ at
	sum, a.userinfo = add(name, t.Begins[w], a.userinfo, single)
	first, front := sum&^name, name&^sum // first: the delimiter of a userinfo, or the end; front: the bytes before it

	sum, a.port = add(digit, colon<<1|a.colon, a.port, single)
	a.colon = carry(colon, single)
	noPort := sum &^ digit & span

	sum, a.badPort = add(name, noPort&front, a.badPort, single)
	a.pending = a.colon | a.port | a.badPort | (a.userinfo ^ carry(span, single))
	if a.pending == 0 {
		a.userinfo = 0
	}
	return at&^first | sum&^name&t.Stop[w] | noPort&^(front|first)
}
