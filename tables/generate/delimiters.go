package main

import (
	"fmt"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/tables/internal/recipe"
)

// A delimiter is the bytes that one may be: there has to be only one.
type delimiter struct {
	name string
	set  dfa.ByteSet
}

// delimiters prints the single characters that errors and operations have to know.
func (g *writer) delimiters(dir string, all []*language) error {
	named := make(map[string]*language)
	for _, l := range all {
		named[l.Recipe.Name] = l
	}
	reference, literal, triple := named["IRI-reference"], named["IP-literal"], named["pct-encoded"]
	g.printf("\n// Delimiters, as the automata have them.\nconst (\n")
	for i, name := range []string{uri.DelimColon: "Colon", uri.DelimSlash: "Slash", uri.DelimAt: "At", uri.DelimQuery: "Question", uri.DelimFragment: "Hash"} {
		g.printf("%s = %q\n", name, reference.plan.Delims[i][0])
	}
	singles, err := singleDelimiters(dir)
	if err != nil {
		return err
	}
	for _, x := range append([]delimiter{
		{"Open", literal.Follow(literal.Start)},
		{"Shut", last(literal.Automaton)},
		{"Percent", triple.Follow(triple.Start)},
	}, singles...) {
		b, err := only(x.name, x.set)
		if err != nil {
			return err
		}
		g.printf("%s = %q\n", x.name, b)
	}
	g.printf(")\n")
	return nil
}

// singleDelimiters returns the characters that have a rule of their own, or a rule whose texts all
// begin with them.
func singleDelimiters(dir string) (list []delimiter, err error) {
	for _, x := range []struct{ name, rule, file string }{
		{"Dot", "dot-segment", "languages/dot-segments.abnf"},
		{"Ampersand", "separator", "languages/pairs.abnf"},
		{"Equals", "equals", "languages/pairs.abnf"},
		{"Plus", "for-space", "languages/pairs.abnf"},
	} {
		r := recipe.Recipe{Rule: x.rule, Grammars: []string{x.file}}
		a, err := r.Plain(dir)
		if err != nil {
			return nil, err
		}
		list = append(list, delimiter{x.name, a.Follow(a.Start)})
	}
	return list, nil
}

// only returns the only byte of a set.
func only(what string, set dfa.ByteSet) (byte, error) {
	for r := range set.Ranges() {
		if set.Len() == 1 {
			return r.Lo, nil
		}
	}
	return 0, fmt.Errorf("%s: not one byte but %d", what, set.Len())
}

// last returns the bytes that texts of a language end in.
func last(a *dfa.Automaton) (set dfa.ByteSet) {
	for s := range a.States() {
		for r, t := range a.Edges(s) {
			if a.Accepts(t) {
				set.AddRange(r)
			}
		}
	}
	return set
}
