// Package subset makes deterministic machines of nondeterministic ones by the subset construction
// (Rabin and Scott, Finite Automata and Their Decision Problems, 1959): a state stands for the set
// of NFA states that a string can lead to. Plain adds parts to these sets, NewTagged adds
// values of registers.
//
// A state of a machine begins as a kernel: the NFA states entered on the byte just read. Then
// transitions without a byte complete the set. In r = *"a" "b", the string a leads to the NFA state
// after "a": this is the kernel. From there transitions without a byte lead to the states in front
// of "a" and "b", which complete the set.
package subset

import (
	"encoding/binary"

	"example.org/iri/internal/compiler/machine"
	"example.org/iri/internal/nfa"
)

// workPerMember is the work that stands for a state of the NFA with values of registers: these take
// time and memory, too.
const workPerMember = 4

// classes returns the coarsest alphabet of intervals such that no edge of the
// NFA distinguishes bytes of a class.
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

// kernels passes to enter for each class which edges lead on from a set of NFA states: from
// which of its members, by index, and where to.
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

// appendStates appends NFA states to a key.
func appendStates(key []byte, list []int32) []byte {
	for _, i := range list {
		key = binary.LittleEndian.AppendUint32(key, uint32(i))
	}
	return key
}
