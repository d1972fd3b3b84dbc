package main

import (
	"fmt"

	"example.org/iri/compile/proof"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/plan"
	"example.org/iri/tables/internal/recipe"
)

// proveCaptures proves for each language with components that package find finds the components of its grammar. For a
// difference, the proof is about the minuend, which has the same components.
func proveCaptures(dir string, all []*language) error {
	for _, l := range all {
		if l.Shape == recipe.Others {
			continue
		}
		g, err := l.Grammar(dir)
		if err != nil {
			return err
		}
		p, err := proof.New(g, l.Rule)
		if err != nil {
			return err
		}
		if _, err := p.Spans(plan.Captures(l.runtime(all), l.Rules)); err != nil {
			return fmt.Errorf("%s: %w", l.Recipe.Name, err)
		}
	}
	return nil
}

func (l *language) runtime(all []*language) *uri.Language {
	x := &uri.Language{Automaton: l.Automaton, Shape: shapes[l.Shape], Plan: l.plan}
	for _, other := range all {
		if other.Recipe.Name == l.Recipe.Like {
			x.Like = &uri.Language{Plan: other.plan}
		}
	}
	return x
}

var shapes = map[recipe.Shape]uri.Shape{
	recipe.References: uri.Reference, recipe.Targets: uri.Target, recipe.Authorities: uri.Authority,
}
