package abnflint

import (
	"errors"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"

	"example.org/iri/internal/abnftree"
)

// maxStates is what a rule may take to be checked. Thirty times as much as an IRI
// takes is made in a moment.
const maxStates = 1 << 14

// effort bounds what checking a grammar takes, in elements of rules compiled or what
// takes as long. RFC 3987 takes a fourteenth of it.
const effort = 1 << 24

// What takes longer to compile than an element.
const (
	perRule      = 128
	perReference = 8
)

// mostSize is where counting ends.
const mostSize = 1 << 28

// errEffort says that there is no effort left.
var errEffort = errors.New("the grammar takes too much to be checked as a whole")

// errPairs says that two automata have too many pairs of states to be compared.
var errPairs = errors.New("it takes too many pairs of states")

// compiler compiles rules, as long as there is effort left.
type compiler struct {
	grammar *abnf.Grammar
	rules   int    // of the grammar
	free    string // a name that no rule has
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

// spend takes what is needed from the effort left.
func (c *compiler) spend(n int) error {
	if n > c.left {
		c.left = 0
		return errEffort
	}
	c.left -= n
	return nil
}

// automaton compiles a rule.
func (c *compiler) automaton(r *abnf.Rule) (*dfa.Automaton, error) {
	return spending(c, c.sizeOf(r), 1, func(opts *compile.Options) (*dfa.Automaton, error) {
		return compile.Compile(c.grammar, r.Name, opts)
	})
}

// choice compiles some alternatives as if they were a rule.
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

// span compiles a rule with the places of others.
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

// spending makes an automaton of something of the given size, which takes times that, and is refused
// if that is far too large, unless what it refers to becomes small by itself. That it does not may
// show only when much was done in vain, which has its price.
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

// difference returns a shortest string that a accepts and b does not.
func (c *compiler) difference(a, b *dfa.Automaton) (witness []byte, found bool, err error) {
	if err := c.spend(min(a.NumStates()*b.NumStates(), 1<<20) / 16); err != nil {
		return nil, false, err
	}
	if witness, found, err = compile.Witness(a, b); err != nil {
		err = errPairs
	}
	return witness, found, err
}

// Which of two automata accepts a string.
const (
	neither = iota
	onlyFirst
	onlySecond
)

// disagreement returns a shortest string that only a accepts or, if there is none, that only b does,
// and which of them.
func (c *compiler) disagreement(a, b *dfa.Automaton) (text []byte, which int, err error) {
	if text, found, err := c.difference(a, b); found || err != nil {
		return text, onlyFirst, err
	}
	if text, found, err := c.difference(b, a); found || err != nil {
		return text, onlySecond, err
	}
	return nil, neither, nil
}

// sizeOf counts the elements of a rule and of those that it refers to, as often as it
// does.
func (c *compiler) sizeOf(r *abnf.Rule) int {
	size, known := c.size[r]
	if !known {
		c.size[r] = 1 // while it is being counted, and within itself
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
