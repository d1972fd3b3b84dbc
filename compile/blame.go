package compile

import (
	"errors"
	"sort"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/compiler/machine"
	"example.org/iri/internal/nfa"
)

// blame returns the error for the innermost rule that exceeds a limit by itself, if err reports a limit that r exceeds.
// Other errors are returned for r. Since trying a rule takes as long as compiling it, and rules may be nested thousands
// deep, it does a binary search on the path from r to its largest rule, the largest rule in that, and so on. Then it
// examines the other rules where the search ends.
func (p *program) blame(r *abnf.Rule, err error) error {
	if !errors.As(err, new(*machine.Limit)) && !errors.As(err, new(*nfa.TooLarge)) {
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
	return p.refusal(r, err)
}

// alone returns the error of a rule that is compiled by itself, without spans and parts.
func (p *program) alone(r *abnf.Rule) error {
	known := p.opts.Cache.refused
	err, tried := known[r]
	if !tried {
		q := *p
		q.Source, q.opts.Trace = nfa.Source{Rule: r, Reducer: p.Reducer}, nil
		_, err = q.subsets()
		known[r] = err
	}
	return err
}

// refusal returns the error for a rule that exceeds a limit although no rule in it does.
func (p *program) refusal(r *abnf.Rule, err error) error {
	if large := new(nfa.TooLarge); errors.As(err, &large) {
		large.Rule, large.Node = r, p.graph.LargeNode(p.Source, r, large.Max)
	}
	return fault(r, err)
}
