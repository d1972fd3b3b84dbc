package proof

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// An alphabet divides units into classes that no set of a term distinguishes, and so no derivative.
type alphabet struct {
	*units
	class []int32
	first []rune
	chars map[[256]uint8][]int32
}

func newAlphabet(u *units, t *terms, start term) alphabet {
	sets := t.sets(start)
	var begins []rune // of the intervals that no set divides
	for _, set := range sets {
		for _, s := range set {
			begins = append(begins, s.lo, s.hi+1)
		}
	}
	begins = append(begins, 0, u.list[len(u.list)-1].c+1)
	slices.Sort(begins)
	begins = slices.Compact(begins)
	a := alphabet{units: u, class: make([]int32, len(u.list)), chars: make(map[[256]uint8][]int32)}
	classes := make(map[string]int32)
	for i, lo := range begins[:len(begins)-1] {
		piece := a.class[u.index(lo):u.index(begins[i+1])]
		if len(piece) == 0 {
			continue
		}
		class := a.classOf(u.list[u.index(lo)].c, sets, classes)
		for i := range piece {
			piece[i] = class
		}
	}
	return a
}

func (a *alphabet) classOf(c rune, sets [][]span, classes map[string]int32) int32 {
	member := make([]byte, len(sets))
	for i, set := range sets {
		if inSpans(set, c) {
			member[i] = 1
		}
	}
	class, known := classes[string(member)]
	if !known {
		class = int32(len(a.first))
		classes[string(member)] = class
		a.first = append(a.first, c)
	}
	return class
}

// characters returns indices of units: one for each pair of a class of the alphabet and a sequence of byte classes of
// an automaton that some encoding has. Short encodings come first.
func (a *alphabet) characters(of *[256]uint8) []int32 {
	if list, ok := a.chars[*of]; ok {
		return list
	}
	type signature struct {
		class int32
		bytes [utf8.UTFMax]int16
	}
	var list []int32
	known := make(map[signature]bool)
	for i := range a.list {
		e := &a.list[i]
		if last := e.n - 1; i > 0 && e.same == last && a.class[i] == a.class[i-1] && of[e.bytes[last]] == of[e.bytes[last]-1] {
			continue // differs from the unit before only in its last byte, and not in the class of this byte
		}
		s := signature{class: a.class[i]}
		for k := range s.bytes {
			s.bytes[k] = -1
			if k < int(e.n) {
				s.bytes[k] = int16(of[e.bytes[k]])
			}
		}
		if !known[s] {
			known[s] = true
			list = append(list, int32(i))
		}
	}
	slices.SortStableFunc(list, func(i, j int32) int {
		x, y := &a.list[i], &a.list[j]
		return cmp.Or(int(x.n-y.n), int(a.class[i]-a.class[j]))
	})
	a.chars[*of] = list
	return list
}
