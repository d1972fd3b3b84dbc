// Package draw draws the minimal automaton of a rule as a picture: as SVG, laid out
// here, or as text for Graphviz.
//
// Automata read bytes, pictures show characters: states in the middle of a character
// and the dead state are left out, and what leads from one state to another is one
// edge. Its label names the characters in the words of the grammar (DIGIT, ucschar) or
// lists them: '.', '0'-'4', U+00A0. Labels are exact: each character that leads on is in
// one label of a state, and no other is.
//
// States are numbered as in listings (see [dfa.Automaton]), those that accept have a
// double border. States that a text can be in the same part of are folded into a box
// if the picture would be too large: within a box nothing is shown.
package draw

import (
	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// Options change how a rule is drawn. The zero value, and a nil pointer, are ready
// to use.
type Options struct {
	// Marks lists rules whose beginnings are shown at the states that are entered
	// there; see compile.Options.
	Marks []string

	// Parts lists the rules whose states are folded into boxes and coloured: RULE, or
	// NAME=RULE to call the rule by another name. Where a text may be in several of
	// them, the box is that of the first in the list. Without a list, it is made of the rules that
	// the drawn one refers to, and only rules of more than 40 states are folded.
	Parts []string

	// Full draws every state by itself.
	Full bool
}

// Drawing is a picture of an automaton.
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
	lines     []string // what is written in it
	title     string   // what more there is to say
	box       bool
	accepting bool
	marks     []string
	colour    int // index of Drawing.parts, -1 for none
	states    []dfa.State
}

// edge is all that leads from one node to another.
type edge struct {
	from, to int
	chars    charSet
	label    []string
}

// Limits of a drawing, beyond which nobody could read it.
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
	a, err := compile.Compile(g, rule, &compile.Options{Marks: opts.Marks})
	if err != nil {
		return nil, err
	}
	p := &painter{Options: opts, grammar: g, rule: g.Lookup(rule), machine: newMachine(a)}
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
	grammar *abnf.Grammar
	rule    *abnf.Rule
	machine *machine
}

func (p *painter) limit(what string, max int) error {
	return &compile.LimitError{Pos: p.rule.Pos, Rule: p.rule.Name, What: what, Max: max}
}
