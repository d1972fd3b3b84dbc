package subset

import (
	"slices"

	"example.org/iri/internal/nfa"
)

// partOf returns a function that returns the part of a kernel, the innermost listed production that contains the last
// byte in every parse and can continue in one of them. After http://h/%4 it is pct-encoded; after http://h/%41 it is
// the path, since no parse continues the pct-encoded.
func partOf(n *nfa.Automaton) func(kernel []int32) uint8 {
	if n.Held == nil {
		return func([]int32) uint8 { return 0 }
	}
	return func(kernel []int32) uint8 { return innermost(kernel, n.Held) }
}

// innermost returns the first part that all states of the kernel have, and that is open in one.
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
