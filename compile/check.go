package compile

import (
	"cmp"
	"fmt"
	"strings"

	"example.org/iri/compile/abnf"
)

// checked is a rule that is ready to be compiled: every rule it needs is
// defined and none refers to itself.
type checked struct {
	grammar *abnf.Grammar
	rule    *abnf.Rule
	opts    Options
	marks   map[*abnf.Rule]int // number of the mark
	parts   map[*abnf.Rule]int // number of the part, from 1
	names   []string           // of the parts; names[0] is ""
}

// check resolves the names that rule and opts use and refuses what cannot be
// compiled.
func check(g *abnf.Grammar, rule string, opts *Options) (*checked, error) {
	c := &checked{grammar: g, marks: make(map[*abnf.Rule]int), parts: make(map[*abnf.Rule]int)}
	if opts != nil {
		c.opts = *opts
	}
	c.opts.MaxStates = cmp.Or(c.opts.MaxStates, 1<<16)
	if err := g.Verify(rule); err != nil {
		return nil, err
	}
	c.rule = g.Lookup(rule)
	if err := acyclic(g, c.rule); err != nil {
		return nil, err
	}
	if err := c.resolveMarks(); err != nil {
		return nil, err
	}
	return c, c.resolveParts()
}

func (c *checked) resolveMarks() error {
	const most = 16 // bits of a mark set
	if len(c.opts.Marks) > most {
		return &LimitError{c.rule.Name, "marks", most}
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
		return &LimitError{c.rule.Name, "parts", most}
	}
	return nil
}

// lookup returns the rule that an option names.
func (c *checked) lookup(option, name string) (*abnf.Rule, error) {
	if r := c.grammar.Lookup(name); r != nil {
		return r, nil
	}
	hint := ""
	if near := c.grammar.Nearest(name); near != "" {
		hint = "; did you mean " + near + "?"
	}
	return nil, fmt.Errorf("abnf: %s %s is not a rule of the grammar%s", option, name, hint)
}

// acyclic returns a *NotRegularError if r, or a rule it needs, refers to itself.
func acyclic(g *abnf.Grammar, r *abnf.Rule) error {
	w := &cycleWalk{grammar: g, done: make(map[*abnf.Rule]bool), on: make(map[*abnf.Rule]int)}
	return w.rule(r)
}

// cycleWalk is a depth-first search over references.
type cycleWalk struct {
	grammar *abnf.Grammar
	done    map[*abnf.Rule]bool
	on      map[*abnf.Rule]int // index in path of the rules on it; done ones stay
	path    []string
	refs    []abnf.Pos // refs[i] is where path[i] refers to path[i+1]
}

func (w *cycleWalk) rule(r *abnf.Rule) error {
	if w.done[r] {
		return nil
	}
	if i, again := w.on[r]; again {
		return &NotRegularError{Cycle: append(w.path[i:len(w.path):len(w.path)], r.Name), Pos: w.refs[i:]}
	}
	w.on[r] = len(w.path)
	w.path = append(w.path, r.Name)
	err := w.node(r.Body)
	w.path = w.path[:len(w.path)-1]
	w.done[r] = true
	return err
}

func (w *cycleWalk) node(n abnf.Node) error {
	switch n := n.(type) {
	case *abnf.Alternation:
		return w.nodes(n.Alts)
	case *abnf.Concatenation:
		return w.nodes(n.Elems)
	case *abnf.Repetition:
		if n.Max == 0 {
			return nil // the empty text, whatever is repeated
		}
		return w.node(n.Elem)
	case *abnf.RuleRef:
		w.refs = append(w.refs, n.Pos)
		err := w.rule(w.grammar.Lookup(n.Name))
		w.refs = w.refs[:len(w.refs)-1]
		return err
	}
	return nil
}

func (w *cycleWalk) nodes(list []abnf.Node) error {
	for _, n := range list {
		if err := w.node(n); err != nil {
			return err
		}
	}
	return nil
}
