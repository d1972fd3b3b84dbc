package target

import (
	"cmp"
	"math/bits"
	"slices"

	"example.org/iri/dfa"
)

// Table is a deterministic automaton in the form of generated C and JavaScript. Each byte class has a column of
// transitions, so that the address of a column does not depend on the state, and a step takes only the time of one
// load. State 0 is dead; states from Accept on accept.
type Table struct {
	Classes [256]uint8
	States  int
	Accept  int
	Next    []uint16 // Next[class*States+s] is the successor of s
	Outputs []uint16

	// Sets are the bytes that lead from a state to itself, which C compares with vectors; Runs has the index of a set
	// by state. The first set is empty, for states without one.
	Sets [][]uint8
	Runs []uint8

	// Events and indices of Places, by state; empty without captures.
	Events []uint8
	Finals []uint16
}

// Start is the start of a rule: a table, and a state in it.
type Start struct{ Table, State int }

// Tables returns small tables for some automata, and the start of each automaton in them. It minimizes all automata
// together, where output returns the output of a state of list[i]. Then it lets automata share a table if that is
// smaller than separate ones: a table has a row for each state and a column for each class of its automata.
func Tables(list []*dfa.Automaton, output func(i int, s dfa.State) uint16) ([]Table, []Start, error) {
	joint, starts, err := union(output, list)
	if err != nil {
		return nil, nil, err
	}
	var all []*family
	for i, s := range starts {
		all = append(all, newFamily(joint, i, s))
	}
	var tables []Table
	at := make([]Start, len(list))
	for i, f := range join(all) {
		t, number := f.table(joint)
		tables = append(tables, t)
		for _, rule := range f.rules {
			at[rule] = Start{i, number[joint.Number(starts[rule])]}
		}
	}
	return tables, at, nil
}

// A family is a set of rules that share a table.
type family struct {
	rules   []int
	states  []uint64 // set of the numbers of reachable states
	size    int
	classes [256]uint8 // classes of bytes that act alike in these states
	columns int
}

func newFamily(joint *dfa.Automaton, rule int, start dfa.State) *family {
	f := &family{rules: []int{rule}, states: make([]uint64, (joint.NumStates()+63)/64)}
	add := func(s dfa.State) bool {
		n := joint.Number(s)
		has := f.states[n/64]>>(n%64)&1 != 0
		f.states[n/64] |= 1 << (n % 64)
		return !has
	}
	add(dfa.Dead)
	var reached []dfa.State
	if add(start) {
		reached = append(reached, start)
	}
	for i := 0; i < len(reached); i++ {
		for _, t := range joint.Edges(reached[i]) {
			if add(t) {
				reached = append(reached, t)
			}
		}
	}
	f.size = len(reached) + 1
	for _, s := range reached {
		f.refine(func(b int) uint32 { return uint32(joint.Next(s, byte(b))) })
	}
	return f
}

func (f *family) refine(key func(b int) uint32) {
	type pair struct {
		class uint8
		key   uint32
	}
	classes := make(map[pair]uint8, f.columns)
	for b := range 256 {
		k := pair{f.classes[b], key(b)}
		c, ok := classes[k]
		if !ok {
			c = uint8(len(classes))
			classes[k] = c
		}
		f.classes[b] = c
	}
	f.columns = len(classes)
}

func (f *family) bytes() int { return 2*f.size*f.columns + len(f.classes) }

func (f *family) union(g *family) *family {
	u := &family{rules: slices.Concat(f.rules, g.rules), states: slices.Clone(f.states), classes: f.classes}
	for i, word := range g.states {
		u.states[i] |= word
		u.size += bits.OnesCount64(u.states[i])
	}
	u.refine(func(b int) uint32 { return uint32(g.classes[b]) })
	return u
}

// join adds each family, largest first, to the one that grows least, unless a table of its own is smaller.
func join(list []*family) (joined []*family) {
	slices.SortStableFunc(list, func(f, g *family) int { return cmp.Compare(g.bytes(), f.bytes()) })
	for _, f := range list {
		best, at, least := f, len(joined), f.bytes()
		for i, g := range joined {
			if u := g.union(f); u.bytes()-g.bytes() < least {
				best, at, least = u, i, u.bytes()-g.bytes()
			}
		}
		if at == len(joined) {
			joined = append(joined, nil)
		}
		joined[at] = best
	}
	return joined
}

// table returns the table of a family, and its states by number in the joint automaton, whose order it keeps, so that
// accepting states come last.
func (f *family) table(joint *dfa.Automaton) (t Table, number map[int]int) {
	t.Classes, t.States = f.classes, f.size
	number = make(map[int]int, f.size)
	var states []dfa.State
	for s := range joint.States() {
		n := joint.Number(s)
		if f.states[n/64]>>(n%64)&1 == 0 {
			continue
		}
		if !joint.Accepts(s) {
			t.Accept = len(states) + 1
		}
		number[n] = len(states)
		states = append(states, s)
		t.Outputs = append(t.Outputs, joint.Outputs[n])
	}
	for c := range f.columns {
		b := byte(slices.Index(f.classes[:], uint8(c)))
		for _, s := range states {
			t.Next = append(t.Next, uint16(number[joint.Number(joint.Next(s, b))]))
		}
	}
	t.setRuns()
	return t, number
}

// ClassList returns the class of each byte.
func (t *Table) ClassList() []uint8 { return t.Classes[:] }

// Columns returns the number of classes.
func (t *Table) Columns() int { return len(t.Next) / t.States }
