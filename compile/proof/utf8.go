package proof

import (
	"slices"
	"sync"
	"unicode/utf8"
)

// encoding is a scalar value in UTF-8, as unicode/utf8 writes it.
type encoding struct {
	c     rune
	bytes [utf8.UTFMax]byte
	n     int8
	same  int8 // bytes shared with the encoding before it in encodings
}

func (e *encoding) text() []byte { return e.bytes[:e.n] }

// encodings returns all 1,112,064 scalar values in order.
var encodings = sync.OnceValue(func() []encoding {
	list := make([]encoding, 0, utf8.MaxRune+1-0x800)
	for c := rune(0); c <= utf8.MaxRune; c++ {
		if !utf8.ValidRune(c) {
			continue
		}
		e := encoding{c: c}
		e.n = int8(utf8.EncodeRune(e.bytes[:], c))
		if len(list) > 0 {
			before := &list[len(list)-1]
			for e.same < e.n-1 && e.bytes[e.same] == before.bytes[e.same] {
				e.same++
			}
		}
		list = append(list, e)
	}
	return list
})

// A shape is what may follow a beginning of an encoding: for each byte the
// shape behind it, or one of these two.
type shape [256]uint8

const (
	illFormed = 0 // no encoding goes on with this byte
	complete  = 1 // this byte ends an encoding
)

// shapes returns the different shapes, from number 2 up, that of the beginning last.
// They are read off the encodings: beginnings with the same shape are one.
var shapes = sync.OnceValue(func() []shape {
	all := []shape{{}, {}}
	number := func(s shape) uint8 {
		i := slices.Index(all[2:], s)
		if i < 0 {
			all = append(all, s)
			i = len(all) - 3
		}
		return uint8(i + 2)
	}
	var open [utf8.UTFMax]shape // shapes being filled in, of the bytes shared so far
	var path [utf8.UTFMax]byte
	depth := 0
	closeTo := func(d int) {
		for ; depth > d; depth-- {
			open[depth-1][path[depth-1]] = number(open[depth])
			open[depth] = shape{}
		}
	}
	for _, e := range encodings() {
		last := int(e.n) - 1
		closeTo(min(int(e.same), last))
		path, depth = e.bytes, last
		open[last][e.bytes[last]] = complete
	}
	closeTo(0)
	number(open[0])
	return all
})

// alphabet divides the characters by what a grammar can tell apart.
type alphabet struct {
	class []uint16 // of each scalar value, by its index in encodings
	first []rune   // of each class
	chars map[[256]uint8][]int32
}

func newAlphabet(t *terms) alphabet {
	var begins []rune
	for _, n := range t.nodes {
		for _, s := range n.set {
			begins = append(begins, s.lo, s.hi+1)
		}
	}
	slices.Sort(begins)
	begins = slices.Compact(begins)
	a := alphabet{class: make([]uint16, len(encodings())), chars: make(map[[256]uint8][]int32)}
	for i, e := range encodings() {
		begun := len(begins) > 0 && begins[0] <= e.c
		for len(begins) > 0 && begins[0] <= e.c {
			begins = begins[1:]
		}
		if begun || i == 0 {
			a.first = append(a.first, e.c)
		}
		a.class[i] = uint16(len(a.first) - 1)
	}
	return a
}

// characters returns indexes of encodings: one for each class of the alphabet and
// each sequence of byte classes of an automaton that an encoding in it has.
func (a *alphabet) characters(of *[256]uint8) []int32 {
	if list, ok := a.chars[*of]; ok {
		return list
	}
	type signature struct {
		class uint16
		bytes [utf8.UTFMax]int16
	}
	var list []int32
	var last signature
	known := make(map[signature]bool)
	for i := range encodings() {
		e := &encodings()[i]
		s := signature{class: a.class[i]}
		for k := range s.bytes {
			s.bytes[k] = -1
			if k < int(e.n) {
				s.bytes[k] = int16(of[e.bytes[k]])
			}
		}
		if s != last && !known[s] {
			known[s] = true
			list = append(list, int32(i))
		}
		last = s
	}
	slices.SortStableFunc(list, func(i, j int32) int { return int(a.class[i]) - int(a.class[j]) })
	a.chars[*of] = list
	return list
}
