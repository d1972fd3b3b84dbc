// Package subset converts nondeterministic automata into deterministic machines by the subset construction (Rabin and
// Scott, Finite Automata and Their Decision Problems, 1959): a state is the set of NFA states that a string can lead
// to. Plain adds parts to the sets, NewTagged adds values of registers.
//
// A kernel is the set of NFA states entered on the last byte; its epsilon closure is the state. In r = *"a" "b", the
// string a leads to the NFA state after "a", which is the kernel. The closure adds the states before "a" and "b".
package subset

import (
	"encoding/binary"

	"example.org/iri/internal/compiler/machine"
	"example.org/iri/internal/nfa"
)

// workPerMember is the work counted for a state of the NFA with values of registers, which take time and memory.
const workPerMember = 4

// classes returns the coarsest alphabet of intervals in which no edge of the NFA distinguishes bytes of a class.
func classes(n *nfa.Automaton) machine.Alphabet {
	var begins [257]bool
	for _, s := range n.States {
		for _, e := range s.Edges {
			begins[e.Lo] = true
			begins[int(e.Hi)+1] = true
		}
	}
	interval := 0
	return machine.NewAlphabet(func(b int) int {
		if begins[b] {
			interval++
		}
		return interval
	})
}

// kernels calls enter for each class and each edge of it that leads from a member of set, given by index, to a state.
func kernels(n *nfa.Automaton, set []int32, classes *machine.Alphabet, enter func(class, member int, to int32)) {
	for k, i := range set {
		for _, e := range n.States[i].Edges {
			last := int(classes.Of[e.Hi])
			for c := int(classes.Of[e.Lo]); c <= last; c++ { // classes are intervals, in order
				enter(c, k, e.To)
			}
		}
	}
}

func appendStates(key []byte, list []int32) []byte {
	for _, i := range list {
		key = binary.LittleEndian.AppendUint32(key, uint32(i))
	}
	return key
}
