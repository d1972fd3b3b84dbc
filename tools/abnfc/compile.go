package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/plan"
	"example.org/iri/dfa"
)

const compileUsage = `usage: abnfc compile -o OUT.go [flags] GRAMMAR

Writes a Go file with the automaton of each rule, for package example.org/iri/dfa.
Lists are separated by commas; a flag may be given more than once.

`

const compileExamples = `
examples:
  abnfc compile -o dates/tables.go dates.abnf
  abnfc compile -o tables.go -rule URI,scheme -mark authority,query -marked URI uri.abnf
  abnfc compile -o tables.go -mark hier-part,authority,host,port,path-abempty,query,fragment -marked URI -plan URI -common https://,http:// uri.abnf
`

// names is the value of a flag that lists names.
type names []string

func (n *names) String() string { return strings.Join(*n, ",") }

func (n *names) Set(value string) error {
	for name := range strings.SplitSeq(value, ",") {
		if name == "" {
			return errors.New("empty name")
		}
		*n = append(*n, name)
	}
	return nil
}

// compileJob is what the command line of abnfc compile asks for.
type compileJob struct {
	grammar, out, pkg, sum             string
	rules, marks, parts, first, marked names
	plan, common                       names
}

func compileCommand(args []string, stdout, stderr io.Writer) error {
	var job compileJob
	flags := newFlags("compile", compileUsage, compileExamples)
	flags.StringVar(&job.out, "o", "", "write the Go source to `FILE`")
	flags.StringVar(&job.pkg, "pkg", "", "`NAME` of the Go package (default: that of the folder of -o)")
	flags.StringVar(&job.sum, "sum", "", "write a line on each automaton to `FILE`")
	flags.Var(&job.rules, "rule", "compile these `RULES` (default: all of the grammar)")
	flags.Var(&job.marks, "mark", "report where these `RULES` begin, listed in the order in which they do")
	flags.Var(&job.parts, "part", "let errors name these `RULES`; NAME=RULE calls a rule by another name")
	flags.Var(&job.marked, "marked", "compile only these `RULES` with marks and parts (default: all)")
	flags.Var(&job.plan, "plan", "write a fast-path plan for these marked `RULES`, texts that are cut up like URIs; the seven\nrules of -mark are those of what is behind the scheme, of authority, host, port, path behind\nan authority, query and fragment")
	flags.Var(&job.common, "common", "`BEGINNINGS` of many texts, from scheme to authority; at most two, of eight bytes, for -plan")
	flags.Var(&job.first, "first", "write the first bytes of these `RULES`, for error messages")
	if err := parseFlags(flags, args, stdout, stderr); err != nil {
		return err
	}
	switch {
	case flags.NArg() != 1:
		return usageError("compile takes one grammar; see abnfc compile -help")
	case job.out == "":
		return usageError("compile needs -o; see abnfc compile -help")
	}
	job.grammar = flags.Arg(0)
	return job.run()
}

// run reads the grammar, compiles, and only when all is well puts files in place.
func (job *compileJob) run() error {
	text, err := os.ReadFile(job.grammar)
	if err != nil {
		return err
	}
	source, sum, err := job.compile(text)
	if _, usage := errors.AsType[usageError](err); usage {
		return err
	}
	if err != nil {
		return grammarError{err}
	}
	files := []file{{job.out, source}}
	if job.sum != "" {
		files = append(files, file{job.sum, sum})
	}
	return replace(files)
}

// compile returns the contents of the Go file and of the summary.
func (job *compileJob) compile(text []byte) (source, sum []byte, err error) {
	g, err := abnf.ParseFile(job.grammar, text)
	if err != nil {
		return nil, nil, err
	}
	if err := job.resolve(g); err != nil {
		return nil, nil, err
	}
	f := compile.GoFile{Package: job.pkg, Sources: []compile.Source{{Name: job.grammar, Text: text}}}
	if f.FirstSets, err = compile.FirstSets(g, job.first); err != nil {
		return nil, nil, err
	}
	var lines bytes.Buffer
	for _, rule := range job.rules {
		a, err := job.automaton(g, rule, &lines)
		if err != nil {
			return nil, nil, err
		}
		f.Automata = append(f.Automata, a)
	}
	var b bytes.Buffer
	err = compile.WriteGo(&b, &f)
	return b.Bytes(), lines.Bytes(), err
}

// resolve fills in defaults and writes rule names as the grammar does.
func (job *compileJob) resolve(g *abnf.Grammar) error {
	if job.pkg == "" {
		folder, err := filepath.Abs(filepath.Dir(job.out))
		if err != nil {
			return err
		}
		job.pkg = filepath.Base(folder)
	}
	if !token.IsIdentifier(job.pkg) {
		return usageError(fmt.Sprintf("%q is no name for a Go package; set one by -pkg", job.pkg))
	}
	if len(job.rules) == 0 {
		for r := range g.Rules() {
			job.rules = append(job.rules, r.Name)
		}
	}
	if len(job.marked) == 0 {
		job.marked = job.rules
	}
	for _, list := range []names{job.rules, job.marked, job.plan} {
		for i, name := range list {
			if err := g.Verify(name); err != nil {
				return err
			}
			list[i] = g.Lookup(name).Name
		}
	}
	for _, rule := range job.marked {
		if !slices.Contains(job.rules, rule) {
			return usageError(fmt.Sprintf("rule %s of -marked is not among those of -rule", rule))
		}
	}
	for _, rule := range job.plan {
		if !slices.Contains(job.marked, rule) || len(job.marks) == 0 {
			return usageError(fmt.Sprintf("rule %s of -plan has no marks", rule))
		}
	}
	if len(job.common) > 0 && len(job.plan) == 0 {
		return usageError("-common is for -plan")
	}
	return nil
}

// automaton compiles a rule as it is to be shipped and adds its lines to the
// summary: one for the plain automaton, if it has marks or parts another, and
// one for its plan if it has that.
func (job *compileJob) automaton(g *abnf.Grammar, rule string, sum io.Writer) (*dfa.Automaton, error) {
	plain, err := compile.Compile(g, rule, nil)
	if err != nil {
		return nil, err
	}
	if err := writeSum(sum, plain.Name, plain); err != nil {
		return nil, err
	}
	if !slices.Contains(job.marked, rule) || len(job.marks)+len(job.parts) == 0 {
		return plain, nil
	}
	marked, err := compile.Compile(g, rule, &compile.Options{Marks: job.marks, Parts: job.parts})
	if err != nil {
		return nil, err
	}
	if !slices.Contains(job.plan, rule) {
		return marked, writeSum(sum, marked.Name+"+marks", marked)
	}
	if marked.Plan, err = plan.New(marked, job.common); err != nil {
		return nil, err
	}
	if err := writeSum(sum, marked.Name+"+marks", marked); err != nil {
		return nil, err
	}
	_, err = fmt.Fprintln(sum, compile.PlanLine(marked.Name+"+plan", marked.Plan))
	return marked, err
}

func writeSum(w io.Writer, name string, a *dfa.Automaton) error {
	line, err := compile.SumLine(name, a)
	if err == nil {
		_, err = fmt.Fprintln(w, line)
	}
	return err
}
