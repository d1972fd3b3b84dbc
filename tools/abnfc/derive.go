package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/codegen"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/cli/show"
)

const deriveHelp = `Writes a Go file with functions for each equation of a file, such as

    Strict    = iri.abnf:IRI - bidi.abnf:has-formatting
    WithZone  = zone.abnf<iri.abnf:IRI
    Languages = { iri.abnf:IRI, Strict, WithZone }

Operators apply from left to right, without precedence: & intersection, - difference, |
union, . concatenation. In A<B:RULE, the rules of grammar A are added to those of B, and
replace those with the same names. For octets:A:RULE, values such as %x80 are octets, as with
--octets. For X the functions are ValidX and CheckX, for a list in braces ClassifyX, which
returns the languages that match.
`

const deriveExamples = `  abnfc derive -o languages.go languages.eq
`

// deriveJob is what the command line of abnfc derive asks for.
type deriveJob struct {
	limits              limitFlags
	equations, out, pkg string
	tables              bool
}

func deriveCommand() *cobra.Command {
	var job deriveJob
	cmd := &cobra.Command{
		Use: "derive -o OUT.go [flags] LANGUAGES", Short: "write code that matches unions, differences and the like",
		Long: deriveHelp, Example: deriveExamples, Args: takes(1, "one file of languages"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if job.out == "" {
				return cli.Usagef("derive needs --output")
			}
			job.equations = args[0]
			return job.run(cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&job.out, "output", "o", "", "write to `FILE`, which ends in .go")
	flags.StringVar(&job.pkg, "pkg", "", "`NAME` of the Go package (default: that of the folder of --output)")
	tablesFlag(flags, &job.tables)
	job.limits.register(flags)
	return cmd
}

func (job *deriveJob) run(stderr io.Writer) error {
	pkg, err := packageName(job.pkg, job.out)
	if err != nil {
		return err
	}
	text, err := readFile(job.equations)
	if err != nil {
		return err
	}
	if len(text) > mostBytes {
		return grammarError{fmt.Errorf("%s: the file has more than %d bytes", job.equations, mostBytes)}
	}
	list, err := parseEquations(show.Safe(job.equations), string(text))
	if err != nil {
		return grammarError{err}
	}
	d := newDeriver(stderr)
	d.limits = job.limits
	if err := d.readGrammars(list); err != nil {
		return err
	}
	f := codegen.File{Package: pkg, Tables: job.tables, Sources: append([]codegen.Source{{Name: job.equations, Text: text}}, d.sources...), Pos: make(map[string]abnf.Pos)}
	for _, e := range list {
		f.Pos[e.name] = e.pos
		if err := d.solve(e, &f); err != nil {
			return grammarError{err}
		}
	}
	var source bytes.Buffer
	if err := codegen.Write(&source, &f); err != nil {
		return grammarError{err}
	}
	files := []file{{job.out, source.Bytes()}}
	return writeFiles(files)
}

// deriver solves equations.
type deriver struct {
	limits    limitFlags
	sources   []codegen.Source
	texts     map[string][]byte         // of the grammars, by file
	joined    map[string]bool           // lists of files whose overriding was printed
	languages map[string]*dfa.Automaton // solved ones, by name
	stderr    io.Writer
}

func newDeriver(stderr io.Writer) *deriver {
	return &deriver{
		texts:     make(map[string][]byte),
		joined:    make(map[string]bool),
		languages: make(map[string]*dfa.Automaton),
		stderr:    stderr,
	}
}

// readGrammars reads the grammars of all terms, each once.
func (d *deriver) readGrammars(list []*equation) error {
	var missing, faults []error
	for _, e := range list {
		for _, t := range e.terms {
			for _, name := range t.files {
				if _, known := d.texts[name]; known {
					continue
				}
				text, err := readFile(name)
				if err != nil {
					missing = append(missing, at(t.pos, err))
				}
				if _, err := abnf.ParseFile(show.Safe(name), text); err != nil {
					faults = append(faults, err)
				}
				d.texts[name] = text
				d.sources = append(d.sources, codegen.Source{Name: name, Text: text})
			}
		}
	}
	if len(missing) > 0 {
		return errors.Join(missing...)
	}
	if len(faults) > 0 {
		return grammarError{errors.Join(faults...)}
	}
	return nil
}

// solve adds what an equation stands for to a file.
func (d *deriver) solve(e *equation, f *codegen.File) error {
	if d.languages[e.name] != nil || slices.ContainsFunc(f.Classifiers, func(c codegen.Classifier) bool { return c.Name == e.name }) {
		return at(e.pos, fmt.Errorf("%s is defined twice", e.name))
	}
	var list []*dfa.Automaton
	for _, t := range e.terms {
		a, err := d.term(t)
		if err != nil {
			return err
		}
		list = append(list, a)
	}
	if e.isClassifier() {
		c, err := compile.Classifier(e.name, list...)
		if err != nil {
			return at(e.pos, err)
		}
		f.Classifiers = append(f.Classifiers, codegen.Classifier{Name: e.name, Classifier: c})
		return nil
	}
	a, err := combine(e, list)
	if err != nil {
		return at(e.pos, err)
	}
	d.languages[e.name] = a
	f.Rules = append(f.Rules, codegen.Rule{Automaton: a, Equation: e.String()})
	return nil
}

// combine returns the language of an equation, under its name.
func combine(e *equation, list []*dfa.Automaton) (*dfa.Automaton, error) {
	a, err := compile.Difference(e.name, list[0]) // less nothing: keeps the parts of a rule
	for i, b := range list[1:] {
		if err != nil {
			break
		}
		switch e.operators[i] {
		case "&":
			a, err = compile.Intersection(e.name, a, b)
		case "-":
			a, err = compile.Difference(e.name, a, b)
		case "|":
			a, err = compile.Union(e.name, a, b)
		case ".":
			a, err = compile.Concatenation(e.name, a, b)
		}
	}
	return a, err
}

// term returns the language of a term.
func (d *deriver) term(t term) (*dfa.Automaton, error) {
	if len(t.files) == 0 {
		if a := d.languages[t.name]; a != nil {
			return a, nil
		}
		return nil, at(t.pos, fmt.Errorf("no language %s above; a rule is GRAMMAR:RULE", t.name))
	}
	a, err := compile.Compile(d.grammar(t), t.name, d.limits.options())
	if err != nil {
		return nil, at(t.pos, err)
	}
	return a, nil
}

// grammar reads the files of a term, without faults by now. The rules of each override those of the
// files after it, which is printed once.
func (d *deriver) grammar(t term) *abnf.Grammar {
	var g *abnf.Grammar
	var lower []*abnf.Grammar // whose rules are overridden, the nearest first
	for _, name := range slices.Backward(t.files) {
		h, _ := abnf.ParseFile(name, d.texts[name])
		if g != nil {
			h.Override(g)
			lower = slices.Insert(lower, 0, g)
		}
		g = h
	}
	g.Encoding = t.encoding
	if key := strings.Join(t.files, "<"); !d.joined[key] {
		d.joined[key] = true
		for _, h := range lower {
			for _, x := range hiddenRules(g, h, nil) {
				printOverride(d.stderr, x)
			}
		}
	}
	return g
}
