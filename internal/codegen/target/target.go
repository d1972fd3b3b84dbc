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
	"bytes": numbers[uint8], "words": numbers[uint16], "ints": numbers[int], "packed": pack,
}).ParseFS(templateFiles, "template/*.tmpl"))

// data is what the templates have of a file.
type data struct {
	*codegen.File
	Name     string // of the file, without its ending
	Prefix   string // of names in C
	CommonJS bool
	Rules    []rule
	Tables   []Table
}

// rule is what they have of a rule.
type rule struct {
	*codegen.Rule
	Start
	Named    string // the name of the rule as functions have it
	Spans    []span
	Captures *captures // nil without spans
}

// span is what they have of a span of a rule.
type span struct{ Name, Member string }

// C writes a file as C source and its header, which are to be called name.c and name.h. Names in them
// begin with [Prefix] of name. Equal files give equal bytes. The error holds a [*codegen.NameError]
// for each pair of rules that would have a name in common.
func C(f *codegen.File, name string) (source, header []byte, err error) {
	prefix := Prefix(name)
	d, err := newData(f, styleC(prefix), prefix+"_span", prefix+"_error")
	if err != nil {
		return nil, nil, err
	}
	d.Name, d.Prefix = name, prefix
	return d.execute("source"), d.execute("header"), nil
}

// Loop returns the functions valid and check that [C] writes, over what it calls a table: a struct with
// fields next, classes, states and accept.
func Loop(prefix string) []byte { return (&data{Prefix: prefix}).execute("loop") }

// Transitions returns the arrays that tables have, as [C] writes them: next0 and classes0 for the first.
func Transitions(tables []Table) []byte { return (&data{Tables: tables}).execute("tables") }

// newData fills in what the templates have of a file. Some names are taken.
func newData(f *codegen.File, y *style, taken ...string) (*data, error) {
	if err := y.check(f, taken...); err != nil {
		return nil, err
	}
	d := &data{File: f}
	var list []*dfa.Automaton
	for i := range f.Rules {
		r := rule{Rule: &f.Rules[i], Named: y.rule(f.Rules[i].Name)}
		if t := r.Rule.Spans; t != nil {
			r.Captures = newCaptures(t)
			for _, name := range t.Names {
				r.Spans = append(r.Spans, span{name, y.member(name)})
			}
			list = append(list, &t.Automaton)
		} else {
			list = append(list, r.Automaton)
		}
		d.Rules = append(d.Rules, r)
	}
	return d, d.addTables(list)
}

// addTables fills in the tables, and where the automata of the rules begin in them.
func (d *data) addTables(list []*dfa.Automaton) (err error) {
	all := newOutputs()
	tables, starts, err := Tables(list, func(i int, s dfa.State) uint16 { return all.ofState(d.Rules[i].Rule.Spans, s) })
	if err != nil {
		return err
	}
	d.Tables = tables
	for i, s := range starts {
		d.Rules[i].Start = s
		if d.Rules[i].Captures != nil {
			all.split(&tables[s.Table])
		}
	}
	return nil
}

// Parses reports whether a rule has spans.
func (d *data) Parses() bool {
	for _, r := range d.Rules {
		if r.Captures != nil {
			return true
		}
	}
	return false
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
func numbers[T uint8 | uint16 | int](list []T) string {
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

// Guard returns the name of what keeps a header from being read twice.
func (d *data) Guard() string { return strings.ToUpper(d.Prefix) + "_H" }

// Most returns a number that no rule exceeds: what a function returns of its captures.
func (d *data) most(of func(*captures) int) (n int) {
	for _, r := range d.Rules {
		if r.Captures != nil {
			n = max(n, of(r.Captures))
		}
	}
	return n
}

// MostRegisters returns how many registers a rule has at most, and at least 1.
func (d *data) MostRegisters() int {
	return max(1, d.most(func(c *captures) int { return len(c.Registers) }))
}

// MostCommits returns how many commits an event has at most.
func (d *data) MostCommits() int { return d.most((*captures).MostCommits) }

// MostNames returns how many spans a rule has at most.
func (d *data) MostNames() int { return d.most(func(c *captures) int { return len(c.Names) }) }
