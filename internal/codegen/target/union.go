package target

import (
	"example.org/iri/dfa"

	"example.org/iri/internal/compiler/layout"
	"example.org/iri/internal/compiler/machine"
)

// union returns a minimal automaton with a start for each of several automata: from starts[i] it accepts the strings of
// list[i]. The function output returns the output of a state of list[i]; if it is nil, all outputs are 0. States are
// merged if they have equal futures, including outputs. The start of the result only leads to the starts; its language
// is unspecified.
func union(output func(i int, s dfa.State) uint16, list []*dfa.Automaton) (joint *dfa.Automaton, starts []dfa.State, err error) {
	const mostCells = 1 << 24
	d := &machine.Machine[machine.Numbered]{Name: "joint", Classes: jointAlphabet(list)}
	d.AddState(machine.Numbered{})
	var level []int32
	for i, a := range list {
		level = append(level, addAutomaton(d, a, func(s dfa.State) machine.Numbered {
			o := machine.Numbered{Accepting: a.Accepts(s)}
			if output != nil {
				o.Number = output(i, s)
			}
			return o
		}))
	}
	depth := 0
	for ; len(level) != 1; depth++ {
		level = addRoots(d, level)
	}
	d.Start = level[0]
	classes := d.Classes
	joint, err = layout.Numbered(machine.Minimize(d), mostCells)
	if err != nil {
		return nil, nil, err
	}
	starts = []dfa.State{joint.Start}
	for range depth {
		starts = successors(joint, starts, &classes)
	}
	return joint, starts[:len(list)], joint.Check()
}

// jointAlphabet returns the classes of bytes that all automata treat alike, at least two.
func jointAlphabet(list []*dfa.Automaton) machine.Alphabet {
	return machine.NewAlphabet(func(b int) string {
		key := []byte{byte(min(b, 1))}
		for _, a := range list {
			key = append(key, a.Classes[b])
		}
		return string(key)
	})
}

// addAutomaton adds the states of an automaton, except the dead state, to a machine. It returns the start.
func addAutomaton(d *machine.Machine[machine.Numbered], a *dfa.Automaton, output func(dfa.State) machine.Numbered) int32 {
	base := int32(len(d.Output)) - 1 // the machine has a dead state
	number := func(s dfa.State) int32 {
		if s == dfa.Dead {
			return 0
		}
		return base + int32(a.Number(s))
	}
	for s := range a.States() {
		if s == dfa.Dead {
			continue
		}
		row := d.Row(d.AddState(output(s)))
		for c := range row {
			row[c] = number(a.Next(s, d.Classes.First[c]))
		}
	}
	return number(a.Start)
}

func addRoots(d *machine.Machine[machine.Numbered], list []int32) (roots []int32) {
	for {
		root := d.AddState(machine.Numbered{})
		roots, list = append(roots, root), list[copy(d.Row(root), list):]
		if len(list) == 0 {
			return roots
		}
	}
}

func successors(a *dfa.Automaton, list []dfa.State, classes *machine.Alphabet) (next []dfa.State) {
	for _, s := range list {
		for _, b := range classes.First[:classes.N] {
			next = append(next, a.Next(s, b))
		}
	}
	return next
}
