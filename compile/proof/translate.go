package proof

import (
	"fmt"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/abnftree"
	"example.org/iri/internal/naming"
)

// A translator turns rules into terms. The term of a span's rule is enclosed in markers.
type translator struct {
	grammar    *abnf.Grammar
	terms      *terms
	spans      []naming.Span
	below      string // by span: the number of its Below rules, from the outermost, that enclose the current rule
	done       map[contextRule]term
	components map[*abnf.Rule][]*abnf.Rule
	err        error // the first error; then terms are meaningless
}

// A contextRule is a rule in a context, on which its markers depend.
type contextRule struct {
	below string
	*abnf.Rule
}

func (t *translator) rule(r *abnf.Rule) term {
	key := contextRule{t.below, r}
	if x, ok := t.done[key]; ok {
		return x
	}
	if rules := t.components[r]; rules != nil {
		return t.recursive(r, rules)
	}
	below := []byte(t.below)
	var marks []int
	for i, s := range t.spans {
		switch n := int(below[i]); {
		case n < len(s.Below) && s.Below[n] == r:
			below[i]++
		case n == len(s.Below) && s.Rule == r:
			marks = append(marks, i)
		}
	}
	t.below = string(below)
	x := t.node(r.Body)
	t.below = key.below
	for _, i := range marks {
		x = t.terms.sequence([]term{t.terms.mark(marker(2 * i)), x, t.terms.mark(marker(2*i + 1))})
	}
	t.done[key] = x
	return x
}

// recursive returns the term of a recursive rule, given its component. Recursive rules have no markers.
func (t *translator) recursive(r *abnf.Rule, rules []*abnf.Rule) term {
	if !t.solve(rules) {
		return t.fail(&abnf.Error{Pos: r.Pos, Msg: fmt.Sprintf("rule %s refers to itself in a way that proofs are not for", r.Name)})
	}
	return t.done[contextRule{t.below, r}]
}

func (t *translator) fail(err error) term {
	if t.err == nil {
		t.err = err
	}
	return nothing
}

func (t *translator) node(n abnf.Node) term {
	return abnftree.Fold(n,
		func(_ *abnf.Alternation, alts []term) term { return t.terms.alt(alts...) },
		func(_ *abnf.Concatenation, elems []term) term { return t.terms.sequence(elems) },
		t.repetition, t.charVal, t.numVal,
		func(n *abnf.RuleRef) term { return t.rule(t.grammar.Target(n)) },
		func(n *abnf.ProseVal) term { return t.fail(fmt.Errorf("proof: %v has no meaning", n)) },
	)
}

func (t *translator) nodes(list []abnf.Node) (all []term) {
	for _, n := range list {
		all = append(all, t.node(n))
	}
	return all
}

// repetition translates n*mx to n times x, followed by m-n nested options or by a star.
func (t *translator) repetition(n *abnf.Repetition, elem func() term) term {
	const most = 1 << 12
	const mostTerms = 1 << 20
	if n.Max == 0 {
		return nullary
	}
	if n.Min > most || n.Max > most {
		return t.fail(fmt.Errorf("proof: %v: more than %d repetitions", n, most))
	}
	x := elem()
	if len(t.terms.nodes) > mostTerms {
		t.fail(fmt.Errorf("proof: %v: more than %d terms", n, mostTerms))
	}
	if t.err != nil {
		return nothing
	}
	all := nullary
	if n.Max == abnf.Unbounded {
		all = t.terms.star(x)
	}
	for range n.Max - n.Min {
		all = t.terms.alt(t.terms.cat(x, all), nullary)
	}
	for range n.Min {
		all = t.terms.cat(x, all)
	}
	return all
}

func (t *translator) charVal(n *abnf.CharVal) term {
	var list []term
	for _, b := range []byte(n.Text) {
		c := rune(b)
		spans := []span{{c, c}}
		if lower := c | 0x20; !n.CaseSensitive && 'a' <= lower && lower <= 'z' {
			spans = []span{{lower - 0x20, lower - 0x20}, {lower, lower}}
		}
		list = append(list, t.terms.set(spans))
	}
	return t.terms.sequence(list)
}

func (t *translator) numVal(n *abnf.NumVal) term {
	if n.Range {
		return t.terms.set([]span{{rune(n.Values[0]), rune(n.Values[1])}})
	}
	var list []term
	for _, c := range n.Values {
		list = append(list, t.terms.set([]span{{rune(c), rune(c)}}))
	}
	return t.terms.sequence(list)
}
