package compile

import (
	"cmp"
	"errors"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/compiler/capture"
	"example.org/iri/internal/compiler/layout"
	"example.org/iri/internal/compiler/machine"
	"example.org/iri/internal/compiler/subset"
	"example.org/iri/internal/nfa"
)

// Spans compiles a rule to an automaton that also finds where other rules match in a string: [dfa.Find] returns the
// first occurrence of each, [dfa.FindAll] all of them. A span is RULE; A.B for rule B anywhere below rule A, and so on;
// or NAME=A.B to use another name than that of the last rule. The options must not have Parts.
//
// The spans are exact. If some string has two parses with different occurrences of a rule, the error joins an
// *AmbiguousError for each such rule, with a shortest such string, unless PreferFirst is set. It omits rules that
// exceed a limit by themselves. All other grammars compile, or exceed a limit with a *LimitError. Errors in the grammar
// and in the options are those of [Compile].
func Spans(g *abnf.Grammar, rule string, names []string, opts *Options) (*dfa.Tagged, error) {
	p, err := check(g, rule, opts)
	if err != nil {
		return nil, err
	}
	return p.spans(names)
}

func (p *program) spans(names []string) (_ *dfa.Tagged, err error) {
	if len(p.opts.Parts) > 0 {
		return nil, errors.New("compile: an automaton with spans has no parts")
	}
	if err := p.resolveSpans(names); err != nil {
		return nil, err
	}
	r, err := p.tagged(len(names))
	if first := new(AmbiguousError); errors.As(err, &first) {
		var list []error
		for _, e := range p.ambiguities(names, first) {
			if list = append(list, e); p.opts.PreferFirst != nil {
				p.opts.PreferFirst(e)
			}
		}
		if err = errors.Join(list...); p.opts.PreferFirst != nil {
			p.Reducer, p.PreferFirst = nil, true
			r, err = p.tagged(len(names))
		}
	}
	if err != nil {
		return nil, err
	}
	p.trace("captures", r)
	t, err := layout.Tagged(r, names, maxCells)
	if err != nil {
		return nil, fault(p.Rule, err)
	}
	p.trace("table", &t.Automaton)
	return t, t.Check()
}

// ambiguities returns an error for each span that is ambiguous by itself, beginning with first.
func (p *program) ambiguities(names []string, first *AmbiguousError) []*AmbiguousError {
	list := []*AmbiguousError{first}
	for i, s := range p.named {
		if s.Name == first.Name {
			continue
		}
		q := *p
		q.opts.Trace = nil
		err := q.resolveSpans(names[i : i+1])
		if err == nil {
			_, err = q.tagged(1)
		}
		if e := new(AmbiguousError); errors.As(err, &e) {
			list = append(list, e)
		}
	}
	return list
}

// tagged runs the stages up to the machine that finds the spans.
//
// The beginning and the end of a span are represented differently in each stage. In the NFA they are tags: a state with
// a tag sets it to the current offset of a parse. In the subset construction they are registers: the value of a tag in
// a parse is the list of offsets in a register, followed by pending offsets, which a commit moves to a register. In the
// DFA they are events: entering a state executes the commits of its event. In the table they are places: the offset of
// a tag, at the end of the string, is in a register or at a distance from the end. Tags at a fixed distance from others
// have no place.
func (p *program) tagged(spans int) (*capture.Reduced, error) {
	n, err := p.thompson()
	if err != nil {
		return nil, p.blame(p.Rule, err)
	}
	r, err := p.captures(n, subset.Captures{Spans: spans, PreferFirst: p.PreferFirst})
	if err != nil {
		return nil, p.ambiguous(n, p.blame(p.Rule, err))
	}
	return r, nil
}

// captures makes the machine that finds the spans. It increases Patience only while that may save registers or states.
func (p *program) captures(n *nfa.Automaton, c subset.Captures) (best *capture.Reduced, err error) {
	for _, c.Patience = range []int{1, 8, subset.MostPatience} {
		d, failed := subset.NewTagged(n, c, p.limits())
		switch {
		case errors.As(failed, new(*subset.Clash)):
			return nil, failed
		case failed != nil:
			err = cmp.Or(err, failed)
			continue
		}
		p.trace("dfa", d)
		d.Machine = machine.Minimize(d.Machine)
		p.trace("min", d)
		if r := capture.Reduce(d); best == nil || r.Cost() < best.Cost() {
			best = r
		}
		if best.Simple() {
			break
		}
	}
	if best != nil {
		return best, nil
	}
	return nil, err
}
