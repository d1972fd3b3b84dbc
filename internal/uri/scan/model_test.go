package scan

import (
	"bytes"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
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

// One byte of each kind that matters in ASCII.
var alphabet = []byte("a:/?#@[%4- ")

// Prefixes of strings that stay in one component while fill repeats.
var components = []struct{ head, fill string }{
	{"", "a"}, {"/", "a"}, {"//", "a"}, {"//a@", "a"}, {"//a:", "4"}, {"?", "a"}, {"#", "a"}, {"4", "a"},
	{"a:", "a"}, {"a:/", "a"}, {"a://", "a"}, {"a://a:", "a"}, {"a://a@", "a"}, {"a://a:", "4"}, {"a:///", "/"},
	{"a://a/", "a"}, {"a://a/", "%44"}, {"a:?", "a"}, {"a:?", "?"}, {"a:#", "a"}, {"a:a?a#", "?"}, {"a:", "é"}, {"a:#", "中"},
}

// pumped returns a string of n bytes.
func pumped(head, fill string, n int) []byte {
	text := append([]byte(head), bytes.Repeat([]byte(fill), n/len(fill))...)
	return text[:n:n]
}

// Characters and bytes that are likely to be wrong: ends of ranges, ill-formed ones, and rare ASCII.
var oddities = []string{
	"\u00e9", "\u0416", "\u4e2d", "\U0001F600", "\U000E0000", // ordinary in most languages
	"\u0080", "\u009f", "\u00a0", "\ud7ff", "\ue000", "\uf8ff", "\uf900", "\ufdcf", "\ufdd0", "\ufdef", "\ufdf0",
	"\uffef", "\ufff0", "\uffff", "\U00010000", "\U0001fffd", "\U0001fffe", "\U000e0fff", "\U000e1000", "\U000efffd",
	"\U000f0000", "\U000ffffd", "\U00100000", "\U0010fffd", "\U0010ffff",
	"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc3", "\xc3\xc3\xa9", "\u00e9\x80", "\xe0\x9f\xbf", "\xe4\xb8", "\xed\xa0\x80",
	"\xf0\x9f\x98", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5", "\xff",
	"%C3%A9", "%", "%4", "%4\u00e9", "\u00e9%", "%%44", "%4g", "[", "[::1]", "]", " ", "\x00", "\x7f", "\"",
}

// place tries each of the oddities at some offsets.
func (x *trial) place(places func(func(int) bool)) {
	tails := []string{"", "a", "?\u00e9", "#%44", strings.Repeat("a", 70)}
	for _, c := range components {
		for n := range places {
			if n < len(c.head) {
				continue
			}
			text := pumped(c.head, c.fill, n)
			for _, odd := range oddities {
				with := append(text[:n:n], odd...)
				for _, tail := range tails {
					x.try(append(with[:len(with):len(with)], tail...))
				}
			}
		}
	}
}

func TestOddities(t *testing.T) {
	x := newTrial(t, paths(t))
	x.place(func(yield func(int) bool) {
		for n := range 132 {
			near := n < 20 || 56 <= n && n < 70 || 122 <= n
			if near && (*testkit.Long || n%3 == 2) && !yield(n) { // 62 is among them
				return
			}
		}
	})
	x.automata = tops[2:]
	x.place(slices.Values([]int{2, 62, 63, 64}))
}

// Lead and continuation bytes, one of each kind, across a border.
func TestLeadsAndContinuations(t *testing.T) {
	const bytes = "\x80\x8f\x90\x9f\xa0\xa3\xaf\xb0\xb7\xbd\xbe\xbf\xc1\xc2\xc3\xe0\xe1\xed\xee\xef\xf0\xf1\xf3\xf4\xff4?"
	x := newTrial(t, paths(t))
	x.automata = tops[:1]
	var rec func(text []byte, depth int)
	rec = func(text []byte, depth int) {
		x.try(text)
		if depth > 0 {
			for i := range len(bytes) {
				rec(append(text[:len(text):len(text)], bytes[i]), depth-1)
			}
		}
	}
	for _, n := range []int{2, 60, 61, 62, 64} {
		rec(pumped("a:", "a", n), 3)
	}
	if *testkit.Long {
		rec(pumped("a:", "a", 63), 4)
	}
}
