package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"example.org/iri/compile"
)

// limitFlags are the flags of the commands that compile rules.
type limitFlags struct{ states int }

func (f *limitFlags) register(flags *pflag.FlagSet) {
	flags.IntVar(&f.states, "max-states", 0, "limit the states of the DFA before it is minimized to `N` (default 65536)")
}

// options returns the options of a compilation.
func (f *limitFlags) options() *compile.Options {
	return &compile.Options{MaxStates: f.states}
}

// limitFlag returns the flag that sets the limit of an error, as " (--max-states)", or "".
func limitFlag(e *compile.LimitError) string {
	switch {
	case e.Option != "MaxStates":
		return ""
	case strings.HasSuffix(e.What, "NFA"):
		return " (4 times --max-states)"
	case strings.HasPrefix(e.What, "states of the NFA"):
		return " (256 times --max-states)"
	}
	return " (--max-states)"
}

// preference is the value of --prefer: whether the first parse determines the spans if several differ.
type preference bool

func (p *preference) register(flags *pflag.FlagSet) {
	flags.Var(p, "prefer", "if spans are ambiguous, use the `first` parse: that with the earlier alternative and the longer repetition, from left to right, as explain prints it")
}

func (p *preference) String() string { return "" }
func (p *preference) Type() string   { return "first" }

// Names returns the values, for completion.
func (p *preference) Names() []string { return []string{"first"} }

func (p *preference) Set(value string) error {
	if value != "first" {
		return errors.New("only first can be preferred")
	}
	*p = true
	return nil
}

// report returns a function that prints a note on an ambiguity, or nil without --prefer.
func (p preference) report(w io.Writer) func(*compile.AmbiguousError) {
	if !p {
		return nil
	}
	return func(e *compile.AmbiguousError) {
		text := strings.TrimPrefix(strings.TrimPrefix(e.Error(), "abnf: "), e.Pos.String()+": ")
		fmt.Fprintf(w, "%v: note: %s; the first parse counts\n", e.Pos, text)
	}
}
