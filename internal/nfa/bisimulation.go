package nfa

// bisimilar returns the number of the block of each kept state, in the coarsest partition whose blocks have states with
// the same label and the same arrows to blocks. Blocks are numbered by their first states.
//
// The algorithm is that of Jules Jacobs and Thorsten Wißmann, Fast Coalgebraic Bisimilarity Minimization, POPL 2023. A
// state is examined again when the target of one of its transitions has moved to another block. When a block is split,
// the states not examined keep it, or else the largest part, so that few states move.
func (r *reduction) bisimilar() []int32 {
	p := &partition{reduction: r, block: make([]int32, len(r.States))}
	p.begin()
	from := p.sources()
	for fresh := r.kept; len(fresh) > 0; {
		fresh = p.before(p.split(fresh), from)
	}
	return p.renumbered()
}

// A partition divides the kept states into blocks.
type partition struct {
	*reduction
	block  []int32
	blocks []block
}

// A block is a set of states. All that need no examination have the given arrows.
type block struct {
	size   int
	arrows string
}

// A signature is shared by the states that stay in one block.
type signature struct {
	block  int32
	arrows string
}

func (p *partition) begin() {
	number := make(map[label]int32)
	for _, s := range p.kept {
		b, known := number[p.labels[s]]
		if !known {
			b = int32(len(p.blocks))
			number[p.labels[s]] = b
			p.blocks = append(p.blocks, block{})
		}
		p.block[s] = b
		p.blocks[b].size++
	}
}

// sources returns, for each kept state, the states with a transition to it.
func (p *partition) sources() [][]int32 {
	from := make([][]int32, len(p.States))
	for _, s := range p.kept {
		for _, t := range p.States[s].Eps {
			t = p.after(t)
			from[t] = append(from[t], s)
		}
		for _, e := range p.States[s].Edges {
			t := p.after(e.To)
			from[t] = append(from[t], s)
		}
	}
	return from
}

// split examines some states. It moves those that differ from the rest of their block to new blocks, and returns them.
func (p *partition) split(fresh []int32) (moved []int32) {
	groups, order := make(map[signature][]int32), []signature(nil)
	looked := make(map[int32]int)
	for _, s := range fresh {
		g := signature{p.block[s], p.keyOf(s, p.block)}
		if groups[g] == nil {
			order = append(order, g)
		}
		groups[g] = append(groups[g], s)
		looked[g.block]++
	}
	largest := make(map[int32]int)
	for _, g := range order {
		b := &p.blocks[g.block]
		if n := len(groups[g]); looked[g.block] == b.size && n > largest[g.block] {
			largest[g.block], b.arrows = n, g.arrows
		}
	}
	for _, g := range order {
		list := groups[g]
		if g.arrows == p.blocks[g.block].arrows {
			continue
		}
		p.blocks[g.block].size -= len(list)
		for _, s := range list {
			p.block[s] = int32(len(p.blocks))
		}
		p.blocks = append(p.blocks, block{len(list), g.arrows})
		moved = append(moved, list...)
	}
	return moved
}

// before returns the states with a transition to a state that has moved, except states that are alone in their blocks.
func (p *partition) before(moved []int32, from [][]int32) (list []int32) {
	met := make(map[int32]bool)
	for _, t := range moved {
		for _, s := range from[t] {
			if !met[s] && p.blocks[p.block[s]].size > 1 {
				met[s] = true
				list = append(list, s)
			}
		}
	}
	return list
}

func (p *partition) renumbered() []int32 {
	number := make(map[int32]int32)
	for _, s := range p.kept {
		b, known := number[p.block[s]]
		if !known {
			b = int32(len(number))
			number[p.block[s]] = b
		}
		p.block[s] = b
	}
	return p.block
}
