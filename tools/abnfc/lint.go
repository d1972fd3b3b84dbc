package main

import (
	"bufio"
	"fmt"
	"io"

	"example.org/iri/tools/abnfc/internal/lint"
)

const lintUsage = `usage: abnfc lint [flags] GRAMMAR

Prints what a grammar may say but hardly means, a line each: rules that are not needed
or match nothing, alternatives that add nothing to those before them, quoted letters
that match in either case beside others that do not, surrogates, values that look like
octets (see -octets), names that two files define, core rules with another meaning, and
rules that cannot be spans because their place in a text is ambiguous. What keeps a rule
from having a meaning, such as prose or a name without a rule, is printed as well, and the
rest is looked at. Of imported files only those rules are that match nothing, or look like
octets. The exit status is 0 only if nothing was found.

`

const lintExamples = `
examples:
  abnfc lint dates.abnf
  abnfc lint -rule URI,URI-reference uri.abnf
  abnfc lint -wild -import uri.abnf page.txt
`

// lintJob is what the command line of abnfc lint asks for.
type lintJob struct {
	grammarFlags
	grammar string
	starts  names
}

func lintCommand(args []string, stdout, stderr io.Writer) error {
	var job lintJob
	flags := newFlags("lint", lintUsage, lintExamples)
	job.register(flags)
	flags.Var(&job.starts, "rule", "`RULES` that are wanted, the others being there for them "+
		"(default: the first rule, and those\nthat no other one refers to)")
	if err := parseFlags(flags, args, stdout, stderr); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return argumentError(flags, "lint takes one grammar; see abnfc lint -help")
	}
	job.grammar = flags.Arg(0)
	return job.run(stdout, stderr)
}

func (job *lintJob) run(stdout, stderr io.Writer) error {
	g, err := job.read(job.grammar, stderr)
	if err != nil {
		return err
	}
	findings, err := lint.Grammar(g.Grammar, g.own, job.starts)
	if err != nil {
		return grammarError{err}
	}
	out := bufio.NewWriter(stdout)
	for _, f := range findings {
		fmt.Fprintln(out, f)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if len(findings) > 0 {
		return errNo
	}
	return nil
}
