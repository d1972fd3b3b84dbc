package draw

import (
	"cmp"
	"slices"

	"example.org/iri/compile/abnf"
)

// charRange is the code points from Lo to Hi, both included.
type charRange struct{ Lo, Hi rune }

// charSet is a set of code points: sorted ranges with gaps between them.
type charSet []charRange

// newCharSet returns the set of the code points in any of the ranges.
func newCharSet(ranges []charRange) charSet {
	slices.SortFunc(ranges, func(a, b charRange) int { return cmp.Compare(a.Lo, b.Lo) })
	var set charSet
	for _, r := range ranges {
		if last := len(set) - 1; last >= 0 && r.Lo <= set[last].Hi+1 {
			set[last].Hi = max(set[last].Hi, r.Hi)
		} else {
			set = append(set, r)
		}
	}
	return set
}

// union returns the code points in s or in t.
func (s charSet) union(t charSet) charSet { return newCharSet(slices.Concat(s, t)) }

// minus returns the code points in s that are not in t.
func (s charSet) minus(t charSet) charSet {
	var rest charSet
	for _, r := range s {
		for _, hole := range t {
			if hole.Hi < r.Lo || hole.Lo > r.Hi {
				continue
			}
			if r.Lo < hole.Lo {
				rest = append(rest, charRange{r.Lo, hole.Lo - 1})
			}
			r.Lo = hole.Hi + 1
		}
		if r.Lo <= r.Hi {
			rest = append(rest, r)
		}
	}
	return rest
}

// within reports whether all of s is in t.
func (s charSet) within(t charSet) bool { return len(s.minus(t)) == 0 }

// len returns the number of code points in s.
func (s charSet) len() int {
	n := 0
	for _, r := range s {
		n += int(r.Hi-r.Lo) + 1
	}
	return n
}

// meets reports whether a code point is in both sets.
func (s charSet) meets(t charSet) bool {
	for i, j := 0, 0; i < len(s) && j < len(t); {
		switch {
		case s[i].Hi < t[j].Lo:
			i++
		case t[j].Hi < s[i].Lo:
			j++
		default:
			return true
		}
	}
	return false
}

// letter is a character of a quoted string.
func letter(c byte, caseSensitive bool) charSet {
	ranges := []charRange{{rune(c), rune(c)}}
	if other := rune(c ^ 0x20); !caseSensitive && 'a' <= c|0x20 && c|0x20 <= 'z' {
		ranges = append(ranges, charRange{other, other})
	}
	return newCharSet(ranges)
}

// surrogates are no characters: what is written with them matches nothing.
var surrogates = charSet{{0xD800, 0xDFFF}}

// values is what the values of a num-val stand for, one set behind the other.
func values(n *abnf.NumVal) []charSet {
	if n.Range {
		return []charSet{charSet{{rune(n.Values[0]), rune(n.Values[1])}}.minus(surrogates)}
	}
	var list []charSet
	for _, v := range n.Values {
		list = append(list, charSet{{rune(v), rune(v)}}.minus(surrogates))
	}
	return list
}
