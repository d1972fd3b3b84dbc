package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"example.org/iri/internal/codegen/target"
)

// A step is where characters lead from a state: those from first on, up to that of the next step.
type step struct {
	first rune
	to    uint16
}

// A walker reads the UTF-8 of characters by a table.
type walker struct {
	*target.Table
	known map[[2]int][]step
}

func (w *walker) next(s uint16, b int) uint16 { return w.Next[int(w.Classes[b])*w.States+int(s)] }

// steps returns where non-ASCII characters lead from a state.
func (w *walker) steps(s uint16) (list []step) {
	for n, lead := range []struct{ first, last, least int }{{0xC2, 0xDF, 0x80}, {0xE0, 0xEF, 0x800}, {0xF0, 0xF4, 0x10000}} {
		bits := 6 * (n + 1)
		for b := lead.first; b <= lead.last; b++ {
			for _, x := range w.after(w.next(s, b), n+1) {
				list = appendStep(list, max(rune(lead.least), rune(b&(0x1F>>n))<<bits+x.first), x.to)
			}
		}
	}
	return list
}

// after returns where the numbers lead that n continuation bytes have.
func (w *walker) after(s uint16, n int) []step {
	if n == 0 || s == 0 {
		return []step{{0, s}}
	}
	list, ok := w.known[[2]int{int(s), n}]
	for b := 0x80; !ok && b <= 0xBF; b++ {
		for _, x := range w.after(w.next(s, b), n-1) {
			list = appendStep(list, rune(b&0x3F)<<(6*(n-1))+x.first, x.to)
		}
	}
	w.known[[2]int{int(s), n}] = list
	return list
}

// appendStep appends a step, in place of one with the same first character.
func appendStep(list []step, first rune, to uint16) []step {
	if n := len(list); n > 0 && list[n-1].first == first {
		list = list[:n-1]
	}
	if n := len(list); n > 0 && list[n-1].to == to {
		return list
	}
	return append(list, step{first, to})
}

// A characterTable is a table over characters. State i of it was states[i].
type characterTable struct {
	walker
	states []uint16
	steps  [][]step
	number map[uint16]uint16
	accept int // states from here on accept
}

// newCharacterTable returns the table with the states that characters lead to from some states.
func newCharacterTable(t *target.Table, starts []int) *characterTable {
	c := &characterTable{walker: walker{t, make(map[[2]int][]step)}, number: make(map[uint16]uint16)}
	reached := map[uint16][]step{0: nil}
	var visit func(s uint16)
	visit = func(s uint16) {
		if _, ok := reached[s]; ok {
			return
		}
		reached[s] = c.walker.steps(s)
		for _, x := range reached[s] {
			visit(x.to)
		}
		for b := range utf8.RuneSelf {
			visit(c.next(s, b))
		}
	}
	for _, s := range starts {
		visit(uint16(s))
	}
	c.states = slices.Sorted(maps.Keys(reached)) // accepting states come last, as before
	for i, s := range c.states {
		c.number[s] = uint16(i)
		c.steps = append(c.steps, reached[s])
		if int(s) < t.Accept {
			c.accept = i + 1
		}
	}
	return c
}

// to returns where a character that is not ASCII leads from a state.
func (c *characterTable) to(state int, r rune) (to uint16) {
	for _, x := range c.steps[state] {
		if x.first > r {
			break
		}
		to = x.to
	}
	return c.number[to]
}

// A class is characters that lead to the same state from each state of any table: the first ones of its ranges, each of which
// ends before the next range of another class.
type class []rune

// classesOf returns the classes of characters.
func classesOf(tables []*characterTable) (list []class) {
	firsts := map[rune]bool{utf8.RuneSelf: true}
	for _, t := range tables {
		for _, steps := range t.steps {
			for _, x := range steps {
				firsts[x.first] = true
			}
		}
	}
	known, last := make(map[string]int), -1
	for _, r := range slices.Sorted(maps.Keys(firsts)) {
		if r > utf8.MaxRune {
			break
		}
		var key []byte
		for _, t := range tables {
			for s := range t.steps {
				key = binary.BigEndian.AppendUint16(key, t.to(s, r))
			}
		}
		i, ok := known[string(key)]
		if !ok {
			i = len(list)
			known[string(key)] = i
			list = append(list, nil)
		}
		if i != last {
			list[i] = append(list[i], r)
			last = i
		}
	}
	return list
}

// writeClasses writes classes.mjs.
func writeClasses(list []class) []byte {
	kinds := make(map[rune]int)
	for i, c := range list {
		for _, r := range c {
			kinds[r] = utf8.RuneSelf + i
		}
	}
	b := bytes.NewBufferString("// The first character of each range of characters that are equal for all tables, and their kind.\nexport const classes = [")
	for _, r := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(b, "[%d, %d], ", r, kinds[r])
	}
	b.Truncate(b.Len() - 2)
	b.WriteString("];\n")
	return b.Bytes()
}

// js returns the call of table of automaton.mjs that makes the table.
func (c *characterTable) js(classes []class) string {
	var next []uint16
	known := map[string]uint8{}
	columns := make([]uint8, 256)
	for kind := range columns {
		var column []uint16
		for s, old := range c.states {
			switch i := kind - utf8.RuneSelf; {
			case i < 0:
				column = append(column, c.number[c.next(old, kind)])
			case i < len(classes) && s > 0:
				column = append(column, c.to(s, classes[i][0]))
			default:
				column = append(column, 0)
			}
		}
		key := fmt.Sprint(column)
		if _, ok := known[key]; !ok {
			known[key] = uint8(len(known))
			next = append(next, column...)
		}
		columns[kind] = known[key]
	}
	text := fmt.Sprintf("table(%d, %d, %q, %q", len(c.states), c.accept, packed(columns), packed(next))
	if len(c.Outputs) > 0 {
		var outputs []uint16
		for _, s := range c.states {
			outputs = append(outputs, c.Outputs[s])
		}
		text += fmt.Sprintf(", %q", packed(outputs))
	}
	return text + ")"
}

// packed returns numbers in the form that unpack of automaton.mjs takes.
func packed[T uint8 | uint16](list []T) string {
	var b []byte
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n] == list[0] {
			n++
		}
		x := 2 * uint64(list[0])
		if n > 1 {
			b = binary.AppendUvarint(binary.AppendUvarint(b, x+1), uint64(n))
		} else {
			b = binary.AppendUvarint(b, x)
		}
		list = list[n:]
	}
	return base64.StdEncoding.EncodeToString(b)
}
