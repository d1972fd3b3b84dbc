package machine

// Minimize returns the smallest machine with the same language and outputs. It first merges the
// states that no text tells apart, by Hopcroft's partition refinement (John Hopcroft, An n log n
// Algorithm for Minimizing States in a Finite Automaton, 1971), and then the bytes that no state
// tells apart. Each state of d but the dead one must lead to an accepting state; the subset
// construction makes only such states.
func Minimize[Out Output](d *Machine[Out]) *Machine[Out] {
	p := newPartition(d.Output)
	into := d.inverse()
	for len(p.work) > 0 {
		splitter := p.take()
		for c := range d.Classes.N {
			for _, t := range splitter {
				for _, s := range into.sources(c, t) {
					p.mark(s)
				}
			}
			p.split()
		}
	}
	return mergeClasses(quotient(d, p))
}

// inverse lists the transitions of a machine by class and target.
type inverse struct {
	states int
	begin  []int32 // begin[c*states+t] is where the sources of t under c begin in from
	from   []int32
}

func (in *inverse) sources(c int, t int32) []int32 {
	i := c*in.states + int(t)
	return in.from[in.begin[i]:in.begin[i+1]]
}

func (d *Machine[Out]) inverse() *inverse {
	states := len(d.Output)
	in := &inverse{states: states, begin: make([]int32, d.Classes.N*states+1), from: make([]int32, len(d.Next))}
	for i, t := range d.Next {
		in.begin[i%d.Classes.N*states+int(t)+1]++
	}
	for i := range d.Classes.N * states {
		in.begin[i+1] += in.begin[i]
	}
	fill := append([]int32(nil), in.begin...)
	for i, t := range d.Next {
		at := &fill[i%d.Classes.N*states+int(t)]
		in.from[*at] = int32(i / d.Classes.N)
		*at++
	}
	return in
}

// partition divides states into blocks that lie side by side in states. Marked
// states stand at the front of their block until split makes a block of them.
type partition struct {
	states  []int32
	at      []int32 // at[s] is the index of s in states
	block   []int32 // block[s] is the block of s
	blocks  []block
	touched []int32 // blocks with marked states
	work    []int32 // blocks still to be used as splitters
}

type block struct {
	begin, end int32 // of its part of partition.states
	marked     int32
	inWork     bool
}

// newPartition groups states by output; each group is a splitter to begin with.
func newPartition[Out Output](outputs []Out) *partition {
	n := len(outputs)
	p := &partition{at: make([]int32, n), block: make([]int32, n)}
	groups := make(map[Out]int)
	var members [][]int32
	for s, o := range outputs {
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

// add makes the states from begin to end a block and puts it on the work list.
func (p *partition) add(begin, end int32) {
	b := int32(len(p.blocks))
	p.blocks = append(p.blocks, block{begin: begin, end: end, inWork: true})
	p.work = append(p.work, b)
	for _, s := range p.states[begin:end] {
		p.block[s] = b
	}
}

// take removes a block from the work list and returns a copy of its states:
// splitting reorders the originals.
func (p *partition) take() []int32 {
	b := &p.blocks[p.work[len(p.work)-1]]
	p.work = p.work[:len(p.work)-1]
	b.inWork = false
	return append([]int32(nil), p.states[b.begin:b.end]...)
}

// mark moves s to the front of its block. It is not called twice for a state before
// split: a state has one target for a class.
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

// split makes blocks of the marked states of those blocks that also have unmarked ones. Of two
// halves the smaller becomes the new block and a splitter. The larger half keeps the place of the
// whole block, and is a splitter if that was one.
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

// quotient makes a state of each block, the dead state's first.
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
