package compile

import (
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"

	"example.org/iri/internal/compiler/layout"
	"example.org/iri/internal/compiler/machine"
	"example.org/iri/internal/compiler/subset"
	"example.org/iri/internal/nfa"
)

// Union returns the minimal automaton, called name, of the strings that at least one of the automata accepts. It has no
// parts ([Options].Parts); only [Difference] keeps them. The error is a [*LimitError] if there are too many states. The
// time is proportional to the number of reachable tuples of states, at most the product of the numbers of states.
func Union(name string, list ...*dfa.Automaton) (*dfa.Automaton, error) {
	return combine(name, list, func(accepting int) bool { return accepting > 0 })
}

// Intersection returns the minimal automaton, called name, of the strings that all automata accept. It has no parts
// ([Options].Parts). The error is a [*LimitError].
func Intersection(name string, list ...*dfa.Automaton) (*dfa.Automaton, error) {
	return combine(name, list, func(accepting int) bool { return accepting == len(list) })
}

// combine returns the automaton whose acceptance depends on how many automata of list accept.
func combine(name string, list []*dfa.Automaton, accepts func(accepting int) bool) (*dfa.Automaton, error) {
	d, err := subset.Product(name, list, defaultMaxStates, func(tuple []dfa.State) machine.Plain {
		accepting := 0
		for i, s := range tuple {
			if list[i].Accepts(s) {
				accepting++
			}
		}
		return machine.Plain{Accepting: accepts(accepting)}
	})
	return finish(name, d, err, nil)
}

// Difference returns the minimal automaton, called name, of the strings that a accepts and none of the others accepts.
// It keeps the parts of a. Without others, it is a under another name. The error is a [*LimitError].
func Difference(name string, a *dfa.Automaton, others ...*dfa.Automaton) (*dfa.Automaton, error) {
	list := append([]*dfa.Automaton{a}, others...)
	d, err := subset.Product(name, list, defaultMaxStates, func(tuple []dfa.State) machine.Plain {
		s := tuple[0]
		o := machine.Plain{Accepting: a.Accepts(s)}
		if len(a.PartNames) > 0 {
			o.Part = uint8(a.Outputs[a.Number(s)])
		}
		for i, b := range others {
			o.Accepting = o.Accepting && !b.Accepts(tuple[i+1])
		}
		return o
	})
	return finish(name, d, err, a.PartNames)
}

// Concatenation returns the minimal automaton, called name, of the concatenations of one string of each automaton, in
// the order of list. It has no parts ([Options].Parts). The error is a [*LimitError].
func Concatenation(name string, list ...*dfa.Automaton) (*dfa.Automaton, error) {
	d, err := subset.Plain(nfa.Concatenation(name, list), subset.Limits{States: defaultMaxStates, Work: membersPerState * defaultMaxStates})
	return finish(name, d, err, nil)
}

func finish(name string, d *machine.Machine[machine.Plain], err error, parts []string) (*dfa.Automaton, error) {
	if err != nil {
		return nil, fault(&abnf.Rule{Name: name}, err)
	}
	a, err := layout.Automaton(machine.Minimize(d), parts, maxCells)
	if err != nil {
		return nil, fault(&abnf.Rule{Name: name}, err)
	}
	return a, a.Check()
}

// Classifier returns an automaton that finds in one run which of the automata accept a string. It is the minimized
// product of at most 16 automata, with sets as outputs, and takes the same time as [Union]. The error is a
// [*LimitError].
func Classifier(name string, list ...*dfa.Automaton) (*dfa.Classifier, error) {
	const most = 16
	if len(list) > most {
		return nil, &LimitError{Rule: name, What: "languages", Max: most}
	}
	d, err := subset.Product(name, list, defaultMaxStates, func(tuple []dfa.State) (languages machine.Set) {
		for i, s := range tuple {
			if list[i].Accepts(s) {
				languages |= 1 << i
			}
		}
		return languages
	})
	if err != nil {
		return nil, fault(&abnf.Rule{Name: name}, err)
	}
	var names []string
	for _, a := range list {
		names = append(names, a.Name)
	}
	c, err := layout.Classifier(machine.Minimize(d), names, maxCells)
	if err != nil {
		return nil, fault(&abnf.Rule{Name: name}, err)
	}
	return c, c.Check()
}
