package compile

import (
	"errors"
	"slices"
	"sort"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/compiler/machine"
	"example.org/iri/internal/compiler/subset"
	"example.org/iri/internal/nfa"
)

// blame returns the error for the innermost rule that exceeds a limit by itself, if err says that r
// exceeds one: what is built of a rule that is too large is too large. To try a rule takes as long
// as to compile it, and rules may be nested thousands deep. So blame follows the way from r to the
// largest rule in it, to the largest in that, and so on. It searches this way by halves, and then
// looks at the other rules where the search ends.
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

// alone says which limit a rule exceeds by itself, without spans and parts.
func (p *program) alone(r *abnf.Rule) error {
	known := p.opts.Cache.refused
	err, tried := known[r]
	if !tried {
		err = p.trial(r, r.Body, p.limits())
		known[r] = err
	}
	return err
}

// trial says which limit a rule exceeds if it has another body.
func (p *program) trial(r *abnf.Rule, body abnf.Node, limits subset.Limits) error {
	q := *p
	q.Source = nfa.Source{Rule: &abnf.Rule{Pos: r.Pos, Name: r.Name, Body: body}, Reducer: p.Reducer}
	q.opts.Trace, q.opts.MaxStates = nil, limits.States
	_, err := q.subsets()
	return err
}

// refusal returns the error for a rule that exceeds a limit while the rules in it do not.
func (p *program) refusal(r *abnf.Rule, err error) error {
	known := p.opts.Cache.refusals
	if known[r] == nil {
		if large := new(nfa.TooLarge); errors.As(err, &large) {
			large.Rule, large.Node = r, p.graph.LargeNode(p.Source, r, large.Max)
		}
		e := fault(r, err).(*LimitError)
		e.Alternative = p.growing(r)
		known[r] = e
	}
	return known[r]
}

// growing returns an alternative of a rule without which it would stay far below the limits, nil if
// there is none. It is looked for among two: one makes the alternatives before it exceed them, and
// one those after it. Each is found by halves. What has only two says little.
func (p *program) growing(r *abnf.Rule) abnf.Node {
	const far, many = 16, 3
	limits := limitsOf(p.opts.MaxStates / far)
	var all *abnf.Alternation // the one with most alternatives
	for n := range abnf.All(r.Body) {
		if alt, is := n.(*abnf.Alternation); is && (all == nil || len(alt.Alts) > len(all.Alts)) {
			all = alt
		}
	}
	if all == nil || len(all.Alts) < many {
		return nil
	}
	fits := func(alts ...abnf.Node) bool {
		return len(alts) == 0 || p.trial(r, replaced(r.Body, all, &abnf.Alternation{Pos: all.Pos, Alts: alts}), limits) == nil
	}
	n := len(all.Alts)
	first := sort.Search(n-1, func(i int) bool { return !fits(all.Alts[:i+1]...) })
	last := n - 1 - sort.Search(n-1, func(i int) bool { return !fits(all.Alts[n-1-i:]...) })
	for _, i := range []int{first, last} {
		if fits(slices.Concat(all.Alts[:i], all.Alts[i+1:])...) {
			return all.Alts[i]
		}
	}
	return nil
}

// replaced returns a node that has another one in the place of one in it.
func replaced(n, before, after abnf.Node) abnf.Node {
	list := func(nodes []abnf.Node) []abnf.Node {
		nodes = slices.Clone(nodes)
		for i := range nodes {
			nodes[i] = replaced(nodes[i], before, after)
		}
		return nodes
	}
	if n == before {
		return after
	}
	switch n := n.(type) {
	case *abnf.Alternation:
		return &abnf.Alternation{Pos: n.Pos, Alts: list(n.Alts)}
	case *abnf.Concatenation:
		return &abnf.Concatenation{Pos: n.Pos, Elems: list(n.Elems)}
	case *abnf.Repetition:
		m := *n
		m.Elem = replaced(n.Elem, before, after)
		return &m
	}
	return n
}
