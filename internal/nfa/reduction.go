package nfa

import (
	"fmt"
	"slices"

	"example.org/iri/dfa/table"
)

// reduce returns an automaton that leads the same strings, each with the same sequences of tags,
// from its start to its accepting state. States on no such way are gone. Of states that are entered
// on a byte, only those that the same parts hold are merged.
//
// Two states are merged if they are bisimilar: a transition of one has a transition of the other on
// the same byte, or without a byte, to a bisimilar state. Such states have the same future. Then
// the same is done with all transitions reversed, so that states with the same past are merged.
// Transitions without a byte are removed first as far as that adds no other.
func (n *Automaton) reduce() *Automaton {
	r := newReduction(n)
	for before := -1; before != r.size(); {
		before = r.size()
		r.contract()
		r.merge(coarsest(r.future(), &r.out, &r.in))
		r.merge(coarsest(r.past(), &r.in, &r.out))
	}
	return r.automaton(n)
}

// reduction is an automaton that is being reduced.
type reduction struct {
	out, in       arrows
	tag           []int8
	held          []int32      // number of what holds the state; 0 if that does not matter
	lists         [][]HeldPart // by number less 1
	start, accept int32
}

// arrow is a transition without the state that it is listed for: the other state, and a range of
// labels, which are 0 for none and otherwise the byte and 2. So arrows sort by state and label, and
// no byte is next to none.
type arrow uint64

const noByte = 0

func newArrow(to int32, lo, hi int) arrow { return arrow(to)<<32 | arrow(lo)<<16 | arrow(hi) }

func (a arrow) state() int32 { return int32(a >> 32) }
func (a arrow) lo() int      { return int(a >> 16 & 0xFFFF) }
func (a arrow) hi() int      { return int(a & 0xFFFF) }
func (a arrow) isByte() bool { return a&0xFFFF != noByte }

func (a arrow) to(s int32) arrow { return arrow(s)<<32 | a&0xFFFFFFFF }

// arrows lists the arrows of each state.
type arrows struct {
	begin []int32 // begin[s] is where those of s begin in list
	list  []arrow
}

func (a *arrows) of(s int32) []arrow { return a.list[a.begin[s]:a.begin[s+1]] }

// reversed lists each arrow for the state that it leads to.
func (a *arrows) reversed() arrows {
	b := arrows{make([]int32, len(a.begin)), make([]arrow, len(a.list))}
	for _, x := range a.list {
		b.begin[x.state()+1]++
	}
	for s := range len(b.begin) - 1 {
		b.begin[s+1] += b.begin[s]
	}
	next := slices.Clone(b.begin)
	for s := range int32(len(a.begin) - 1) {
		for _, x := range a.of(s) {
			b.list[next[x.state()]] = x.to(s)
			next[x.state()]++
		}
	}
	return b
}

// normalForm sorts arrows and joins those that overlap or are next to each other.
func normalForm(list []arrow) []arrow {
	slices.Sort(list)
	n := 0
	for _, x := range list {
		if n > 0 && list[n-1].state() == x.state() && x.lo() <= list[n-1].hi()+1 {
			list[n-1] = newArrow(x.state(), list[n-1].lo(), max(list[n-1].hi(), x.hi()))
			continue
		}
		list[n] = x
		n++
	}
	return list[:n]
}

// newReduction begins with the states on a way from start to accept, and these two.
func newReduction(n *Automaton) *reduction {
	number, kept := n.useful()
	r := &reduction{tag: make([]int8, len(kept)), held: make([]int32, len(kept)), start: number[n.Start], accept: number[n.Accept]}
	r.out.begin = make([]int32, 1, len(kept)+1)
	for i, s := range kept {
		r.tag[i] = n.States[s].Tag
		first := len(r.out.list)
		for _, t := range n.States[s].Eps {
			if number[t] >= 0 && (t != s || n.States[s].Tag != 0) {
				r.out.list = append(r.out.list, newArrow(number[t], noByte, noByte))
			}
		}
		for _, e := range n.States[s].Edges {
			if number[e.To] >= 0 {
				r.out.list = append(r.out.list, newArrow(number[e.To], int(e.Lo)+2, int(e.Hi)+2))
			}
		}
		r.out.list = r.out.list[:first+len(normalForm(r.out.list[first:]))]
		r.out.begin = append(r.out.begin, int32(len(r.out.list)))
	}
	r.in = r.out.reversed()
	if n.Held != nil {
		r.number(n.Held, kept)
	}
	return r
}

// number numbers the lists of the parts that hold states. The start counts as in no part.
func (r *reduction) number(held [][]HeldPart, kept []int32) {
	known := make(map[string]int32)
	for i, s := range kept {
		if int32(i) != r.start && !slices.ContainsFunc(r.in.of(int32(i)), arrow.isByte) {
			continue
		}
		key := fmt.Sprint(held[s])
		k := known[key]
		if k == 0 {
			r.lists = append(r.lists, held[s])
			k = int32(len(r.lists))
			known[key] = k
		}
		r.held[i] = k
	}
}

// useful numbers the states on a way from start to accept, and these two; others have -1.
func (n *Automaton) useful() (number, kept []int32) {
	live := n.Live()
	number = make([]int32, len(n.States))
	kept = append(kept, n.Start)
	number[n.Start] = 1
	visit := func(t int32) {
		if live[t] && number[t] == 0 {
			number[t] = 1
			kept = append(kept, t)
		}
	}
	for i := 0; i < len(kept); i++ {
		for _, t := range n.States[kept[i]].Eps {
			visit(t)
		}
		for _, e := range n.States[kept[i]].Edges {
			visit(e.To)
		}
	}
	visit(n.Accept)
	slices.Sort(kept)
	for s := range number {
		number[s] = -1
	}
	for i, s := range kept {
		number[s] = int32(i)
	}
	return number, kept
}

func (r *reduction) size() int { return len(r.tag) + len(r.out.list) }

// label is what distinguishes states before their arrows do.
type label struct {
	tag  int8
	end  bool
	held int32
}

func (r *reduction) labels(end int32) []label {
	list := make([]label, len(r.tag))
	for s := range list {
		list[s] = label{r.tag[s], int32(s) == end, r.held[s]}
	}
	return list
}

func (r *reduction) future() []label { return r.labels(r.accept) }
func (r *reduction) past() []label   { return r.labels(r.start) }

// merge makes a state of each block.
func (r *reduction) merge(block []int32, blocks int) {
	if blocks == len(block) {
		return
	}
	members := membersOf(block, blocks)
	tag, held := make([]int8, blocks), make([]int32, blocks)
	out := arrows{begin: make([]int32, 1, blocks+1), list: make([]arrow, 0, len(r.out.list))}
	for b := range int32(blocks) {
		first := len(out.list)
		for _, s := range members.of(b) {
			tag[b], held[b] = max(tag[b], r.tag[s]), max(held[b], r.held[s])
			for _, x := range r.out.of(s) {
				if t := block[x.state()]; t != b || x.isByte() || r.tag[s] != 0 {
					out.list = append(out.list, x.to(t))
				}
			}
		}
		out.list = out.list[:first+len(normalForm(out.list[first:]))]
		out.begin = append(out.begin, int32(len(out.list)))
	}
	*r = reduction{out, out.reversed(), tag, held, r.lists, block[r.start], block[r.accept]}
}

// lists has a list of states for each of some numbers.
type lists struct{ begin, list []int32 }

func (l *lists) of(k int32) []int32 { return l.list[l.begin[k]:l.begin[k+1]] }

// membersOf lists the states of each block.
func membersOf(block []int32, blocks int) *lists {
	l := &lists{make([]int32, blocks+2), make([]int32, len(block))}
	for _, b := range block {
		l.begin[b+2]++
	}
	for b := range blocks {
		l.begin[b+2] += l.begin[b+1]
	}
	for s, b := range block {
		l.list[l.begin[b+1]] = int32(s)
		l.begin[b+1]++
	}
	return l
}

// automaton returns the result for n.
func (r *reduction) automaton(n *Automaton) *Automaton {
	m := &Automaton{Name: n.Name, States: make([]State, len(r.tag)), Start: r.start, Accept: r.accept}
	if n.Held != nil {
		m.Held = make([][]HeldPart, len(m.States))
	}
	for i := range m.States {
		s := &m.States[i]
		if r.held[i] > 0 {
			m.Held[i] = r.lists[r.held[i]-1]
		}
		s.Tag = r.tag[i]
		for _, x := range r.out.of(int32(i)) {
			if x.isByte() {
				s.Edges = append(s.Edges, Edge{table.ByteRange{Lo: byte(x.lo() - 2), Hi: byte(x.hi() - 2)}, x.state()})
			} else {
				s.Eps = append(s.Eps, x.state())
			}
		}
	}
	return m
}
