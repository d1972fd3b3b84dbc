// Package draw describes the minimal automaton of a rule as a graph for Graphviz.
//
// Automata read bytes, and graphs show characters: they leave out the dead state and states in the middle of a
// character, and all transitions from one state to another are one edge. Its label names the characters by rules of
// the grammar, such as DIGIT or ucschar, or lists them: '.', '0'-'4', U+00A0. Labels are exact. If the values of the
// grammar are octets, so are the characters: 0x80-0xFF.
//
// States have the numbers of listings (see [dfa.Automaton]). Accepting states have a double border. Connected states of
// a part (see [compile.Options]) are a box, which has a double border if one of its states accepts.
package draw

import (
	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/unicodeclass"
)

// Drawing is a graph of an automaton.
type Drawing struct {
	name    string
	caption string
	nodes   []node
	edges   []edge
	start   int
}

// node is a state, or several in a box.
type node struct {
	id        string   // in DOT
	lines     []string // of its label
	title     string   // its tooltip
	part      string   // "" if there is none
	accepting bool
	states    []dfa.State
}

// box reports whether several states are drawn as one.
func (n *node) box() bool { return len(n.states) > 1 }

// edge is all that leads from one node to another.
type edge struct {
	from, to int
	chars    unicodeclass.Set
	label    []string
}

// Limits of a drawing, above which it could not be read.
const (
	mostNodes = 300
	mostEdges = 1200
)

// New draws a rule, in which the states of parts (RULE or NAME=RULE) are coloured and folded into boxes. The errors
// are those of [compile.Compile], and a *compile.LimitError for more than 300 nodes or 1200 edges.
func New(g *abnf.Grammar, rule string, parts []string) (*Drawing, error) {
	a, err := compile.Compile(g, rule, &compile.Options{Parts: parts})
	if err != nil {
		return nil, err
	}
	p := &painter{grammar: g, rule: g.Lookup(rule), automaton: newCharAutomaton(a, g.Encoding)}
	groups := p.groups()
	if len(groups) > mostNodes {
		return nil, p.limit("states in a drawing", mostNodes)
	}
	d := p.draw(groups)
	if len(d.edges) > mostEdges {
		return nil, p.limit("edges in a drawing", mostEdges)
	}
	return d, nil
}

// painter makes a drawing.
type painter struct {
	grammar   *abnf.Grammar
	rule      *abnf.Rule
	automaton *charAutomaton
}

func (p *painter) limit(what string, max int) error {
	return &compile.LimitError{Pos: p.rule.Pos, Rule: p.rule.Name, What: what, Max: max}
}
