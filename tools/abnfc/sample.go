package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/sample"
	"example.org/iri/tools/internal/cli"
)

const sampleHelp = `Prints texts that match a rule, a line each. Without -n they are a covering set: short
texts that together take every alternative, the ends of every repetition and of every
range, and letters in both cases where case does not matter. Equal grammars and seeds
give equal texts. What no text matches is left out, and listed on standard error.
`

const sampleExamples = `  abnfc sample --rule date dates.abnf
  abnfc sample --rule date -n 1000 --seed 7 dates.abnf
  abnfc sample --rule message -0 mail.abnf | xargs -0 -n 1 ./validate
`

// sampleJob is what the command line of abnfc sample asks for.
type sampleJob struct {
	grammarFlags
	grammar, rule string
	seed          uint64
	n             int // texts; -1 for the covering set
	nul, quoted   bool
}

func sampleCommand() *cobra.Command {
	job := sampleJob{n: -1}
	cmd := &cobra.Command{
		Use: "sample --rule RULE [flags] GRAMMAR", Short: "print texts that match a rule",
		Long: sampleHelp, Example: sampleExamples, Args: takes(1, "one grammar"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if job.nul && job.quoted {
				return cli.Usagef("--null and --quote are two ways to print texts")
			}
			job.grammar = args[0]
			return job.run(cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	job.register(flags)
	flags.StringVar(&job.rule, "rule", "", "the `RULE` that the texts match")
	cmd.MarkFlagRequired("rule")
	flags.FuncP("number", "n", "print `N` texts: those of the covering set, then random ones (default: the covering set)", job.setN)
	flags.Uint64Var(&job.seed, "seed", 1, "`NUMBER` that choices by lot depend on")
	flags.BoolVarP(&job.nul, "null", "0", false, "end each text with NUL instead of LF")
	flags.BoolVar(&job.quoted, "quote", false, "print texts as Go strings, in quotes")
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

// run prints nothing if one of the texts cannot be told from two: it makes all
// texts twice, so that none need to be kept.
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
	for text := range job.texts(s) {
		if err := job.check(text); err != nil {
			return grammarError{fmt.Errorf("rule %s: %w", job.rule, err)}
		}
	}
	for _, n := range s.LeftOut() {
		fmt.Fprintf(stderr, "%v: left out: no text matches %v\n", n.Position(), n)
	}
	if s, err = sample.New(g.Grammar, job.rule, job.seed); err != nil {
		return grammarError{err}
	}
	out := bufio.NewWriter(stdout)
	for text := range job.texts(s) {
		job.print(out, text, g.Encoding)
	}
	return out.Flush()
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

// check reports whether the end of a text can be seen when it is printed.
func (job *sampleJob) check(text string) error {
	switch {
	case job.quoted:
		return nil
	case job.nul && strings.Contains(text, "\x00"):
		return fmt.Errorf("the text %+q has a NUL in it; --quote prints texts as Go strings", text)
	case !job.nul && strings.ContainsAny(text, "\r\n"):
		return fmt.Errorf("the text %+q has a line end in it; -0 ends texts with NUL instead, --quote prints them as Go strings", text)
	}
	return nil
}

func (job *sampleJob) print(w *bufio.Writer, text string, encoding abnf.Encoding) {
	switch {
	case job.nul:
		w.WriteString(text + "\x00")
	case job.quoted:
		w.WriteString(encoding.Quote(text) + "\n")
	default:
		w.WriteString(text + "\n")
	}
}
