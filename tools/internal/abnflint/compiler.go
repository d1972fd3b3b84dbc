package abnflint

import (
	"errors"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"

	"example.org/iri/internal/abnftree"
)

// maxStates limits the states of a checked rule. It is sixty times the states of an IRI.
const maxStates = 1 << 14

// effort limits the work for a grammar. The unit is the compilation of one element of a rule (sizeOf). RFC 3987 takes a
// sixteenth of it.
const effort = 1 << 24

const (
	perRule      = 128
	perReference = 8
)

// mostSize caps the results of sizeOf, so that they do not overflow.
const mostSize = 1 << 28

var errEffort = errors.New("the grammar is too complex to be checked completely")

var errPairs = errors.New("too many pairs of states")

// compiler compiles rules within the effort.
type compiler struct {
	grammar *abnf.Grammar
	rules   int    // number of rules in the grammar
	free    string // an unused rule name
	size    map[*abnf.Rule]int
	cache   compile.Cache

	effortLeft int
}

func newCompiler(g *abnf.Grammar) *compiler {
	c := &compiler{grammar: g, free: "alternatives", size: make(map[*abnf.Rule]int), effortLeft: effort}
	for range g.Rules() {
		c.rules++
	}
	for g.Lookup(c.free) != nil {
		c.free += "-"
	}
	return c
}

func (c *compiler) spend(n int) error {
	if n > c.effortLeft {
		c.effortLeft = 0
		return errEffort
	}
	c.effortLeft -= n
	return nil
}

func (c *compiler) automaton(r *abnf.Rule) (*dfa.Automaton, error) {
	return charge(c, c.sizeOf(r), 1, func(opts *compile.Options) (*dfa.Automaton, error) {
		return compile.Compile(c.grammar, r.Name, opts)
	})
}

// choice compiles alternatives as if they were a rule.
func (c *compiler) choice(alts ...abnf.Node) (*dfa.Automaton, error) {
	size := c.rules / 4 // to import the grammar
	for _, alt := range alts {
		size = min(size+c.sizeOfNode(alt), mostSize)
	}
	return charge(c, size, 1, func(opts *compile.Options) (*dfa.Automaton, error) {
		body := alts[0]
		if len(alts) > 1 {
			body = &abnf.Alternation{Pos: body.Position(), Alts: alts}
		}
		return compile.Compile(abnftree.With(c.grammar, c.free, body), c.free, opts)
	})
}

// compileSpans returns an error if refs cannot be spans of r.
func (c *compiler) compileSpans(r *abnf.Rule, refs []*abnf.RuleRef) error {
	var names []string
	for _, ref := range refs {
		names = append(names, ref.Name)
	}
	_, err := charge(c, c.sizeOf(r), 2+len(refs), func(opts *compile.Options) (*dfa.Tagged, error) {
		return compile.Spans(c.grammar, r.Name, names, opts)
	})
	return err
}

// charge calls build, for passes times the size of a structure. Above a size, it charges a flat price instead, because
// minimization of referenced rules may make the automaton small. If build exceeds a limit, it charges a penalty, too.
func charge[T any](c *compiler, size, passes int, build func(*compile.Options) (*T, error)) (*T, error) {
	const large, wasted = 16 * maxStates, 1 << 18
	price, penalty := perRule+size*passes, wasted
	if size > large {
		price, penalty = perRule+perReference*c.rules, 4*wasted
	}
	if err := c.spend(price); err != nil {
		return nil, err
	}
	x, err := build(&compile.Options{MaxStates: maxStates, Cache: &c.cache})
	if errors.As(err, new(*compile.LimitError)) {
		c.effortLeft = max(c.effortLeft-penalty, 0)
	}
	return x, err
}

// difference returns a shortest string that a accepts and b rejects.
func (c *compiler) difference(a, b *dfa.Automaton) (witness []byte, found bool, err error) {
	const maxPairs = 1 << 20 // the limit of compile.Witness
	if err := c.spend(min(a.NumStates()*b.NumStates(), maxPairs) / 16); err != nil {
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

// sizeOf counts the elements of a rule, and for each reference those of the rule that it refers to.
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
