package main

import (
	"io"

	"github.com/spf13/cobra"

	"example.org/iri/tools/internal/draw"
)

const dotHelp = `Prints the minimal automaton of a rule as a graph for Graphviz, as abnfc svg draws it.
`

const dotExamples = `  abnfc dot --rule date dates.abnf | dot -Tpdf >date.pdf
`

const svgHelp = `Draws the minimal automaton of a rule as SVG. Accepting states have a double border. Edges
have the characters that they match, or the name of a rule if that is shorter. States
inside a character and the dead state are not drawn.

A rule with more than 40 states is folded: the states of a rule inside it become a box.
`

const svgExamples = `  abnfc svg --rule date dates.abnf >date.svg
  abnfc svg --rule URI --part scheme,authority,path=path-abempty,path=path-rootless uri.abnf >uri.svg
`

// drawJob is what the command line of abnfc dot or abnfc svg asks for.
type drawJob struct {
	grammarFlags
	grammar, rule string
	out           string // file; standard output if it is empty
	parts         names
	full          bool
	picture       func(*draw.Drawing) []byte
}

func dotCommand() *cobra.Command {
	return drawCommand((*draw.Drawing).DOT, &cobra.Command{
		Use: "dot --rule RULE [flags] GRAMMAR", Short: "draw the automaton of a rule as a graph for Graphviz",
		Long: dotHelp, Example: dotExamples,
	})
}

func svgCommand() *cobra.Command {
	return drawCommand((*draw.Drawing).SVG, &cobra.Command{
		Use: "svg --rule RULE [flags] GRAMMAR", Short: "draw the automaton of a rule",
		Long: svgHelp, Example: svgExamples,
	})
}

// drawCommand completes a command that prints pictures of a form.
func drawCommand(picture func(*draw.Drawing) []byte, cmd *cobra.Command) *cobra.Command {
	job := drawJob{picture: picture}
	cmd.Args = takes(1, "one grammar")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		job.grammar = args[0]
		return job.run(cmd.OutOrStdout(), cmd.ErrOrStderr())
	}
	flags := cmd.Flags()
	job.register(flags)
	flags.StringVar(&job.rule, "rule", "", "use `RULE` of the grammar")
	cmd.MarkFlagRequired("rule")
	flags.StringVarP(&job.out, "output", "o", "", "write to `FILE` (default: standard output)")
	flags.Var(&job.parts, "part", "colour and fold the states of these `RULES`; NAME=RULE shows RULE as NAME")
	flags.BoolVar(&job.full, "full", false, "do not fold")
	return cmd
}

func (job *drawJob) run(stdout, stderr io.Writer) error {
	g, err := job.read(job.grammar, stderr)
	if err != nil {
		return err
	}
	if err := g.Verify(job.rule); err != nil {
		return grammarError{err}
	}
	g.listImports([]string{job.rule})
	d, err := draw.New(g.Grammar, job.rule, &draw.Options{Parts: job.parts, Full: job.full})
	if err != nil {
		return grammarError{err}
	}
	return g.output(job.out, job.picture(d), stdout)
}
