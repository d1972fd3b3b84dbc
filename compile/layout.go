package compile

import (
	"math/bits"
	"slices"

	"example.org/iri/dfa"
)

// layout lays a minimal machine out as a table. States are numbered so that
// accepting is one comparison: the dead one, those that do not accept, those that
// do, each group breadth-first from the start. Rows are a power of two long.
func layout(c *checked, d *machine) (*dfa.Automaton, error) {
	const most = 1 << 16 // cells, so that the index of a row fits two bytes
	shift := bits.Len(uint(d.classes.n - 1))
	if len(d.output)<<shift > most {
		return nil, &LimitError{c.rule.Name, "cells of the table", most}
	}
	order, firstAccepting := d.order()
	index := make([]uint16, len(order)) // row of each state of d
	for i, s := range order {
		index[s] = uint16(i << shift)
	}
	a := &dfa.Automaton{
		Name:      d.name,
		Start:     dfa.State(index[d.start]),
		AcceptMin: dfa.State(firstAccepting << shift),
		Shift:     uint8(shift),
		Classes:   &d.classes.of,
		Trans:     make([]uint16, len(order)<<shift),
	}
	for i, s := range order {
		for class, t := range d.row(s) {
			a.Trans[i<<shift+class] = index[t]
		}
	}
	if len(c.opts.Parts) > 0 {
		a.PartNames, a.Parts = c.names, column(d, order, func(o output) uint8 { return o.part })
	}
	return a, layoutMarks(c, d, order, a)
}

// layoutMarks numbers the sets of marks that states have. The sets are sorted,
// so that automata with the same sets have the same slots.
func layoutMarks(c *checked, d *machine, order []int32, a *dfa.Automaton) error {
	if len(c.opts.Marks) == 0 {
		return nil
	}
	const most = 15 // slots but 0
	sets := []uint16{0}
	for _, o := range d.output {
		if i, found := slices.BinarySearch(sets, o.marks); !found {
			sets = slices.Insert(sets, i, o.marks)
		}
	}
	if len(sets)-1 > most {
		return &LimitError{c.rule.Name, "different sets of marks", most}
	}
	a.MarkNames, a.SlotMarks = slices.Clone(c.opts.Marks), sets
	a.Slots = column(d, order, func(o output) uint8 {
		slot, _ := slices.BinarySearch(sets, o.marks)
		return uint8(slot)
	})
	return nil
}

// column collects a value of each state, in order.
func column(d *machine, order []int32, value func(output) uint8) []uint8 {
	list := make([]uint8, len(order))
	for i, s := range order {
		list[i] = value(d.output[s])
	}
	return list
}

// order returns the states of d in the order of their rows, and the number of
// those that do not accept. All states but the dead one can be reached.
func (d *machine) order() (order []int32, firstAccepting int) {
	var accepting []int32
	order = []int32{0}
	seen := make([]bool, len(d.output))
	seen[0], seen[d.start] = true, true
	for queue := []int32{d.start}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		if d.output[s].accepts {
			accepting = append(accepting, s)
		} else if s != 0 {
			order = append(order, s)
		}
		for _, t := range d.row(s) {
			if !seen[t] {
				seen[t] = true
				queue = append(queue, t)
			}
		}
	}
	return append(order, accepting...), len(order)
}
