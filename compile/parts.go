package compile

import "slices"

// partOf returns the function from kernels to the number of their part. A kernel
// is the NFA states entered on the byte just read, one a reading. Its part is the
// innermost listed production that holds this byte in every reading and can still
// go on in one of them: inside http://h/%4 it is the pct-encoded, and behind
// http://h/%41, where no reading continues that, the path.
func (n *nfa) partOf(live []bool) func(kernel []int32) uint8 {
	if len(n.parts) == 0 {
		return func([]int32) uint8 { return 0 }
	}
	held := make([][]heldPart, len(n.states))
	known := make([]bool, len(n.states))
	return func(kernel []int32) uint8 {
		for _, i := range kernel {
			if !known[i] {
				held[i], known[i] = n.heldParts(i, live), true
			}
		}
		return innermost(kernel, held)
	}
}

// heldPart is a part that holds the byte on which a state was entered.
type heldPart struct {
	part uint8
	open bool // it can go on
}

// heldParts lists the parts whose expansion holds state i, the innermost first.
// The start is entered on no byte, and no part holds that.
func (n *nfa) heldParts(i int32, live []bool) []heldPart {
	if i == n.start {
		return nil
	}
	var list []heldPart
	for _, p := range n.parts {
		if p.first <= i && i <= p.last {
			list = append(list, heldPart{uint8(p.part), n.readsOn(i, p, live)})
		}
	}
	return list
}

// readsOn reports whether from state i a byte can be read without leaving p.
func (n *nfa) readsOn(i int32, p partSpan, live []bool) bool {
	seen := map[int32]bool{i: true}
	for stack := []int32{i}; len(stack) > 0; {
		s := &n.states[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		if len(s.edges) > 0 {
			return true
		}
		for _, t := range s.eps {
			if p.first <= t && t <= p.last && live[t] && !seen[t] {
				seen[t] = true
				stack = append(stack, t)
			}
		}
	}
	return false
}

// innermost returns the first part in the list of the kernel's first state that
// is in the lists of all its states, and open in one.
func innermost(kernel []int32, held [][]heldPart) uint8 {
	for _, h := range held[kernel[0]] {
		everywhere, open := true, false
		for _, i := range kernel {
			in := slices.ContainsFunc(held[i], func(x heldPart) bool { return x.part == h.part })
			everywhere = everywhere && in
			open = open || slices.Contains(held[i], heldPart{h.part, true})
		}
		if everywhere && open {
			return h.part
		}
	}
	return 0
}
