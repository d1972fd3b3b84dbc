package main

import (
	"fmt"

	"example.org/iri/internal/codegen"
	"example.org/iri/tables/internal/recipe"
)

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

func (g *writer) inner() {
	g.printf("\n// Inner returns the languages that the library needs for itself, in the order of their recipes.\n")
	g.printf("func Inner() []*dfa.Automaton {\nreturn []*dfa.Automaton{\n")
	for _, group := range recipe.Inner {
		for _, r := range group.Recipes {
			g.printf("&%s,\n", recipe.GoName(r.Name))
		}
	}
	g.printf("}\n}\n")
}
