package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"example.org/iri/compile"
)

// limitFlags are the flags of the commands that compile rules, called like the fields of
// compile.Options; see limitFlag.
type limitFlags struct{ states, work, cells int }

func (f *limitFlags) register(flags *pflag.FlagSet) {
	flags.IntVar(&f.states, "max-states", 0, "limit the states of the DFA before it is minimized to `N` (default 65536)")
	flags.IntVar(&f.work, "max-work", 0, "limit the sum of the sizes of all DFA states, which are sets of NFA states, to `N` (default 16777216)")
	flags.IntVar(&f.cells, "max-cells", 0, "limit the entries of a table to `N` (default 1048576)")
}

// options are those for a rule.
func (f *limitFlags) options() *compile.Options {
	return &compile.Options{MaxStates: f.states, MaxWork: f.work, MaxCells: f.cells}
}

// limitFlag returns the flag that sets a limit which an error names, " (--max-states)"; "" if there
// is none.
func limitFlag(e *compile.LimitError) string {
	switch e.Option {
	case "MaxStates":
		if strings.HasSuffix(e.What, "NFA") {
			return " (4 times --max-states)"
		}
		return " (--max-states)"
	case "MaxWork":
		return " (--max-work)"
	case "MaxCells":
		return " (--max-cells)"
	}
	return ""
}

// preference is the value of --prefer: which parse determines the spans, if several differ.
type preference bool

func (p *preference) register(flags *pflag.FlagSet) {
	flags.Func("prefer", "if spans are ambiguous, use the `first` parse: that with the earlier alternative and the longer repetition, from left to right, as explain prints it", func(value string) error {
		if value != "first" {
			return fmt.Errorf("only first can be preferred")
		}
		*p = true
		return nil
	})
}

// report returns what prints a note on an ambiguity that is resolved, nil if none is to be
// resolved.
func (p preference) report(w io.Writer) func(*compile.AmbiguousError) {
	if !p {
		return nil
	}
	return func(e *compile.AmbiguousError) {
		text := strings.TrimPrefix(strings.TrimPrefix(e.Error(), "abnf: "), e.Pos.String()+": ")
		fmt.Fprintf(w, "%v: note: %s; the first parse counts\n", e.Pos, text)
	}
}
