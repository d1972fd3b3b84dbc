package abnflint

import (
	"errors"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"

	"example.org/iri/internal/abnftree"
)

// maxStates limits the states of a checked rule. It is thirty times the states of an IRI.
const maxStates = 1 << 14

// effort limits the work for a grammar, in elements of compiled rules or equivalent work. RFC 3987 takes a fourteenth
// of it.
const effort = 1 << 24

// Costs in elements.
const (
	perRule      = 128
	perReference = 8
)

// mostSize limits counts.
const mostSize = 1 << 28

var errEffort = errors.New("the grammar takes too much to be checked as a whole")

var errPairs = errors.New("it takes too many pairs of states")

// compiler compiles rules within the effort.
type compiler struct {
	grammar *abnf.Grammar
	rules   int    // number of rules in the grammar
	free    string // an unused rule name
	size    map[*abnf.Rule]int
	cache   compile.Cache
	left    int
}

func newCompiler(g *abnf.Grammar) *compiler {
	c := &compiler{grammar: g, free: "alternatives", size: make(map[*abnf.Rule]int), left: effort}
	for range g.Rules() {
		c.rules++
	}
	for g.Lookup(c.free) != nil {
		c.free += "-"
	}
	return c
}

// spend subtracts n from the remaining effort.
func (c *compiler) spend(n int) error {
	if n > c.left {
		c.left = 0
		return errEffort
	}
	c.left -= n
	return nil
}

func (c *compiler) automaton(r *abnf.Rule) (*dfa.Automaton, error) {
	return spending(c, c.sizeOf(r), 1, func(opts *compile.Options) (*dfa.Automaton, error) {
		return compile.Compile(c.grammar, r.Name, opts)
	})
}

// choice compiles alternatives as if they were a rule.
func (c *compiler) choice(alts ...abnf.Node) (*dfa.Automaton, error) {
	size := c.rules / 4
	for _, alt := range alts {
		size = min(size+c.sizeOfNode(alt), mostSize)
	}
	return spending(c, size, 1, func(opts *compile.Options) (*dfa.Automaton, error) {
		body := alts[0]
		if len(alts) > 1 {
			body = &abnf.Alternation{Pos: body.Position(), Alts: alts}
		}
		return compile.Compile(abnftree.With(c.grammar, c.free, body), c.free, opts)
	})
}

// span compiles a rule with spans.
func (c *compiler) span(r *abnf.Rule, refs []*abnf.RuleRef) error {
	var names []string
	for _, ref := range refs {
		names = append(names, ref.Name)
	}
	_, err := spending(c, c.sizeOf(r), 2+len(refs), func(opts *compile.Options) (*dfa.Tagged, error) {
		return compile.Spans(c.grammar, r.Name, names, opts)
	})
	return err
}

// spending calls build for a structure of the given size, which takes times its size. If the size exceeds far,
// minimization of referenced rules may still make it small, so spending pays a price that does not depend on the size
// and, if a limit is exceeded, a penalty for the wasted work.
func spending[T any](c *compiler, size, times int, build func(*compile.Options) (*T, error)) (*T, error) {
	const far, vain = 16 * maxStates, 1 << 18
	price, lost := perRule+size*times, vain
	if size > far {
		price, lost = perRule+perReference*c.rules, 4*vain
	}
	if err := c.spend(price); err != nil {
		return nil, err
	}
	x, err := build(&compile.Options{MaxStates: maxStates, Cache: &c.cache})
	if errors.As(err, new(*compile.LimitError)) {
		c.left = max(c.left-lost, 0)
	}
	return x, err
}

// difference returns a shortest string that a accepts and b rejects.
func (c *compiler) difference(a, b *dfa.Automaton) (witness []byte, found bool, err error) {
	if err := c.spend(min(a.NumStates()*b.NumStates(), 1<<20) / 16); err != nil {
		return nil, false, err
	}
	if witness, found, err = compile.Witness(a, b); err != nil {
		err = errPairs
	}
	return witness, found, err
}

const (
	neither = iota
	onlyFirst
	onlySecond
)

// disagreement returns a shortest string that only a accepts, or else one that only b accepts.
func (c *compiler) disagreement(a, b *dfa.Automaton) (text []byte, which int, err error) {
	text, found, err := c.difference(a, b)
	if found {
		return text, onlyFirst, nil
	}
	if err == nil {
		text, found, err = c.difference(b, a)
	}
	if found {
		return text, onlySecond, nil
	}
	return nil, neither, err
}

// sizeOf counts the elements of a rule, including those of each reference.
func (c *compiler) sizeOf(r *abnf.Rule) int {
	size, known := c.size[r]
	if !known {
		c.size[r] = 1 // for references in a cycle
		size = c.sizeOfNode(r.Body)
		c.size[r] = size
	}
	return size
}

func (c *compiler) sizeOfNode(n abnf.Node) int {
	size := 1
	for _, m := range abnf.Children(n) {
		size = min(size+c.sizeOfNode(m), mostSize)
	}
	switch n := n.(type) {
	case *abnf.Repetition:
		times := max(n.Min, n.Max, 1)
		if size > mostSize/times {
			return mostSize
		}
		size *= times
	case *abnf.RuleRef:
		if r := c.grammar.Target(n); r != nil {
			size = min(size+perReference+c.sizeOf(r), mostSize)
		}
	case *abnf.CharVal:
		size += len(n.Text)
	}
	return size
}
