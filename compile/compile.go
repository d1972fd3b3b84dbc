package compile

import (
	"fmt"
	"io"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// Options change how a rule is compiled. The zero value, and a nil pointer, are
// ready to use: a plain automaton over UTF-8.
type Options struct {
	// Marks lists the rules whose beginnings [dfa.Locate] shall report, in the
	// order in which they begin in a text. The automaton carries them only if they
	// are proved exact; else Compile returns a *MarkError.
	Marks []string

	// Parts lists the rules that error messages may name: RULE, or NAME=RULE to
	// call the rule by another name.
	Parts []string

	// Octets makes numeric values mean bytes instead of code points in UTF-8.
	Octets bool

	// MaxStates limits the states of the automaton before it is minimized; four times
	// as many the NFA may have, and 64 times as many members all states together,
	// which bounds time and memory. Zero means 1<<16.
	MaxStates int

	// Trace, if set, receives a listing after each stage.
	Trace io.Writer
}

// Compile returns the minimal automaton of the language of rule, its states
// numbered breadth-first: equal languages give equal tables. Errors are
// abnf.ErrorList (undefined names), *NotRegularError, *MarkError, *LimitError.
func Compile(g *abnf.Grammar, rule string, opts *Options) (*dfa.Automaton, error) {
	c, err := check(g, rule, opts)
	if err != nil {
		return nil, err
	}
	n, err := thompson(c)
	if err != nil {
		return nil, err
	}
	c.trace("nfa", n)
	d, err := determinize(c, n)
	if err != nil {
		return nil, c.explosion(err)
	}
	c.trace("dfa", d)
	d = minimize(d)
	c.trace("min", d)
	if err := proveMarks(c, n, d); err != nil {
		return nil, err
	}
	a, err := layout(c, d)
	if err != nil {
		return nil, err
	}
	c.trace("table", a)
	return a, a.Check()
}

// MustCompile is [Compile] for a grammar given as text, without options. It panics
// if that fails: it is for grammars that are part of a program.
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

// trace writes the listing of what a stage made.
func (c *checked) trace(stage string, made fmt.Stringer) {
	if c.opts.Trace != nil {
		fmt.Fprintf(c.opts.Trace, "%s of %s\n", stage, made)
	}
}
