package nfa

import "slices"

// contract merges states that transitions without a byte join, as far as no state then has more
// transitions than these had together: the states of a cycle of such transitions, one whose only
// transition it is with the next, and one that nothing else leads to with the one before. States
// with tags stay as they are, since a tag may be set again.
func (r *reduction) contract() {
	for before := -1; before != len(r.tag); {
		before = len(r.tag)
		for _, join := range []func(*union){r.joinCycles, r.joinOnlyOut, r.joinOnlyIn} {
			u := newUnion(r.tag, r.held)
			join(u)
			r.merge(u.blocks())
		}
	}
}

// joinOnlyOut joins states that have no transition but one without a byte.
func (r *reduction) joinOnlyOut(u *union) {
	for s := range int32(len(r.tag)) {
		if list := r.out.of(s); len(list) == 1 && !list[0].isByte() && s != r.accept {
			u.join(list[0].state(), s)
		}
	}
}

// joinOnlyIn joins states that have no transition to them but one without a byte.
func (r *reduction) joinOnlyIn(u *union) {
	for t := range int32(len(r.tag)) {
		if list := r.in.of(t); len(list) == 1 && !list[0].isByte() && t != r.start {
			u.join(list[0].state(), t)
		}
	}
}

// joinCycles joins the states of a strongly connected component, which it finds by two depth-first
// searches, forward and backward.
func (r *reduction) joinCycles(u *union) {
	var order []int32
	seen := make([]bool, len(r.tag))
	for s := range int32(len(r.tag)) {
		r.search(s, r.out, seen, func(t int32) { order = append(order, t) })
	}
	clear(seen)
	for _, s := range slices.Backward(order) {
		r.search(s, r.in, seen, func(t int32) { u.join(s, t) })
	}
}

// search calls leave for the states without tags that transitions without a byte lead to from s, each
// after those that it leads to itself, unless they were seen before.
func (r *reduction) search(s int32, along arrows, seen []bool, leave func(int32)) {
	type place struct {
		state int32
		rest  []arrow
	}
	var stack []place
	enter := func(s int32) {
		if !seen[s] && r.tag[s] == 0 {
			seen[s] = true
			stack = append(stack, place{s, along.of(s)})
		}
	}
	for enter(s); len(stack) > 0; {
		top := &stack[len(stack)-1]
		if len(top.rest) == 0 {
			leave(top.state)
			stack = stack[:len(stack)-1]
			continue
		}
		x := top.rest[0]
		top.rest = top.rest[1:]
		if !x.isByte() {
			enter(x.state())
		}
	}
}

// union is a partition of states that begins with each by itself (union-find).
type union struct {
	parent []int32
	tag    []int8
	held   []int32 // by root
}

func newUnion(tag []int8, held []int32) *union {
	u := &union{make([]int32, len(tag)), tag, slices.Clone(held)}
	for s := range u.parent {
		u.parent[s] = int32(s)
	}
	return u
}

func (u *union) root(s int32) int32 {
	for u.parent[s] != s {
		u.parent[s] = u.parent[u.parent[s]]
		s = u.parent[s]
	}
	return s
}

// join makes one block of those of two states, if they have no tags and the same parts hold them.
func (u *union) join(s, t int32) {
	s, t = u.root(s), u.root(t)
	if u.tag[s] != 0 || u.tag[t] != 0 || u.held[s] != u.held[t] && u.held[s] != 0 && u.held[t] != 0 {
		return
	}
	u.parent[t] = s
	u.held[s] = max(u.held[s], u.held[t])
}

// blocks numbers the blocks by their first states.
func (u *union) blocks() (block []int32, blocks int) {
	block = make([]int32, len(u.parent))
	for s := range block {
		block[s] = -1
	}
	for s := range int32(len(block)) {
		root := u.root(s)
		if block[root] < 0 { // the first of its block may be another one
			block[root] = int32(blocks)
			blocks++
		}
		block[s] = block[root]
	}
	return block, blocks
}
