package main

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/codegen"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/plan"
	"example.org/iri/tables/internal/recipe"
)

type language struct {
	*recipe.Recipe
	*dfa.Automaton
	plan     *uri.Plan // nil if there is no fast path
	contexts string    // as in uri.Language
}

func generate(dir string) ([]file, error) {
	groups, err := recipe.Groups(dir)
	if err != nil {
		return nil, err
	}
	var files []file
	var all []*language
	for _, group := range groups {
		list, sum, err := build(dir, group)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
		g := new(writer)
		if err := g.header(dir, group.Files(), bothImports); err != nil {
			return nil, err
		}
		for _, l := range list {
			g.language(l)
		}
		source, err := g.source()
		if err != nil {
			return nil, err
		}
		files = append(files, file{"internal/language/" + group.Name + ".go", source}, file{"tables/" + group.Name + ".sum", sum})
	}
	if err := proveCaptures(dir, all); err != nil {
		return nil, err
	}
	inner, err := innerFiles(dir)
	if err != nil {
		return nil, err
	}
	more, err := together(dir, groups, all)
	return slices.Concat(files, inner, more), err
}

// build builds the languages of a group, and its summary, with a line each for the plain automaton, the shipped one,
// and the plan.
func build(dir string, group recipe.Group) (list []*language, sum []byte, err error) {
	for i := range group.Recipes {
		l := &language{Recipe: &group.Recipes[i]}
		plain, err := l.Plain(dir)
		if err != nil {
			return nil, nil, err
		}
		if l.Automaton, err = l.Recipe.Automaton(dir); err != nil {
			return nil, nil, err
		}
		grammar, err := l.Grammar(dir)
		if err != nil {
			return nil, nil, err
		}
		if !l.Mixed {
			if l.contexts, err = contexts(grammar, l.Rule, l.Automaton); err != nil {
				return nil, nil, err
			}
		}
		sum = fmt.Appendln(sum, codegen.SumLine(l.Recipe.Name, plain))
		if l.Shape != recipe.Others {
			sum = fmt.Appendln(sum, codegen.SumLine(l.Recipe.Name+"+parts", l.Automaton))
		}
		if l.Fast {
			if l.plan, err = plan.New(l.Automaton, recipe.Delimiters); err != nil {
				return nil, nil, err
			}
			sum = fmt.Appendln(sum, planLine(l.Recipe.Name+"+plan", l.plan))
		}
		list = append(list, l)
	}
	return list, sum, nil
}

func together(dir string, groups []recipe.Group, all []*language) ([]file, error) {
	grammar, err := groups[0].Recipes[0].Grammar(dir)
	if err != nil {
		return nil, err
	}
	first, err := firstSets(grammar, recipe.First)
	if err != nil {
		return nil, err
	}
	g := new(writer)
	g.printf("%s", head)
	g.printf("// Package language has the languages: their automata and, if their strings are whole references, their fast-path\n")
	g.printf("// tables. It is generated from the grammars in folder tables.\npackage language\n\n%s", bothImports)
	g.all(all)
	g.inner()
	if err := g.within(all); err != nil {
		return nil, err
	}
	g.firstSets(first)
	source, err := g.source()
	if err != nil {
		return nil, err
	}
	samples, err := recipe.Samples(dir)
	if err != nil {
		return nil, err
	}
	rules, err := rulesFile(all, samples)
	if err != nil {
		return nil, err
	}
	return []file{
		{"internal/language/language.go", source},
		{"rule/rules.go", rules},
	}, nil
}
