package draw

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/naming"
	"example.org/iri/internal/unicodeclass"
	"example.org/iri/internal/values"
)

// groups decides which states are drawn together, and which parts they are in.
func (p *painter) groups() ([]group, error) {
	f, err := newFolder(p.grammar, p.automaton)
	if err != nil && len(p.Parts) > 0 {
		return nil, &abnf.Error{Pos: p.rule.Pos, Msg: fmt.Sprintf("rule %s: %v", p.rule.Name, err)}
	}
	if err != nil {
		return singles(p.automaton.states, nil, nil), nil
	}
	f.nested = len(p.Parts) > 0
	large := len(p.automaton.states) > mostUnfolded
	parts, err := p.listed()
	switch {
	case err != nil:
		return nil, err
	case len(parts) > 0:
	case large:
		parts = f.choose(p.rule)
	default:
		parts = f.within(p.rule, nil)
	}
	switch {
	case !large && len(p.Parts) == 0:
		return singles(p.automaton.states, f.possible(parts), parts), nil
	case len(p.Parts) == 0:
		return unfold(f.groups(parts), f.possible(parts), parts), nil
	}
	return f.groups(parts), nil
}

// listed returns the parts that the options list.
func (p *painter) listed() ([]part, error) {
	var list []part
	for _, spec := range p.Parts {
		name, rule, err := naming.Cut(spec)
		if err != nil {
			return nil, err
		}
		r := p.grammar.Lookup(rule)
		switch {
		case r == nil:
			return nil, naming.Unknown(p.grammar, "part", rule)
		case slices.ContainsFunc(list, func(p part) bool { return p.rule == r }):
			return nil, fmt.Errorf("abnf: part %s is listed twice", rule)
		}
		if name == rule {
			name = r.Name
		}
		list = append(list, part{name, r})
	}
	return list, nil
}

// draw makes the nodes and edges.
func (p *painter) draw(groups []group) *Drawing {
	of := make(map[dfa.State]int)
	d := &Drawing{name: p.automaton.Name, caption: p.caption(len(groups))}
	for i, g := range groups {
		for _, s := range g.states {
			of[s] = i
		}
		d.nodes = append(d.nodes, p.node(d, g))
	}
	d.start = of[p.automaton.Start]
	names := classes(p.grammar, p.rule.Name)
	for i, g := range groups {
		chars := make(map[int]unicodeclass.Set)
		for _, s := range g.states {
			for _, arrow := range p.automaton.arrows[s] {
				chars[of[arrow.to]] = chars[of[arrow.to]].Union(arrow.chars)
			}
		}
		for j := range groups {
			if inside := i == j && d.nodes[i].box; chars[j].Len() > 0 && !inside {
				d.edges = append(d.edges, edge{i, j, chars[j], label(chars[j], names, p.grammar.Encoding)})
			}
		}
	}
	return d
}

// node draws a group.
func (p *painter) node(d *Drawing, g group) node {
	const longest = 100 // bytes of a string that can be taken in
	first := p.automaton.Number(g.states[0])
	number := strconv.Itoa(first)
	n := node{id: "n" + number, states: g.states, colour: -1, box: len(g.states) > 1}
	if text := p.automaton.texts[first]; len(text) <= longest {
		n.title = ", as after " + values.Quote(p.grammar.Encoding, string(text))
	}
	if len(g.names) > 0 {
		name := strings.Join(g.names, " / ")
		if n.colour = slices.Index(d.parts, name); n.colour < 0 {
			n.colour = len(d.parts)
			d.parts = append(d.parts, name)
		}
		n.title += ", in " + strings.Join(g.names, " or ")
	}
	n.accepting = slices.ContainsFunc(g.states, p.automaton.Accepts)
	if n.box {
		n.lines = append(slices.Clone(g.names), count(len(g.states), "state"))
		n.title = "states such as " + number + n.title
	} else {
		n.lines = []string{number}
		n.title = "state " + number + n.title
	}
	return n
}

// caption returns the numbers of states, for the label of the graph.
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

// palette has the colours of parts, all light enough for black text.
var palette = []string{
	"#cfe2f3", "#d9ead3", "#fff2cc", "#f4cccc", "#d9d2e9", "#fce5cd", "#c9e7e5", "#f3d1e1",
	"#e4e4b0", "#dcdcdc", "#9fc5e8", "#a8d08d", "#ffd966", "#ea9999", "#b4a7d6", "#f6b26b",
}

// needsLegend reports whether a colour must be explained: boxes name their parts.
func (d *Drawing) needsLegend(colour int) bool {
	return slices.ContainsFunc(d.nodes, func(n node) bool { return n.colour == colour && !n.box })
}
