package main

import (
	"github.com/spf13/pflag"

	"example.org/iri/compile"
)

// limitFlags are the flags of the commands that compile rules, called like the fields of
// compile.Options; see limitFlag.
type limitFlags struct{ states, work, cells int }

func (f *limitFlags) register(flags *pflag.FlagSet) {
	flags.IntVar(&f.states, "max-states", 0, "refuse a rule that has more than `N` states before it is minimized (default 65536)")
	flags.IntVar(&f.work, "max-work", 0, "refuse a rule for which more than `N` states of NFAs have to be met (default 16777216)")
	flags.IntVar(&f.cells, "max-cells", 0, "refuse a rule whose table has more than `N` entries (default 1048576)")
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
		return " (--max-states)"
	case "MaxWork":
		return " (--max-work)"
	case "MaxCells":
		return " (--max-cells)"
	}
	return ""
}
