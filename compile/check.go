package compile

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"example.org/iri/compile/abnf"
)

// checked is a rule that is ready to be compiled: every rule it needs is
// defined, and those that refer to themselves are regular.
type checked struct {
	grammar *abnf.Grammar
	rule    *abnf.Rule
	opts    Options
	marks   map[*abnf.Rule]int // number of the mark
	parts   map[*abnf.Rule]int // number of the part, from 1
	names   []string           // of the parts; names[0] is ""
	spans   map[*abnf.Rule]int // number of the span
	graph   *ruleGraph
}

// defaultMaxStates is the limit of states if Options sets none.
const defaultMaxStates = 1 << 16

// check resolves the names that rule and opts use and refuses what cannot be
// compiled.
func check(g *abnf.Grammar, rule string, opts *Options) (*checked, error) {
	c := &checked{grammar: g, marks: make(map[*abnf.Rule]int), parts: make(map[*abnf.Rule]int)}
	if opts != nil {
		c.opts = *opts
	}
	c.opts.MaxStates = cmp.Or(c.opts.MaxStates, defaultMaxStates)
	if err := g.Verify(rule); err != nil {
		return nil, err
	}
	c.rule = g.Lookup(rule)
	graph, errs := newRuleGraph(g, c.rule)
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	c.graph = graph
	if err := c.resolveMarks(); err != nil {
		return nil, err
	}
	return c, c.resolveParts()
}

func (c *checked) resolveMarks() error {
	const most = 16 // bits of a mark set
	if len(c.opts.Marks) > most {
		return c.limit("marks", most)
	}
	for i, name := range c.opts.Marks {
		r, err := c.lookup("mark", name)
		if err != nil {
			return err
		}
		if _, twice := c.marks[r]; twice {
			return fmt.Errorf("abnf: mark %s is listed twice", name)
		}
		c.marks[r] = i
	}
	return nil
}

func (c *checked) resolveParts() error {
	const most = 255 // values of an entry of Parts but 0
	if len(c.opts.Parts) == 0 {
		return nil
	}
	number := map[string]int{"": 0}
	c.names = []string{""}
	for _, spec := range c.opts.Parts {
		name, rule, renamed := strings.Cut(spec, "=")
		if !renamed {
			rule = name
		}
		if name == "" {
			return fmt.Errorf("abnf: part %q has no name", spec)
		}
		r, err := c.lookup("part", rule)
		if err != nil {
			return err
		}
		if c.parts[r] != 0 {
			return fmt.Errorf("abnf: part %s is listed twice", rule)
		}
		if _, known := number[name]; !known {
			number[name] = len(c.names)
			c.names = append(c.names, name)
		}
		c.parts[r] = number[name]
	}
	if len(c.names)-1 > most {
		return c.limit("parts", most)
	}
	return nil
}

// limit is the error that the rule needs more than max of what.
func (c *checked) limit(what string, max int) *LimitError {
	return &LimitError{Pos: c.rule.Pos, Rule: c.rule.Name, What: what, Max: max}
}

// lookup returns the rule that an option names. Recursive rules share their
// states, which cannot tell where each use of a rule begins.
func (c *checked) lookup(option, name string) (*abnf.Rule, error) {
	if r := c.grammar.Lookup(name); r != nil {
		if c.graph.components[r] != nil {
			return nil, fmt.Errorf("%s: %s %s refers to itself, so it cannot be told from its own parts", place(r.Pos), option, r.Name)
		}
		return r, nil
	}
	hint := ""
	if near := c.grammar.Nearest(name); near != "" {
		hint = "; did you mean " + near + "?"
	}
	return nil, fmt.Errorf("abnf: %s %s is not a rule of the grammar%s", option, name, hint)
}
