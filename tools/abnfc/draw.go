package main

import (
	"io"

	"example.org/iri/tools/abnfc/internal/draw"
)

const dotUsage = `usage: abnfc dot -rule RULE [-o FILE] [flags] GRAMMAR

Prints the minimal automaton of a rule as a graph for Graphviz. abnfc svg -help says what is
drawn, and draws it without other programs.

`

const dotExamples = `
examples:
  abnfc dot -rule date dates.abnf | dot -Tpdf >date.pdf
`

const svgUsage = `usage: abnfc svg -rule RULE [-o FILE] [flags] GRAMMAR

Draws the minimal automaton of a rule and prints the picture as SVG. States that accept
have a double border, and numbers as in listings. Edges are labelled with the characters
that they read, by the names of rules where that is shorter. Nothing is drawn of the states in
the middle of a character, and of the dead one.

Rules of more than 40 states are folded: states that a text can be in the same rule of
become a box. These are the rules that the drawn one refers to, or rules within them.

`

const svgExamples = `
examples:
  abnfc svg -rule date dates.abnf >date.svg
  abnfc svg -rule URI -part scheme,authority,path=path-abempty,path=path-rootless,query,fragment uri.abnf >uri.svg
  abnfc svg -rule URI -mark authority,query -full uri.abnf >uri.svg
`

// drawJob is what the command line of abnfc dot or abnfc svg asks for.
type drawJob struct {
	grammarFlags
	grammar, rule string
	out           string // file; standard output if it is empty
	marks, parts  names
	full          bool
	picture       func(*draw.Drawing) []byte
}

func dotCommand(args []string, stdout, stderr io.Writer) error {
	job := drawJob{picture: (*draw.Drawing).DOT}
	return job.command("dot", dotUsage, dotExamples, args, stdout, stderr)
}

func svgCommand(args []string, stdout, stderr io.Writer) error {
	job := drawJob{picture: (*draw.Drawing).SVG}
	return job.command("svg", svgUsage, svgExamples, args, stdout, stderr)
}

func (job *drawJob) command(name, usage, examples string, args []string, stdout, stderr io.Writer) error {
	flags := newFlags(name, usage, examples)
	job.register(flags)
	flags.StringVar(&job.rule, "rule", "", "the `RULE` to be drawn")
	flags.StringVar(&job.out, "o", "", "write to `FILE` (default: standard output)")
	flags.Var(&job.marks, "mark", "show where these `RULES` begin, listed in the order in which they do")
	flags.Var(&job.parts, "part", "colour and fold the states in these `RULES`, the inner ones of rules in "+
		"each other and else the\nfirst that a text may be in; NAME=RULE calls a rule by another name")
	flags.BoolVar(&job.full, "full", false, "fold nothing")
	if err := parseFlags(flags, args, stdout, stderr); err != nil {
		return err
	}
	switch {
	case flags.NArg() != 1:
		return argumentError(flags, name+" takes one grammar; see abnfc "+name+" -help")
	case job.rule == "":
		return usageError(name + " needs -rule; see abnfc " + name + " -help")
	}
	job.grammar = flags.Arg(0)
	return job.run(stdout, stderr)
}

func (job *drawJob) run(stdout, stderr io.Writer) error {
	g, err := job.read(job.grammar, stderr)
	if err != nil {
		return err
	}
	if err := g.Verify(job.rule); err != nil {
		return grammarError{err}
	}
	g.listImports([]string{job.rule})
	d, err := draw.New(g.Grammar, job.rule, &draw.Options{Marks: job.marks, Parts: job.parts, Full: job.full})
	if err != nil {
		return grammarError{err}
	}
	return g.output(job.out, job.picture(d), stdout)
}
