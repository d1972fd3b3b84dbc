// Package draw describes the minimal automaton of a rule as a graph for Graphviz.
//
// Automata read bytes, and graphs show characters: they leave out the dead state and states in the middle of a
// character, and all transitions from one state to another are one edge. Its label names the characters by rules of
// the grammar, such as DIGIT or ucschar, or lists them: '.', '0'-'4', U+00A0. Labels are exact. If the values of the
// grammar are octets, so are the characters: 0x80-0xFF.
//
// States have the numbers of listings (see [dfa.Automaton]). Accepting states have a double border. In a large graph,
// the states inside the same rule are folded into a box, which has a double border if one of its states accepts.
package draw

import (
	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/unicodeclass"
)

// Options change how a rule is drawn. The zero value, and a nil pointer, are ready
// to use.
type Options struct {
	// Parts lists the rules whose states are coloured, and folded into boxes: RULE, or
	// NAME=RULE to call the rule by another name. Of rules within each other the inner
	// one counts. Where a string may be in several, by different parses, the box is that
	// of the first in the list.
	//
	// Without a list, the parts are the rules that the drawn one refers to or, if that
	// makes very large boxes, rules within these; and only rules of more than 40 states
	// are folded.
	Parts []string
}

// Drawing is a graph of an automaton.
type Drawing struct {
	name    string
	caption string
	nodes   []node
	edges   []edge
	start   int
	parts   []string // legend, by colour
}

// node is a state, or several in a box.
type node struct {
	id        string   // in DOT
	lines     []string // of its label
	title     string   // its tooltip
	box       bool
	accepting bool
	colour    int // index of Drawing.parts, -1 for none
	states    []dfa.State
}

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

// New draws a rule. The errors are those of [compile.Compile], and a
// *compile.LimitError for more than 300 nodes or 1200 edges.
func New(g *abnf.Grammar, rule string, opts *Options) (*Drawing, error) {
	if opts == nil {
		opts = new(Options)
	}
	a, err := compile.Compile(g, rule, nil)
	if err != nil {
		return nil, err
	}
	p := &painter{Options: opts, grammar: g, rule: g.Lookup(rule), automaton: newCharAutomaton(a, g.Encoding)}
	groups, err := p.groups()
	if err != nil {
		return nil, err
	}
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
	*Options
	grammar   *abnf.Grammar
	rule      *abnf.Rule
	automaton *charAutomaton
}

func (p *painter) limit(what string, max int) error {
	return &compile.LimitError{Pos: p.rule.Pos, Rule: p.rule.Name, What: what, Max: max}
}
