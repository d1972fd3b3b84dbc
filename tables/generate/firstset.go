package main

import (
	"strings"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/uri"
)

func firstSets(g *abnf.Grammar, rules []string) ([]uri.FirstSet, error) {
	var list []uri.FirstSet
	for _, name := range rules {
		a, err := compile.Compile(g, name, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, uri.FirstSet{Rule: a.Name, Bytes: a.Follow(a.Start), Literals: literals(g.Lookup(name).Body)})
	}
	return list, nil
}

// literals returns the characters of an alternation of single characters in order, or "" for any other node.
func literals(n abnf.Node) string {
	alternation, ok := n.(*abnf.Alternation)
	if !ok {
		return ""
	}
	var chars strings.Builder
	for _, alt := range alternation.Alts {
		c, ok := alt.(*abnf.CharVal)
		if !ok || len(c.Text) != 1 {
			return ""
		}
		chars.WriteString(c.Text)
	}
	return chars.String()
}
