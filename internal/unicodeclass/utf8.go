package unicodeclass

import (
	"unicode"
	"unicode/utf8"
)

// How a range of code points becomes sequences of byte ranges.
//
// A sequence is a product: each byte is in its range, independently of the other bytes. UTF-8 (RFC 3629) writes a code
// point as digits, a lead byte and up to three continuation bytes worth 64 each, and preserves the order of code
// points. So a range of code points is a product only if its digits are independent from some position on. U+0080-00BF
// is one: C2 80-BF. U+00A0-00FF is not: it begins with C2 A0 and ends with C3 BF, but the product C2-C3 A0-BF lacks C3
// 80-9F. Such a range is cut into pieces, from left to right, at two kinds of border:
//
//   - Where the encoding gets longer: after U+007F, U+07FF and U+FFFF.
//   - Where a continuation byte starts again at 80: at multiples of 64 for the last byte, and of
//     64*64 and 64*64*64 for the bytes before it. A piece that begins or ends between two such
//     borders stays between them.
//
// The first range of ucschar in RFC 3987, U+00A0-D7FF, shows both:
//
//	U+00A0-00BF   C2     A0-BF          begins between two multiples of 64: up to the next one
//	U+00C0-07FF   C3-DF  80-BF          whole units of 64, up to the length border
//	U+0800-0FFF   E0     A0-BF  80-BF   begins between two multiples of 4096: up to the next one
//	U+1000-CFFF   E1-EC  80-BF  80-BF   whole units of 4096, as many as fit
//	U+D000-D7FF   ED     80-9F  80-BF   the rest, in units of 64
//
// In general a piece is a run of units. A unit is 1, 64, 64*64 or 64*64*64 code points that differ only in their last
// 0, 1, 2 or 3 bytes and take every value there, so those bytes are 80-BF. The byte before them counts the units. The
// bytes before that are constant, because the piece ends before they change.
//
// There are no overlong forms, because unicode/utf8 encodes the ends of a piece, which have the same length: U+0800
// begins with E0 A0, so nothing begins with E0 80. Surrogates and values above U+10FFFF are in no Set. For all of
// Unicode the pieces are the nine rows of table 3-7 in the Unicode Standard, "Well-Formed UTF-8 Byte Sequences".

// ByteRange is the range of bytes from Lo to Hi, inclusive.
type ByteRange struct{ Lo, Hi byte }

// Sequence is one to four byte ranges. It matches strings of as many bytes, each in its range.
type Sequence []ByteRange

// lastOfLength is the last code point whose encoding has a given number of bytes.
var lastOfLength = [...]rune{1: 0x7F, 2: 0x7FF, 3: 0xFFFF, 4: unicode.MaxRune}

// Sequences returns disjoint sequences that match exactly the UTF-8 encodings of the members of s, in increasing order
// of bytes and of code points. Each matches consecutive code points, and no two neighbours could be merged.
func (s Set) Sequences() []Sequence {
	var all []Sequence
	for _, r := range s.ranges {
		for lo := r.Lo; lo <= r.Hi; {
			hi := pieceEnd(lo, r.Hi)
			all = append(all, product(lo, hi))
			lo = hi + 1
		}
	}
	return all
}

// pieceEnd returns the last code point, up to hi, of the longest piece that begins at lo.
func pieceEnd(lo, hi rune) rune {
	n := utf8.RuneLen(lo)
	hi = min(hi, lastOfLength[n])
	leadUnit := rune(1) << (6 * (n - 1)) // code points per lead byte
	unit := rune(1)
	for unit < leadUnit && lo%(64*unit) == 0 && lo+64*unit-1 <= hi {
		unit *= 64
	}
	if unit < leadUnit { // a continuation byte counts the units: stop before it starts again
		hi = min(hi, lo|(64*unit-1))
	}
	return hi - (hi+1)%unit // whole units only
}

func product(lo, hi rune) Sequence {
	first, last := utf8.AppendRune(nil, lo), utf8.AppendRune(nil, hi)
	q := make(Sequence, len(first))
	for i := range q {
		q[i] = ByteRange{first[i], last[i]}
	}
	return q
}
