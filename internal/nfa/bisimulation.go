package nfa

import "encoding/binary"

// coarsest returns the coarsest partition in which the states of a block have the same label and,
// for each arrow of one, the others have an arrow with the same bytes to the same block. Blocks are
// numbered by their first states.
//
// A state is looked at again when a state that it leads to has moved to another block. When a block
// is split, its largest part stays, so that a state moves at most log n times (Jules Jacobs and
// Thorsten Wißmann, Fast Coalgebraic Bisimilarity Minimization, POPL 2023).
func coarsest(labels []label, out, in *arrows) (block []int32, blocks int) {
	p := newPartition(labels)
	for len(p.work) > 0 {
		p.split(p.take(), out, in)
	}
	return p.renumbered()
}

// partition divides states into blocks that lie side by side in states. Those of a block that are to
// be looked at again stand in front.
type partition struct {
	states []int32
	at     []int32 // at[s] is the index of s in states
	block  []int32 // block[s] is the block of s
	blocks []block
	work   []int32 // blocks with states to be looked at

	// Of the block that is being split:
	groups  map[string]int32
	group   []int32 // by state looked at
	count   []int32 // by group
	arrows  []arrow
	key     []byte
	scratch []int32
}

// block is a part of partition.states.
type block struct{ begin, fresh, end int32 } // fresh is after those to be looked at

func newPartition(labels []label) *partition {
	n := len(labels)
	p := &partition{at: make([]int32, n), block: make([]int32, n), groups: make(map[string]int32)}
	number := make(map[label]int)
	var members [][]int32
	for s, l := range labels {
		k, known := number[l]
		if !known {
			k = len(members)
			number[l] = k
			members = append(members, nil)
		}
		members[k] = append(members[k], int32(s))
	}
	for b, list := range members {
		begin := int32(len(p.states))
		for _, s := range list {
			p.at[s], p.block[s] = int32(len(p.states)), int32(b)
			p.states = append(p.states, s)
		}
		end := int32(len(p.states))
		p.blocks = append(p.blocks, block{begin, end, end})
		p.work = append(p.work, int32(b))
	}
	return p
}

func (p *partition) take() int32 {
	b := p.work[len(p.work)-1]
	p.work = p.work[:len(p.work)-1]
	return b
}

// look notes that a state is to be looked at.
func (p *partition) look(s int32) {
	b := &p.blocks[p.block[s]]
	if p.at[s] < b.fresh || b.end-b.begin == 1 {
		return
	}
	if b.fresh == b.begin {
		p.work = append(p.work, p.block[s])
	}
	other := p.states[b.fresh]
	p.states[b.fresh], p.states[p.at[s]] = s, other
	p.at[other], p.at[s] = p.at[s], b.fresh
	b.fresh++
}

// split makes blocks of the states of a block that have different arrows. Those not looked at are
// all like the last.
func (p *partition) split(i int32, out, in *arrows) {
	b := p.blocks[i]
	p.blocks[i].fresh = b.begin
	if b.end-b.begin == 1 {
		return
	}
	clear(p.groups)
	p.group, p.count = p.group[:0], p.count[:0]
	rest := b.end - b.fresh
	if rest > 0 {
		p.count[p.groupOf(p.states[b.fresh], out)] += rest
	}
	for _, s := range p.states[b.begin:b.fresh] {
		g := p.groupOf(s, out)
		p.group = append(p.group, g)
		p.count[g]++
	}
	if len(p.count) > 1 {
		p.divide(i, b, in)
	}
}

// groupOf numbers what arrows a state has.
func (p *partition) groupOf(s int32, out *arrows) int32 {
	p.arrows = p.arrows[:0]
	for _, x := range out.of(s) {
		p.arrows = append(p.arrows, x.to(p.block[x.state()]))
	}
	p.arrows = normalForm(p.arrows)
	p.key = p.key[:0]
	for _, x := range p.arrows {
		p.key = binary.LittleEndian.AppendUint64(p.key, uint64(x))
	}
	g, known := p.groups[string(p.key)]
	if !known {
		g = int32(len(p.count))
		p.groups[string(p.key)] = g
		p.count = append(p.count, 0)
	}
	return g
}

// divide gives all groups of a block but the largest a block of their own.
func (p *partition) divide(i int32, b block, in *arrows) {
	largest := int32(0)
	for g, n := range p.count {
		if n > p.count[largest] {
			largest = int32(g)
		}
	}
	// The groups one after the other. The first, to which those belong that were not looked at, is
	// the last: these stay where they are.
	place := make([]int32, len(p.count)) // where the next of each group goes
	at := b.begin
	for g, n := range p.count[1:] {
		place[g+1] = at
		at += n
	}
	place[0] = at
	p.scratch = append(p.scratch[:0], p.states[b.begin:b.fresh]...)
	for k, s := range p.scratch {
		g := p.group[k]
		p.states[place[g]], p.at[s] = s, place[g]
		place[g]++
	}
	place[0] = b.end
	p.scratch = p.scratch[:0] // from here on the states that move
	for g := range p.count {
		begin, end := place[g]-p.count[g], place[g]
		if int32(g) == largest {
			p.blocks[i] = block{begin, begin, end}
			continue
		}
		n := int32(len(p.blocks))
		p.blocks = append(p.blocks, block{begin, begin, end})
		for _, s := range p.states[begin:end] {
			p.block[s] = n
		}
		p.scratch = append(p.scratch, p.states[begin:end]...)
	}
	for _, s := range p.scratch {
		for _, x := range in.of(s) {
			p.look(x.state())
		}
	}
}

// renumbered returns the blocks, numbered by their first states.
func (p *partition) renumbered() (block []int32, blocks int) {
	number := make([]int32, len(p.blocks))
	for b := range number {
		number[b] = -1
	}
	for s, b := range p.block {
		if number[b] < 0 {
			number[b] = int32(blocks)
			blocks++
		}
		p.block[s] = number[b]
	}
	return p.block, blocks
}
