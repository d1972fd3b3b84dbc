// Package codegen writes automata as Go source: packages with functions for the rules of a grammar, and their tests.
package codegen

import (
	"bytes"
	"embed"
	"fmt"
	"go/format"
	"io"
	"strings"
	"sync"
	"text/template"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/walk"
)

// Write writes f as formatted Go source. Tables are literals, so that nothing runs at program start and the linker can
// drop unused ones. Equal files have equal results. The error wraps a [*NameError] for each pair of rules that would
// share a name.
func Write(w io.Writer, f *File) error { return f.write(w, "package") }

// WriteTest writes a test file for f: a list of the rules with their functions and examples, a test of all of them, and
// a fuzz target with the examples as seeds.
func WriteTest(w io.Writer, f *File) error { return f.write(w, "test") }

func (f *File) write(w io.Writer, template string) error {
	data, err := f.data()
	if err != nil {
		return err
	}
	g := new(writer)
	g.execute(template, data)
	text := g.buf.String()
	if f.Standalone {
		text = f.standalone(text, template == "package")
	}
	source, err := format.Source([]byte(text))
	if err != nil {
		return fmt.Errorf("abnf: package %s: %w", f.Package, err)
	}
	_, err = w.Write(source)
	return err
}

type writer struct{ buf bytes.Buffer }

// execute executes a template. An error is a bug in the template.
func (g *writer) execute(name string, data any) {
	if err := templates().ExecuteTemplate(&g.buf, name, data); err != nil {
		panic(err)
	}
}

//go:embed template/*.tmpl
var templateFiles embed.FS

var templates = sync.OnceValue(func() *template.Template {
	t := template.New("").Funcs(template.FuncMap{
		"lines": lines[uint8], "words": lines[uint16], "rows": rows, "quoted": quoted, "numClasses": walk.NumClasses,
		"classes": func(of *[256]uint8) string { return lines(of[:]) },
		"set":     func(of [32]uint8) string { return join(of[:]) },
		"join":    join[uint64],
	})
	return template.Must(t.ParseFS(templateFiles, "template/*.tmpl"))
})

func quoted(list []string) string {
	if len(list) == 0 {
		return "nil"
	}
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, ", %+q", s)
	}
	return "[]string{" + b.String()[len(", "):] + "}"
}

// File is a generated file, with functions on automata and their tables, which are unexported. For rule x, the
// functions are ValidX, CheckX, PrefixX and, if it has spans, ParseX. The types are XMatcher for streams, and XParts
// for the result of ParseX, with methods for each span.
type File struct {
	Package    string
	Name       string // without .go; names in the test depend on it
	Sources    []Source
	Command    string   // command that writes the file; may be empty
	Notes      []string // sentences about the languages, for the header
	Rules      []Rule
	Standalone bool // include the needed parts of package dfa, and import only the standard library

	// Pos has the positions of rules and languages, by name, for errors. It may be nil.
	Pos map[string]abnf.Pos
}

// Source is the text of a grammar that generated code names as its origin.
type Source struct {
	Name     string // file name; its folder is omitted, because it differs between machines
	Text     []byte
	Encoding abnf.Encoding
}

// Rule is an automaton, and further data for its functions.
type Rule struct {
	*dfa.Automaton
	Spans    *dfa.Tagged // nil without spans
	Digits   []int       // by index in Spans.Names: the result of [Digits] for the rule
	Examples Examples    // for the test
}

func (r *Rule) digits(span int) int {
	if span < len(r.Digits) {
		return r.Digits[span]
	}
	return 0
}

// Examples are valid and invalid strings for a generated test.
type Examples struct{ Valid, Invalid []string }
