package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"example.org/iri/compile"
	"example.org/iri/dfa"
	"example.org/iri/internal/values"
	"example.org/iri/tools/internal/cli"
)

const equalHelp = `Compares the languages of two rules. Prints equal or, for each rule that matches more, a
shortest string that only this rule matches. The exit status is 0 only if they are equal.
Flags apply to both grammars. For octets:A.abnf:RULE, values such as %x80 are octets, as with
--octets.
`

const equalExamples = `  abnfc equal old.abnf:date new.abnf:date
  abnfc equal rfc3629:UTF8-char chars.abnf:char
`

// equalJob has the command line of abnfc equal.
type equalJob struct {
	grammarFlags
	limits limitFlags
	a, b   operand
	stderr io.Writer
}

func equalCommand() *cobra.Command {
	var job equalJob
	cmd := &cobra.Command{
		Use: "equal [flags] GRAMMAR:RULE GRAMMAR:RULE", Short: "compare the languages of two rules",
		Long: equalHelp, Example: equalExamples, Args: takes(2, "two rules, GRAMMAR:RULE twice"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			job.stderr = cmd.ErrOrStderr()
			if job.a, err = job.operandOf(args[0]); err != nil {
				return err
			}
			if job.b, err = job.operandOf(args[1]); err != nil {
				return err
			}
			return job.run(cmd.OutOrStdout())
		},
	}
	flags := cmd.Flags()
	job.register(cmd)
	job.limits.register(flags)
	return cmd
}

// run prints which rule is a subset of the other, on one line.
func (job *equalJob) run(stdout io.Writer) error {
	first, second, err := job.readBoth()
	if err != nil {
		return err
	}
	a, b, err := job.compile(first, second)
	if err != nil {
		return err
	}
	onlyA, more, err := compile.Witness(a, b)
	if err != nil {
		return grammarError{err}
	}
	onlyB, less, err := compile.Witness(b, a)
	if err != nil {
		return grammarError{err}
	}
	result := "equal"
	quote := func(text string) string { return values.Quote(max(first.Encoding, second.Encoding), text) }
	switch {
	case more && less:
		result = fmt.Sprintf("neither is a subset of the other: only %v matches %s, only %v matches %s", job.a, quote(string(onlyA)), job.b, quote(string(onlyB)))
	case more:
		result = fmt.Sprintf("%v is a subset of %v: only %v matches %s", job.b, job.a, job.a, quote(string(onlyA)))
	case less:
		result = fmt.Sprintf("%v is a subset of %v: only %v matches %s", job.a, job.b, job.b, quote(string(onlyB)))
	}
	if _, err := fmt.Fprintln(stdout, result); err != nil {
		return err
	}
	if more || less {
		return cli.ErrInvalid
	}
	return nil
}

// compile compiles both rules. Faults of both are reported together.
func (job *equalJob) compile(first, second *grammarText) (a, b *dfa.Automaton, err error) {
	a, errA := first.compileFor(job.a, job.limits)
	b, errB := second.compileFor(job.b, job.limits)
	var faults faultList
	faults.add(errA)
	faults.add(errB)
	if err := faults.err(); err != nil {
		return nil, nil, grammarError{err}
	}
	return a, b, nil
}

// compileFor compiles the rule of an operand.
func (g *grammarText) compileFor(o operand, limits limitFlags) (*dfa.Automaton, error) {
	if err := g.verifyOperand(o); err != nil {
		return nil, err
	}
	return compile.Compile(g.Grammar, o.rule, limits.options())
}

// readBoth reads the grammars of both operands, once if it is the same.
func (job *equalJob) readBoth() (a, b *grammarText, err error) {
	if job.a.file == job.b.file && job.a.encoding == job.b.encoding {
		g, err := job.readOperand(job.a, job.stderr)
		return g, g, err
	}
	a, errA := job.readOperand(job.a, job.stderr)
	b, errB := job.readOperand(job.b, job.stderr)
	return a, b, joinFaults(errA, errB)
}

// joinFaults joins errors of reading grammars: those of files that cannot be read or, without any, the faults of the
// grammars, each once.
func joinFaults(errs ...error) error {
	var unread, faults faultList
	for _, err := range errs {
		if fault, ok := errors.AsType[grammarError](err); ok {
			faults.add(fault)
		} else {
			unread.add(err)
		}
	}
	if err := unread.err(); err != nil {
		return err
	}
	if err := faults.err(); err != nil {
		return grammarError{err}
	}
	return nil
}
