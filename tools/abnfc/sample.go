package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/sample"
	"example.org/iri/internal/values"
	"example.org/iri/tools/internal/cli"
)

const sampleHelp = `Prints strings that match a rule, a line each. Without -n they are a covering set: they
take every alternative, the ends of every repetition and range, and letters in both cases
where case does not matter. The same grammar and seed give the same strings.

Strings that contain a line end, or NUL with -0, are left out: then the exit status is 1.
With --quote and --json all are printed, with --json as an object such as

    {"text":"2026-11-21"}
    {"base64":"gP8="}

where base64 is for strings that are not UTF-8.
`

const sampleExamples = `  abnfc sample --rule date -n 1000 --seed 7 dates.abnf
  abnfc sample --rule message -0 mail.abnf | xargs -0 -n 1 ./validate
`

// sampleJob is what the command line of abnfc sample asks for.
type sampleJob struct {
	grammarFlags
	grammar, rule string
	seed          uint64
	n             int // texts; -1 for the covering set
	nul, quoted   bool
	json          bool
}

func sampleCommand() *cobra.Command {
	job := sampleJob{n: -1}
	cmd := &cobra.Command{
		Use: "sample --rule RULE [flags] GRAMMAR", Short: "print strings that match a rule",
		Long: sampleHelp, Example: sampleExamples, Args: takes(1, "one grammar"),
		RunE: func(cmd *cobra.Command, args []string) error {
			job.grammar = args[0]
			return job.run(cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	job.register(flags)
	flags.StringVar(&job.rule, "rule", "", "use `RULE` of the grammar")
	cmd.MarkFlagRequired("rule")
	flags.FuncP("number", "n", "print `N` strings: the covering set, then random ones", job.setN)
	flags.Uint64Var(&job.seed, "seed", 1, "`NUMBER` that starts the random generator")
	flags.BoolVarP(&job.nul, "null", "0", false, "end each string with NUL instead of LF")
	flags.BoolVar(&job.quoted, "quote", false, "print strings as in Go, in quotes")
	jsonFlag(flags, &job.json)
	cmd.MarkFlagsMutuallyExclusive("null", "quote", "json")
	return cmd
}

// setN takes the value of -n.
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
	if err := g.Verify(job.rule); err != nil {
		return grammarError{err}
	}
	s, err := sample.New(g.Grammar, job.rule, job.seed)
	if err != nil {
		return grammarError{err}
	}
	left, err := job.print(stdout, s, g.Encoding)
	if err != nil {
		return err
	}
	for _, n := range s.LeftOut() {
		fmt.Fprintf(stderr, "%v: left out: no string matches %v\n", n.Position(), n)
	}
	if left.count > 0 {
		fmt.Fprintf(stderr, "abnfc: rule %s: left out %d with %s, such as %s; --json prints them\n", job.rule, left.count, left.end, values.Quote(g.Encoding, left.first))
		return cli.ErrInvalid
	}
	return nil
}

// texts yields as many texts as are asked for.
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

// unprinted are the texts in which there is what ends a text.
type unprinted struct {
	end   string
	count int
	first string
}

// print prints the texts whose end can be seen.
func (job *sampleJob) print(w io.Writer, s *sample.Sampler, encoding abnf.Encoding) (left unprinted, err error) {
	out := bufio.NewWriter(w)
	lines := newLines(out)
	print, ends := func(text string) { out.WriteString(text + "\n") }, "\r\n"
	left.end = "a line end"
	switch {
	case job.json:
		print, ends = func(text string) { lines.Encode(newStringJSON(text)) }, "" // an error stays in out
	case job.quoted:
		print, ends = func(text string) { out.WriteString(values.Quote(encoding, text) + "\n") }, ""
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
