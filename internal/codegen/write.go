package codegen

import (
	"bytes"
	"fmt"
	"go/format"
	"io"
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
