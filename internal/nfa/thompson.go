package nfa

import (
	"fmt"
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/unicodeclass"
)

// Source says what to build: the automaton of a rule, with the spans and parts of other rules.
type Source struct {
	Rule *abnf.Rule

	// The spans and the part of each rule. Parts are numbered from 1, and may have several rules.
	Spans map[*abnf.Rule][]Span
	Parts map[*abnf.Rule]int

	// Reducer, if set, makes the automaton smaller. Its states then belong to no expansion.
	Reducer *Reducer

	// PreferFirst orders epsilon transitions by preference: the first path that a depth-first search finds is the
	// preferred parse. No unbounded repetition continues with the empty string. It excludes parts and a Reducer.
	PreferFirst bool
}

// Span asks for the occurrences of a rule below each of some rules, which are nested, outermost first.
type Span struct {
	Number int
	Below  []*abnf.Rule
}

// New builds the automaton of a rule by Thompson's construction (Ken Thompson, Regular Expression Search Algorithm,
// CACM 11(6), 1968): each node of the tree becomes a fragment with one entry and one exit. Each reference is expanded
// in place, with new states; a recursive reference leads back to the states of the rule. The graph, of this rule or of
// one that refers to it, must have no cycles. The error is a *TooLarge if there would be more than max states.
func New(g *Graph, source Source, max int) (n *Automaton, err error) {
	if source.Reducer == nil { // otherwise, limits apply to reduced fragments
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

// top returns the fragment of the whole rule. It does not reduce it, unless it is cached, because New does.
func (b *builder) top() fragment {
	if b.Reducer != nil && !b.withSpan[b.Rule] && !b.anew[b.Rule] {
		if known, isKept := b.Reducer.rules[b.Rule]; isKept {
			return b.paste(known)
		}
	}
	return b.whole(b.Rule)
}

type builder struct {
	Source
	graph   *Graph
	nfa     *Automaton
	groups  map[*component]*group // components being expanded
	current int32                 // the expansion of new states
	max     int

	parts []partRange
	open  int // number of references that led to states outside their node

	// With a Reducer:
	withSpan, anew map[*abnf.Rule]bool // rules with a span in them, and rules that depend on their context
	rules          map[*abnf.Rule]*Automaton
	base           int // states before this one do not count for the limit
	largest        int // number of states of the largest reduced part of the current rule
}

// abandoned is the panic value that leaves the recursion of a builder.
type abandoned struct{ error }

// A fragment is a part of the NFA with one entry and one exit. Most methods of a builder return the fragment of their
// argument.
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

func (b *builder) rule(r *abnf.Rule) fragment {
	if b.Reducer != nil && !b.anew[r] {
		return b.builtIn(r)
	}
	return b.whole(r)
}

// whole expands a rule without reducing it.
func (b *builder) whole(r *abnf.Rule) fragment {
	if c := b.graph.components[r]; c != nil {
		return b.component(c, r)
	}
	return b.expand(r)
}

// expand expands the body of a rule, with the tags of its spans.
func (b *builder) expand(r *abnf.Rule) fragment {
	outer := b.current
	b.current = int32(len(b.nfa.Expansions))
	b.nfa.Expansions = append(b.nfa.Expansions, Expansion{r, outer})
	defer func() { b.current = outer }()
	f := b.then(b.empty(), b.node(r.Body)) // a separate state, which explanations need even without a tag
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

// isBelow reports whether an expansion is within expansions of the rules, nested in this order.
func (b *builder) isBelow(at int32, rules []*abnf.Rule) bool {
	for ; len(rules) > 0 && at >= 0; at = b.nfa.Expansions[at].Outer {
		if last := len(rules) - 1; b.nfa.Expansions[at].Rule == rules[last] {
			rules = rules[:last]
		}
	}
	return len(rules) == 0
}

func (b *builder) tag(t int8) fragment {
	f := b.empty()
	b.nfa.States[f.in].Tag = t + 1
	return f
}

// A group is a component, or one of its two copies, during expansion. Each rule is expanded once. If the component is
// recursive at the ends of rules, all rules share the end state, and each has an entry of its own; at the beginnings,
// they share the entry, and each has an end of its own. The state of its own is the port of a rule.
type group struct {
	*component
	common int32                // the shared entry or end
	inner  *group               // the inner copy; itself if it is one
	loop   int32                // where each round of the loop begins and ends
	port   map[*abnf.Rule]int32 // of each rule that has been referred to
	queue  []*abnf.Rule
}

func (b *builder) group(c *component) *group {
	return &group{component: c, common: b.state(), port: make(map[*abnf.Rule]int32)}
}

// component expands r and the rules of its component that r needs.
func (b *builder) component(c *component, r *abnf.Rule) fragment {
	open, parts := b.open, len(b.parts)
	outer := b.group(c)
	port := b.port(outer, r)
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
		return fragment{outer.common, port}
	}
	return fragment{port, outer.common}
}

func (b *builder) turn(t Turn) fragment {
	f := b.empty()
	b.nfa.States[f.in].Turn = t
	return f
}

// expandAll expands all rules of a group that have been referred to.
func (b *builder) expandAll(g *group) {
	b.groups[g.component] = g
	for len(g.queue) > 0 {
		next := g.queue[0]
		g.queue = g.queue[1:]
		body := b.expand(next)
		if g.left {
			b.eps(g.common, body.in)
			b.eps(body.out, g.port[next])
		} else {
			b.eps(g.port[next], body.in)
			b.eps(body.out, g.common)
		}
	}
}

func (b *builder) join(from, to int32, mirrored bool) {
	if mirrored {
		from, to = to, from
	}
	b.eps(from, to)
}

// again expands a reference within a component: the path continues at the port of the rule, and does not return; or, if
// the component is recursive at the beginning, comes from there. The other end of the fragment is unconnected.
func (b *builder) again(g *group, r *abnf.Rule) fragment {
	b.open++
	if g.left {
		return fragment{b.state(), b.port(g, r)}
	}
	return fragment{b.port(g, r), b.state()}
}

func (b *builder) port(g *group, r *abnf.Rule) int32 {
	port, met := g.port[r]
	if !met {
		port = b.state()
		g.port[r] = port
		g.queue = append(g.queue, r)
	}
	return port
}

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
	panic(fmt.Sprintf("nfa: %T passed the check", n)) // Verify rejects prose-val
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

func (b *builder) then(f, g fragment) fragment {
	b.eps(f.out, g.in)
	return fragment{f.in, g.out}
}

func (b *builder) empty() fragment {
	s := b.state()
	return fragment{s, s}
}

// repetition builds n*mx as n copies of x, followed by m-n optional copies or by a loop.
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

// noteLoop records the state of a repetition that is the loop of a group.
func (b *builder) noteLoop(n *abnf.Repetition, at int32) {
	for _, g := range b.groups {
		if g.component.loop == n {
			g.loop = at
		}
	}
}

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

// readSomething duplicates the states from begin on, which are a repeated fragment, and leads each byte to the copy. It
// returns the copy of out, which is reached only by paths that read a byte. Otherwise a depth-first search would
// confuse a path that returns to the middle of the fragment with one that repeats the empty string.
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

// charVal builds a quoted string. Letters match in both cases, unless the string is case-sensitive.
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

// value builds one character from lo to hi. A range of surrogates has no path from entry to exit.
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

func (g *Graph) sequences(lo, hi uint32) []unicodeclass.Sequence {
	if g.grammar.Encoding == abnf.Octets {
		return []unicodeclass.Sequence{{{Lo: byte(lo), Hi: byte(hi)}}}
	}
	return unicodeclass.New(unicodeclass.Range{Lo: rune(lo), Hi: rune(hi)}).Sequences()
}
