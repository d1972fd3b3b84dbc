package compile

import (
	"fmt"
	"io"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/compiler/layout"
	"example.org/iri/internal/compiler/machine"
	"example.org/iri/internal/compiler/subset"
	"example.org/iri/internal/nfa"
)

// Options change how a rule is compiled. The zero value and a nil pointer compile a plain automaton.
type Options struct {
	// Parts lists the rules that error messages may name: RULE, or NAME=RULE to use another name.
	Parts []string

	// MaxStates limits the states of an automaton before it is minimized, and thereby time and memory. Zero means
	// 1<<16. The NFA may have four times as many states, and all states of the automaton, which are sets of NFA states,
	// may have 256 times as many members. The table has at most 1<<20 entries: states times byte classes, rounded up to
	// a power of two.
	MaxStates int

	// Cache, if set, keeps reduced rules of the grammar for the next call.
	Cache *Cache

	// PreferFirst, if set, lets [Spans] compile ambiguous spans. They are those of the parse that prefers, from left to
	// right, earlier alternatives and more repetitions. In this parse, no unbounded repetition repeats the empty
	// string. PreferFirst is called for each ambiguous span, with a shortest string that shows the ambiguity.
	PreferFirst func(*AmbiguousError)

	// Trace, if set, receives a listing of the result of each stage.
	Trace io.Writer
}

// Compile returns the minimal automaton of the language of rule. States are numbered breadth-first, so that equal
// languages have equal tables. The automaton passes [dfa.Automaton.Check].
//
// The error is an [abnf.ErrorList] for undefined names and for prose, one or more [*NotRegularError] for recursive
// rules that are not regular, a [*LimitError], or an error for names in opts that are no rules or listed twice. Errors
// have a position in the grammar if there is one. The number of states may be exponential in the size of the grammar;
// MaxStates of [Options] limits time and memory.
func Compile(g *abnf.Grammar, rule string, opts *Options) (*dfa.Automaton, error) {
	p, err := check(g, rule, opts)
	if err != nil {
		return nil, err
	}
	return p.automaton()
}

func (p *program) automaton() (*dfa.Automaton, error) {
	if err := p.opts.Cache.refused[p.Rule]; err != nil {
		return nil, p.blame(p.Rule, err)
	}
	d, err := p.subsets()
	if err != nil {
		return nil, p.blame(p.Rule, err)
	}
	p.trace("dfa", d)
	d = machine.Minimize(d)
	p.trace("min", d)
	a, err := layout.Automaton(d, p.partNames, maxCells)
	if err != nil {
		return nil, fault(p.Rule, err)
	}
	p.trace("table", a)
	return a, a.Check()
}

// subsets runs the stages that may exceed limits.
func (p *program) subsets() (*machine.Machine[machine.Plain], error) {
	n, err := p.thompson()
	if err != nil {
		return nil, err
	}
	return subset.Plain(n, p.limits())
}

// MustCompile is like [Compile], for a grammar as text and without options. It panics on an error, so it is for
// grammars that are part of a program.
func MustCompile(grammar, rule string) *dfa.Automaton {
	g, err := abnf.Parse([]byte(grammar))
	if err != nil {
		panic(err)
	}
	a, err := Compile(g, rule, nil)
	if err != nil {
		panic(err)
	}
	return a
}

// thompson runs the first stage. The NFA is reduced, unless the order of preference matters.
func (p *program) thompson() (*nfa.Automaton, error) {
	if p.opts.Trace != nil {
		whole := p.Source
		whole.Reducer = nil
		if n, err := nfa.New(p.graph, whole, p.opts.MaxStates*nfaStatesPerState); err == nil {
			p.trace("nfa", n)
		}
	}
	n, err := nfa.New(p.graph, p.Source, p.opts.MaxStates*nfaStatesPerState)
	if err == nil && p.Reducer != nil {
		p.trace("reduced", n)
	}
	return n, err
}

func (p *program) trace(stage string, made fmt.Stringer) {
	if p.opts.Trace != nil {
		fmt.Fprintf(p.opts.Trace, "%s of %s\n", stage, made)
	}
}
