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
status is 1. If TEXT is "-", the string is standard input, without the line feed at its end.

With --json each rule of the tree is an object, in the same order:

    {"rule":"year","depth":1,"byte":0,"end":4,"text":"2026"}

Offsets count bytes, and base64 replaces text that is not UTF-8. A string that does not
match gives one object:

    {"rule":"date","byte":4,"message":"the string ends too early (date, byte 4,
     expected \"-\" of date)","expected":[{"what":"\"-\"","rules":["date"]}]}

The object is on one line. In member rules, the innermost rule comes first.
`

const explainExamples = `  abnfc explain dates.abnf date 2026-11-21
  abnfc explain --json dates.abnf date 2026-11-21 | jq -r 'select(.rule == "year") | .text'
`

// explainJob is what the command line of abnfc explain asks for.
type explainJob struct {
	grammarFlags
	grammar, rule, text string
	json                bool
}

func explainCommand() *cobra.Command {
	var job explainJob
	cmd := &cobra.Command{
		Use: "explain [flags] GRAMMAR RULE TEXT", Short: "print the parse tree of a string, or where it fails",
		Long: explainHelp, Example: explainExamples, Args: takes(3, "a grammar, a rule and a string"),
		RunE: func(cmd *cobra.Command, args []string) error {
			job.grammar, job.rule, job.text = args[0], args[1], args[2]
			return job.run(cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	job.register(flags)
	jsonFlag(flags, &job.json)
	return cmd
}

func (job *explainJob) run(stdin io.Reader, stdout, stderr io.Writer) error {
	g, err := job.read(job.grammar, stderr)
	if err != nil {
		return err
	}
	if err := g.Verify(job.rule); err != nil {
		return grammarError{err}
	}
	g.listImports([]string{job.rule})
	if job.text == "-" {
		if job.text, err = readText(stdin); err != nil {
			return err
		}
	}
	d, err := explain.Derive(g.Grammar, job.rule, job.text)
	var m *explain.MismatchError
	if errors.As(err, &m) && job.json {
		return cmp.Or(newLines(stdout).Encode(newMismatchJSON(m)), cli.ErrInvalid)
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
		lines.Encode(newDerivationJSON(part, depth)) // an error stays in out
	}
	return out.Flush()
}

// readText reads all of a text, or more than explain.Derive takes, and leaves the line feed
// at its end out.
func readText(r io.Reader) (string, error) {
	const most = 1 << 20
	text, err := io.ReadAll(io.LimitReader(r, most))
	return strings.TrimSuffix(string(text), "\n"), err
}
