package compile

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/format"
	"io"
	"path"
	"strings"

	"golang.org/x/exp/constraints"

	"example.org/iri/dfa"
)

// Source is a grammar text that generated code names as its origin.
type Source struct {
	Name string // file name; its folder is left out, as it differs between machines
	Text []byte
}

// GoFile is what a generated file holds: Go variables for automata, called after
// their rules by [GoName]; for FIRST sets, if there are any; and functions.
type GoFile struct {
	Package   string
	Sources   []Source
	Automata  []*dfa.Automaton
	FirstSets []dfa.FirstSet

	// Functions asks for functions for each automaton: of X ValidX and CheckX and, if
	// it is in Spans, too, ParseX and its type XParts.
	Functions bool
	Spans     []*dfa.Tagged

	// Equations says of each of the Automata what it stands for, if that is not the
	// rule it is called after.
	Equations   []string
	Classifiers []NamedClassifier
}

// NamedClassifier is a classifier and the name of its variable.
type NamedClassifier struct {
	Name string
	*dfa.Classifier
}

// WriteGo writes f as gofmt-ed Go source: data in literals, so that nothing runs
// at start-up and the linker drops what is not used. Equal files give equal bytes.
func WriteGo(w io.Writer, f *GoFile) error {
	if err := f.clash(); err != nil {
		return err
	}
	g := new(goWriter)
	g.header(f, "example.org/iri/dfa")
	if len(f.FirstSets) > 0 {
		g.firstSets(f.FirstSets)
	}
	for i, a := range f.Automata {
		n := namesOf(a.Name)
		if f.Functions {
			g.functions(n)
		}
		for _, t := range f.Spans {
			if t.Automaton.Name == a.Name {
				g.parseFunction(n, t)
			}
		}
		what := "rule " + a.Name
		if i < len(f.Equations) {
			what = f.Equations[i]
		}
		g.automaton(n.table, what, a)
	}
	for _, c := range f.Classifiers {
		g.classifier(c)
	}
	return g.writeTo(w, f.Package)
}

// clash returns an error if two things in the file would have one name: one for each
// pair of rules.
func (f *GoFile) clash() error {
	names := make(map[string]string) // rule by Go name
	var errs []error
	take := func(what, rule string, list ...string) {
		for _, name := range list {
			if other, taken := names[name]; taken {
				errs = append(errs, fmt.Errorf("compile: %s %s and %s would both be called %s in Go", what, other, rule, name))
				return
			}
			names[name] = rule
		}
	}
	if len(f.FirstSets) > 0 {
		take("rules", "(first sets)", "FirstSets")
	}
	for _, a := range f.Automata {
		n := namesOf(a.Name)
		list := []string{n.table}
		if f.Functions {
			list = append(list, n.valid, n.check)
		}
		take("rules", a.Name, list...)
	}
	for _, t := range f.Spans {
		n := namesOf(t.Automaton.Name)
		take("rules", t.Automaton.Name, n.parse, n.parts)
	}
	for _, c := range f.Classifiers {
		take("languages", c.Name, c.Name)
	}
	for _, t := range f.Spans {
		clear(names)
		for _, name := range t.Names {
			take("spans", name, GoName(name))
		}
	}
	return errors.Join(errs...)
}

// GoName turns the name of a rule into that of an exported Go variable: the words
// between hyphens, each with a capital, so that ihier-part becomes IhierPart.
func GoName(rule string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(rule, "-") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// SumLine describes an automaton in a line without its end: the name given, the
// numbers of states and byte classes, the bytes that its table takes in a program,
// and the SHA-256 of its binary form.
func SumLine(name string, a *dfa.Automaton) (string, error) {
	form, err := a.AppendBinary(nil)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %d %d %d %x", name, a.NumStates(), a.NumClasses(), tableSize(a), sha256.Sum256(form)), nil
}

// tableSize returns how many bytes the lists of numbers of an automaton take.
func tableSize(a *dfa.Automaton) int {
	return len(a.Classes) + 2*len(a.Trans) + len(a.Slots) + 8*len(a.MarkSlots) + len(a.Parts)
}

// SpansLine describes an automaton with registers, as SumLine does one without: the
// SHA-256 is that of its binary form and of its programs and places as Go prints them.
func SpansLine(name string, t *dfa.Tagged) (string, error) {
	form, err := t.Automaton.AppendBinary(nil)
	if err != nil {
		return "", err
	}
	size := tableSize(&t.Automaton) + 2*len(t.Does) + 2*len(t.Final)
	for _, p := range t.Programs {
		size += 2 * len(p)
	}
	for _, p := range t.Places {
		size += len(p)
	}
	form = fmt.Appendf(form, "%v %v %v %v %v", t.Names, t.Does, t.Programs, t.Final, t.Places)
	return fmt.Sprintf("%s %d %d %d %x", name, t.Automaton.NumStates(), t.Automaton.NumClasses(), size, sha256.Sum256(form)), nil
}

type goWriter struct{ buf bytes.Buffer }

func (g *goWriter) printf(format string, args ...any) { fmt.Fprintf(&g.buf, format, args...) }

// writeTo formats what was printed for a package, and writes it.
func (g *goWriter) writeTo(w io.Writer, pkg string) error {
	source, err := format.Source(g.buf.Bytes())
	if err != nil {
		return fmt.Errorf("compile: package %s: %w", pkg, err)
	}
	_, err = w.Write(source)
	return err
}

func (g *goWriter) header(f *GoFile, imports ...string) {
	var names []string
	for _, s := range f.Sources {
		names = append(names, path.Base(s.Name))
	}
	g.printf("// Code generated by abnfc from %s; DO NOT EDIT.\n", strings.Join(names, ", "))
	for _, s := range f.Sources {
		g.printf("// %s has SHA-256 %x.\n", path.Base(s.Name), sha256.Sum256(s.Text))
	}
	g.printf("\npackage %s\n\n", f.Package)
	if len(imports) == 1 {
		g.printf("import %q\n", imports[0])
		return
	}
	g.printf("import (\n")
	for _, i := range imports {
		g.printf("%q\n", i)
		if !strings.Contains(i, ".") {
			g.printf("\n") // the standard library stands apart
		}
	}
	g.printf(")\n")
}

func (g *goWriter) firstSets(list []dfa.FirstSet) {
	g.printf("\n// FirstSets has the bytes that texts of some rules begin with, for error messages.\n")
	g.printf("var FirstSets = []dfa.FirstSet{\n")
	for _, f := range list {
		g.printf("{Rule: %q, Bytes: dfa.ByteSet{%s}, Literals: %q},\n", f.Rule, join(f.Bytes[:]), f.Literals)
	}
	g.printf("}\n")
}

func (g *goWriter) automaton(name, what string, a *dfa.Automaton) {
	g.printf("\n// %s accepts the texts of %s: %d states, %d byte classes.\n",
		name, what, a.NumStates(), a.NumClasses())
	g.printf("var %s = dfa.Automaton{\n", name)
	g.fields(a)
	g.printf("}\n")
}

// fields prints the fields of an automaton.
func (g *goWriter) fields(a *dfa.Automaton) {
	g.printf("Name: %q,\nStart: %d,\nAcceptMin: %d,\nShift: %d,\n", a.Name, a.Start, a.AcceptMin, a.Shift)
	g.printf("Classes: &[256]uint8{\n")
	lines(g, a.Classes[:])
	g.printf("},\n")
	g.rows(a)
	if len(a.Slots) > 0 {
		g.printf("Slots: []uint8{\n")
		lines(g, a.Slots)
		g.printf("},\nMarkSlots: []uint64{%s},\nMarkNames: %#v,\n", join(a.MarkSlots), a.MarkNames)
	}
	if len(a.Parts) > 0 {
		g.printf("Parts: []uint8{\n")
		lines(g, a.Parts)
		g.printf("},\nPartNames: %#v,\n", a.PartNames)
	}
}

// rows prints the transitions of each state under its number and shortest text.
func (g *goWriter) rows(a *dfa.Automaton) {
	g.printf("Trans: []uint16{\n")
	texts := a.AccessTexts()
	for s := range a.States() {
		n := a.Number(s)
		if s == dfa.Dead {
			g.printf("// %d dead\n", n)
		} else {
			g.printf("// %d %+q\n", n, texts[n])
		}
		g.printf("%s,\n", join(a.Trans[n<<a.Shift:(n+1)<<a.Shift]))
	}
	g.printf("},\n")
}

// lines prints a list of numbers, 32 a line.
func lines[T constraints.Unsigned](g *goWriter, list []T) {
	const perLine = 32
	for len(list) > perLine {
		g.printf("%s,\n", join(list[:perLine]))
		list = list[perLine:]
	}
	g.printf("%s,\n", join(list))
}

// join prints numbers in decimal with commas between them.
func join[T constraints.Unsigned](list []T) string {
	var b strings.Builder
	for i, v := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, v)
	}
	return b.String()
}
