package compile

import (
	"errors"
	"sort"

	"example.org/iri/compile/abnf"
	"example.org/iri/compile/internal/machine"
	"example.org/iri/compile/internal/subset"
	"example.org/iri/internal/nfa"
)

// blame returns the error for the innermost rule that exceeds a limit by itself, if err says that r
// exceeds one: what is built of a rule that is too large is too large. To try a rule takes as long
// as to compile it, and rules may be nested thousands deep. So blame follows the way from r to the
// largest rule in it, to the largest in that, and so on. It searches this way by halves, and then
// looks at the other rules where the search ends.
func (p *program) blame(r *abnf.Rule, err error) error {
	var inner *nfa.RuleError
	if errors.As(err, &inner) {
		return p.blame(inner.Rule, inner.Err)
	}
	if !errors.As(err, new(*machine.Limit)) {
		return fault(r, err)
	}
	way := p.graph.Largest(p.Source, r)
	deepest := sort.Search(len(way), func(i int) bool { return p.alone(way[i]) == nil }) - 1
	if deepest >= 0 {
		r = way[deepest]
		err = p.alone(r)
	}
	for _, next := range p.graph.Inner(r) {
		if err := p.alone(next); err != nil {
			return p.blame(next, err)
		}
	}
	return fault(r, err)
}

// alone says which limit a rule exceeds by itself, without spans and parts.
func (p *program) alone(r *abnf.Rule) error {
	if n, err := p.Reducer.Known(r); n != nil || err != nil {
		return err
	}
	n, err := nfa.New(p.graph, nfa.Source{Rule: r, Reducer: p.Reducer}, p.opts.MaxStates*nfaStatesPerState)
	if err == nil {
		_, err = subset.Plain(n, p.limits())
	}
	return err
}
