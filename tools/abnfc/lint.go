package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"example.org/iri/tools/internal/abnflint"
	"example.org/iri/tools/internal/cli"
)

const lintHelp = `Prints what a grammar may say but hardly means, a line each: rules that are not needed
or match nothing, alternatives that add nothing to those before them, quoted letters
that match in either case beside others that do not, escapes such as "\n", surrogates,
values that look like octets (see --octets), names that two files define, core rules with
another meaning, and rules that cannot be spans because their place in a text is ambiguous.
What keeps a rule from having a meaning, such as prose, a name without a rule, or what
--wild could not read, is printed as well, and the rest is looked at. Of imported files only
those rules are that match nothing, or look like octets. The exit status is 0 only if nothing
was found.

With --json a finding is an object such as

    {"file":"a.abnf","line":1,"column":11,"byte":10,"rule":"a","message":"matches no text"}

where lines and columns count from 1 and bytes of the file from 0. A finding that some
text shows has it as text, or as base64 if it is not UTF-8.
`

const lintExamples = `  abnfc lint dates.abnf
  abnfc lint --rule URI,URI-reference uri.abnf
  abnfc lint --json dates.abnf | jq -r 'select(.rule) | .rule'
  abnfc lint --wild --import uri.abnf page.txt
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
		Use: "lint [flags] GRAMMAR", Short: "list what is allowed but hardly meant",
		Long: lintHelp, Example: lintExamples, Args: takes(1, "one grammar"),
		RunE: func(cmd *cobra.Command, args []string) error {
			job.grammar = args[0]
			return job.run(cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	job.register(flags)
	flags.Var(&job.starts, "rule", "`RULES` that are wanted, the others being there for them "+
		"(default: the first rule, and those that no other one refers to)")
	jsonFlag(flags, &job.json)
	return cmd
}

func (job *lintJob) run(stdout, stderr io.Writer) error {
	g, err := job.read(job.grammar, stderr)
	if err != nil {
		return err
	}
	findings, err := abnflint.Grammar(g.Grammar, g.own, job.starts)
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
