package subset

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/compiler/machine"
)

// Product returns the product of several automata. Its states are tuples of their states, at most the given number, and
// have the outputs that function output returns. The error is a *machine.Limit.
func Product[Out machine.Output](name string, list []*dfa.Automaton, states int, output func(tuple []dfa.State) Out) (*machine.Machine[Out], error) {
	x := machine.NewExplorer[[]dfa.State, Out](name, machine.NewAlphabet(func(b int) string {
		key := make([]byte, len(list))
		for i, a := range list {
			key[i] = a.Classes[b]
		}
		return string(key)
	}))
	var key []byte
	state := func(tuple []dfa.State) int32 {
		key = key[:0]
		for _, s := range tuple {
			key = append(key, byte(s), byte(s>>8), byte(s>>16), byte(s>>24))
		}
		return x.Number(key, func() ([]dfa.State, Out) {
			return append([]dfa.State(nil), tuple...), output(tuple)
		})
	}
	next := make([]dfa.State, len(list))
	for i, a := range list {
		next[i] = a.Start
	}
	x.Start = state(next)
	err := x.Explore(states, func(s int32) error {
		for c := range x.Classes.N {
			for i, a := range list {
				next[i] = a.Next(x.States[s][i], x.Classes.First[c])
			}
			t := state(next)
			x.Row(s)[c] = t
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	x.Trim()
	return x.Machine, nil
}
