package main

import (
	"fmt"
	"strings"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/uri"
)

func (g *writer) plan(p *uri.Plan) {
	g.printf("Plan: &uri.Plan{\n")
	g.printf("Class: [256]uint8{\n")
	g.printf("%s,\n", join(withoutZeros(p.Class[:])))
	g.printf("},\n")
	g.printf("Rows: [uri.NumRows][16]uint8{\n")
	for _, row := range p.Rows {
		g.printf("{%s},\n", join(row[:]))
	}
	g.printf("},\nDelims: [uri.NumDelims][32]uint8{\n")
	for _, delim := range p.Delims {
		g.printf("{%s}, // %+q\n", join(delim[:]), delim[:1])
	}
	g.printf("},\nPairs: [8][16]uint8{\n")
	for _, nibbles := range p.Pairs {
		g.printf("{%s},\n", join(nibbles[:]))
	}
	g.printf("},\n")
	g.printf("Path: %d,\nQuery: %d,\nFragment: %d,\nRelative: %t,\n", p.Path, p.Query, p.Fragment, p.Relative)
	g.printf("Bracket: %q,\nInside: %d,\nBehind: %d,\n", p.Bracket, p.Inside, p.Behind)
	g.printf("Codes: [0x80]uint8{%s},\n", join(withoutZeros(p.Codes[:])))
	g.printf("Batch: %t,\nSchemes: %t,\n},\n", p.Batch, p.Schemes)
}

func withoutZeros(list []uint8) []uint8 {
	for len(list) > 0 && list[len(list)-1] == 0 {
		list = list[:len(list)-1]
	}
	return list
}

func join[T uint8 | uint64](list []T) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]")
}

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
