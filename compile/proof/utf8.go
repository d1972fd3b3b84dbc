package proof

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"iter"
	"maps"
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

// alphabet divides the characters into classes that no set of a term, and so no
// derivative, tells apart.
type alphabet struct {
	class []int32 // of each scalar value, by its index in encodings
	first []rune  // of each class
	chars map[[256]uint8][]int32
	cuts  map[[256]uint8][]beginning
}

// beginning stands for the beginnings of characters, a byte or more, that have the
// same sequence of byte classes and belong to characters of the same classes.
type beginning struct {
	text    []byte
	classes []int32
}

func newAlphabet(t *terms, start term) alphabet {
	sets := t.sets(start)
	var begins []rune // of the pieces between the ends of all spans
	for _, set := range sets {
		for _, s := range set {
			begins = append(begins, s.lo, s.hi+1)
		}
	}
	begins = append(begins, 0, utf8.MaxRune+1)
	slices.Sort(begins)
	begins = slices.Compact(begins)
	a := alphabet{class: make([]int32, len(encodings())), chars: make(map[[256]uint8][]int32), cuts: make(map[[256]uint8][]beginning)}
	classes := make(map[string]int32) // by membership in each set
	for i, lo := range begins[:len(begins)-1] {
		piece := a.class[index(lo):index(begins[i+1])]
		if len(piece) == 0 {
			continue // surrogates
		}
		class := a.classOf(encodings()[index(lo)].c, sets, classes)
		for i := range piece {
			piece[i] = class
		}
	}
	return a
}

// index returns how many scalar values are below c.
func index(c rune) int {
	const surrogates, afterSurrogates = 0xD800, 0xE000
	return int(min(c, surrogates) + max(0, min(c, utf8.MaxRune+1)-afterSurrogates))
}

// classOf returns the class of the characters that are in the same sets as c.
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

// characters returns indexes of encodings: one for each class of the alphabet and
// each sequence of byte classes of an automaton that an encoding in it has. Short
// encodings come first.
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
	all := encodings()
	for i := range all {
		e := &all[i]
		if last := e.n - 1; i > 0 && e.same == last && a.class[i] == a.class[i-1] && of[e.bytes[last]] == of[e.bytes[last]-1] {
			continue // differs from the one before in its last byte only, and not in the class of that
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
		x, y := &encodings()[i], &encodings()[j]
		return cmp.Or(int(x.n-y.n), int(a.class[i]-a.class[j]))
	})
	a.chars[*of] = list
	return list
}

// beginnings returns one beginning of each kind, short ones first.
func (a *alphabet) beginnings(of *[256]uint8) []beginning {
	if list, ok := a.cuts[*of]; ok {
		return list
	}
	known := make(map[string]beginning)
	for n := 1; n < utf8.UTFMax; n++ {
		for b := range a.begin(n) {
			if key := b.key(of); known[key].text == nil {
				known[key] = b
			}
		}
	}
	list := slices.SortedFunc(maps.Values(known), func(x, y beginning) int {
		return cmp.Or(len(x.text)-len(y.text), bytes.Compare(x.text, y.text))
	})
	a.cuts[*of] = list
	return list
}

// begin yields all beginnings of n bytes of longer characters.
func (a *alphabet) begin(n int) iter.Seq[beginning] {
	return func(yield func(beginning) bool) {
		var b beginning
		for i := range encodings() {
			e := &encodings()[i]
			if int(e.n) <= n {
				continue
			}
			if text := e.bytes[:n]; !bytes.Equal(b.text, text) {
				if b.text != nil && !yield(b) {
					return
				}
				b = beginning{text: text}
			}
			if at, found := slices.BinarySearch(b.classes, a.class[i]); !found {
				b.classes = slices.Insert(b.classes, at, a.class[i])
			}
		}
		yield(b)
	}
}

// key is equal for beginnings of the same kind.
func (b beginning) key(of *[256]uint8) string {
	key := []byte{byte(len(b.text))}
	for _, c := range b.text {
		key = append(key, of[c])
	}
	for _, class := range b.classes {
		key = binary.BigEndian.AppendUint32(key, uint32(class))
	}
	return string(key)
}
