package compile

import (
	"cmp"
	"errors"
	"fmt"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/compiler/machine"
	"example.org/iri/internal/compiler/subset"
	"example.org/iri/internal/naming"
	"example.org/iri/internal/nfa"
)

// A program is a rule that is ready to be compiled: all rules it needs are defined, and recursive rules are regular.
type program struct {
	nfa.Source
	grammar   *abnf.Grammar
	graph     *nfa.Graph
	opts      Options
	named     []naming.Span // the spans
	partNames []string      // partNames[0] is ""; empty without parts
}

// The default of Options.MaxStates; for each state of the DFA, the limits of NFA states and of members of all DFA
// states; and the limit of table entries.
const (
	defaultMaxStates  = 1 << 16
	nfaStatesPerState = 4
	membersPerState   = 256
	maxCells          = 1 << 20
)

func (p *program) limits() subset.Limits {
	return subset.Limits{States: p.opts.MaxStates, Work: membersPerState * p.opts.MaxStates}
}

// check resolves the names in rule and opts, and rejects what cannot be compiled.
func check(g *abnf.Grammar, rule string, opts *Options) (*program, error) {
	p := &program{grammar: g}
	if opts != nil {
		p.opts = *opts
	}
	p.opts.MaxStates = cmp.Or(p.opts.MaxStates, defaultMaxStates)
	if err := g.Verify(rule); err != nil {
		return nil, err
	}
	p.Rule = g.Lookup(rule)
	graph, cycles := nfa.NewGraph(g, p.Rule)
	var errs []error
	for _, c := range cycles {
		errs = append(errs, &NotRegularError{Pos: c.Pos[0], Cycle: c.Names, Links: c.Pos, Where: c.Where})
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	p.graph = graph
	p.opts.Cache = p.cache()
	p.Reducer = &p.opts.Cache.reducer
	return p, p.resolveParts()
}

func (p *program) resolveSpans(entries []string) (err error) {
	if len(entries) > subset.MostSpans {
		return p.limit(machine.Spans, subset.MostSpans)
	}
	if p.named, err = naming.Spans(p.grammar, entries); err != nil {
		return err
	}
	p.Spans = make(map[*abnf.Rule][]nfa.Span)
	for i, s := range p.named {
		for _, r := range append(s.Below, s.Rule) {
			if err := p.notRecursive("span", r); err != nil {
				return err
			}
		}
		p.Spans[s.Rule] = append(p.Spans[s.Rule], nfa.Span{Number: i, Below: s.Below})
	}
	return nil
}

// resolveParts numbers the parts from 1. Several rules may share a name, and so a number.
func (p *program) resolveParts() error {
	const most = 255
	if len(p.opts.Parts) == 0 {
		return nil
	}
	p.Parts = make(map[*abnf.Rule]int)
	number := map[string]int{"": 0}
	p.partNames = []string{""}
	for _, spec := range p.opts.Parts {
		name, rule, err := naming.Cut(spec)
		if err != nil {
			return err
		}
		r, err := p.lookup("part", rule)
		if err != nil {
			return err
		}
		if p.Parts[r] != 0 {
			return fmt.Errorf("abnf: part %s is listed twice", rule)
		}
		if _, known := number[name]; !known {
			number[name] = len(p.partNames)
			p.partNames = append(p.partNames, name)
		}
		p.Parts[r] = number[name]
	}
	if len(p.partNames)-1 > most {
		return p.limit(machine.Parts, most)
	}
	return nil
}

func (p *program) lookup(option, name string) (*abnf.Rule, error) {
	if r := p.grammar.Lookup(name); r != nil {
		return r, p.notRecursive(option, r)
	}
	return nil, naming.Unknown(p.grammar, option, name)
}

// notRecursive rejects a recursive rule, whose uses share states, so that the beginning of a use cannot be found.
func (p *program) notRecursive(option string, r *abnf.Rule) error {
	if !p.graph.Recursive(r) {
		return nil
	}
	return &abnf.Error{Pos: r.Pos, Msg: fmt.Sprintf("%s %s is not possible: the rule refers to itself", option, r.Name)}
}

func (p *program) limit(what string, max int) *LimitError {
	return &LimitError{Pos: p.Rule.Pos, Rule: p.Rule.Name, What: what, Max: max}
}

// fault converts errors of a stage to errors of this package, for a rule.
func fault(r *abnf.Rule, err error) error {
	var large *nfa.TooLarge
	var limit *machine.Limit
	switch {
	case errors.As(err, &large):
		return &LimitError{Pos: large.Node.Position(), Rule: large.Rule.Name, What: "states of the NFA", Max: large.Max, Option: "MaxStates"}
	case errors.As(err, &limit):
		return &LimitError{Pos: r.Pos, Rule: r.Name, What: limit.What, Max: limit.Max, Option: optionOf(limit.What)}
	}
	return err
}

func optionOf(what string) string {
	switch what {
	case machine.States, machine.Work:
		return "MaxStates"
	}
	return ""
}
