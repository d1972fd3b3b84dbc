package draw

import (
	"errors"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/nfa"
)

// Errors of parses: the rule is drawn without parts then.
var (
	errLeft = errors.New("a rule that refers to itself at its beginning has no parts")
	errMany = errors.New("too many parses to find the parts")
)

// readings holds the expansions of the rules that a drawn rule refers to, and for each state those
// that the last character of a string that leads to it lies in, by some derivation of a string of
// the language. The parts of an automaton are others: there all derivations must agree.
type readings struct {
	expansions []nfa.Expansion
	in         map[dfa.State]map[int32]bool
}

// newReadings runs the automaton and the NFA of its rule, which is known to be regular, side by
// side.
func newReadings(g *abnf.Grammar, m *charAutomaton) (*readings, error) {
	const mostStates, mostPairs = 1 << 18, 1 << 20
	rule := g.Lookup(m.Name)
	graph, _ := nfa.NewGraph(g, rule)
	if graph.Left() {
		return nil, errLeft
	}
	n, err := nfa.New(graph, nfa.Source{Rule: rule}, mostStates)
	if err != nil {
		return nil, errMany
	}
	r := &readings{n.Expansions, make(map[dfa.State]map[int32]bool)}
	type pair struct {
		dfa dfa.State
		nfa int32
	}
	live, met := n.Live(), make(map[pair]bool)
	var stack []pair
	visit := func(x pair) {
		if live[x.nfa] && !met[x] {
			met[x] = true
			stack = append(stack, x)
		}
	}
	visit(pair{m.Start, n.Start})
	for len(stack) > 0 {
		if len(met) > mostPairs {
			return nil, errMany
		}
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		state := &n.States[x.nfa]
		for _, to := range state.Eps {
			visit(pair{x.dfa, to})
		}
		for _, e := range state.Edges {
			for b := int(e.Lo); b <= int(e.Hi) && live[e.To]; b++ {
				to := m.Next(x.dfa, byte(b))
				r.add(m, to, state.Expansion)
				visit(pair{to, e.To})
			}
		}
	}
	return r, nil
}

// add notes an expansion of the last byte of a character.
func (r *readings) add(m *charAutomaton, s dfa.State, expansion int32) {
	if _, whole := m.arrows[s]; !whole {
		return
	}
	if r.in[s] == nil {
		r.in[s] = make(map[int32]bool)
	}
	r.in[s][expansion] = true
}
