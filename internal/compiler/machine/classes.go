package machine

import "example.org/iri/dfa"

// Alphabet maps bytes to classes of bytes that act alike. Classes are numbered in the order of their first bytes.
type Alphabet struct {
	Of    [256]uint8
	N     int
	First [256]uint8
}

// NewAlphabet returns the Alphabet in which two bytes share a class if they have equal keys.
func NewAlphabet[Key comparable](key func(b int) Key) Alphabet {
	var a Alphabet
	known := make(map[Key]uint8)
	for b := range 256 {
		k := key(b)
		c, ok := known[k]
		if !ok {
			c = uint8(a.N)
			known[k] = c
			a.First[c] = uint8(b)
			a.N++
		}
		a.Of[b] = c
	}
	return a
}

// Range is a maximal range of bytes of one class.
type Range struct {
	dfa.ByteRange
	Class uint8
}

// Ranges returns all bytes as ranges, in order.
func (a *Alphabet) Ranges() (list []Range) {
	for lo := 0; lo < 256; {
		hi := lo
		for hi < 255 && a.Of[hi+1] == a.Of[lo] {
			hi++
		}
		list = append(list, Range{dfa.ByteRange{Lo: byte(lo), Hi: byte(hi)}, a.Of[lo]})
		lo = hi + 1
	}
	return list
}

// mergeClasses merges the classes that no state of d distinguishes: those with equal columns. They are left by
// minimization, because classes that distinguish edges of the NFA may lead to states that have been merged. For r = "a"
// / "b", a and b have different classes at first:
//
//	         a  b
//	state 1  2  3          a, b
//	state 2  0  0    to    2      once 2 and 3 are one state
//	state 3  0  0          0
func mergeClasses[Out Output](d *Machine[Out]) *Machine[Out] {
	columns := make([]string, d.Classes.N)
	for c := range columns {
		column := make([]byte, 0, 4*len(d.Output))
		for s := range d.Output {
			t := d.Next[s*d.Classes.N+c]
			column = append(column, byte(t), byte(t>>8), byte(t>>16), byte(t>>24))
		}
		columns[c] = string(column)
	}
	m := &Machine[Out]{Name: d.Name, Start: d.Start}
	m.Classes = NewAlphabet(func(b int) string { return columns[d.Classes.Of[b]] })
	for s, o := range d.Output {
		row := m.Row(m.AddState(o))
		for c := range row {
			row[c] = d.Row(int32(s))[d.Classes.Of[m.Classes.First[c]]]
		}
	}
	return m
}
