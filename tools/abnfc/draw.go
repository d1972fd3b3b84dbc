package main

import (
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/draw"
	"example.org/iri/tools/internal/railroad"
)

// Graphviz draws the SVG files next to the DOT files: dot -Tsvg FILE.dot >FILE.svg.
//
//go:generate go run . draw -o ../../docs/pictures/grammar.html ../../tables/rfc3987.abnf
//go:generate go run . draw --rule pair -o ../../docs/pictures/pair-railroad.svg ../../docs/pictures/pair.abnf
//go:generate go run . draw --rule IPv6address -o ../../docs/pictures/ipv6address.svg ../../tables/rfc3987.abnf
//go:generate go run . draw --as dot --rule dec-octet -o ../../docs/pictures/dec-octet.dot ../../tables/rfc3987.abnf
//go:generate go run . draw --as dot --rule IRI-reference --part scheme,iuserinfo,ihost,port,ipath=ipath-abempty,ipath=ipath-absolute,ipath=ipath-noscheme,ipath=ipath-rootless,iquery,ifragment -o ../../docs/pictures/iri-reference.dot ../../tables/rfc3987.abnf
//go:generate go run . draw --as dot --rule pair -o ../../docs/pictures/pair.dot ../../docs/pictures/pair.abnf

const drawHelp = `Draws rules as railroad diagrams or, with --as dot, their minimal automata as graphs for
Graphviz.

One rule is a railroad diagram in SVG; several rules, and those that they need, are an HTML
page with links. Both are single files. Prose, and names without a rule, are drawn as such.

A graph has the states between characters, without the dead state. Accepting states have a
double border. Edges have the characters that they match, or the name of a rule if that is
shorter. With --part, connected states of the same rule become a box: a state is in the
box if every parse of every string that leads to it is inside the rule.
`

const drawExamples = `  abnfc draw -o uri.html uri.abnf
  abnfc draw --rule IPv6address rfc3986 >IPv6address.svg
  abnfc draw --as dot --rule date dates.abnf | dot -Tsvg >date.svg
  abnfc draw --as dot --rule URI --part scheme,authority,path=path-abempty,path=path-rootless rfc3986
`

type drawJob struct {
	grammarFlags
	grammar, out string
	rules, parts names
	as           string
}

func drawCommand() *cobra.Command {
	job := drawJob{as: "railroad"}
	cmd := &cobra.Command{
		Use: "draw [flags] GRAMMAR", Short: "draw rules as railroad diagrams, or automata for Graphviz",
		Long: drawHelp, Example: drawExamples, Args: takes(1, "one grammar"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(job.parts) > 0 && job.as != "dot" {
				return cli.Usagef("--part is for --as dot")
			}
			job.grammar = args[0]
			return job.run(cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	job.register(cmd)
	flags.Var(cli.OneOf(&job.as, "railroad", "dot"), "as", "draw as `FORM`: railroad or dot")
	flags.Var(&job.rules, "rule", "draw these `RULES` (default: all rules of the file)")
	cli.DeclareOutput(flags, &job.out)
	flags.Var(&job.parts, "part", "colour and fold the states of these `RULES`; NAME=RULE shows RULE as NAME")
	return cmd
}

func (job *drawJob) run(stdout, stderr io.Writer) error {
	g, err := job.read(job.grammar, stderr)
	if err != nil {
		return err
	}
	if err := g.checkDefined(job.rules...); err != nil {
		return err
	}
	picture := job.railroad
	if job.as == "dot" {
		picture = job.dot
	}
	text, err := picture(g)
	if err != nil {
		return grammarError{err}
	}
	return g.output(job.out, text, stdout)
}

func (job *drawJob) railroad(g *grammarText) ([]byte, error) {
	rules := job.rules
	if len(rules) == 0 {
		rules = g.own
	}
	for i, name := range rules {
		rules[i] = g.Lookup(name).Name
	}
	g.listImports(rules)
	if len(job.rules) == 1 {
		return railroad.SVG(g.Lookup(rules[0]), g.Encoding)
	}
	return railroad.Page(filepath.Base(job.grammar), g.Grammar, unique(rules))
}

func (job *drawJob) dot(g *grammarText) (text []byte, err error) {
	rules := job.rules
	if len(rules) == 0 {
		rules = g.own
	}
	if err := g.Verify(rules...); err != nil {
		return nil, err
	}
	g.listImports(rules)
	var faults faultList
	for _, name := range rules {
		d, err := draw.New(g.Grammar, name, job.parts)
		if err != nil {
			faults.add(err)
			continue
		}
		text = append(text, d.DOT()...)
	}
	return text, faults.err()
}
