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

// Spans compiles a rule into an automaton that also finds where other rules lie in a string: for
// [dfa.Find] the first occurrence of each, for [dfa.FindAll] all. A span is RULE; A.B for rule B anywhere
// below rule A, and so on; or NAME=A.B to call it by another name than that of its last rule. Parts must
// not be among the options.
//
// The spans are exact. If some string has two parses in which a rule occurs at different places, or not
// equally often, the error joins an *AmbiguousError with a shortest such string for each of these rules, unless PreferFirst
// is among the options. A rule that meets a limit by itself is not among them if another one is. All other grammars
// compile, or the error is a *LimitError. Errors in the grammar and the options are those of [Compile].
func Spans(g *abnf.Grammar, rule string, names []string, opts *Options) (*dfa.Tagged, error) {
	p, err := check(g, rule, opts)
	if err != nil {
		return nil, err
	}
	return p.spans(names)
}

// spans goes through the stages.
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

// ambiguities returns an error for each span that is ambiguous by itself, first the one that was found.
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

// tagged goes through the stages up to the machine that reports where spans lie.
//
// The beginning of a span, and its end, has a name in each stage. In the NFA it is a tag: a state with
// the tag sets it at the offset that a parse has come to. In the subset construction it is a register: a
// value is what one parse has done with the tag, which is the list of offsets in a register and those
// that are pending, and a commit moves pending offsets to a register. In the DFA it is an event: entering
// a state does the commits of its event. In the table it is a place: a register, or a distance to the end
// of the string, that says where the tag lies when the string ends. Tags at a fixed distance from others
// have no place of their own.
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

// captures makes the machine that reports where spans lie. It tries to wait longer only if that may save registers or
// states.
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
