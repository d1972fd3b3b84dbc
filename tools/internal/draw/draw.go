// Package draw describes the minimal automaton of a rule as a graph for Graphviz.
//
// Automata read bytes, and graphs show characters. They omit the dead state and states inside characters, and merge all
// transitions from one state to another into one edge. Its label names the characters exactly, by rules of the grammar such
// as DIGIT or ucschar, or lists them: '.', '0'-'4', U+00A0. If values of the grammar are octets, characters are, too:
// 0x80-0xFF.
//
// States have the numbers of listings (see [dfa.Automaton]). Accepting states have a double border. Connected states of a
// part (see [compile.Options]) are a box, with a double border if one of them is accepting.
package draw

import (
	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/unicodeclass"
)

type Drawing struct {
	name    string
	caption string
	nodes   []node
	edges   []edge
	start   int
}

type node struct {
	id        string   // in DOT
	lines     []string // of the label
	title     string   // tooltip
	part      string   // may be ""
	accepting bool
	states    []dfa.State
}

func (n *node) box() bool { return len(n.states) > 1 }

type edge struct {
	from, to int
	chars    unicodeclass.Set
	label    []string
}

// Limits of a readable drawing.
const (
	mostNodes = 300
	mostEdges = 1200
)

// New draws a rule. The states of parts (RULE or NAME=RULE) are colored and folded into boxes. It returns the errors of
// [compile.Compile], and a *compile.LimitError for more than 300 nodes or 1200 edges.
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

type painter struct {
	grammar   *abnf.Grammar
	rule      *abnf.Rule
	automaton *charAutomaton
}

func (p *painter) limit(what string, max int) error {
	return &compile.LimitError{Pos: p.rule.Pos, Rule: p.rule.Name, What: what, Max: max}
}
