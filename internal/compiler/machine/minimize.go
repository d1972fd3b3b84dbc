package machine

import "slices"

// Minimize returns the smallest machine with the same language and outputs. It merges the states that no string
// distinguishes, and then the classes that no state distinguishes. Each state of d except the dead state must lead to
// an accepting state, as in the result of the subset construction.
func Minimize[Out Output](d *Machine[Out]) *Machine[Out] { return mergeClasses(MergeStates(d)) }

// MergeStates is the first half of [Minimize]: Hopcroft's partition refinement (John Hopcroft, An n log n Algorithm for
// Minimizing States in a Finite Automaton, 1971). It ignores transitions to the dead state, which are most of them: if
// only one of two states of a block has such a transition, the target of the other's splits the block (Antti Valmari
// and Petri Lehtinen, Efficient Minimization of DFAs with Partial Transition Functions, STACS 2008).
func MergeStates[Out Output](d *Machine[Out]) *Machine[Out] {
	p := newPartition(d.Output)
	into := d.inverse()
	sources := make([][]int32, d.Classes.N) // of the splitter, by class
	for len(p.work) > 0 {
		for _, t := range p.take() {
			for _, e := range into.entries(t) {
				sources[e.class] = append(sources[e.class], e.source)
			}
		}
		for c, list := range sources {
			for _, s := range list {
				p.mark(s)
			}
			p.split()
			sources[c] = list[:0]
		}
	}
	return quotient(d, p)
}

// inverse has the transitions of a machine by target, except those to the dead state.
type inverse struct {
	begin []int32 // begin[t] is the index of the first entry of t in list
	list  []entry
}

type entry struct{ class, source int32 }

func (in *inverse) entries(t int32) []entry { return in.list[in.begin[t]:in.begin[t+1]] }

func (d *Machine[Out]) inverse() *inverse {
	in := &inverse{begin: make([]int32, len(d.Output)+1)}
	for _, t := range d.Next {
		if t != 0 {
			in.begin[t+1]++
		}
	}
	for t := range d.Output {
		in.begin[t+1] += in.begin[t]
	}
	in.list = make([]entry, in.begin[len(d.Output)])
	fill := slices.Clone(in.begin)
	for s := range int32(len(d.Output)) {
		for c, t := range d.Row(s) {
			if t != 0 {
				in.list[fill[t]] = entry{int32(c), s}
				fill[t]++
			}
		}
	}
	return in
}

// A partition divides states into blocks, which are contiguous in states. Marked states are at the start of their block
// until split makes a block of them.
type partition struct {
	states  []int32
	at      []int32 // at[s] is the index of s in states
	block   []int32 // block[s] is the block of s
	blocks  []block
	touched []int32 // blocks with marked states
	work    []int32 // blocks to be used as splitters
}

type block struct {
	begin, end int32 // range in partition.states
	marked     int32
	inWork     bool
}

// newPartition returns a block for each output, and one for the dead state. All blocks are splitters.
func newPartition[Out Output](outputs []Out) *partition {
	n := len(outputs)
	p := &partition{at: make([]int32, n), block: make([]int32, n)}
	groups := make(map[Out]int)
	members := [][]int32{{0}}
	for s, o := range outputs {
		if s == 0 {
			continue
		}
		g, ok := groups[o]
		if !ok {
			g = len(members)
			groups[o] = g
			members = append(members, nil)
		}
		members[g] = append(members[g], int32(s))
	}
	for _, group := range members {
		begin := int32(len(p.states))
		p.states = append(p.states, group...)
		p.add(begin, int32(len(p.states)))
	}
	for i, s := range p.states {
		p.at[s] = int32(i)
	}
	return p
}

func (p *partition) add(begin, end int32) {
	b := int32(len(p.blocks))
	p.blocks = append(p.blocks, block{begin: begin, end: end, inWork: true})
	p.work = append(p.work, b)
	for _, s := range p.states[begin:end] {
		p.block[s] = b
	}
}

// take removes a block from the work list. It returns a copy of its states, because splitting reorders them.
func (p *partition) take() []int32 {
	b := &p.blocks[p.work[len(p.work)-1]]
	p.work = p.work[:len(p.work)-1]
	b.inWork = false
	return append([]int32(nil), p.states[b.begin:b.end]...)
}

// mark moves s to the marked states of its block, at most once between splits: s has one target for a class.
func (p *partition) mark(s int32) {
	b := &p.blocks[p.block[s]]
	if b.marked == 0 {
		p.touched = append(p.touched, p.block[s])
	}
	front := b.begin + b.marked
	other := p.states[front]
	p.states[front], p.states[p.at[s]] = s, other
	p.at[other], p.at[s] = p.at[s], front
	b.marked++
}

// split makes blocks of the marked states of all blocks that also have unmarked states. The smaller half becomes a new
// block and a splitter. The larger half remains the old block, and a splitter if that was one.
func (p *partition) split() {
	for _, i := range p.touched {
		b := &p.blocks[i]
		middle := b.begin + b.marked
		b.marked = 0
		if middle == b.end {
			continue
		}
		begin, end := b.begin, middle
		if middle-b.begin <= b.end-middle {
			b.begin = middle
		} else {
			begin, end = middle, b.end
			b.end = middle
		}
		p.add(begin, end)
	}
	p.touched = p.touched[:0]
}

// quotient makes a state of each block, beginning with that of the dead state.
func quotient[Out Output](d *Machine[Out], p *partition) *Machine[Out] {
	m := &Machine[Out]{Name: d.Name, Classes: d.Classes}
	var dead Out
	state := make([]int32, len(p.blocks))
	for i := range state {
		state[i] = -1
	}
	order := []int32{p.block[0]}
	state[p.block[0]] = m.AddState(dead)
	enter := func(s int32) int32 {
		b := p.block[s]
		if state[b] < 0 {
			state[b] = m.AddState(d.Output[p.states[p.blocks[b].begin]])
			order = append(order, b)
		}
		return state[b]
	}
	m.Start = enter(d.Start)
	for s := 0; s < len(order); s++ {
		from := d.Row(p.states[p.blocks[order[s]].begin])
		for c, t := range from {
			to := enter(t)
			m.Row(int32(s))[c] = to
		}
	}
	return m
}
