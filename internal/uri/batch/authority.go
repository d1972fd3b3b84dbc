package batch

import "example.org/iri/internal/uri/bitmap"

// authority is the carries of what looks closer at authorities: whether the byte before is a
// colon, or is in an authority; of scans for the end of what may be a userinfo, of a port, and for
// a delimiter of userinfos after what is not a port. Pending is 0 if none of it matters.
type authority struct{ colon, span, user, port, excuse, pending uint64 }

// Authorities validates those among the words from one to another that have a userinfo or a port.
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

// Pending reports whether the next word has to be looked at in any case.
func (l *Lines) Pending() bool { return l.authority.pending != 0 }

// validate returns where authorities are wrong. Where there is no userinfo, the scan for its end is
// that for the end of the authority: it goes on if the byte before is in one.
func (a *authority) validate(t *bitmap.Bitmaps, w int, single bool) (wrong uint64) {
	if a.pending == 0 {
		a.user = a.span
	}
	var sum uint64
	span, digit := t.Span[w], t.Digit[w]
	at, colon := span&t.At[w], span&t.Colon[w]
	name := span &^ at
	sum, a.user = add(name, t.Begins[w], a.user, single)
	first, front := sum&^name, name&^sum // the delimiter of a userinfo or the end; what is before it

	sum, a.port = add(digit, colon<<1|a.colon, a.port, single)
	a.colon = carry(colon, single)
	noPort := sum &^ digit & span

	sum, a.excuse = add(name, noPort&front, a.excuse, single)
	a.pending = a.colon | a.port | a.excuse | (a.user ^ carry(span, single))
	if a.pending == 0 {
		a.user = 0
	}
	return at&^first | sum&^name&t.Stop[w] | noPort&^(front|first)
}
