package proof

import (
	"cmp"
	"slices"
	"sync"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
)

// units are the letters of strings, with their encodings: scalar values in UTF-8, or octets.
type units struct {
	list   []encoding
	shapes []shape // distinct shapes, from number 2 on; the last is the shape between units
}

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

// scalarValues returns all 1,112,064 scalar values.
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

// An encoding is a unit and its bytes.
type encoding struct {
	c     rune
	bytes [utf8.UTFMax]byte
	n     int8
	same  int8 // number of bytes shared with the encoding before it
}

func (e *encoding) text() []byte { return e.bytes[:e.n] }

func newUnits(list []encoding) *units {
	for i := range list[1:] {
		before, e := &list[i], &list[i+1]
		for e.same < e.n-1 && e.bytes[e.same] == before.bytes[e.same] {
			e.same++
		}
	}
	return &units{list, shapes(list)}
}

// index returns the number of units below c.
func (u *units) index(c rune) int {
	i, _ := slices.BinarySearchFunc(u.list, c, func(e encoding, c rune) int { return cmp.Compare(e.c, c) })
	return i
}

// between returns the shape between two units.
func (u *units) between() uint8 { return uint8(len(u.shapes) - 1) }

// A shape describes the rest of a unit after some bytes: for each next byte, the shape after it, or illFormed or
// complete.
type shape [256]uint8

const (
	illFormed = 0 // no encoding continues with this byte
	complete  = 1 // this byte completes an encoding
)

// shapes returns the distinct shapes of the prefixes of encodings.
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
	var open [utf8.UTFMax]shape // shapes of the current prefixes, incomplete
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
