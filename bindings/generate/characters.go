package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"example.org/iri/internal/codegen/target"
)

// An alphabet has the kinds of characters: ASCII characters are kinds of their own, and the others of a kind lead
// to the same state from each state of any table.
type alphabet struct {
	ranges     []characterRange // of the others, up to the next range each; surrogates are of any kind
	characters []rune           // one of each kind
}

type characterRange struct {
	first rune
	kind  int
}

func newAlphabet(tables []target.Table) *alphabet {
	var all []uint16
	for _, t := range tables {
		for s := range t.States {
			all = append(all, uint16(s))
		}
	}
	w := walker{tables, make(map[string][]characterRange)}
	var list []characterRange
	for n, lead := range []struct{ first, last, least int }{{0xC2, 0xDF, 0x80}, {0xE0, 0xEF, 0x800}, {0xF0, 0xF4, 0x10000}} {
		for b := lead.first; b <= lead.last; b++ {
			for _, x := range w.after(w.next(all, b), n+1) {
				list = appendRange(list, max(rune(lead.least), rune(b&(0x1F>>n))<<(6*(n+1))+x.first), x.kind)
			}
		}
	}
	a, kinds := new(alphabet), make(map[int]int)
	for r := range rune(utf8.RuneSelf) {
		a.characters = append(a.characters, r)
	}
	for _, x := range list {
		if !utf8.ValidRune(x.first) {
			continue
		}
		if _, ok := kinds[x.kind]; !ok {
			kinds[x.kind] = len(a.characters)
			a.characters = append(a.characters, x.first)
		}
		a.ranges = appendRange(a.ranges, x.first, kinds[x.kind])
	}
	return a
}

// appendRange appends a range, in place of one with the same first character.
func appendRange(list []characterRange, first rune, kind int) []characterRange {
	if n := len(list); n > 0 && list[n-1].first == first {
		list = list[:n-1]
	}
	if n := len(list); n > 0 && list[n-1].kind == kind {
		return list
	}
	return append(list, characterRange{first, kind})
}

// A walker follows UTF-8 from all states of all tables at once.
type walker struct {
	tables []target.Table
	known  map[string][]characterRange
}

// next returns where a byte leads from a state of each table that has been in its place.
func (w *walker) next(states []uint16, b int) (next []uint16) {
	for _, t := range w.tables {
		for _, s := range states[len(next):][:t.States] {
			next = append(next, t.Next[int(t.Classes[b])*t.States+int(s)])
		}
	}
	return next
}

// after returns the kinds of the numbers that n continuation bytes have, after some states.
func (w *walker) after(states []uint16, n int) []characterRange {
	key := []byte{byte(n)}
	for _, s := range states {
		key = binary.BigEndian.AppendUint16(key, s)
	}
	list, ok := w.known[string(key)]
	if ok {
		return list
	}
	if n == 0 {
		list = []characterRange{{0, len(w.known)}}
	} else {
		for b := range 0x40 {
			for _, x := range w.after(w.next(states, 0x80|b), n-1) {
				list = appendRange(list, rune(b)<<(6*(n-1))+x.first, x.kind)
			}
		}
	}
	w.known[string(key)] = list
	return list
}

// javaScript returns classes.mjs.
func (a *alphabet) javaScript() []byte {
	b := bytes.NewBufferString("// The first character of each range of characters that are equal for all tables, and their kind.\nexport const classes = [")
	for _, x := range a.ranges {
		fmt.Fprintf(b, "[%d, %d], ", x.first, x.kind)
	}
	return append(bytes.TrimSuffix(b.Bytes(), []byte(", ")), "];\n"...)
}

// characterTable returns a table over characters, as a call of function table of automaton.mjs, and the numbers that its
// states have there.
func characterTable(t *target.Table, starts []uint16, a *alphabet) (call string, number map[uint16]uint16) {
	number = map[uint16]uint16{0: 0}
	to := func(s uint16, r rune) uint16 {
		for _, b := range []byte(string(r)) {
			s = t.Next[int(t.Classes[b])*t.States+int(s)]
		}
		return s
	}
	for reached := starts; len(reached) > 0; {
		s := reached[0]
		reached = reached[1:]
		if _, ok := number[s]; ok {
			continue
		}
		number[s] = 0
		for _, r := range a.characters {
			reached = append(reached, to(s, r))
		}
	}
	states := slices.Sorted(maps.Keys(number)) // those that accept come last, as before
	accept := 0
	for i, s := range states {
		number[s] = uint16(i)
		if int(s) < t.Accept {
			accept = i + 1
		}
	}
	columns, next, known := make([]uint8, 256), make([]uint16, len(states)), map[string]uint8{} // column 0 is dead
	for kind, r := range a.characters {
		var column []uint16
		for _, s := range states {
			column = append(column, number[to(s, r)])
		}
		key := fmt.Sprint(column)
		if _, ok := known[key]; !ok {
			known[key] = uint8(len(known) + 1)
			next = append(next, column...)
		}
		columns[kind] = known[key]
	}
	var outputs []uint16
	for _, s := range states {
		if len(t.Outputs) > 0 {
			outputs = append(outputs, uint16(t.Outputs[s]))
		}
	}
	return fmt.Sprintf("table(%d, %d, %q, %q, %q)", len(states), accept, target.Packed(columns), target.Packed(next), target.Packed(outputs)), number
}
