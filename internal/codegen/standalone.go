package codegen

import (
	"embed"
	"slices"
	"strings"
)

// standalone is what packages without imports have in place of package dfa.
//
//go:embed standalone/automaton.go standalone/error.go standalone/span.go standalone/record.go standalone/classifier.go
var standalone embed.FS

// inPackage turns the names of package dfa into those that a package without imports has: users see
// the two types that functions return.
var inPackage = strings.NewReplacer("dfa.SyntaxError", "SyntaxError", "dfa.Span", "Span", "dfa.", "dfa",
	"table.Automaton", "dfaAutomaton", "table.Classif", "dfaClassif", "table.Head", "dfaHead", "table.Record", "dfaRecord", "table.State", "dfaState")

// runtime prints what a package without imports needs of package dfa.
func (g *writer) runtime(f *File) {
	g.printf("\n// The rest stands for package dfa of example.org/iri, which is under the Apache License 2.0.\n")
	for _, name := range f.needed() {
		text, _ := standalone.ReadFile("standalone/" + name + ".go")
		_, body, _ := strings.Cut(string(text), "package standalone\n")
		g.buf.WriteString(body)
	}
}

// needed lists the files of the runtime that a package needs.
func (f *File) needed() (files []string) {
	spans := slices.ContainsFunc(f.Rules, func(r Rule) bool { return r.Spans != nil })
	for _, x := range []struct {
		needed bool
		file   string
	}{{true, "automaton"}, {len(f.Rules) > 0, "error"}, {spans, "span"}, {spans, "record"}, {len(f.Classifiers) > 0, "classifier"}} {
		if x.needed {
			files = append(files, x.file)
		}
	}
	return files
}
