package nfa

import (
	"encoding/binary"
	"fmt"
	"slices"

	"example.org/iri/dfa"
)

// reduce returns an automaton that accepts the same strings, each with the same sequences of tags. It drops states that
// are not on an accepting path, and states that have only an epsilon transition. It merges bisimilar states, except
// states that are entered on a byte and have different parts.
//
// Two states are bisimilar if each transition of one has a transition of the other, on the same byte or both on none,
// to a bisimilar state. Such states have the same future, but the subset construction would distinguish sets that
// differ in them.
func (n *Automaton) reduce() *Automaton {
	r := newReduction(n)
	return r.quotient(r.bisimilar())
}

type reduction struct {
	*Automaton
	skip   []int32 // by state: the state that replaces it, or one on the way there; or itself
	kept   []int32 // the remaining states
	labels []label
	key    []byte
	arrows []arrow
}

// A label distinguishes states apart from transitions.
type label struct {
	tag    int8
	accept bool
	held   string // the parts of the start and of states that are entered on a byte
}

// An arrow is a transition to a block on a range of labels. Label 0 is epsilon, others are the byte plus 2. So arrows
// sort by block and label, and epsilon is not adjacent to a byte.
type arrow uint64

const noByte = 0

func newArrow(to int32, lo, hi int) arrow { return arrow(to)<<32 | arrow(lo)<<16 | arrow(hi) }

func (a arrow) block() int32 { return int32(a >> 32) }
func (a arrow) lo() int      { return int(a >> 16 & 0xFFFF) }
func (a arrow) hi() int      { return int(a & 0xFFFF) }

// normalForm sorts arrows, and joins those that overlap or are adjacent.
func normalForm(list []arrow) []arrow {
	slices.Sort(list)
	n := 0
	for _, x := range list {
		if n > 0 && list[n-1].block() == x.block() && x.lo() <= list[n-1].hi()+1 {
			list[n-1] = newArrow(x.block(), list[n-1].lo(), max(list[n-1].hi(), x.hi()))
			continue
		}
		list[n] = x
		n++
	}
	return list[:n]
}

func newReduction(n *Automaton) *reduction {
	live := n.Live()
	m := &Automaton{Name: n.Name, States: slices.Clone(n.States), Start: n.Start, Accept: n.Accept, Held: n.Held}
	for i := range m.States {
		s := &m.States[i]
		s.Eps = slices.DeleteFunc(slices.Clone(s.Eps), func(t int32) bool { return !live[t] || t == int32(i) && s.Tag == 0 })
		s.Edges = slices.DeleteFunc(slices.Clone(s.Edges), func(e Edge) bool { return !live[e.To] })
	}
	r := &reduction{Automaton: m}
	r.label()
	r.skipAll()
	r.keep()
	return r
}

func (r *reduction) label() {
	r.labels = make([]label, len(r.States))
	for i := range r.States {
		r.labels[i].tag, r.labels[i].accept = r.States[i].Tag, int32(i) == r.Accept
	}
	if r.Held == nil {
		return
	}
	name := func(s int32) { r.labels[s].held = fmt.Sprint(r.Held[s]) }
	name(r.Start)
	for _, s := range r.States {
		for _, e := range s.Edges {
			name(e.To)
		}
	}
}

// skipAll replaces each state that has only an epsilon transition by its target.
func (r *reduction) skipAll() {
	r.skip = make([]int32, len(r.States))
	for i := range r.States {
		r.skip[i] = int32(i)
		s := &r.States[i]
		if len(s.Edges) > 0 || len(s.Eps) != 1 || s.Tag != 0 || int32(i) == r.Accept {
			continue
		}
		if held := r.labels[i].held; held == "" || held == r.labels[s.Eps[0]].held {
			r.skip[i] = s.Eps[0]
		}
	}
}

func (r *reduction) after(s int32) int32 {
	for r.skip[s] != s {
		r.skip[s] = r.skip[r.skip[s]]
		s = r.skip[s]
	}
	return s
}

// keep lists the states that are reachable from the start, and the accepting state, in order.
func (r *reduction) keep() {
	met := make([]bool, len(r.States))
	enter := func(s int32) {
		if s = r.after(s); !met[s] {
			met[s] = true
			r.kept = append(r.kept, s)
		}
	}
	enter(r.Start)
	for i := 0; i < len(r.kept); i++ {
		s := &r.States[r.kept[i]]
		for _, t := range s.Eps {
			enter(t)
		}
		for _, e := range s.Edges {
			enter(e.To)
		}
	}
	enter(r.Accept)
	slices.Sort(r.kept)
}

// arrowsOf returns the arrows of a state. The next call overwrites them.
func (r *reduction) arrowsOf(s int32, block []int32) []arrow {
	r.arrows = r.arrows[:0]
	for _, t := range r.States[s].Eps {
		r.arrows = append(r.arrows, newArrow(block[r.after(t)], noByte, noByte))
	}
	for _, e := range r.States[s].Edges {
		r.arrows = append(r.arrows, newArrow(block[r.after(e.To)], int(e.Lo)+2, int(e.Hi)+2))
	}
	r.arrows = normalForm(r.arrows)
	return r.arrows
}

func (r *reduction) keyOf(s int32, block []int32) string {
	r.key = r.key[:0]
	for _, x := range r.arrowsOf(s, block) {
		r.key = binary.LittleEndian.AppendUint64(r.key, uint64(x))
	}
	return string(r.key)
}

// quotient returns the automaton of the blocks. All states of a block have the same arrows.
func (r *reduction) quotient(block []int32) *Automaton {
	m := &Automaton{Name: r.Name, Start: block[r.after(r.Start)], Accept: block[r.Accept]}
	for _, s := range r.kept {
		b := block[s]
		if b != int32(len(m.States)) { // made from an earlier state
			continue
		}
		state := State{Tag: r.States[s].Tag}
		for _, x := range r.arrowsOf(s, block) {
			switch {
			case x.hi() != noByte:
				state.Edges = append(state.Edges, Edge{dfa.ByteRange{Lo: byte(x.lo() - 2), Hi: byte(x.hi() - 2)}, x.block()})
			case x.block() != b || state.Tag != 0:
				state.Eps = append(state.Eps, x.block())
			}
		}
		m.States = append(m.States, state)
		if r.Held != nil {
			m.Held = append(m.Held, r.Held[s])
		}
	}
	return m
}
