package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"example.org/iri/compile/abnf"
	"example.org/iri/tools/internal/cli"
)

const extractHelp = `Prints the rules of a grammar as one file in strict ABNF: with the repairs of --wild, the
names of --rename, and the imported rules that they need. It prints neither comments nor the
text of a page around the rules. The language of each rule stays.
`

const extractExamples = `  abnfc extract --wild -o dates.abnf page.txt
  abnfc extract --import rfc3986 urn.abnf
  abnfc extract --rule Accept,ETag rfc9110
`

type extractJob struct {
	grammarFlags
	grammar, out string
	rules        names
	keepGoing    bool
}

func extractCommand() *cobra.Command {
	var job extractJob
	cmd := &cobra.Command{
		Use: "extract [flags] GRAMMAR", Short: "print the rules of a grammar or a page, and those that they need",
		Long: extractHelp, Example: extractExamples, Args: takes(1, "one grammar"),
		RunE: func(cmd *cobra.Command, args []string) error {
			job.grammar = args[0]
			return job.run(cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	job.register(cmd)
	flags.Var(&job.rules, "rule", "print these `RULES` and those that they need (default: all rules of the file)")
	cli.DeclareOutput(flags, &job.out)
	flags.BoolVar(&job.keepGoing, "keep-going", false, "with --wild, leave out rules that cannot be read")
	return cmd
}

func (job *extractJob) run(stdout, stderr io.Writer) error {
	g, err := job.read(job.grammar, stderr)
	if err != nil {
		return err
	}
	if err := g.checkDefined(job.rules...); err != nil {
		return err
	}
	rules, unread := g.wanted(job.rules)
	if len(unread) > 0 && !job.keepGoing {
		return grammarError{unread}
	}
	text, err := g.extract(rules)
	if err != nil {
		return grammarError{err}
	}
	return g.output(job.out, []byte(text), stdout)
}

// extract returns rules, and the rules that they need, as ABNF. It returns an error if a name refers to different
// rules.
func (g *grammarText) extract(names []string) (string, error) {
	var text strings.Builder
	rules := make(map[string]*abnf.Rule) // by name; nil if undefined
	for _, name := range names {
		r := g.Lookup(name)
		if rules[strings.ToLower(name)] != r {
			text.WriteString(r.String() + "\n")
		}
		rules[strings.ToLower(name)] = r
	}
	var faults abnf.ErrorList
	for ref, r := range g.References(names...) {
		other, met := rules[strings.ToLower(ref.Name)]
		rules[strings.ToLower(ref.Name)] = r
		switch {
		case met && other != r && (other == nil || r == nil || other.Body.String() != r.Body.String()):
			faults = append(faults, &abnf.Error{Pos: ref.Pos, Msg: fmt.Sprintf("%s is defined differently elsewhere", ref.Name), Hint: "--rename it in the grammar, or choose rules by --rule"})
		case !met && r != nil && abnf.Core().Lookup(r.Name) != r:
			text.WriteString(r.String() + "\n")
		}
	}
	if len(faults) > 0 {
		return "", faults
	}
	again, err := abnf.Parse([]byte(text.String())) // aligns all rules
	if err != nil {
		return "", fmt.Errorf("the grammar cannot be printed: %w", err)
	}
	return again.String(), nil
}
