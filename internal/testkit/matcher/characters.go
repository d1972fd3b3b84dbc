package matcher

import (
	"slices"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
)

// Characters is a set of characters or octets: a list of inclusive ranges.
type Characters [][2]rune

func (s Characters) Has(c rune) bool {
	return slices.ContainsFunc(s, func(r [2]rune) bool { return r[0] <= c && c <= r[1] })
}

func terminal(n abnf.Node) (list []Characters) {
	switch n := n.(type) {
	case *abnf.CharVal:
		for _, c := range n.Text {
			list = append(list, letter(c, n.CaseSensitive))
		}
		return list
	case *abnf.NumVal:
		if n.Range {
			return []Characters{{{rune(n.Values[0]), rune(n.Values[1])}}}
		}
		for _, v := range n.Values {
			list = append(list, Characters{{rune(v), rune(v)}})
		}
		return list
	}
	panic("no string can be read by " + n.String())
}

func letter(c rune, exact bool) Characters {
	set := Characters{{c, c}}
	switch {
	case exact:
	case 'A' <= c && c <= 'Z':
		set = append(set, [2]rune{c + 'a' - 'A', c + 'a' - 'A'})
	case 'a' <= c && c <= 'z':
		set = append(set, [2]rune{c + 'A' - 'a', c + 'A' - 'a'})
	}
	return set
}

// opening returns how many first bytes of text properly begin the UTF-8 of a character from lo to hi.
func opening(text string, lo, hi rune) int {
	if text == "" || text[0] < 0xC0 || text[0] > 0xF7 {
		return 0
	}
	size, least := 2, rune(0x80) // least code point of this size
	switch {
	case text[0] >= 0xF0:
		size, least = 4, 0x10000
	case text[0] >= 0xE0:
		size, least = 3, 0x800
	}
	n, bits := 0, rune(text[0])&(1<<(7-size)-1)
	for n < min(size-1, len(text)) {
		if n > 0 {
			if text[n]&0xC0 != 0x80 {
				break
			}
			bits = bits<<6 | rune(text[n]&0x3F)
		}
		open := 6 * (size - 1 - n) // number of bits in the bytes that are missing
		if !anyScalar(max(lo, least, bits<<open), min(hi, (bits+1)<<open-1)) {
			break
		}
		n++
	}
	return n
}

func anyScalar(lo, hi rune) bool {
	if 0xD800 <= lo && lo <= 0xDFFF {
		lo = 0xE000
	}
	return lo <= min(hi, utf8.MaxRune)
}
