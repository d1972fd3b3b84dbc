package proof

import (
	"cmp"
	"slices"
	"sync"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
)

// units is what strings are made of, each with its encoding: scalar values in UTF-8, or octets.
type units struct {
	list   []encoding // in order
	shapes []shape    // the different ones, from number 2 up, that of the beginning last
}

// unitsOf returns the units of an encoding.
func unitsOf(e abnf.Encoding) *units {
	if e == abnf.Octets {
		return octets()
	}
	return scalarValues()
}

var octets = sync.OnceValue(func() *units {
	var list []encoding
	for c := range rune(256) {
		list = append(list, encoding{c: c, bytes: [utf8.UTFMax]byte{byte(c)}, n: 1})
	}
	return newUnits(list)
})

// scalarValues is all 1,112,064 of them.
var scalarValues = sync.OnceValue(func() *units {
	list := make([]encoding, 0, utf8.MaxRune+1-0x800)
	for c := rune(0); c <= utf8.MaxRune; c++ {
		if !utf8.ValidRune(c) {
			continue
		}
		e := encoding{c: c}
		e.n = int8(utf8.EncodeRune(e.bytes[:], c))
		list = append(list, e)
	}
	return newUnits(list)
})

// encoding is a unit and its bytes, which unicode/utf8 writes if it is a scalar value.
type encoding struct {
	c     rune
	bytes [utf8.UTFMax]byte
	n     int8
	same  int8 // bytes shared with the encoding before it in the list
}

func (e *encoding) text() []byte { return e.bytes[:e.n] }

// newUnits completes a list of encodings.
func newUnits(list []encoding) *units {
	for i := range list[1:] {
		before, e := &list[i], &list[i+1]
		for e.same < e.n-1 && e.bytes[e.same] == before.bytes[e.same] {
			e.same++
		}
	}
	return &units{list, shapes(list)}
}

// index returns how many units are below c.
func (u *units) index(c rune) int {
	i, _ := slices.BinarySearchFunc(u.list, c, func(e encoding, c rune) int { return cmp.Compare(e.c, c) })
	return i
}

// between is the shape of what may follow between two units.
func (u *units) between() uint8 { return uint8(len(u.shapes) - 1) }

// A shape is what may follow a beginning of an encoding: for each byte the
// shape after it, or one of these two.
type shape [256]uint8

const (
	illFormed = 0 // no encoding goes on with this byte
	complete  = 1 // this byte ends an encoding
)

// shapes reads the shapes off encodings: beginnings with the same shape are one.
func shapes(list []encoding) []shape {
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
	for _, e := range list {
		last := int(e.n) - 1
		closeTo(min(int(e.same), last))
		path, depth = e.bytes, last
		open[last][e.bytes[last]] = complete
	}
	closeTo(0)
	number(open[0])
	return all
}
