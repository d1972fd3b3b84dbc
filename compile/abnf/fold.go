package abnf

// Fold computes a value of a node from the bottom up: each function makes the value of a node of its kind
// from the values of its children. The function for a repetition calls elem for the value of the element,
// and need not if this is repeated at most 0 times.
func Fold[T any](n Node,
	alternation func(n *Alternation, alts []T) T, concatenation func(n *Concatenation, elems []T) T, repetition func(n *Repetition, elem func() T) T,
	charVal func(n *CharVal) T, numVal func(n *NumVal) T, ruleRef func(n *RuleRef) T, proseVal func(n *ProseVal) T,
) T {
	fold := func(n Node) T {
		return Fold(n, alternation, concatenation, repetition, charVal, numVal, ruleRef, proseVal)
	}
	all := func(list []Node) []T {
		values := make([]T, len(list))
		for i, n := range list {
			values[i] = fold(n)
		}
		return values
	}
	switch n := n.(type) {
	case *Alternation:
		return alternation(n, all(n.Alts))
	case *Concatenation:
		return concatenation(n, all(n.Elems))
	case *Repetition:
		return repetition(n, func() T { return fold(n.Elem) })
	case *CharVal:
		return charVal(n)
	case *NumVal:
		return numVal(n)
	case *RuleRef:
		return ruleRef(n)
	}
	return proseVal(n.(*ProseVal))
}
