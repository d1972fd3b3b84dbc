package draw

import (
	"slices"
	"strconv"

	"example.org/iri/dfa"
	"example.org/iri/internal/unicodeclass"
	"example.org/iri/internal/values"
)

// groups returns the sets of states for nodes: connected states of a part, and single states without a part.
func (p *painter) groups() (list [][]dfa.State) {
	m := p.automaton
	neighbours := make(map[dfa.State][]dfa.State)
	for _, s := range m.states {
		for _, arrow := range m.arrows[s] {
			if part := m.Part(s); part != "" && part == m.Part(arrow.to) {
				neighbours[s] = append(neighbours[s], arrow.to)
				neighbours[arrow.to] = append(neighbours[arrow.to], s)
			}
		}
	}
	met := make(map[dfa.State]bool)
	for _, s := range m.states {
		if met[s] {
			continue
		}
		met[s] = true
		group := []dfa.State{s}
		for i := 0; i < len(group); i++ {
			for _, t := range neighbours[group[i]] {
				if !met[t] {
					met[t] = true
					group = append(group, t)
				}
			}
		}
		slices.Sort(group)
		list = append(list, group)
	}
	return list
}

func (p *painter) draw(groups [][]dfa.State) *Drawing {
	of := make(map[dfa.State]int)
	d := &Drawing{name: p.automaton.Name, caption: p.caption(len(groups))}
	for i, g := range groups {
		for _, s := range g {
			of[s] = i
		}
		d.nodes = append(d.nodes, p.node(g))
	}
	d.start = of[p.automaton.Start]
	names := classes(p.grammar, p.rule.Name)
	for i, g := range groups {
		chars := make(map[int]unicodeclass.Set)
		for _, s := range g {
			for _, arrow := range p.automaton.arrows[s] {
				chars[of[arrow.to]] = chars[of[arrow.to]].Union(arrow.chars)
			}
		}
		for j := range groups {
			if inside := i == j && d.nodes[i].box(); chars[j].Len() > 0 && !inside {
				d.edges = append(d.edges, edge{i, j, chars[j], label(chars[j], names, p.grammar.Encoding)})
			}
		}
	}
	return d
}

func (p *painter) node(group []dfa.State) node {
	const longest = 100 // of the shown string, in bytes
	first := p.automaton.Number(group[0])
	number := strconv.Itoa(first)
	n := node{id: "n" + number, states: group, part: p.automaton.Part(group[0])}
	if text := p.automaton.texts[first]; len(text) <= longest {
		n.title = ", as after " + values.Quote(p.grammar.Encoding, string(text))
	}
	if n.part != "" {
		n.title += ", in " + n.part
	}
	n.accepting = slices.ContainsFunc(group, p.automaton.Accepts)
	if n.box() {
		n.lines = []string{n.part, count(len(group), "state")}
		n.title = "states such as " + number + n.title
	} else {
		if n.part != "" {
			n.lines = []string{n.part}
		}
		n.lines = append(n.lines, number)
		n.title = "state " + number + n.title
	}
	return n
}

// caption returns the number of states, for the label of the graph.
func (p *painter) caption(nodes int) string {
	states := len(p.automaton.states)
	if p.automaton.Start == dfa.Dead {
		return p.automaton.Name + ": no string is in the language"
	}
	text := p.automaton.Name + ": " + count(states, "state") + " over characters"
	if bytes := p.automaton.NumStates() - 1; bytes != states {
		text += ", " + strconv.Itoa(bytes) + " over bytes"
	}
	if nodes < states {
		text += "; boxes are folded states"
	}
	return text
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
