// Package abnftree has operations on the trees of ABNF grammars.
package abnftree

import "example.org/iri/compile/abnf"

// Fold computes a value of a node bottom-up: each function computes the value of a node of its kind from the values of
// its children. The function for a repetition calls elem for the value of the element, if it needs it.
func Fold[T any](n abnf.Node,
	alternation func(n *abnf.Alternation, alts []T) T, concatenation func(n *abnf.Concatenation, elems []T) T, repetition func(n *abnf.Repetition, elem func() T) T,
	charVal func(n *abnf.CharVal) T, numVal func(n *abnf.NumVal) T, ruleRef func(n *abnf.RuleRef) T, proseVal func(n *abnf.ProseVal) T,
) T {
	fold := func(n abnf.Node) T {
		return Fold(n, alternation, concatenation, repetition, charVal, numVal, ruleRef, proseVal)
	}
	all := func(list []abnf.Node) []T {
		values := make([]T, len(list))
		for i, n := range list {
			values[i] = fold(n)
		}
		return values
	}
	switch n := n.(type) {
	case *abnf.Alternation:
		return alternation(n, all(n.Alts))
	case *abnf.Concatenation:
		return concatenation(n, all(n.Elems))
	case *abnf.Repetition:
		return repetition(n, func() T { return fold(n.Elem) })
	case *abnf.CharVal:
		return charVal(n)
	case *abnf.NumVal:
		return numVal(n)
	case *abnf.RuleRef:
		return ruleRef(n)
	}
	return proseVal(n.(*abnf.ProseVal))
}

// With returns a grammar that imports g and adds the rule name = body. Body refers to rules of g.
func With(g *abnf.Grammar, name string, body abnf.Node) *abnf.Grammar {
	with, err := abnf.Parse([]byte(name + " = \"\"\n"))
	if err != nil {
		panic(err) // not the name of a rule
	}
	with.Encoding = g.Encoding
	with.Lookup(name).Body = body
	with.Import(g)
	return with
}
