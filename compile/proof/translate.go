package proof

import (
	"fmt"

	"example.org/iri/compile/abnf"
)

// translator turns rules into terms. A numbered rule has a marker before its term, and one after it.
type translator struct {
	grammar    *abnf.Grammar
	ordered    bool // alternatives stay in order; those to take more come before those to take less
	terms      *terms
	number     map[*abnf.Rule]int
	done       map[*abnf.Rule]term
	components map[*abnf.Rule][]*abnf.Rule // by rule that refers to itself: those that do so together
}

func (t *translator) rule(r *abnf.Rule) (term, error) {
	if x, ok := t.done[r]; ok {
		return x, nil
	}
	if rules := t.components[r]; rules != nil {
		return t.recursive(r, rules)
	}
	x, err := t.node(r.Body)
	if err != nil {
		return nothing, err
	}
	if i, ok := t.number[r]; ok {
		x = t.terms.cat(t.terms.mark(marker(2*i)), t.terms.cat(x, t.terms.mark(marker(2*i+1))))
	}
	t.done[r] = x
	return x, nil
}

// recursive is the term of one of some rules that refer to each other; they have no markers.
func (t *translator) recursive(r *abnf.Rule, rules []*abnf.Rule) (term, error) {
	solved := false
	if !t.ordered {
		var err error
		if solved, err = t.solve(rules); err != nil {
			return nothing, err
		}
	}
	if !solved {
		return nothing, &abnf.Error{Pos: r.Pos, Msg: fmt.Sprintf("rule %s refers to itself in a way that proofs are not for", r.Name)}
	}
	return t.done[r], nil
}

func (t *translator) node(n abnf.Node) (term, error) {
	switch n := n.(type) {
	case *abnf.Alternation:
		list, err := t.nodes(n.Alts)
		return t.alternatives(list...), err
	case *abnf.Concatenation:
		list, err := t.nodes(n.Elems)
		x := nullary
		for i := len(list) - 1; i >= 0; i-- {
			x = t.terms.cat(list[i], x)
		}
		return x, err
	case *abnf.Repetition:
		return t.repetition(n)
	case *abnf.CharVal:
		return t.charVal(n), nil
	case *abnf.NumVal:
		return t.numVal(n), nil
	case *abnf.RuleRef:
		return t.rule(t.grammar.Target(n))
	}
	return nothing, fmt.Errorf("proof: %v has no meaning", n)
}

// alternatives is one of the terms.
func (t *translator) alternatives(list ...term) term {
	if t.ordered {
		return t.terms.choice(list)
	}
	return t.terms.alt(list...)
}

func (t *translator) nodes(list []abnf.Node) ([]term, error) {
	var all []term
	for _, n := range list {
		x, err := t.node(n)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

// repetition writes n*m x as n times x, then m-n options, one inside the other,
// or a star.
func (t *translator) repetition(n *abnf.Repetition) (term, error) {
	const most = 1 << 12      // copies
	const mostTerms = 1 << 20 // since repetitions nest
	if n.Max == 0 {
		return nullary, nil
	}
	if n.Min > most || n.Max > most {
		return nothing, fmt.Errorf("proof: %v: more than %d repetitions", n, most)
	}
	x, err := t.node(n.Elem)
	if err != nil {
		return nothing, err
	}
	if len(t.terms.nodes) > mostTerms {
		return nothing, fmt.Errorf("proof: %v: more than %d terms", n, mostTerms)
	}
	all := nullary
	if n.Max == abnf.Unbounded {
		all = t.terms.star(x)
	}
	for range n.Max - n.Min {
		all = t.alternatives(t.terms.cat(x, all), nullary)
	}
	for range n.Min {
		all = t.terms.cat(x, all)
	}
	return all, nil
}

func (t *translator) charVal(n *abnf.CharVal) term {
	x := nullary
	for i := len(n.Text) - 1; i >= 0; i-- {
		c := rune(n.Text[i])
		spans := []span{{c, c}}
		if lower := c | 0x20; !n.CaseSensitive && 'a' <= lower && lower <= 'z' {
			spans = []span{{lower - 0x20, lower - 0x20}, {lower, lower}}
		}
		x = t.terms.cat(t.terms.set(spans), x)
	}
	return x
}

func (t *translator) numVal(n *abnf.NumVal) term {
	if n.Range {
		return t.terms.set([]span{{rune(n.Values[0]), rune(n.Values[1])}})
	}
	x := nullary
	for i := len(n.Values) - 1; i >= 0; i-- {
		c := rune(n.Values[i])
		x = t.terms.cat(t.terms.set([]span{{c, c}}), x)
	}
	return x
}
