package main

import (
	"bytes"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/codegen"
)

// builder collects what a job writes.
type builder struct {
	*compileJob
	grammar *grammarText
	trace   io.Writer // nil if there is no -trace
	file    codegen.File
	sums    []byte // a line for each automaton
}

// build compiles the rules and returns the files to be written. The error holds
// all faults of all rules, each once.
func (job *compileJob) build(g *grammarText, stdout io.Writer) ([]file, error) {
	if err := job.resolve(g); err != nil {
		return nil, err
	}
	b := &builder{compileJob: job, grammar: g}
	b.file = codegen.File{
		Package: job.pkg, Name: strings.TrimSuffix(filepath.Base(job.out), ".go"), Sources: g.sources,
		Tables: job.tables, Standalone: job.standalone, Pos: make(map[string]abnf.Pos),
	}
	for _, name := range slices.Concat(job.rules, job.spans) {
		b.file.Pos[name] = g.Lookup(name).Pos
	}
	if job.trace {
		b.trace = stdout
	}
	var faults faultList
	for _, rule := range job.rules {
		faults.add(b.rule(rule))
	}
	if err := faults.err(); err != nil || job.out == "" {
		return nil, err
	}
	return b.files()
}

// rule compiles a rule as it is to be shipped: with a second automaton if there are spans. Those
// spans are also what errors name, unless the command line has a list of its own.
func (b *builder) rule(rule string) error {
	spans := b.grammar.spansOf(rule, b.spans)
	parts := b.parts
	if len(parts) == 0 {
		parts = spans
	}
	a, err := compile.Compile(b.grammar.Grammar, rule, &compile.Options{Parts: parts, Trace: b.trace})
	if err != nil {
		return err
	}
	b.sums = append(b.sums, codegen.SumLine(a.Name, a)+"\n"...)
	made := codegen.Rule{Automaton: a}
	if len(spans) > 0 {
		made.Spans, err = compile.Spans(b.grammar.Grammar, rule, spans, &compile.Options{Trace: b.trace})
		if err != nil {
			return err
		}
		b.sums = append(b.sums, codegen.SpansLine(a.Name+"+spans", made.Spans)+"\n"...)
	}
	b.file.Rules = append(b.file.Rules, made)
	return nil
}

// spansOf returns those of the names that a rule refers to, as the grammar writes them.
func (g *grammarText) spansOf(rule string, spans names) (list []string) {
	for _, name := range spans {
		if g.refers(rule, name) {
			list = append(list, g.Lookup(name).Name)
		}
	}
	return list
}

// refers reports whether a rule refers to another, directly or not.
func (g *grammarText) refers(rule, to string) bool {
	target := g.Lookup(to)
	for _, r := range g.References(rule) {
		if r == target {
			return true
		}
	}
	return false
}

// files returns all that is to be written.
func (b *builder) files() ([]file, error) {
	var source bytes.Buffer
	if err := codegen.Write(&source, &b.file); err != nil {
		return nil, err
	}
	files := []file{{b.out, source.Bytes()}}
	if b.sum != "" {
		files = append(files, file{b.sum, b.sums})
	}
	if b.noTest {
		return files, nil
	}
	test, err := b.test()
	if err != nil {
		return nil, err
	}
	return append(files, file{strings.TrimSuffix(b.out, ".go") + "_test.go", test}), nil
}
