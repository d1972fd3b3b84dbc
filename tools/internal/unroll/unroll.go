// Package unroll makes recursive rules of grammars regular by limiting the depth of their recursion.
package unroll

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/nfa"
)

// A Cycle is a set of mutually recursive rules that were unrolled. The rules Counted together nest at most Depth deep.
// Every cycle of references in the set passes through a counted rule.
type Cycle struct {
	Counted []*abnf.Rule
	Depth   int
	Inner   []*abnf.Rule // rules with copies that are not inside a rule of their name: all except a single counted rule
}

// Pos returns the position of the first counted rule.
func (c *Cycle) Pos() abnf.Pos { return c.Counted[0].Pos }

// String describes the limit: "comment nests at most 4 deep: a subset of its language".
func (c *Cycle) String() string {
	var names []string
	for _, r := range c.Counted {
		names = append(names, r.Name)
	}
	if len(names) > 1 {
		return fmt.Sprintf("%s together nest at most %d deep: subsets of their languages", strings.Join(names, ", "), c.Depth)
	}
	return fmt.Sprintf("%s nests at most %d deep: a subset of its language", names[0], c.Depth)
}

// Rule changes the non-regular rules that a rule of g needs, so that they may contain themselves depth times. If every
// cycle passes through one rule, the limit is for this rule. Otherwise it is for the total of several rules that
// together are on all cycles. Each changed rule matches a subset of its previous language. All names that the rule
// needs must be defined. Rule returns the changed sets in the order of the text.
//
// A rule of a set is copied once for each level. The rule itself is the outermost level, which other rules refer to.
// The copies have the same name, and become part of g.
func Rule(g *abnf.Grammar, rule string, depth int) (changed []*Cycle, err error) {
	_, cycles := nfa.NewGraph(g, g.Lookup(rule))
	for _, c := range cycles {
		u := newUnroller(g, c.Rules, depth)
		if err := u.unroll(); err != nil {
			return nil, err
		}
		changed = append(changed, &u.Cycle)
	}
	slices.SortFunc(changed, func(a, b *Cycle) int { return compare(a.Counted[0], b.Counted[0]) })
	return changed, nil
}

func compare(a, b *abnf.Rule) int {
	return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Offset, b.Pos.Offset))
}

type unroller struct {
	Cycle
	grammar *abnf.Grammar
	rules   []*abnf.Rule
	copies  map[level]*levelCopy
	order   []*levelCopy // without the outermost levels
}

// level is a rule at a depth of counted rules, including itself.
type level struct {
	*abnf.Rule
	depth int
}

// levelCopy is the copy of a rule for a level.
type levelCopy struct {
	level
	name string    // in the grammar
	body abnf.Node // nil if it matches nothing
}

func newUnroller(g *abnf.Grammar, rules []*abnf.Rule, depth int) *unroller {
	rules = slices.SortedFunc(slices.Values(rules), compare)
	u := &unroller{grammar: g, rules: rules, copies: make(map[level]*levelCopy)}
	u.Counted = u.findCounted()
	u.Depth = depth + 1
	u.Inner = rules
	if len(u.Counted) == 1 {
		u.Inner = slices.DeleteFunc(slices.Clone(rules), func(r *abnf.Rule) bool { return r == u.Counted[0] })
	}
	return u
}

// findCounted returns rules that break all cycles. Repeatedly, it takes the rule with the largest product of incoming
// and outgoing references, preferring rules that rules outside the set refer to.
func (u *unroller) findCounted() (counted []*abnf.Rule) {
	isEntry := u.findEntries()
	for left := slices.Clone(u.rules); ; {
		ways := u.waysThrough(left)
		worth := func(r *abnf.Rule) int {
			if isEntry[r] {
				return 2*ways[r] + 1
			}
			return 2 * ways[r]
		}
		before := len(left)
		left = slices.DeleteFunc(left, func(r *abnf.Rule) bool { return ways[r] == 0 })
		switch {
		case len(left) == 0:
			slices.SortFunc(counted, compare)
			return counted
		case len(left) == before:
			most := slices.MaxFunc(left, func(a, b *abnf.Rule) int { return cmp.Compare(worth(a), worth(b)) })
			counted = append(counted, most)
			left = slices.DeleteFunc(left, func(r *abnf.Rule) bool { return r == most })
		}
	}
}

// waysThrough returns, for each rule, the product of the numbers of references from and to other rules of the set.
func (u *unroller) waysThrough(rules []*abnf.Rule) map[*abnf.Rule]int {
	in, out := make(map[*abnf.Rule]int), make(map[*abnf.Rule]int)
	for _, r := range rules {
		for ref := range u.inner(r.Body) {
			if to := u.grammar.Target(ref); slices.Contains(rules, to) {
				in[to]++
				out[r]++
			}
		}
	}
	for r := range in {
		in[r] *= out[r]
	}
	return in
}

// findEntries returns the rules of the set that other rules refer to.
func (u *unroller) findEntries() map[*abnf.Rule]bool {
	uses := make(map[*abnf.Rule]int)
	var names []string
	for r := range u.grammar.Rules() {
		names = append(names, r.Name)
	}
	for _, to := range u.grammar.References(names...) {
		uses[to]++
	}
	entries := make(map[*abnf.Rule]bool)
	for _, r := range u.rules {
		for ref := range u.inner(r.Body) {
			uses[u.grammar.Target(ref)]--
		}
	}
	for _, r := range u.rules {
		entries[r] = uses[r] > 0
	}
	return entries
}

// inner yields the references in a node to rules of the set.
func (u *unroller) inner(n abnf.Node) func(yield func(*abnf.RuleRef) bool) {
	return func(yield func(*abnf.RuleRef) bool) {
		for x := range abnf.All(n) {
			if ref, is := x.(*abnf.RuleRef); is && slices.Contains(u.rules, u.grammar.Target(ref)) && !yield(ref) {
				return
			}
		}
	}
}

// unroll makes the copies, and replaces the rules by their outermost levels.
func (u *unroller) unroll() error {
	outermost := make(map[*abnf.Rule]abnf.Node)
	for _, r := range u.rules {
		outermost[r] = u.levelOf(r, u.enter(r, 0)).body
		if outermost[r] == nil {
			outermost[r] = &abnf.Alternation{Pos: r.Pos} // no alternatives match nothing
		}
	}
	for r, body := range outermost {
		r.Body = body
	}
	return u.link()
}

func (u *unroller) link() error {
	var text strings.Builder
	for _, c := range u.order {
		text.WriteString(c.name + " = \"\"\n")
	}
	if len(u.order) == 0 {
		return nil
	}
	h, err := abnf.Parse([]byte(text.String()))
	if err != nil {
		return err
	}
	for _, c := range u.order {
		*h.Lookup(c.name) = abnf.Rule{Pos: c.Pos, Name: c.Rule.Name, Body: c.body}
	}
	u.grammar.Import(h)
	return nil
}

// enter returns the depth inside a rule referred to at a depth.
func (u *unroller) enter(r *abnf.Rule, depth int) int {
	if slices.Contains(u.Counted, r) {
		return depth + 1
	}
	return depth
}

// levelOf returns the copy of a rule at a depth.
func (u *unroller) levelOf(r *abnf.Rule, depth int) *levelCopy {
	at := level{r, depth}
	if c := u.copies[at]; c != nil {
		return c
	}
	c := &levelCopy{level: at, name: r.Name}
	u.copies[at] = c
	if depth > u.Depth {
		return c
	}
	c.body = u.node(r.Body, depth)
	if depth > u.enter(r, 0) && c.body != nil {
		c.name = u.unusedName(at)
		u.order = append(u.order, c)
	}
	return c
}

func (u *unroller) unusedName(at level) string {
	name := fmt.Sprintf("%s-%d", strings.ReplaceAll(at.Name, "_", "-"), at.depth)
	for u.grammar.Lookup(name) != nil {
		name += "-copy"
	}
	return name
}

// node returns the copy of a node at a depth, or nil if it matches nothing.
func (u *unroller) node(n abnf.Node, depth int) abnf.Node {
	switch n := n.(type) {
	case *abnf.RuleRef:
		return u.reference(n, depth)
	case *abnf.Alternation:
		if alts := u.nodes(n.Alts, depth); len(alts) > 0 {
			return &abnf.Alternation{Pos: n.Pos, Alts: alts}
		}
		return nil
	case *abnf.Concatenation:
		elems := u.nodes(n.Elems, depth)
		if len(elems) < len(n.Elems) {
			return nil
		}
		return &abnf.Concatenation{Pos: n.Pos, Elems: elems}
	case *abnf.Repetition:
		return u.repetition(n, depth)
	}
	return n
}

// nodes returns the copies of nodes, without those that match nothing.
func (u *unroller) nodes(list []abnf.Node, depth int) (some []abnf.Node) {
	for _, n := range list {
		if m := u.node(n, depth); m != nil {
			some = append(some, m)
		}
	}
	return some
}

func (u *unroller) repetition(n *abnf.Repetition, depth int) abnf.Node {
	if n.Max == 0 {
		return n
	}
	switch elem := u.node(n.Elem, depth); {
	case elem != nil:
		return &abnf.Repetition{Pos: n.Pos, Min: n.Min, Max: n.Max, Elem: elem}
	case n.Min == 0:
		return &abnf.CharVal{Pos: n.Pos}
	}
	return nil
}

func (u *unroller) reference(n *abnf.RuleRef, depth int) abnf.Node {
	r := u.grammar.Target(n)
	if !slices.Contains(u.rules, r) {
		return n
	}
	c := u.levelOf(r, u.enter(r, depth))
	switch {
	case c.body == nil:
		return nil
	case c.depth == u.enter(r, 0):
		return n
	}
	return &abnf.RuleRef{Pos: n.Pos, Name: c.name}
}
