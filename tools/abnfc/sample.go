package main

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/iri/compile"
	"example.org/iri/compile/suite"
	"example.org/iri/internal/sample"
	"example.org/iri/internal/values"
	"example.org/iri/tools/internal/cli"
)

const sampleHelp = `Prints strings that match a rule, one per line. Without -n they are a covering set: they
take every alternative, the ends of every repetition and range, and letters in both cases
where case does not matter. The same grammar and seed give the same strings.

Strings that contain a line end, or NUL with -0, are left out: then the exit status is 1.
With --json all are printed, as objects such as these; base64 is for strings that are not
UTF-8:

    {"string":"2026-11-21","rule":"date","valid":true}
    {"base64":"gP8=","rule":"data","valid":true}

With --suite it prints a complete conformance suite of one rule instead: every automaton that
accepts another language, has no more states than that of the rule, and treats alike all
bytes that the rule treats alike, fails a test case (go doc example.org/iri/compile/suite). A
test case is a line:

    {"base64":"aHR0cDo=","valid":true}
`

const sampleExamples = `  abnfc sample --rule date -n 1000 --seed 7 dates.abnf
  abnfc sample --rule message -0 mail.abnf | xargs -0 -n 1 ./validate
  abnfc sample --suite --rule date -o date.jsonl.gz dates.abnf
`

type sampleJob struct {
	grammarFlags
	limits           limitFlags
	depth            depth
	grammar, out     string
	rules            names
	seed             uint64
	n                int // number of strings; -1 for the covering set
	nul, json, suite bool
}

func sampleCommand() *cobra.Command {
	job := sampleJob{n: -1}
	cmd := &cobra.Command{
		Use: "sample [flags] GRAMMAR", Short: "print strings that match a rule, or a conformance suite",
		Long: sampleHelp, Example: sampleExamples, Args: takes(1, "one grammar"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := job.check(cmd.Flags()); err != nil {
				return err
			}
			job.grammar = args[0]
			return job.run(cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	job.register(cmd)
	job.limits.register(flags)
	job.depth.register(flags)
	flags.Var(&job.rules, "rule", "print strings of these `RULES` (default: the first rule of the file)")
	cli.DeclareOutput(flags, &job.out)
	flags.FuncP("number", "n", "print `N` strings: the covering set, then random ones", job.setN)
	flags.Uint64Var(&job.seed, "seed", 1, "`NUMBER` that starts the random generator")
	flags.BoolVarP(&job.nul, "null", "0", false, "end each string with NUL instead of LF")
	jsonFlag(flags, &job.json)
	flags.BoolVar(&job.suite, "suite", false, "print a conformance suite as JSON Lines; a FILE that ends in .gz is compressed")
	return cmd
}

func (job *sampleJob) check(flags *pflag.FlagSet) error {
	switch {
	case job.nul && (job.json || job.suite):
		return cli.Usagef("--null is for strings, not for JSON Lines")
	case job.json && job.suite:
		return cli.Usagef("either --json or --suite, not both")
	case job.suite && len(job.rules) > 1:
		return cli.Usagef("--suite takes one rule")
	}
	for _, name := range []string{"number", "seed"} {
		if job.suite && flags.Changed(name) {
			return cli.Usagef("--%s is not for --suite, which is complete", name)
		}
	}
	if !job.suite && flags.Changed("max-states") {
		return cli.Usagef("--max-states is for --suite")
	}
	return nil
}

func (job *sampleJob) setN(value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return errors.New("want a number, 0 or more")
	}
	job.n = n
	return nil
}

func (job *sampleJob) run(stdout, stderr io.Writer) error {
	g, err := job.read(job.grammar, stderr)
	if err != nil {
		return err
	}
	rules := job.rules
	if len(rules) == 0 {
		rules = g.own[:1]
	}
	if err := g.checkDefined(rules...); err != nil {
		return err
	}
	if err := g.Verify(rules...); err != nil {
		return grammarError{err}
	}
	g.listImports(rules)
	if err := job.depth.unroll(g, rules...); err != nil {
		return grammarError{err}
	}
	if job.suite {
		return job.writeSuite(g, rules[0], stdout)
	}
	if job.out == "" {
		return job.sample(g, rules, stdout, stderr)
	}
	var text bytes.Buffer
	err = job.sample(g, rules, &text, stderr)
	if err != nil && err != cli.ErrInvalid {
		return err
	}
	return cmp.Or(g.output(job.out, text.Bytes(), stdout), err)
}

// sample prints strings of rules, and reports on stderr what it leaves out.
func (job *sampleJob) sample(g *grammarText, rules names, stdout, stderr io.Writer) (err error) {
	for _, name := range rules {
		rule := g.Lookup(name).Name
		s, fault := sample.New(g.Grammar, rule, job.seed)
		if fault != nil {
			return grammarError{fault}
		}
		left, fault := job.print(stdout, s, rule)
		if fault != nil {
			return fault
		}
		for _, n := range s.LeftOut() {
			fmt.Fprintf(stderr, "%v: left out: no string matches %v\n", n.Position(), n)
		}
		if left.count > 0 {
			fmt.Fprintf(stderr, "abnfc: rule %s: left out %d with %s, such as %s; --json prints them\n", rule, left.count, left.end, values.Quote(g.Encoding, left.first))
			err = cli.ErrInvalid
		}
	}
	return err
}

func (job *sampleJob) texts(s *sample.Sampler) iter.Seq[string] {
	return func(yield func(string) bool) {
		cover := s.Cover()
		if job.n >= 0 {
			cover = cover[:min(job.n, len(cover))]
		}
		for _, text := range cover {
			if !yield(text) {
				return
			}
		}
		for range job.n - len(cover) {
			if !yield(s.Random()) {
				return
			}
		}
	}
}

// unprinted are the strings that contain the terminator.
type unprinted struct {
	end   string
	count int
	first string
}

func (job *sampleJob) print(w io.Writer, s *sample.Sampler, rule string) (left unprinted, err error) {
	out := bufio.NewWriter(w)
	lines := newLines(out)
	print, ends := func(text string) { out.WriteString(text + "\n") }, "\r\n"
	left.end = "a line end"
	switch {
	case job.json:
		print, ends = func(text string) { lines.Encode(newRecord(text, rule, true)) }, "" // out keeps an error
	case job.nul:
		print, ends = func(text string) { out.WriteString(text + "\x00") }, "\x00"
		left.end = "a NUL"
	}
	for text := range job.texts(s) {
		if strings.ContainsAny(text, ends) {
			left.count++
			left.first = cmp.Or(left.first, text)
			continue
		}
		print(text)
	}
	return left, out.Flush()
}

// writeSuite writes the suite of a rule, if it is complete. A file named *.gz is compressed.
func (job *sampleJob) writeSuite(g *grammarText, rule string, stdout io.Writer) error {
	a, err := compile.Compile(g.Grammar, rule, job.limits.options()) // minimal, since it has no parts
	if err != nil {
		return grammarError{err}
	}
	var b bytes.Buffer
	if err := suite.Write(&b, a); err != nil {
		return grammarError{err}
	}
	text := b.Bytes()
	if filepath.Ext(job.out) == ".gz" {
		if text, err = compress(text); err != nil {
			return err
		}
	}
	return g.output(job.out, text, stdout)
}

// compress returns text as gzip without a name and time, so that the output only depends on text and on compress/gzip.
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
