package scan

import (
	"math/bits"

	"example.org/iri/internal/uri/find"
)

// The shape of a reference, as masks: what the kernels in assembly do, in plain Go, to compare them
// with. A kernel takes a string in blocks of up to 64 bytes and finds which bytes of a
// block have which role: one word a role, the first byte in the lowest bit. Then components are
// found by arithmetic on markers, which are words with one bit. A sum carries a marker through a
// run; the difference of two markers is what lies between them. In "ab:c//d", lowest bit on the
// left,
//
//	1101001    scheme
//	0011001    scheme + 1, the marker of the first byte
//	0010000    ... of that without scheme: the byte after the run, here the colon
//
// Positions are markers, not numbers, because no shift by 64 may happen. The end of a full block is
// bit 64, which no word has, so its marker is 0: in a string of 64 bytes that ends in "//" the
// authority begins at marker 0. Differences are right even then (0 - m is all bits from m up).
// Conditions must include the delimiter before, whose marker is never 0. With 1<<n, and a
// processor that shifts modulo 64, that string would have no authority.

// A masks has the bytes of a block with each role, by the bits of [uri.Plan].
type masks struct {
	text     uint64 // uri.RowText: need no further check
	scheme   uint64
	hex      uint64 // hexadecimal digits, and what begins a percent-encoded octet
	digit    uint64
	first    uint64 // begin a scheme, or are rare
	colon    uint64
	slash    uint64
	query    uint64 // the delimiter
	high     uint64 // are not ASCII
	at       uint64
	fragment uint64 // the delimiter
	alive    uint64 // have some role
}

// odd checks the bytes of a block of n that are not in text. Carry has the bytes that must be hexadecimal digits
// because of the block before, and next those of the block after.
func (m *masks) odd(n int, more bool, carry uint64) (v Result, next uint64) {
	percent, digits := m.hex&^m.text, m.hex&m.text
	want := percent<<1 | percent<<2 | carry
	next = percent>>63 | percent>>62 // two after the last byte, one after the byte before it
	rest := (1<<n - 1) &^ (m.text | percent | m.high)
	switch {
	case rest&^m.alive != 0: // in no string at all
		return Invalid, 0
	case want&^digits != 0: // no digit, or after the end
		return Invalid, 0
	case !more && next != 0:
		return Invalid, 0
	case rest != 0: // a bracket
		return Undecided, 0
	}
	return Valid, next
}

// head sets the offsets up to the path by the first block of a string, which has n bytes and, if more is set, is
// followed by others. It returns Undecided if the offsets may be in other blocks.
func (m *masks) head(n int, more, relative bool, o *find.Offsets) Result {
	end := uint64(1) << n // 0 if n is 64
	stops := m.slash | m.query | m.fragment | end

	first := m.first & 1
	runEnd := (m.scheme + first) &^ m.scheme // first byte after the first run
	base := uint64(1)                        // first byte that is not of the scheme
	if colon := runEnd & m.colon; colon != 0 {
		o.Hier = after(colon)
		base = colon << 1
		if more && base<<1 == 0 {
			return Undecided // an authority may begin in the next block
		}
	} else {
		switch segment := lowest(stops) - 1; { // bytes of the first segment
		case more && first != 0 && runEnd == 0: // the scheme may go on
			return Undecided
		case !relative || m.colon&segment != 0:
			return Invalid
		case more && stops == 0:
			return Undecided
		}
	}

	second := (base & m.slash) << 1 & m.slash // the second of two slashes
	if second == 0 {
		return Valid
	}
	start := second << 1
	stop := lowest(stops & -start)
	if more && stop == 0 {
		return Undecided
	}
	o.Authority = after(second)
	o.Path = uint32(bits.TrailingZeros64(stop))
	return m.authority(stop-start, o)
}

// authority sets the offsets in the authority, whose bytes are span.
func (m *masks) authority(span uint64, o *find.Offsets) Result {
	o.Host = o.Authority
	if at := m.at & span; at != 0 {
		if !single(at) {
			return Invalid
		}
		o.Host = after(at)
		span &^= at ^ (at - 1) // up to it
	}
	if colon := m.colon & span; colon != 0 {
		if !single(colon) {
			return Invalid
		}
		o.Port = after(colon)
		span &^= colon ^ (colon - 1)
		if span&^m.digit != 0 {
			return Invalid
		}
	}
	return Valid
}

// tail sets the offsets of query and fragment by the block at pos.
func (m *masks) tail(pos uint32, o *find.Offsets) Result {
	if o.Fragment != 0 {
		if m.fragment != 0 {
			return Invalid
		}
		return Valid
	}
	if query := lowest(m.query|m.fragment) & m.query; query != 0 && o.Query == 0 {
		o.Query = pos + after(query)
	}
	if m.fragment != 0 {
		if !single(m.fragment) {
			return Invalid
		}
		o.Fragment = pos + after(m.fragment)
	}
	return Valid
}

// lowest returns the lowest bit of x, as a marker.
func lowest(x uint64) uint64 { return x & -x }

// single reports whether x, not 0, is a marker.
func single(x uint64) bool { return x&(x-1) == 0 }

// after returns the offset just past the byte of a marker.
func after(marker uint64) uint32 { return uint32(bits.Len64(marker)) }
