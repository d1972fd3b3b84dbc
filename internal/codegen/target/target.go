// Package target writes automata as C and as JavaScript: what package codegen writes as Go. All rules
// of a file share tables, see [Tables].
package target

import (
	"bytes"
	"embed"
	"fmt"
	"strings"
	"text/template"

	"example.org/iri/dfa"
	"example.org/iri/internal/codegen"
)

//go:embed template/*.tmpl
var templateFiles embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"bytes": numbers[uint8], "words": numbers[uint16],
}).ParseFS(templateFiles, "template/*.tmpl"))

// data is what the templates have of a file.
type data struct {
	*codegen.File
	Prefix string // of names in C
	Rules  []rule
	Tables []Table
}

// rule is what they have of a rule.
type rule struct {
	*codegen.Rule
	Start
	Named string // the name of the rule as functions have it
}

// C writes a file as C source and its header. All names begin with prefix; it is also the name of the
// header, without .h. Equal files give equal bytes. The error holds a [*codegen.NameError] for each pair
// of rules that would have a name in common.
func C(f *codegen.File, prefix string) (source, header []byte, err error) {
	d, err := newData(f, cName)
	if err != nil {
		return nil, nil, err
	}
	d.Prefix = prefix
	return d.execute("source"), d.execute("header"), nil
}

// Loop returns the functions valid and check that [C] writes, over what it calls a table: a struct with
// fields next, classes, states and accept.
func Loop(prefix string) []byte { return (&data{Prefix: prefix}).execute("loop") }

// Transitions returns the arrays that tables have, as [C] writes them: next0 and classes0 for the first.
func Transitions(tables []Table) []byte { return (&data{Tables: tables}).execute("tables") }

// newData fills in what the templates have of a file, with names made by a function.
func newData(f *codegen.File, name func(string) string) (*data, error) {
	d := &data{File: f}
	var list []*dfa.Automaton
	for i := range f.Rules {
		d.Rules = append(d.Rules, rule{Rule: &f.Rules[i], Named: name(f.Rules[i].Name)})
		plain := *f.Rules[i].Automaton
		plain.Outputs, plain.PartNames = nil, nil
		list = append(list, &plain)
	}
	tables, starts, err := Tables(list)
	if err != nil {
		return nil, err
	}
	d.Tables = tables
	for i, s := range starts {
		d.Rules[i].Start = s
	}
	return d, nil
}

// execute returns what a template makes of d. Its error would be a mistake in the template.
func (d *data) execute(name string) []byte {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, name, d); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// numbers returns a list of numbers, some in each line.
func numbers[T uint8 | uint16](list []T) string {
	const perLine = 24
	var b strings.Builder
	for i, x := range list {
		switch {
		case i == 0:
		case i%perLine == 0:
			b.WriteString(",\n\t")
		default:
			b.WriteString(", ")
		}
		fmt.Fprint(&b, x)
	}
	return b.String()
}

// cName returns the name of a rule as names in C have it.
func cName(rule string) string { return strings.ToLower(strings.ReplaceAll(rule, "-", "_")) }

// Guard returns the name of what keeps a header from being read twice.
func (d *data) Guard() string { return strings.ToUpper(d.Prefix) + "_H" }
