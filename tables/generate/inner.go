package main

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/codegen"
	"example.org/iri/tables/internal/recipe"
)

// innerFiles makes a Go file and a summary of each group of languages that the library needs for
// itself.
func innerFiles(dir string) (files []file, err error) {
	for _, group := range recipe.Inner {
		g := new(writer)
		if err := g.header(dir, group.Files(), tableImport); err != nil {
			return nil, err
		}
		var sum []byte
		for _, r := range group.Recipes {
			a, err := r.Plain(dir)
			if err != nil {
				return nil, err
			}
			g.describe(&r, a)
			g.printf("var %s = %s\n", recipe.GoName(r.Name), codegen.Literal(a))
			if slices.Contains(recipe.WithOctets, r.Name) {
				g.octets(recipe.GoName(r.Name), a)
			}
			sum = fmt.Appendln(sum, codegen.SumLine(r.Name, a))
		}
		source, err := g.source()
		if err != nil {
			return nil, err
		}
		files = append(files, file{"internal/language/" + group.Name + ".go", source}, file{"tables/" + group.Name + ".sum", sum})
	}
	return files, nil
}

// octets prints the octets whose percent triples do not always lead where another letter leads, in a
// text without other triples.
func (g *writer) octets(name string, a *dfa.Automaton) {
	const percent, letter = '%', "z"
	states := []dfa.State{a.Start}
	for i := 0; i < len(states); i++ {
		for b := range 256 {
			if next := a.Next(states[i], byte(b)); b != percent && !slices.Contains(states, next) {
				states = append(states, next)
			}
		}
	}
	var set dfa.ByteSet
	for octet := range 256 {
		for _, s := range states {
			there := dfa.Run(a, s, letter)
			if dfa.Run(a, s, fmt.Sprintf("%%%02X", octet)) != there || dfa.Run(a, s, fmt.Sprintf("%%%02x", octet)) != there {
				set.Add(byte(octet))
			}
		}
	}
	g.printf("\n// %sOctets is those whose percent triples do not lead where letters lead in %s.\n", name, name)
	g.printf("var %sOctets = table.ByteSet{%s}\n", name, join(set[:]))
}

// inner prints the function that lists these languages.
func (g *writer) inner() {
	g.printf("\n// Inner returns the languages that the library needs for itself, in the order of their recipes.\n")
	g.printf("func Inner() []*table.Automaton {\nreturn []*table.Automaton{\n")
	for _, group := range recipe.Inner {
		for _, r := range group.Recipes {
			g.printf("&%s,\n", recipe.GoName(r.Name))
		}
	}
	g.printf("}\n}\n")
}
