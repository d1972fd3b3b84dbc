package nfa

import (
	"fmt"
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/unicodeclass"
)

// Source is what an automaton is built of: a rule, and what shall be known of others.
type Source struct {
	Rule *abnf.Rule

	// By rule: its spans, and the number of its part, which counts from 1. Several rules may share a
	// number.
	Spans map[*abnf.Rule][]Span
	Parts map[*abnf.Rule]int

	// Reducer, if set, makes the automaton smaller. Its states then belong to no expansion.
	Reducer *Reducer

	// PreferFirst makes an automaton in which the order of the transitions without a byte is the order
	// of preference: the first path that a depth-first search finds is that of the preferred parse.
	// No repetition without an upper limit goes on with the empty string. It is not for parts, and there
	// must be no Reducer.
	PreferFirst bool
}

// Span says that the places of a rule are wanted where it is somewhere below each of some rules, the
// outermost first, each of which has the next below it.
type Span struct {
	Number int
	Below  []*abnf.Rule
}

// New builds the automaton of a rule by Thompson's construction (Ken Thompson,
// Regular Expression Search Algorithm, CACM 11(6), 1968): every node of the tree
// becomes a fragment with one way in and one way out. References are expanded in
// place, each into states of its own; a rule that refers to itself comes back to
// the states it has. The graph is that of the rule or of one that needs it, without
// cycles. The error is a *TooLarge if there would be more than max states.
func New(g *Graph, source Source, max int) (n *Automaton, err error) {
	if source.Reducer == nil { // a repetition of a million times is refused before it is built
		if _, err := g.size(source, max); err != nil {
			return nil, err
		}
	}
	b := &builder{
		Source:  source,
		graph:   g,
		nfa:     &Automaton{Name: source.Rule.Name},
		groups:  make(map[*component]*group),
		current: -1,
		max:     max,
	}
	if b.Reducer != nil {
		b.withSpan, b.anew = holding(source.Spans, g), holding(source.dependent(), g)
	}
	defer func() {
		switch why := recover().(type) {
		case nil:
		case abandoned:
			n, err = nil, why.error
		default:
			panic(why)
		}
	}()
	all := b.top()
	b.nfa.Start, b.nfa.Accept = all.in, all.out
	if len(b.parts) > 0 {
		b.nfa.Held = b.nfa.heldParts(b.parts)
	}
	if b.Reducer != nil {
		return b.nfa.reduce(), nil
	}
	return b.nfa, nil
}

// top is the fragment of the rule of the source. The whole is reduced in the end, so it is not reduced
// here if it is not known.
func (b *builder) top() fragment {
	if b.Reducer != nil && !b.withSpan[b.Rule] && !b.anew[b.Rule] {
		if known, isKept := b.Reducer.rules[b.Rule]; isKept {
			return b.paste(known)
		}
	}
	return b.whole(b.Rule)
}

// builder collects states.
type builder struct {
	Source
	graph   *Graph
	nfa     *Automaton
	groups  map[*component]*group // recursive rules being expanded
	current int32                 // the expansion that new states belong to
	max     int                   // number of states that may count

	parts []partRange
	open  int // how many references were met that lead to states outside of the node that they are in

	// With a Reducer:
	withSpan, anew map[*abnf.Rule]bool // rules with a span in them, and those that are built in each time anew
	rules          map[*abnf.Rule]*Automaton
	base           int // states before this one do not count: a rule is being built by itself
	largest        int // number of states of the largest part of the current rule that was reduced
}

// abandoned is what a builder panics with, to get out of deep recursion.
type abandoned struct{ error }

// fragment is a part of the NFA that is entered at in and left at out.
type fragment struct{ in, out int32 }

func (b *builder) state() int32 {
	if len(b.nfa.States)-b.base == b.max {
		panic(abandoned{&TooLarge{Rule: b.Rule, Node: b.Rule.Body, Max: b.max}})
	}
	b.nfa.States = append(b.nfa.States, State{Expansion: b.current})
	return int32(len(b.nfa.States) - 1)
}

func (b *builder) eps(from, to int32) {
	b.nfa.States[from].Eps = append(b.nfa.States[from].Eps, to)
}

func (b *builder) edge(from int32, r dfa.ByteRange, to int32) {
	b.nfa.States[from].Edges = append(b.nfa.States[from].Edges, Edge{r, to})
}

// reference expands a reference to a rule.
func (b *builder) reference(n *abnf.RuleRef) fragment {
	r := b.graph.grammar.Target(n)
	if g := b.groups[b.graph.components[r]]; g != nil {
		if g.inLoop[n] {
			return b.then(b.turn(Enter), b.again(g.inner, r))
		}
		return b.again(g, r)
	}
	return b.rule(r)
}

// rule expands a rule that is not being expanded.
func (b *builder) rule(r *abnf.Rule) fragment {
	if b.Reducer != nil && !b.anew[r] {
		return b.builtIn(r)
	}
	return b.whole(r)
}

// whole expands a rule as it is.
func (b *builder) whole(r *abnf.Rule) fragment {
	if c := b.graph.components[r]; c != nil {
		return b.component(c, r)
	}
	return b.expand(r)
}

// expand expands the body of a rule, between states that bear the tags of its spans.
func (b *builder) expand(r *abnf.Rule) fragment {
	outer := b.current
	b.current = int32(len(b.nfa.Expansions))
	b.nfa.Expansions = append(b.nfa.Expansions, Expansion{r, outer})
	defer func() { b.current = outer }()
	f := b.then(b.empty(), b.node(r.Body)) // a state of its own, even without a tag, for explanations
	for _, span := range b.Spans[r] {
		if b.isBelow(outer, span.Below) {
			f = b.then(b.tag(BeginTag(span.Number)), b.then(f, b.tag(EndTag(span.Number))))
		}
	}
	if part := b.Parts[r]; part != 0 {
		b.parts = append(b.parts, partRange{uint8(part), f.in, int32(len(b.nfa.States) - 1)})
		b.open++
	}
	return f
}

// isBelow reports whether an expansion lies in expansions of some rules, one in the other.
func (b *builder) isBelow(at int32, rules []*abnf.Rule) bool {
	for ; len(rules) > 0 && at >= 0; at = b.nfa.Expansions[at].Outer {
		if last := len(rules) - 1; b.nfa.Expansions[at].Rule == rules[last] {
			rules = rules[:last]
		}
	}
	return len(rules) == 0
}

// tag is the fragment of the empty string with a state that bears a tag.
func (b *builder) tag(t int8) fragment {
	f := b.empty()
	b.nfa.States[f.in].Tag = t + 1
	return f
}

// group is a component, or one of its two copies, while it is expanded. Its rules are
// expanded once and share states: if they are recursive at their ends, all of them end
// where the component does, and each has a state where it begins; at their beginnings,
// the other way round.
type group struct {
	*component
	common int32
	inner  *group               // the inner copy, itself if it is one
	loop   int32                // where each round of the component's loop begins and ends
	door   map[*abnf.Rule]int32 // the other end of each rule met
	queue  []*abnf.Rule         // met and not yet expanded
}

func (b *builder) group(c *component) *group {
	return &group{component: c, common: b.state(), door: make(map[*abnf.Rule]int32)}
}

// component expands r with all the rules of its component.
func (b *builder) component(c *component, r *abnf.Rule) fragment {
	open, parts := b.open, len(b.parts)
	outer := b.group(c)
	door := b.door(outer, r)
	if c.loop == nil {
		b.expandAll(outer)
	} else {
		inner := b.group(c)
		outer.inner, inner.inner = inner, inner
		b.expandAll(outer)
		b.expandAll(inner)
		back := b.turn(Return).in
		b.join(inner.common, back, c.left)
		b.join(back, inner.loop, c.left)
		b.join(inner.common, outer.common, c.left)
	}
	delete(b.groups, c)
	if len(b.parts) == parts {
		b.open = open
	}
	if c.left {
		return fragment{outer.common, door}
	}
	return fragment{door, outer.common}
}

// turn is the fragment of the empty string with a state that says where a path goes round a loop.
func (b *builder) turn(t Turn) fragment {
	f := b.empty()
	b.nfa.States[f.in].Turn = t
	return f
}

// expandAll expands the rules of a group that are met.
func (b *builder) expandAll(g *group) {
	b.groups[g.component] = g
	for len(g.queue) > 0 {
		next := g.queue[0]
		g.queue = g.queue[1:]
		body := b.expand(next)
		if g.left {
			b.eps(g.common, body.in)
			b.eps(body.out, g.door[next])
		} else {
			b.eps(g.door[next], body.in)
			b.eps(body.out, g.common)
		}
	}
}

// join leads on from a state to another without a byte, or back if mirrored.
func (b *builder) join(from, to int32, mirrored bool) {
	if mirrored {
		from, to = to, from
	}
	b.eps(from, to)
}

// again is a reference from within a component to a rule of it: the way leads on
// at the rule's door and does not come back or, if the rule stands at the
// beginning, it comes from there. The other end of the fragment leads nowhere.
func (b *builder) again(g *group, r *abnf.Rule) fragment {
	b.open++
	if g.left {
		return fragment{b.state(), b.door(g, r)}
	}
	return fragment{b.door(g, r), b.state()}
}

func (b *builder) door(g *group, r *abnf.Rule) int32 {
	door, met := g.door[r]
	if !met {
		door = b.state()
		g.door[r] = door
		g.queue = append(g.queue, r)
	}
	return door
}

// node builds the fragment of a node.
func (b *builder) node(n abnf.Node) fragment {
	switch n := n.(type) {
	case *abnf.Alternation:
		return b.alternation(n)
	case *abnf.Concatenation:
		return b.concatenation(n)
	case *abnf.Repetition:
		return b.repetition(n)
	case *abnf.CharVal:
		return b.charVal(n)
	case *abnf.NumVal:
		return b.numVal(n)
	case *abnf.RuleRef:
		return b.reference(n)
	}
	panic(fmt.Sprintf("nfa: %T passed the check", n)) // a prose-val, which Verify refuses
}

func (b *builder) alternation(n *abnf.Alternation) fragment {
	f := fragment{in: b.state(), out: b.state()}
	for _, alt := range n.Alts {
		g := b.node(alt)
		b.eps(f.in, g.in)
		b.eps(g.out, f.out)
	}
	return f
}

func (b *builder) concatenation(n *abnf.Concatenation) fragment {
	f := b.node(n.Elems[0])
	for _, elem := range n.Elems[1:] {
		f = b.then(f, b.node(elem))
	}
	return f
}

// then joins two fragments, one after the other.
func (b *builder) then(f, g fragment) fragment {
	b.eps(f.out, g.in)
	return fragment{f.in, g.out}
}

// empty is the fragment of the empty string.
func (b *builder) empty() fragment {
	s := b.state()
	return fragment{s, s}
}

// repetition writes n*m x as n copies of x and then m-n that may be left out,
// or one that may be passed any number of times.
func (b *builder) repetition(n *abnf.Repetition) fragment {
	elem := func() fragment { return b.node(n.Elem) }
	if b.Reducer != nil && copies(n) > 1 {
		elem = b.copies(n.Elem)
	}
	f := b.empty()
	for range n.Min {
		f = b.then(f, elem())
	}
	if n.Max == abnf.Unbounded {
		loop := b.star(elem)
		b.noteLoop(n, loop.in)
		return b.then(f, loop)
	}
	skips := []int32{f.out}
	for i := n.Min; i < n.Max; i++ {
		f = b.then(f, elem())
		skips = append(skips, f.out)
	}
	end := b.state()
	for _, s := range skips {
		b.eps(s, end)
	}
	return fragment{f.in, end}
}

// noteLoop sets the group whose loop a repetition is where it begins.
func (b *builder) noteLoop(n *abnf.Repetition, at int32) {
	for _, g := range b.groups {
		if g.component.loop == n {
			g.loop = at
		}
	}
}

// copies returns how often a repetition writes what it repeats.
func copies(n *abnf.Repetition) int {
	if n.Max == abnf.Unbounded {
		return n.Min + 1
	}
	return n.Max
}

func (b *builder) star(elem func() fragment) fragment {
	loop := b.state()
	begin := len(b.nfa.States)
	g := elem()
	b.eps(loop, g.in)
	if b.PreferFirst && b.canBeEmpty(g) {
		g.out = b.readSomething(g.out, begin)
	}
	b.eps(g.out, loop)
	return fragment{loop, loop}
}

// canBeEmpty reports whether a way leads through a fragment without a byte.
func (b *builder) canBeEmpty(f fragment) bool {
	seen := map[int32]bool{f.in: true}
	for stack := []int32{f.in}; len(stack) > 0; {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, t := range b.nfa.States[i].Eps {
			if !seen[t] {
				seen[t] = true
				stack = append(stack, t)
			}
		}
	}
	return seen[f.out]
}

// readSomething doubles the states from begin on, which are a repeated fragment, and leads every
// byte to the second half. It returns the copy of out, which only ways come to that read a byte.
// Without this a depth-first search would take a way that comes back to the fragment in the middle
// of it for one that repeats the empty string.
func (b *builder) readSomething(out int32, begin int) int32 {
	half := int32(len(b.nfa.States) - begin)
	for i := range half {
		second := b.state()
		s := &b.nfa.States[begin+int(i)]
		copied := *s
		copied.Eps, copied.Edges = slices.Clone(s.Eps), slices.Clone(s.Edges)
		for k := range copied.Eps {
			copied.Eps[k] += half
		}
		for k := range copied.Edges {
			copied.Edges[k].To += half
			s.Edges[k].To += half
		}
		b.nfa.States[second] = copied
	}
	return out + half
}

// charVal writes a quoted string, each letter in both cases unless the string
// is case-sensitive.
func (b *builder) charVal(n *abnf.CharVal) fragment {
	f := b.empty()
	for _, c := range []byte(n.Text) {
		next := b.state()
		b.edge(f.out, dfa.ByteRange{Lo: c, Hi: c}, next)
		if other := c ^ 0x20; !n.CaseSensitive && 'a' <= c|0x20 && c|0x20 <= 'z' {
			b.edge(f.out, dfa.ByteRange{Lo: other, Hi: other}, next)
		}
		f.out = next
	}
	return f
}

func (b *builder) numVal(n *abnf.NumVal) fragment {
	if n.Range {
		return b.value(n.Values[0], n.Values[1])
	}
	f := b.empty()
	for _, v := range n.Values {
		f = b.then(f, b.value(v, v))
	}
	return f
}

// value writes one from lo to hi. A range of surrogates becomes a fragment without a way
// through.
func (b *builder) value(lo, hi uint32) fragment {
	f := fragment{in: b.state(), out: b.state()}
	for _, seq := range b.graph.sequences(lo, hi) {
		at, last := f.in, len(seq)-1
		for _, r := range seq[:last] {
			next := b.state()
			b.edge(at, dfa.ByteRange(r), next)
			at = next
		}
		b.edge(at, dfa.ByteRange(seq[last]), f.out)
	}
	return f
}

// sequences lists the sequences of byte ranges of the values from lo to hi.
func (g *Graph) sequences(lo, hi uint32) []unicodeclass.Sequence {
	if g.grammar.Encoding == abnf.Octets {
		return []unicodeclass.Sequence{{{Lo: byte(lo), Hi: byte(hi)}}}
	}
	return unicodeclass.New(unicodeclass.Range{Lo: rune(lo), Hi: rune(hi)}).Sequences()
}
