package subset

import (
	"slices"

	"example.org/iri/internal/nfa"
)

// partOf returns the function from kernels to the number of their part. The part is the innermost
// listed production that holds the last byte in every parse, and that can still go on in one of
// them. After http://h/%4 it is the pct-encoded. After http://h/%41 it is the path, since no
// reading continues the pct-encoded.
func partOf(n *nfa.Automaton) func(kernel []int32) uint8 {
	if n.Held == nil {
		return func([]int32) uint8 { return 0 }
	}
	return func(kernel []int32) uint8 { return innermost(kernel, n.Held) }
}

// innermost returns the first part in the list of the kernel's first state that
// is in the lists of all its states, and open in one.
func innermost(kernel []int32, held [][]nfa.HeldPart) uint8 {
	for _, h := range held[kernel[0]] {
		everywhere, open := true, false
		for _, i := range kernel {
			in := slices.ContainsFunc(held[i], func(x nfa.HeldPart) bool { return x.Part == h.Part })
			everywhere = everywhere && in
			open = open || slices.Contains(held[i], nfa.HeldPart{Part: h.Part, Open: true})
		}
		if everywhere && open {
			return h.Part
		}
	}
	return 0
}
