package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"path/filepath"

	"example.org/iri/compile"
	"example.org/iri/compile/suite"
)

const suiteUsage = `usage: abnfc suite -rule RULE [-o FILE] GRAMMAR

Writes the complete conformance suite of a rule: texts, each with its verdict, that
no wrong automaton of as many states passes; go doc example.org/iri/compile/suite
has the details. A line a text, which is in base64:

  {"input_b64":"aHR0cDo=","valid":true}

`

const suiteExamples = `
examples:
  abnfc suite -rule date dates.abnf
  abnfc suite -rule date -o date.jsonl.gz dates.abnf
`

// suiteJob is what the command line of abnfc suite asks for.
type suiteJob struct {
	grammarFlags
	limits             limitFlags
	grammar, rule, out string
}

func suiteCommand(args []string, stdout, stderr io.Writer) error {
	var job suiteJob
	flags := newFlags("suite", suiteUsage, suiteExamples)
	job.register(flags)
	job.limits.register(flags)
	flags.StringVar(&job.rule, "rule", "", "the `RULE` to be tested")
	flags.StringVar(&job.out, "o", "", "write to `FILE`, compressed if it is called *.gz (default: standard output)")
	if err := parseFlags(flags, args, stdout, stderr); err != nil {
		return err
	}
	switch {
	case flags.NArg() != 1:
		return argumentError(flags, "suite takes one grammar; see abnfc suite -help")
	case job.rule == "":
		return usageError("suite needs -rule; see abnfc suite -help")
	}
	job.grammar = flags.Arg(0)
	return job.run(stdout, stderr)
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
