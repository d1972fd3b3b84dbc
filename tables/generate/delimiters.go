package main

import (
	"fmt"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/tables/internal/recipe"
)

// dotSegment is the rule of the segments that resolution removes from paths.
var dotSegment = recipe.Recipe{Rule: "dot-segment", Grammars: []string{"languages/dot-segments.abnf"}}

// delimiters prints the single characters that errors and operations have to know.
func (g *writer) delimiters(dir string, all []*language) error {
	dots, err := dotSegment.Plain(dir)
	if err != nil {
		return err
	}
	named := make(map[string]*language)
	for _, l := range all {
		named[l.Recipe.Name] = l
	}
	reference, literal, triple := named["IRI-reference"], named["IP-literal"], named["pct-encoded"]
	g.printf("\n// Delimiters, as the automata have them.\nconst (\n")
	for i, name := range []string{uri.DelimColon: "Colon", uri.DelimSlash: "Slash", uri.DelimAt: "At", uri.DelimQuery: "Question", uri.DelimFragment: "Hash"} {
		g.printf("%s = %q\n", name, reference.plan.Delims[i][0])
	}
	for _, x := range []struct {
		name string
		set  dfa.ByteSet
	}{
		{"Open", literal.Follow(literal.Start)},
		{"Shut", last(literal.Automaton)},
		{"Percent", triple.Follow(triple.Start)},
		{"Dot", dots.Follow(dots.Start)},
	} {
		b, err := only(x.name, x.set)
		if err != nil {
			return err
		}
		g.printf("%s = %q\n", x.name, b)
	}
	g.printf(")\n")
	return nil
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
