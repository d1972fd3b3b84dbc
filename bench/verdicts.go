package main

import (
	"fmt"
	"os"
	"path/filepath"
	"unicode/utf8"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/suite"
	"example.org/iri/dfa"
)

// verdicts counts texts.
type verdicts struct{ texts, accepted, tooMany, tooFew int }

func (v verdicts) wrong() int { return v.tooMany + v.tooFew }

// verdicts compares c with the plain automaton of its rule.
func (c *contestant) verdicts(l *list) verdicts {
	defer c.ready()()
	v := verdicts{texts: len(l.texts)}
	for _, text := range l.texts {
		got := c.judge(text)
		if got {
			v.accepted++
		}
		if c.rule == nil {
			continue
		}
		switch want := dfa.Match(c.rule, text); {
		case got && !want:
			v.tooMany++
		case !got && want:
			v.tooFew++
		}
	}
	return v
}

// ready prepares c to judge; the function that it returns undoes that.
func (c *contestant) ready() (leave func()) {
	if c.enter == nil {
		return func() {}
	}
	return c.enter()
}

// examine lets each contestant judge the conformance suite of its rule. Those
// without a rule get an empty row.
func examine(g grammars, field []*contestant) ([]*row, error) {
	suites := make(map[*dfa.Automaton]*list)
	var rows []*row
	for _, c := range field {
		r := &row{contestant: c}
		rows = append(rows, r)
		if c.rule == nil {
			continue
		}
		if suites[c.rule] == nil {
			l, err := newSuite(g, c.rule.Name)
			if err != nil {
				return nil, err
			}
			suites[c.rule] = l
		}
		r.verdicts = c.verdicts(suites[c.rule])
	}
	return rows, nil
}

// newSuite makes the conformance suite of a rule, of which it keeps the part that
// is UTF-8: not all contestants are made for the rest.
func newSuite(g grammars, rule string) (*list, error) {
	a, err := compile.Compile(g.defining(rule), rule, nil)
	if err != nil {
		return nil, err
	}
	cases, err := suite.Cases(a)
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, c := range cases {
		if utf8.Valid(c.Input) {
			texts = append(texts, string(c.Input))
		}
	}
	return newList(rule, texts), nil
}

// grammars are those of the RFCs.
type grammars []*abnf.Grammar

// readGrammars reads them in the folder of module iri.
func readGrammars(root string) (grammars, error) {
	var list grammars
	for _, name := range []string{"rfc3987.abnf", "rfc3986.abnf"} {
		file := filepath.Join(root, "tables", name)
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("%w (run with go -C tools/compare, or give -root)", err)
		}
		g, err := abnf.ParseFile(file, src)
		if err != nil {
			return nil, err
		}
		list = append(list, g)
	}
	return list, nil
}

// defining returns the first grammar that has a rule, the last one if none has.
func (g grammars) defining(rule string) *abnf.Grammar {
	if len(g) == 1 || g[0].Lookup(rule) != nil {
		return g[0]
	}
	return g[1:].defining(rule)
}
