package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
)

const proveHelp = `Proves by a second method that automata accept the languages of their rules, and that spans
are exact. Prints a line for each claim, or a shortest string that refutes it.
`

const proveExamples = `  abnfc prove dates.abnf
  abnfc prove --rule namestring --span NID,NSS --import rfc3986 urn.abnf
`

type proveJob struct {
	grammarFlags
	limits      limitFlags
	grammar     string
	rules       names
	spans       spanList
	depth       depth
	out, stderr io.Writer
}

func proveCommand() *cobra.Command {
	var job proveJob
	cmd := &cobra.Command{
		Use: "prove [flags] GRAMMAR", Short: "prove that automata match their rules",
		Long: proveHelp, Example: proveExamples, Args: takes(1, "one grammar"),
		RunE: func(cmd *cobra.Command, args []string) error {
			job.grammar, job.out, job.stderr = args[0], cmd.OutOrStdout(), cmd.ErrOrStderr()
			return job.run()
		},
	}
	flags := cmd.Flags()
	job.register(cmd)
	job.limits.register(flags)
	job.depth.register(flags)
	flags.Var(&job.rules, "rule", "prove these `RULES` (default: all rules of the file)")
	flags.Var(&job.spans, "span", "prove the spans of these `RULES`, too; A.B and NAME=A.B as in compile")
	return cmd
}

func (job *proveJob) run() error {
	text, err := job.read(job.grammar, job.stderr)
	if err != nil {
		return err
	}
	g := text.Grammar
	var unread abnf.ErrorList
	job.rules, unread = text.wanted(job.rules)
	names := slices.Concat(job.rules, spanRules(job.spans.names))
	if err := text.checkDefined(names...); err != nil {
		return err
	}
	if err := text.verifyAll(unread, names); err != nil {
		return grammarError{err}
	}
	text.listImports(job.rules)
	for i, entry := range job.spans.names {
		job.spans.names[i] = text.asWritten(entry)
	}
	if err := text.checkSpans(job.rules, job.spans.names, "proved"); err != nil {
		return err
	}
	spans := make(map[string][]string)
	for _, rule := range job.rules {
		spans[rule] = text.spansOf(rule, job.spans.names)
	}
	if err := job.depth.unroll(text, names...); err != nil {
		return grammarError{err}
	}
	for _, rule := range job.rules {
		a, err := compile.Compile(g, rule, job.limits.options())
		if err != nil {
			return grammarError{err}
		}
		if err := job.prove(g, rule, a); err != nil {
			return err
		}
		if err := job.proveSpans(text, rule, spans[rule]); err != nil {
			return err
		}
	}
	return nil
}

// proveSpans proves the automaton of a rule with spans, if there are any, and prints the claims.
func (job *proveJob) proveSpans(g *grammarText, rule string, list names) error {
	if len(list) == 0 {
		return nil
	}
	if err := g.checkLevels(rule, list); err != nil {
		return grammarError{err}
	}
	t, err := compile.Spans(g.Grammar, rule, list, job.limits.options())
	if err != nil {
		return grammarError{err}
	}
	p, err := proof.New(g.Grammar, rule)
	if err != nil {
		return grammarError{err}
	}
	language, err := p.Language(&t.Automaton)
	if err != nil {
		return grammarError{err}
	}
	claims, err := p.Spans(t)
	if err != nil {
		return grammarError{err}
	}
	fmt.Fprintln(job.out, "with spans,", language)
	for _, claim := range claims {
		fmt.Fprintln(job.out, claim)
	}
	return nil
}

func (job *proveJob) prove(g *abnf.Grammar, rule string, a *dfa.Automaton) error {
	p, err := proof.New(g, rule)
	if err != nil {
		return grammarError{err}
	}
	claim, err := p.Language(a)
	if err != nil {
		return grammarError{err}
	}
	fmt.Fprintln(job.out, claim)
	return nil
}
