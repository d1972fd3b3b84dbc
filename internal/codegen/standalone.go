package codegen

import (
	"embed"
	"strings"
)

// standalone is what packages without imports have in place of package dfa.
//
//go:embed standalone/automaton.go standalone/error.go standalone/span.go standalone/record.go standalone/recordmany.go standalone/classifier.go
var standalone embed.FS

// inPackage turns the names of package dfa into those that a package without imports has: users see
// the two types that functions return.
var inPackage = strings.NewReplacer("dfa.SyntaxError", "SyntaxError", "dfa.Span", "Span", "dfa.", "dfa")

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
	if len(f.Rules) > 0 {
		files = append(files, "automaton", "error")
	}
	var spans, slots, events bool
	for _, r := range f.Rules {
		if t := r.Spans; t != nil {
			spans = true
			events = events || len(t.Events) > 0
			slots = slots || len(t.Events) == 0 && len(t.Automaton.Slots) > 0
		}
	}
	for _, x := range []struct {
		needed bool
		file   string
	}{{spans, "span"}, {slots, "record"}, {events, "recordmany"}, {len(f.Classifiers) > 0, "classifier"}} {
		if x.needed {
			files = append(files, x.file)
		}
	}
	return files
}
