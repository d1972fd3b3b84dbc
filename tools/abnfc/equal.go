package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/values"
	"example.org/iri/tools/internal/cli"
)

const equalHelp = `Compares the languages of two rules, or of all rules of two grammars, by their names. Prints
equal or, for each rule that matches more, a shortest string that only this rule matches.
Of two grammars, it prints a line for each rule that differs, and for each that only one of
them has. With --subset, the first rule may match less, and OLD may lack rules; of two
grammars it then prints subset.

The exit status is 0 if all are equal, or subsets with --subset; 1 if not; and 2 if a file
cannot be read, or a rule cannot be compiled. In two grammars, rules that cannot be
compiled are equal if they, and the rules that they need, have the same text.

With --json each string is an object, in which file is the grammar that matches it. A rule
that the other grammar lacks has no string:

    {"string":"2026","file":"old.abnf","line":1,"column":1,"rule":"date",
     "message":"only old.abnf matches this string"}

With --depth it compares the subsets that the flag makes: a string that only one of them has
may need more levels in the other rule.

Flags apply to both grammars. For octets:A.abnf, values such as %x80 are octets, as with
--octets.
`

const equalExamples = `  abnfc equal old.abnf new.abnf
  abnfc equal --subset old.abnf new.abnf
  abnfc equal old.abnf:date new.abnf:date
  abnfc equal rfc3629:UTF8-char chars.abnf:char
`

type equalJob struct {
	grammarFlags
	limits       limitFlags
	depth        depth
	a, b         operand
	subset, json bool
	out          bytes.Buffer
	stderr       io.Writer
}

func equalCommand() *cobra.Command {
	var job equalJob
	cmd := &cobra.Command{
		Use: "equal [flags] OLD NEW", Short: "compare two grammars, or the languages of two rules",
		Long: equalHelp, Example: equalExamples, Args: takes(2, "two grammars, or two rules, GRAMMAR:RULE twice"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			job.stderr = cmd.ErrOrStderr()
			if err = job.operands(args[0], args[1]); err != nil {
				return err
			}
			err = job.run()
			if _, failed := job.out.WriteTo(cmd.OutOrStdout()); failed != nil {
				return failed
			}
			if errors.As(err, new(grammarError)) { // status 1 means that rules differ
				return grammarError{cli.UsageError{Err: err}}
			}
			return err
		},
	}
	flags := cmd.Flags()
	job.register(cmd)
	job.limits.register(flags)
	job.depth.register(flags)
	flags.BoolVar(&job.subset, "subset", false, "rules of OLD only have to be subsets of those of NEW")
	jsonFlag(flags, &job.json)
	return cmd
}

func (job *equalJob) operands(a, b string) (err error) {
	if job.a, err = job.grammarOrRule(a); err != nil {
		return err
	}
	if job.b, err = job.grammarOrRule(b); err != nil {
		return err
	}
	if (job.a.rule == "") != (job.b.rule == "") {
		return cli.Usagef("%q and %q are a grammar and a rule; give two grammars, or GRAMMAR:RULE twice", a, b)
	}
	return nil
}

func (job *equalJob) run() error {
	first, second, err := job.readBoth()
	if err != nil {
		return err
	}
	p := &comparison{equalJob: job, first: first, second: second, encoding: max(first.Encoding, second.Encoding)}
	if job.a.rule != "" {
		err = p.compareOne(job.a.rule, job.b.rule)
	} else {
		err = p.compareAll()
	}
	if err != nil {
		return grammarError{err}
	}
	if !p.differ {
		p.conclude()
		return nil
	}
	return cli.ErrInvalid
}

// readBoth reads the grammars of both operands, or one grammar for both.
func (job *equalJob) readBoth() (a, b *grammarText, err error) {
	if job.a.file == job.b.file && job.a.encoding == job.b.encoding {
		g, err := job.readOperand(job.a, job.stderr)
		return g, g, err
	}
	a, errA := job.readOperand(job.a, job.stderr)
	b, errB := job.readOperand(job.b, job.stderr)
	return a, b, joinFaults(errA, errB)
}

type comparison struct {
	*equalJob
	first, second *grammarText
	encoding      abnf.Encoding
	differ        bool
	caches        [2]compile.Cache
}

func (p *comparison) compareOne(rule, other string) error {
	a, errA := p.first.compileFor(p.a, rule, p.options(0), p.depth)
	b, errB := p.second.compileFor(p.b, other, p.options(1), p.depth)
	var faults faultList
	faults.add(errA)
	faults.add(errB)
	if err := faults.err(); err != nil {
		return err
	}
	onlyA, more, err := compile.Witness(a, b)
	if err != nil {
		return err
	}
	onlyB, less, err := compile.Witness(b, a)
	if err != nil {
		return err
	}
	p.differ = p.differ || more || less && !p.subset
	if p.subset && (p.json || p.a.rule == "") { // only for two rules, the output describes how a subset differs
		less = false
	}
	if p.json {
		p.record(more, p.first, p.a, rule, onlyA)
		p.record(less, p.second, p.b, other, onlyB)
		return nil
	}
	p.print(rule, more, less, values.Quote(p.encoding, string(onlyA)), values.Quote(p.encoding, string(onlyB)))
	return nil
}

// print prints a line about rules that differ: for two grammars, which one matches more, and for two rules, also which
// one is a subset.
func (p *comparison) print(rule string, more, less bool, onlyA, onlyB string) {
	onlyA, onlyB = fmt.Sprintf("only %v matches %s", p.a, onlyA), fmt.Sprintf("only %v matches %s", p.b, onlyB)
	line := ""
	switch {
	case more && less:
		line = "neither is a subset of the other: " + onlyA + ", " + onlyB
	case more:
		line = fmt.Sprintf("%v is a subset of %v: %s", p.b, p.a, onlyA)
	case less:
		line = fmt.Sprintf("%v is a subset of %v: %s", p.a, p.b, onlyB)
	default:
		return
	}
	if p.a.rule == "" {
		_, line, _ = strings.Cut(line, ": ")
		line = p.first.Lookup(rule).Name + ": " + line
	}
	fmt.Fprintln(&p.out, line)
}

// record prints a record of a string that only one of two rules matches, if exists is true.
func (p *comparison) record(exists bool, g *grammarText, o operand, rule string, witness []byte) {
	if !exists {
		return
	}
	x := p.newRecord(g, o, rule, fmt.Sprintf("only %v matches this string", o))
	x.setString(string(witness))
	newLines(&p.out).Encode(x)
}

func (p *comparison) newRecord(g *grammarText, o operand, rule, message string) record {
	r := g.Lookup(rule)
	x := record{Line: r.Line, Column: r.Col, Rule: r.Name, Message: message}
	x.setFile(o.file)
	return x
}

func (p *comparison) conclude() {
	switch {
	case p.json || p.out.Len() > 0:
	case p.subset && p.a.rule == "":
		fmt.Fprintln(&p.out, "subset")
	default:
		fmt.Fprintln(&p.out, "equal")
	}
}

// compareAll compares rules with the same name. Faults in some rules do not prevent the comparison of others.
func (p *comparison) compareAll() error {
	var faults faultList
	faults.add(p.first.page().Unread())
	faults.add(p.second.page().Unread())
	for _, rule := range p.first.own {
		if !p.second.defines(rule) {
			p.missing(p.first, p.a, rule)
			continue
		}
		if err := p.compareOne(rule, rule); err != nil && !p.areAlike(rule) {
			faults.add(err)
		}
	}
	for _, rule := range p.second.own {
		if !p.subset && !p.first.defines(rule) {
			p.missing(p.second, p.b, rule)
		}
	}
	return faults.err()
}

// defines reports whether the file itself, not an import, has a rule.
func (g *grammarText) defines(name string) bool {
	for _, own := range g.own {
		if strings.EqualFold(own, name) {
			return true
		}
	}
	return false
}

func (p *comparison) missing(g *grammarText, o operand, rule string) {
	p.differ = true
	message := fmt.Sprintf("only %v has this rule", o)
	if p.json {
		newLines(&p.out).Encode(p.newRecord(g, o, rule, message))
		return
	}
	fmt.Fprintf(&p.out, "%s: %s\n", rule, message)
}

// areAlike reports whether both grammars have the same text for a rule and all rules that it needs.
func (p *comparison) areAlike(rule string) bool {
	var texts [2]string
	for i, g := range []*grammarText{p.first, p.second} {
		for _, r := range g.References(rule) {
			if r == nil {
				return false
			}
		}
		text, err := g.extract([]string{rule})
		if err != nil {
			return false
		}
		texts[i] = text
	}
	return texts[0] == texts[1] && p.first.Encoding == p.second.Encoding
}

func (p *comparison) options(grammar int) *compile.Options {
	opts := p.limits.options()
	opts.Cache = &p.caches[grammar]
	return opts
}

func (g *grammarText) compileFor(o operand, rule string, opts *compile.Options, d depth) (*dfa.Automaton, error) {
	if err := g.verifyOperand(o, rule); err != nil {
		return nil, err
	}
	if err := d.unroll(g, rule); err != nil {
		return nil, err
	}
	return compile.Compile(g.Grammar, rule, opts)
}

// joinFaults joins errors of reading grammars: those of unreadable files or, if there are none, the faults of the
// grammars, without duplicates.
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
