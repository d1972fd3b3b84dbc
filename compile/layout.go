package compile

import (
	"math/bits"
	"slices"

	"example.org/iri/dfa"
)

// layout lays a minimal machine out as a table. States are numbered so that
// accepting is one comparison: the dead one, those that do not accept, those that
// do, each group breadth-first from the start. Rows are a power of two long, and
// long enough for the slot in front of the classes.
func layout(c *checked, d *machine) (*dfa.Automaton, error) {
	order, firstAccepting := d.order()
	a := &dfa.Automaton{Name: d.name, Classes: &d.classes.of}
	slots, err := layoutMarks(c, d, order, a)
	if err != nil {
		return nil, err
	}
	const mostInRow, most = 1 << 8, 1 << 16 // cells, so that a state fits two bytes
	shift := bits.Len(uint(d.classes.n + slots - 2))
	if 1<<shift > mostInRow {
		return nil, c.limit("byte classes and sets of marks", mostInRow)
	}
	if len(order)<<shift > most {
		return nil, c.limit("cells of the table", most)
	}
	state := make([]int, len(order)) // that each state of d becomes
	for i, s := range order {
		state[s] = i << shift
		if slots > 1 {
			state[s] += int(a.Slots[i])
		}
	}
	a.Start, a.AcceptMin, a.Shift = dfa.State(state[d.start]), dfa.State(firstAccepting<<shift), uint8(shift)
	a.Trans = make([]uint16, len(order)<<shift)
	for _, s := range order {
		for class, t := range d.row(s) {
			a.Trans[state[s]+class] = uint16(state[t])
		}
	}
	if len(c.opts.Parts) > 0 {
		a.PartNames, a.Parts = c.names, column(d, order, func(o output) uint8 { return o.part })
	}
	return a, nil
}

// layoutMarks numbers the sets of marks that states have and returns how many
// there are, the empty one included. The sets are sorted, so that automata with
// the same sets have the same slots.
func layoutMarks(c *checked, d *machine, order []int32, a *dfa.Automaton) (slots int, err error) {
	sets := []uint16{0}
	if len(c.opts.Marks) == 0 {
		return len(sets), nil
	}
	const most = 15 // slots but 0
	for _, o := range d.output {
		if i, found := slices.BinarySearch(sets, o.marks); !found {
			sets = slices.Insert(sets, i, o.marks)
		}
	}
	if len(sets)-1 > most {
		return 0, c.limit("different sets of marks", most)
	}
	a.MarkNames, a.MarkSlots = slices.Clone(c.opts.Marks), markSlots(sets, len(c.opts.Marks))
	a.Slots = column(d, order, func(o output) uint8 {
		slot, _ := slices.BinarySearch(sets, o.marks)
		return uint8(slot)
	})
	return len(sets), nil
}

// markSlots lists the slots of each mark, four bits a slot.
func markSlots(sets []uint16, marks int) []uint64 {
	list := make([]uint64, marks)
	for k := range list {
		for slot, set := range slices.Backward(sets) {
			if set>>k&1 != 0 {
				list[k] = list[k]<<4 | uint64(slot)
			}
		}
	}
	return list
}

// column collects a value of each state, in order.
func column[T any](d *machine, order []int32, value func(output) T) []T {
	list := make([]T, len(order))
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
