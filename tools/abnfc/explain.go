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

const explainHelp = `Prints how a rule reads a text: a tree of the rules, a line each, with the offsets
of the part that the rule reads, and that part. If the text does not match, it says
where, what was found there and what could have stood there, and exits with status 1.
If TEXT is "-", it is read from standard input, without the line feed at its end if
there is one. A TEXT that begins with "-" stands behind "--".

With --json each rule of the tree is an object, in the same order,

    {"rule":"year","depth":1,"byte":0,"end":4,"text":"2026"}

where offsets are those of bytes, and base64 replaces text if that is not UTF-8. A text
that does not match gives one object, with the same exit status:

    {"rule":"date","byte":4,"message":"the string ends too early (date, byte 4,
     expected \"-\" of date)","expected":[{"what":"\"-\"","rules":["date"]}]}

on one line, where rules lists those in which something is expected, the innermost first.
`

const explainExamples = `  abnfc explain dates.abnf date 2026-11-21
  abnfc explain --wild --import rfc3986.abnf rfc3987.txt IRI http://example.org/
  abnfc explain --json dates.abnf date 2026-11-21 | jq -r 'select(.rule == "year") | .text'
  echo 2026-11-21 | abnfc explain dates.abnf date -
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
		Use: "explain [flags] GRAMMAR RULE TEXT", Short: "print how a rule reads a text, or where it cannot",
		Long: explainHelp, Example: explainExamples, Args: takes(3, "a grammar, a rule and a text"),
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
