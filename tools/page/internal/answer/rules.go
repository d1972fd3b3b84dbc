package answer

import (
	"fmt"
	"sync"

	"example.org/iri/compile/abnf"
	"example.org/iri/grammars"
	"example.org/iri/rule"
	"example.org/iri/tables"
)

type document struct {
	group   string
	grammar *abnf.Grammar
}

// documents are the grammars, in the order of lookup.
var documents = sync.OnceValue(func() []document {
	parse := func(text string) *abnf.Grammar {
		g, err := abnf.Parse([]byte(text))
		if err != nil {
			panic(err) // a file of this module, compiled by tests
		}
		return g
	}
	iris, uris, http := parse(tables.RFC3987), parse(tables.RFC3986), parse(tables.RFC9112)
	http.Import(uris)
	return []document{{"RFC 3987", iris}, {"RFC 3986", uris}, {"HTTP", http}}
})

// documentOf returns the document that defines a rule, or the zero document with group "derived" for a language that is
// composed of several grammars.
func documentOf(r rule.Rule) document {
	for _, d := range documents() {
		for own := range d.grammar.Rules() {
			if own.Name == r.String() {
				return d
			}
		}
	}
	return document{group: "derived"}
}

// listed has all rules in the order of package rule.
var listed = sync.OnceValue(func() (list []Rule) {
	for r := range rule.All() {
		_, err := r.SplitString("")
		d := documentOf(r)
		list = append(list, Rule{Name: r.String(), Group: d.group, Splits: err != rule.ErrNoParts, Drawn: d.grammar != nil})
	}
	return list
})

// examples are self-contained grammars of package grammars, smallest first.
var examples = []Example{
	{Name: "Date and time (RFC 3339)", Rule: "date-time", Grammar: "date-time.abnf"},
	{Name: "Media type (RFC 9110)", Rule: "media-type", Grammar: "media-type.abnf"},
	{Name: "Language tag (BCP 47)", Rule: "Language-Tag", Grammar: "language-tag.abnf"},
}

func allRules() *Rules {
	a := &Rules{Rules: listed()}
	for _, x := range examples {
		text, err := grammars.Files.ReadFile(x.Grammar)
		if err != nil {
			panic(err) // the files are embedded
		}
		x.Grammar = string(text)
		a.Grammars = append(a.Grammars, x)
	}
	a.Grammars = append(a.Grammars, Example{Name: "IRIs (RFC 3987)", Rule: "IRI", Grammar: tables.RFC3987})
	return a
}

// ruleNamed returns the rule of a name, IRI for "".
func ruleNamed(name string) (rule.Rule, error) {
	if name == "" {
		name = "IRI"
	}
	r, ok := rule.ByName(name)
	if !ok {
		return r, fmt.Errorf("there is no rule %q", name)
	}
	return r, nil
}
