package compile

import (
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// CompileWhole is Compile without the reduction of the NFA.
func CompileWhole(g *abnf.Grammar, rule string, opts *Options) (*dfa.Automaton, error) {
	p, err := check(g, rule, opts)
	if err != nil {
		return nil, err
	}
	p.Reducer = nil
	return p.automaton()
}

// SpansWhole is Spans without the reduction of the NFA.
func SpansWhole(g *abnf.Grammar, rule string, names []string, opts *Options) (*dfa.Tagged, error) {
	p, err := check(g, rule, opts)
	if err != nil {
		return nil, err
	}
	p.Reducer = nil
	return p.spans(names)
}
