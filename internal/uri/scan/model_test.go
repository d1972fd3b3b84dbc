package scan

import (
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// model splits a string like the kernels. Its result is final, or [Undecided].
func model[Bytes ~[]byte | ~string](plan *uri.Plan, text Bytes) (find.Offsets, Result) {
	var o find.Offsets
	var carry uint64
	for pos := 0; pos == 0 || pos < len(text); pos += 64 {
		block := text[pos:min(pos+64, len(text))]
		more := pos+len(block) < len(text)
		m := classify(plan, block)
		v := Valid
		if v, carry = m.odd(len(block), more, carry); v != Valid {
			return find.Offsets{}, v
		}
		if (m.high != 0 || pos > 0 && text[pos-1] >= 0x80) && strange(plan, text, pos) {
			return find.Offsets{}, Undecided
		}
		if pos == 0 {
			v = m.head(len(block), more, plan.Relative, &o)
		}
		if v == Valid {
			v = m.tail(uint32(pos), &o)
		}
		if v != Valid {
			return find.Offsets{}, v
		}
	}
	o.End = uint32(len(text))
	return o, Valid
}

// classify computes masks byte by byte.
func classify[Bytes ~[]byte | ~string](plan *uri.Plan, block Bytes) masks {
	var m masks
	for i := range len(block) {
		role := plan.Class[block[i]]
		delim := role & (uri.Text | uri.Delim)
		set := func(mask *uint64, is bool) {
			if is {
				*mask |= 1 << i
			}
		}
		set(&m.text, role&(uri.Text|uri.Tail) != 0)
		set(&m.scheme, role&uri.Scheme != 0)
		set(&m.colon, delim == uri.Colon)
		set(&m.slash, delim == uri.Slash)
		set(&m.at, delim == uri.At)
		set(&m.query, delim == uri.Query)
		set(&m.fragment, delim == uri.Fragment)
		set(&m.hex, role&uri.Hex != 0)
		set(&m.digit, role&uri.Digit != 0)
		set(&m.first, role&uri.First != 0)
		set(&m.alive, role != 0)
		set(&m.high, block[i] >= 0x80)
	}
	return m
}

// strange reports whether the 64 bytes from pos on, or the end of text after them, may have anything but ASCII and
// characters that act as ordinary bytes.
func strange[Bytes ~[]byte | ~string](plan *uri.Plan, text Bytes, pos int) bool {
	at := func(i int) byte {
		if i < 0 || i >= len(text) {
			return 0
		}
		return text[i]
	}
	end := pos + 64
	if end >= len(text) {
		end = len(text) + 1 // the last character may be truncated
	}
	for i := pos; i < end; i++ {
		if suspect(plan, at(i-3), at(i-2), at(i-1), at(i)) {
			return true
		}
	}
	return false
}

// suspect looks up c and the byte before it in plan.Pairs.
func suspect(plan *uri.Plan, p3, p2, p1, c byte) bool {
	b := &plan.Pairs
	f := b[0][p1>>4] & b[1][p1&15] & b[2][c>>4] & b[3][c&15]
	g := b[4][p1>>4] & b[5][p1&15] & b[6][c>>4] & b[7][c&15]
	if p2 >= 0xe0 || p3 >= 0xf0 { // c must continue a character, as p1 does
		f ^= 0x80
	}
	return f|g != 0
}

func byModel(a *uri.Language, text []byte) (find.Cut, Result) {
	o, v := model(a.Plan, text)
	return o.Pack(), v
}
