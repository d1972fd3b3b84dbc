package compile

import (
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/internal/machine"
	"example.org/iri/compile/internal/subset"
	"example.org/iri/internal/nfa"
)

// Cache keeps the minimal automata of rules from one call of [Compile] or [Spans] to the next. So
// many rules of one grammar compile with each made once. The zero value is empty and ready to use.
// A Cache serves grammars whose rules do not change, with the same encoding and limits, and one
// goroutine.
type Cache struct {
	encoding abnf.Encoding
	limits   subset.Limits
	reducer  nfa.Reducer
}

// reducer returns what makes small automata of the rules that are built in.
func (p *program) reducer() *nfa.Reducer {
	c := p.opts.Cache
	if c == nil {
		c = new(Cache)
	}
	if c.encoding != p.grammar.Encoding || c.limits != p.limits() {
		*c = Cache{encoding: p.grammar.Encoding, limits: p.limits()}
		c.reducer.Reduce = func(n *nfa.Automaton, states int) (*nfa.Automaton, error) {
			limits := c.limits
			if states != 0 {
				limits.States = min(limits.States, states)
			}
			return subset.Reduce(n, limits)
		}
	}
	return &c.reducer
}

// keep puts the minimal machine of p's rule into the cache, if there is one.
func (p *program) keep(d *machine.Machine[machine.Plain]) {
	if p.opts.Cache != nil && p.Reducer != nil && len(p.Parts) == 0 {
		p.Reducer.Keep(p.Rule, subset.Fragment(d))
	}
}
