package draw

import (
	"errors"
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/unicodeclass"
)

// expansion is a rule in the place of a reference to it: outer is the expansion in
// whose rule the reference stands, -1 if there is none.
type expansion struct {
	rule  *abnf.Rule
	outer int
}

// nfa is a rule as an automaton over characters that is not deterministic, with the expansion
// that each character lies in. Unlike the parts of an automaton, which all readings of a
// text must agree on, it tells of each state what some reading is in. (The compiler has
// another one, over bytes, for itself.)
type nfa struct {
	grammar    *abnf.Grammar
	states     []nfaState
	expansions []expansion
	numbers    map[expansion]int
	inside     int // the expansion that states are made for
	open       map[*abnf.Rule]*openRule
	stack      []*abnf.Rule // those open
	top        *openRule    // the innermost one that is being expanded
	err        error
}

// nfaState is a state: a character in chars leads to next, and
// nothing at all to those in empty.
type nfaState struct {
	empty  []int
	chars  unicodeclass.Set
	next   int
	inside int // the expansion of the character
}

// openRule is a rule that is being expanded, or that leads back to one that is.
type openRule struct {
	begin, behind int
	low           int // the index on the stack of the lowest rule that it leads back to
}

// Errors of newNFA and of the walk: the rule is drawn without parts then.
var (
	errLeft = errors.New("a rule that refers to itself at its beginning has no parts")
	errMany = errors.New("too many readings to tell the parts")
)

// final is the state behind the text.
const final = 0

// newNFA makes the automaton of a rule that is known to be regular. It has no more states
// than that of the compiler.
func newNFA(g *abnf.Grammar, rule string) (r *nfa, start int, err error) {
	r = &nfa{grammar: g, numbers: make(map[expansion]int), open: make(map[*abnf.Rule]*openRule), inside: -1}
	r.add(nfaState{})
	start = r.rule(g.Lookup(rule), final)
	return r, start, r.err
}

func (r *nfa) add(s nfaState) int {
	s.inside = r.inside
	r.states = append(r.states, s)
	return len(r.states) - 1
}

// rule returns the state where the rule begins, if behind is the state where it ends.
// A rule that refers to itself at its end, directly or not, has only one end. It and
// the rules that it does so through are expanded once: all of them stay open until
// the first one met is done (Tarjan, Depth-First Search and Linear Graph Algorithms,
// 1972).
func (r *nfa) rule(rule *abnf.Rule, behind int) int {
	if o := r.open[rule]; o != nil {
		if o.behind != behind {
			r.err = errLeft
		}
		r.top.low = min(r.top.low, o.low)
		return o.begin
	}
	outer, below, depth := r.inside, r.top, len(r.stack)
	r.inside = r.number(expansion{rule, outer})
	o := &openRule{begin: r.add(nfaState{}), behind: behind, low: depth}
	r.open[rule], r.top, r.stack = o, o, append(r.stack, rule)
	body := r.node(rule.Body, behind)
	r.states[o.begin].empty = []int{body}
	r.inside, r.top = outer, below
	if o.low < depth {
		below.low = min(below.low, o.low)
		return o.begin
	}
	for _, done := range r.stack[depth:] {
		delete(r.open, done)
	}
	r.stack = r.stack[:depth]
	return o.begin
}

// number returns the number of an expansion.
func (r *nfa) number(e expansion) int {
	number, known := r.numbers[e]
	if !known {
		number = len(r.expansions)
		r.numbers[e] = number
		r.expansions = append(r.expansions, e)
	}
	return number
}

// node returns the state where a node begins, if behind is the state where it ends.
func (r *nfa) node(n abnf.Node, behind int) int {
	switch n := n.(type) {
	case *abnf.Alternation:
		var alts []int
		for _, alt := range n.Alts {
			alts = append(alts, r.node(alt, behind))
		}
		return r.add(nfaState{empty: alts})
	case *abnf.Concatenation:
		for _, elem := range slices.Backward(n.Elems) {
			behind = r.node(elem, behind)
		}
	case *abnf.Repetition:
		return r.repetition(n, behind)
	case *abnf.CharVal:
		for _, c := range slices.Backward([]byte(n.Text)) {
			behind = r.add(nfaState{chars: letter(c, n.CaseSensitive), next: behind})
		}
	case *abnf.NumVal:
		for _, set := range slices.Backward(values(n)) {
			behind = r.add(nfaState{chars: set, next: behind})
		}
	case *abnf.RuleRef:
		return r.rule(r.grammar.Target(n), behind)
	}
	return behind
}

func (r *nfa) repetition(n *abnf.Repetition, behind int) int {
	if n.Max == abnf.Unbounded {
		loop := r.add(nfaState{})
		again := r.node(n.Elem, loop)
		r.states[loop].empty = []int{again, behind}
		behind = loop
	}
	for end, i := behind, n.Max; i > n.Min; i-- {
		behind = r.add(nfaState{empty: []int{r.node(n.Elem, behind), end}})
	}
	for range n.Min {
		behind = r.node(n.Elem, behind)
	}
	return behind
}

// live tells of each state whether a text leads from it to the end.
func (r *nfa) live() []bool {
	from := make([][]int, len(r.states))
	for i, p := range r.states {
		for _, to := range p.empty {
			from[to] = append(from[to], i)
		}
		if p.chars.Len() > 0 {
			from[p.next] = append(from[p.next], i)
		}
	}
	live := make([]bool, len(r.states))
	live[final] = true
	for stack := []int{final}; len(stack) > 0; {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, i := range from[top] {
			if !live[i] {
				live[i] = true
				stack = append(stack, i)
			}
		}
	}
	return live
}

// lastIn returns for each state of the deterministic automaton the expansions that the last
// character of a text that leads to it lies in, by some reading of a text of the language.
func (r *nfa) lastIn(m *charAutomaton, start int) (map[dfa.State]map[int]bool, error) {
	const most = 1 << 19 // pairs of states
	type pair struct {
		dfa dfa.State
		nfa int
	}
	live := r.live()
	in := make(map[dfa.State]map[int]bool)
	met := make(map[pair]bool)
	var stack []pair
	visit := func(x pair) {
		if live[x.nfa] && !met[x] {
			met[x] = true
			stack = append(stack, x)
		}
	}
	visit(pair{m.Start, start})
	for len(stack) > 0 && len(met) < most {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		p := &r.states[x.nfa]
		for _, to := range p.empty {
			visit(pair{x.dfa, to})
		}
		for _, arrow := range m.arrows[x.dfa] {
			if !live[p.next] || !arrow.chars.Intersects(p.chars) {
				continue
			}
			if in[arrow.to] == nil {
				in[arrow.to] = make(map[int]bool)
			}
			in[arrow.to][p.inside] = true
			visit(pair{arrow.to, p.next})
		}
	}
	if len(stack) > 0 {
		return nil, errMany
	}
	return in, nil
}

// letter is a character of a quoted string.
func letter(c byte, caseSensitive bool) unicodeclass.Set {
	ranges := []unicodeclass.Range{{Lo: rune(c), Hi: rune(c)}}
	if other := rune(c ^ 0x20); !caseSensitive && 'a' <= c|0x20 && c|0x20 <= 'z' {
		ranges = append(ranges, unicodeclass.Range{Lo: other, Hi: other})
	}
	return unicodeclass.New(ranges...)
}

// values is what the values of a num-val stand for, one set behind the other. Surrogates
// are no characters: what is written with them matches nothing.
func values(n *abnf.NumVal) []unicodeclass.Set {
	if n.Range {
		return []unicodeclass.Set{unicodeclass.New(unicodeclass.Range{Lo: rune(n.Values[0]), Hi: rune(n.Values[1])})}
	}
	var list []unicodeclass.Set
	for _, v := range n.Values {
		list = append(list, unicodeclass.New(unicodeclass.Range{Lo: rune(v), Hi: rune(v)}))
	}
	return list
}
