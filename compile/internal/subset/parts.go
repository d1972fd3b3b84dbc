package subset

import (
	"slices"

	"example.org/iri/internal/nfa"
)

// partOf returns the function from kernels to the number of their part. The part is the innermost
// listed production that holds the last byte in every reading, and that can still go on in one of
// them. Behind http://h/%4 it is the pct-encoded. Behind http://h/%41 it is the path, since no
// reading continues the pct-encoded.
func partOf(n *nfa.Automaton, live []bool) func(kernel []int32) uint8 {
	if len(n.Parts) == 0 {
		return func([]int32) uint8 { return 0 }
	}
	held := make([][]heldPart, len(n.States))
	known := make([]bool, len(n.States))
	return func(kernel []int32) uint8 {
		for _, i := range kernel {
			if !known[i] {
				held[i], known[i] = heldParts(n, i, live), true
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
func heldParts(n *nfa.Automaton, i int32, live []bool) []heldPart {
	if i == n.Start {
		return nil
	}
	var list []heldPart
	for _, p := range n.Parts {
		if p.First <= i && i <= p.Last {
			list = append(list, heldPart{uint8(p.Part), readsOn(n, i, p, live)})
		}
	}
	return list
}

// readsOn reports whether from state i a byte can be read without leaving p.
func readsOn(n *nfa.Automaton, i int32, p nfa.PartRange, live []bool) bool {
	seen := map[int32]bool{i: true}
	for stack := []int32{i}; len(stack) > 0; {
		s := &n.States[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		if len(s.Edges) > 0 {
			return true
		}
		for _, t := range s.Eps {
			if p.First <= t && t <= p.Last && live[t] && !seen[t] {
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
