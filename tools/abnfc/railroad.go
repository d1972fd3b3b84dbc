package main

import (
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"example.org/iri/tools/internal/railroad"
)

//go:generate go run . railroad -o ../../docs/pictures/grammar.html ../../tables/rfc3987.abnf
//go:generate go run . svg --rule dec-octet -o ../../docs/pictures/dec-octet.svg ../../tables/rfc3987.abnf
//go:generate go run . svg --rule IRI-reference -o ../../docs/pictures/iri-reference.svg ../../tables/rfc3987.abnf
//go:generate go run . railroad --rule pair -o ../../docs/pictures/pair-railroad.svg ../../docs/pictures/pair.abnf
//go:generate go run . svg --rule pair --part key,value -o ../../docs/pictures/pair.svg ../../docs/pictures/pair.abnf
//go:generate go run . railroad --rule IPv6address -o ../../docs/pictures/ipv6address.svg ../../tables/rfc3987.abnf

const railroadHelp = `Draws one rule as an SVG picture or, without --rule, all rules and those that they need as an
HTML page with links. Both are single files. Prose, and names without a rule, are drawn as such.
`

const railroadExamples = `  abnfc railroad -o uri.html uri.abnf
  abnfc railroad --rule IPv6address uri.abnf >IPv6address.svg
`

// railroadJob is what the command line of abnfc railroad asks for.
type railroadJob struct {
	grammarFlags
	grammar, rule, out string
}

func railroadCommand() *cobra.Command {
	var job railroadJob
	cmd := &cobra.Command{
		Use: "railroad [flags] GRAMMAR", Short: "draw rules as railroad diagrams",
		Long: railroadHelp, Example: railroadExamples, Args: takes(1, "one grammar"),
		RunE: func(cmd *cobra.Command, args []string) error {
			job.grammar = args[0]
			return job.run(cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	job.register(flags)
	flags.StringVar(&job.rule, "rule", "", "draw only `RULE` (default: all rules of the file)")
	flags.StringVarP(&job.out, "output", "o", "", "write to `FILE` (default: standard output)")
	return cmd
}

// run writes nothing unless all is drawn.
func (job *railroadJob) run(stdout, stderr io.Writer) error {
	g, err := job.read(job.grammar, stderr)
	if err != nil {
		return err
	}
	text, err := job.draw(g)
	if err != nil {
		return grammarError{err}
	}
	return g.output(job.out, text, stdout)
}

// draw returns the picture of the rule or, if none is named, the page.
func (job *railroadJob) draw(g *grammarText) ([]byte, error) {
	if job.rule == "" {
		return railroad.Page(filepath.Base(job.grammar), g.Grammar, g.own)
	}
	r := g.Lookup(job.rule)
	if r == nil {
		return nil, g.Verify(job.rule)
	}
	g.listImports([]string{r.Name})
	return railroad.SVG(r, g.Encoding)
}
