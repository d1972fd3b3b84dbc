package compile

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/compiler/machine"
	"example.org/iri/internal/nfa"
)

// NotRegularError reports that rules refer to themselves in a way that is not regular: neither all at their ends nor
// all at their beginnings. Pos is the first of Links.
type NotRegularError struct {
	abnf.Pos
	Cycle []string   // names of the rules in the cycle, the first one repeated at the end
	Links []abnf.Pos // where each of them refers to the next: one fewer than Cycle
	Where string     // position of a reference in its rule: "in the middle of a rule"
}

func (e *NotRegularError) Error() string {
	var way strings.Builder
	way.WriteString(e.Cycle[0])
	for i, name := range e.Cycle[1:] {
		fmt.Fprintf(&way, " -> %s (%v)", name, e.Links[i])
	}
	return fmt.Sprintf("%s: rule %s refers to itself %s: %s; recursion is regular if all of it stands at the end, or all at the beginning",
		place(e.Pos), e.Cycle[0], e.Where, &way)
}

// LimitError reports that Rule needs more than Max of What. Pos is the position of the rule, or of a part of it that is
// too large. Option is the field of [Options] that sets the limit, or "".
type LimitError struct {
	abnf.Pos
	Rule, What string
	Max        int
	Option     string
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%s: rule %s: more than %d %s", place(e.Pos), e.Rule, e.Max, e.What)
}

func place(p abnf.Pos) string {
	if p == (abnf.Pos{}) {
		return "abnf"
	}
	return "abnf: " + p.String()
}

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
