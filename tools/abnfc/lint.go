package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"example.org/iri/tools/internal/abnflint"
	"example.org/iri/tools/internal/cli"
)

const lintHelp = `Prints what is probably a mistake, a line each: rules that are not needed or match
nothing, alternatives without effect, strings that ignore case beside strings that do not,
escapes such as "\n", values that look like octets, names that two files define,
redefined core rules, and rules that cannot be spans since they are ambiguous. It also
prints what cannot be compiled. The exit status is 0 only if nothing was found.

With --json a finding is an object such as

    {"file":"a.abnf","line":1,"column":11,"byte":10,"rule":"a","message":"matches no string"}

Lines and columns begin at 1, bytes at 0. An example string is in member text, or in base64
if it is not UTF-8.
`

const lintExamples = `  abnfc lint --import rfc3986 urn.abnf
  abnfc lint --rule URI,URI-reference uri.abnf
`

// lintJob is what the command line of abnfc lint asks for.
type lintJob struct {
	grammarFlags
	grammar string
	starts  names
	json    bool
}

func lintCommand() *cobra.Command {
	var job lintJob
	cmd := &cobra.Command{
		Use: "lint [flags] GRAMMAR", Short: "find probable mistakes in a grammar",
		Long: lintHelp, Example: lintExamples, Args: takes(1, "one grammar"),
		RunE: func(cmd *cobra.Command, args []string) error {
			job.grammar = args[0]
			return job.run(cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	job.register(flags)
	flags.Var(&job.starts, "rule", "`RULES` that programs use (default: the first rule, and those that no rule refers to)")
	jsonFlag(flags, &job.json)
	return cmd
}

// lintInput returns the grammar to be checked.
func (g *grammarText) lintInput(starts []string) *abnflint.Input {
	return &abnflint.Input{Grammar: g.Grammar, Own: g.own, Starts: starts, Hidden: g.hidden}
}

func (job *lintJob) run(stdout, stderr io.Writer) error {
	g, err := job.read(job.grammar, stderr)
	if err != nil {
		return err
	}
	input := g.lintInput(job.starts)
	input.Faults = g.page().Faults(g.verify(g.own...))
	findings, err := abnflint.Grammar(input)
	if err != nil {
		return grammarError{err}
	}
	out := bufio.NewWriter(stdout)
	lines := newLines(out)
	for _, f := range findings {
		if job.json {
			lines.Encode(newFindingJSON(f)) // an error stays in out
		} else {
			fmt.Fprintln(out, f)
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if len(findings) > 0 {
		return cli.ErrInvalid
	}
	return nil
}
