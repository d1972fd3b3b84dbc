package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"example.org/iri/compile"
)

// preference is the value of --prefer: which reading tells where rules lie, if several do.
type preference bool

func (p *preference) register(flags *pflag.FlagSet) {
	flags.Func("prefer", "`first`: where readings of a text differ in where the rules of --span lie, the one counts that takes the earlier alternative and the greater number of repetitions, from left to right, as explain prints it; standard error has a text that made this necessary", func(value string) error {
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
		fmt.Fprintf(w, "%v: note: %s; the first reading counts\n", e.Pos, text)
	}
}
