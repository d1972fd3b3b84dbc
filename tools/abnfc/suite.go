package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"example.org/iri/compile"
	"example.org/iri/compile/suite"
)

const suiteHelp = `Writes a complete conformance suite of a rule: every automaton that accepts another
language, has no more states than that of the rule, and treats alike all bytes that the
rule treats alike, fails a test case (go doc example.org/iri/compile/suite). A test case
is a line:

    {"input_b64":"aHR0cDo=","valid":true}
`

const suiteExamples = `  abnfc suite --rule date -o date.jsonl.gz dates.abnf
`

// suiteJob is what the command line of abnfc suite asks for.
type suiteJob struct {
	grammarFlags
	limits             limitFlags
	grammar, rule, out string
}

func suiteCommand() *cobra.Command {
	var job suiteJob
	cmd := &cobra.Command{
		Use: "suite --rule RULE [flags] GRAMMAR", Short: "write test cases for implementations of a rule",
		Long: suiteHelp, Example: suiteExamples, Args: takes(1, "one grammar"),
		RunE: func(cmd *cobra.Command, args []string) error {
			job.grammar = args[0]
			return job.run(cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	job.register(flags)
	job.limits.register(flags)
	flags.StringVar(&job.rule, "rule", "", "use `RULE` of the grammar")
	cmd.MarkFlagRequired("rule")
	flags.StringVarP(&job.out, "output", "o", "", "write to `FILE`, compressed if it ends in .gz (default: standard output)")
	return cmd
}

// run writes nothing unless the suite is complete.
func (job *suiteJob) run(stdout, stderr io.Writer) error {
	g, err := job.read(job.grammar, stderr)
	if err != nil {
		return err
	}
	text, err := job.suite(g)
	if err != nil {
		return grammarError{err}
	}
	if filepath.Ext(job.out) == ".gz" {
		if text, err = compress(text); err != nil {
			return err
		}
	}
	return g.output(job.out, text, stdout)
}

// suite returns the suite of the rule's plain automaton, which is minimal.
func (job *suiteJob) suite(g *grammarText) ([]byte, error) {
	if err := g.Verify(job.rule); err != nil {
		return nil, err
	}
	g.listImports([]string{job.rule})
	a, err := compile.Compile(g.Grammar, job.rule, job.limits.options())
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = suite.Write(&b, a)
	return b.Bytes(), err
}

// compress returns text as gzip, without a name or a time: the same text gives the
// same bytes, as long as compress/gzip stays the same.
func compress(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}
