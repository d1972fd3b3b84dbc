package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"example.org/iri/compile/abnf"
	"example.org/iri/tools/internal/abnflint"
	"example.org/iri/tools/internal/cli"
)

var lintHelp = `Prints probable mistakes, one per line: rules that are not needed or match nothing,
alternatives without effect, strings that ignore case beside strings that do not, escapes
such as "\n", values that look like octets, names that two files define, redefined core
rules, and rules that cannot be spans since they are ambiguous. It also prints what cannot
be compiled. The exit status is 1 if there is an error or a warning.

With --format jsonl (or --json) a finding is an object, without an example string if none is
needed, and the last object is the summary; with --format sarif all are one document of
SARIF 2.1.0. Files that cannot be read are in both. These are the two objects of a grammar:

    {"string":"0","file":"a.abnf","line":1,"column":5,"rule":"a","message":"the
     place of b is ambiguous, as in \"0\"","code":"ambiguous-span","severity":"note"}
    {"summary":{"findings":1,"unread":0}}

Lines and columns begin at 1. The severity is error for what cannot be compiled, note for
what was not checked and for ambiguous spans, and otherwise warning. Base64 replaces a
string that is not UTF-8. The codes are:

` + codeList()

func codeList() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, c := range abnflint.Codes {
		fmt.Fprintf(w, "    %s\t%s\n", c.Name, c.Text)
	}
	w.Flush()
	return b.String()
}

const lintExamples = `  abnfc lint --import rfc3986 urn.abnf
  abnfc lint --rule URI,URI-reference uri.abnf
  abnfc lint --ignore ambiguous-span --format sarif uri.abnf >findings.sarif
`

type lintJob struct {
	grammarFlags
	grammar string
	starts  names
	ignore  codes
	out     string
	format  cli.Format
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
	job.register(cmd)
	flags.Var(&job.starts, "rule", "`RULES` that programs use (default: the first rule, and those that no rule refers to)")
	flags.Var(&job.ignore, "ignore", "leave out findings with these `CODES`")
	job.format.Declare(flags, "text", "jsonl", "sarif")
	cli.DeclareOutput(flags, &job.out)
	return cmd
}

func (g *grammarText) lintInput(starts []string) *abnflint.Input {
	in := &abnflint.Input{Grammar: g.Grammar, Own: g.own, Starts: starts, Hidden: g.hidden}
	if !g.wild {
		in.Text = g.sources[0].Text
	}
	return in
}

type codes struct{ names }

func (c *codes) Type() string { return "CODES" }

func (c *codes) Set(value string) error {
	for code := range strings.SplitSeq(value, ",") {
		if !slices.ContainsFunc(abnflint.Codes, func(x struct{ Name, Text string }) bool { return x.Name == code }) {
			return fmt.Errorf("%q is not a code of a finding", code)
		}
	}
	return c.names.Set(value)
}

func (job *lintJob) run(stdout, stderr io.Writer) error {
	g, err := job.read(job.grammar, stderr)
	switch {
	case err == nil:
	case job.format.Name == "text":
		return err
	case errors.As(err, new(grammarError)):
		return job.print(g, stdout, syntaxFindings(err))
	default:
		return cmp.Or(g.output(job.out, formatted(job.format.Name, nil, faults(err)), stdout), err)
	}
	if err := g.checkDefined(job.starts...); err != nil {
		return err
	}
	input := g.lintInput(job.starts)
	input.Faults = g.page().Faults(g.verify(g.own...))
	findings, err := abnflint.Grammar(input)
	if err != nil {
		return grammarError{err}
	}
	return job.print(g, stdout, findings)
}

func (job *lintJob) print(g *grammarText, stdout io.Writer, findings []abnflint.Finding) error {
	findings = slices.DeleteFunc(findings, func(f abnflint.Finding) bool { return slices.Contains(job.ignore.names, f.Code) })
	if job.format.Name != "text" {
		for i := range findings {
			findings[i].File = g.nameOf(findings[i].File)
		}
	}
	if err := g.output(job.out, formatted(job.format.Name, findings, nil), stdout); err != nil {
		return err
	}
	if slices.ContainsFunc(findings, func(f abnflint.Finding) bool { return f.Severity() != "note" }) {
		return cli.ErrInvalid
	}
	return nil
}

func syntaxFindings(err error) (list []abnflint.Finding) {
	for _, fault := range faults(err) {
		e, ok := fault.(*abnf.Error)
		if !ok {
			e = &abnf.Error{Msg: message(fault)}
		}
		list = append(list, abnflint.Fault(e))
	}
	return list
}
