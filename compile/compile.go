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

// Options change how a rule is compiled. The zero value, and a nil pointer, are
// ready to use: a plain automaton.
type Options struct {
	// Parts lists the rules that error messages may name: RULE, or NAME=RULE to
	// call the rule by another name.
	Parts []string

	// MaxStates limits the states of an automaton before it is minimized, and thereby time and memory.
	// The NFA may have four times as many states, and all states of the automaton, which are sets of
	// states of the NFA, may have 256 times as many members. Zero means 1<<16. The table has at most
	// 1<<20 cells: states times byte classes, rounded up to a power of two.
	MaxStates int

	// Cache, if set, keeps what rules of the grammar have in common for the next call.
	Cache *Cache

	// PreferFirst, if set, lets [Spans] compile spans that are ambiguous. They are those of the
	// parse that prefers, from left to right, the earlier alternative and the greater number of
	// repetitions. In this parse, no repetition without an upper limit repeats the empty string. PreferFirst
	// is called for each span that is ambiguous, with a shortest string that shows it.
	PreferFirst func(*AmbiguousError)

	// Trace, if set, receives a listing after each stage.
	Trace io.Writer
}

// Compile returns the minimal automaton of the language of rule, its states numbered
// breadth-first: equal languages give equal tables. It passes [dfa.Automaton.Check].
//
// The errors are an [abnf.ErrorList] for names without a rule and for prose, a [*NotRegularError]
// for each set of rules that refer to themselves, a [*LimitError], and others for
// names in opts that are not rules, or listed twice. An error has the place in the grammar, if
// there is one. The number of states may be exponential in the size of the grammar;
// MaxStates of [Options] bounds time and memory.
func Compile(g *abnf.Grammar, rule string, opts *Options) (*dfa.Automaton, error) {
	p, err := check(g, rule, opts)
	if err != nil {
		return nil, err
	}
	return p.automaton()
}

// automaton goes through the stages.
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

// subsets goes through the stages that may take too much.
func (p *program) subsets() (*machine.Machine[machine.Plain], error) {
	n, err := p.thompson()
	if err != nil {
		return nil, err
	}
	return subset.Plain(n, p.limits())
}

// MustCompile is [Compile] for a grammar given as text, without options. It panics with the
// error of the grammar or of Compile: it is for grammars that are part of a program.
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

// thompson is the first stage of all. The NFA is reduced, unless the order of preference counts.
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

// trace writes the listing of what a stage made.
func (p *program) trace(stage string, made fmt.Stringer) {
	if p.opts.Trace != nil {
		fmt.Fprintf(p.opts.Trace, "%s of %s\n", stage, made)
	}
}
