package subset

import (
	"fmt"
	"slices"

	"example.org/iri/compile/internal/machine"
	"example.org/iri/dfa"
)

// Scratch is a register that no tag has: copies go round by it, and states set it that have
// nothing to tell.
const Scratch = dfa.NumRegisters - 1

// tagRegister is one of the registers of a tag: the first, the second, ... of the
// different values that it has in a configuration.
type tagRegister struct{ tag, ordinal int }

// allocate gives each value in a configuration a register and returns the moves
// that bring it there, in an order in which they can be done. A tag has registers
// of its own, and almost always one value, so that there is seldom anything to copy.
func (t *tagger) allocate(c configuration) ([]dfa.Move, error) {
	var moves []dfa.Move
	for tag := range t.tags {
		var met []value // by ordinal
		for i := tag; i < len(c.values); i += t.tags {
			v := c.values[i]
			if v < now {
				continue
			}
			ordinal := slices.Index(met, v)
			if ordinal < 0 {
				ordinal = len(met)
				met = append(met, v)
			}
			r, err := t.registerOf(tagRegister{tag, ordinal})
			if err != nil {
				return nil, err
			}
			c.values[i] = inRegister + value(r)
			if m := v.move(r); m.From != m.To && !slices.Contains(moves, m) {
				moves = append(moves, m)
			}
		}
	}
	return inOrder(moves), nil
}

// move is what brings a value to register r.
func (v value) move(r uint8) dfa.Move {
	if v == now {
		return dfa.Move{To: r, From: dfa.Now}
	}
	return dfa.Move{To: r, From: uint8(v - inRegister)}
}

func (t *tagger) registerOf(key tagRegister) (uint8, error) {
	r, known := t.register[key]
	if !known {
		if len(t.register) == Scratch {
			return 0, &machine.Limit{What: "registers", Max: Scratch}
		}
		r = uint8(len(t.register))
		t.register[key] = r
	}
	return r, nil
}

// inOrder arranges moves that are meant to happen at once so that they can be done
// one after the other: none overwrites what a later one reads.
func inOrder(moves []dfa.Move) []dfa.Move {
	var list []dfa.Move
	for len(moves) > 0 {
		free := slices.IndexFunc(moves, func(m dfa.Move) bool {
			return !slices.ContainsFunc(moves, func(x dfa.Move) bool { return x.From == m.To })
		})
		if free < 0 { // only cycles are left
			first := moves[0].To
			list = append(list, dfa.Move{To: Scratch, From: first})
			for i := range moves {
				if moves[i].From == first {
					moves[i].From = Scratch
				}
			}
			continue
		}
		list = append(list, moves[free])
		moves = slices.Delete(moves, free, free+1)
	}
	return list
}

// numbering numbers different lists in the order in which they come.
type numbering[List any] struct {
	lists   []List
	numbers map[string]int32
}

func (n *numbering[List]) number(list List) int32 {
	key := fmt.Sprint(list)
	i, known := n.numbers[key]
	if !known {
		if n.numbers == nil {
			n.numbers = make(map[string]int32)
		}
		i = int32(len(n.lists))
		n.numbers[key] = i
		n.lists = append(n.lists, list)
	}
	return i
}
