package codegen

import (
	"bytes"
	"fmt"
	"go/format"
	"io"
)

// Write writes f as gofmt-ed Go source: data in literals, so that nothing runs
// at start-up and the linker drops what is not used. Functions come first, tables
// after them. Equal files give equal bytes. The error holds a [*NameError] for each
// pair of rules that would have a name in common.
func Write(w io.Writer, f *File) error { return f.write(w, "package") }

// WriteTest writes a test file for f: a list of the rules with their functions and examples, a
// test that goes through it, and a fuzz target that begins with it.
func WriteTest(w io.Writer, f *File) error { return f.write(w, "test") }

// write writes what a template makes of f.
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

// execute prints what a template makes of data. Its error would be a mistake in the template.
func (g *writer) execute(name string, data any) {
	if err := templates().ExecuteTemplate(&g.buf, name, data); err != nil {
		panic(err)
	}
}
