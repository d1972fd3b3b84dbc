package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"example.org/iri/internal/explain"
	"example.org/iri/tools/internal/cli"
)

const explainHelp = `Prints the parse tree of a string: a line for each rule, with offsets and the part that it
matched. If the string does not match, it prints where and what was expected, and the exit
status is 1. If STRING is "-", it is standard input, without the line feed at its end.

With --json each rule of the tree is an object, in the same order:

    {"string":"2026","rule":"year","valid":true,"byte":0,"end":4,"depth":1}

Offsets count bytes, and base64 replaces a string that is not UTF-8. A string that does not
match gives one object, on one line:

    {"string":"2026","rule":"date","valid":false,"message":"the string ends too
     early (date, byte 4, expected \"-\" of date)","byte":4,
     "expected":[{"what":"\"-\"","rules":["date"]}]}

In member rules, the innermost rule comes first.
`

const explainExamples = `  abnfc explain dates.abnf:date 2026-11-21
  abnfc explain rfc3986:host '[::1]'
  abnfc explain --json dates.abnf:date 2026-11-21 | jq -r 'select(.rule == "year") | .string'
`

type explainJob struct {
	grammarFlags
	rule  operand
	text  string
	json  bool
	depth depth
}

func explainCommand() *cobra.Command {
	var job explainJob
	cmd := &cobra.Command{
		Use: "explain [flags] GRAMMAR:RULE STRING", Short: "print the parse tree of a string, or where it fails",
		Long: explainHelp, Example: explainExamples, Args: takes(2, "a rule, GRAMMAR:RULE, and a string"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if job.rule, err = job.operandOf(args[0]); err != nil {
				return err
			}
			if job.text = args[1]; job.text == "-" && job.rule.file == "-" {
				return cli.Usagef("standard input is the grammar or the string, not both")
			}
			return job.run(cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	job.register(cmd)
	job.depth.register(flags)
	jsonFlag(flags, &job.json)
	return cmd
}

func (job *explainJob) run(stdin io.Reader, stdout, stderr io.Writer) error {
	g, err := job.readOperand(job.rule, stderr)
	if err != nil {
		return err
	}
	if err := g.verifyOperand(job.rule, job.rule.rule); err != nil {
		return grammarError{err}
	}
	g.listImports([]string{job.rule.rule})
	if err := job.depth.unroll(g, job.rule.rule); err != nil {
		return grammarError{err}
	}
	if job.text == "-" {
		text, err := readText(stdin)
		if err != nil {
			return err
		}
		job.text = strings.TrimSuffix(string(text), "\n")
	}
	d, err := explain.Derive(g.Grammar, job.rule.rule, job.text)
	var m *explain.MismatchError
	if errors.As(err, &m) && job.json {
		return cmp.Or(newLines(stdout).Encode(mismatchRecord(job.text, m)), cli.ErrInvalid)
	}
	if errors.As(err, &m) {
		fmt.Fprintln(stderr, diagnostic(m))
		io.WriteString(stderr, pointAt(job.text, m.Offset))
		return cli.ErrInvalid
	}
	if err != nil {
		return grammarError{err}
	}
	if job.json {
		return printJSON(stdout, d)
	}
	_, err = io.WriteString(stdout, d.String())
	return err
}

func printJSON(w io.Writer, d *explain.Derivation) error {
	out := bufio.NewWriter(w)
	lines := newLines(out)
	for depth, part := range d.All() {
		lines.Encode(partRecord(part, depth)) // out keeps an error
	}
	return out.Flush()
}
