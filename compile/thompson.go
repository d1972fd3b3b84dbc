package compile

import (
	"fmt"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/unicodeclass"
)

// thompson builds the NFA of a rule by Thompson's construction (Ken Thompson,
// Regular Expression Search Algorithm, CACM 11(6), 1968): every node of the tree
// becomes a fragment with one way in and one way out. References are expanded in
// place, each into states of its own.
func thompson(c *checked) (*nfa, error) {
	b := &builder{checked: c, nfa: &nfa{name: c.rule.Name}, max: 16 * c.opts.MaxStates}
	all := b.rule(c.rule)
	b.nfa.start, b.nfa.accept = all.in, all.out
	return b.nfa, b.err
}

// builder collects states. After the first error it adds no more.
type builder struct {
	*checked
	nfa  *nfa
	max  int
	path []string // names of the rules being expanded, the innermost last
	err  error
}

// fragment is a part of the NFA that is entered at in and left at out.
type fragment struct{ in, out int32 }

func (b *builder) state() int32 {
	if len(b.nfa.states) >= b.max {
		b.fail(&LimitError{b.path[len(b.path)-1], "states of the NFA", b.max})
		return 0
	}
	b.nfa.states = append(b.nfa.states, nfaState{})
	return int32(len(b.nfa.states) - 1)
}

func (b *builder) fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

func (b *builder) eps(from, to int32) {
	if b.err == nil {
		b.nfa.states[from].eps = append(b.nfa.states[from].eps, to)
	}
}

func (b *builder) edge(from int32, r dfa.ByteRange, to int32) {
	if b.err == nil {
		b.nfa.states[from].edges = append(b.nfa.states[from].edges, edge{r, to})
	}
}

// rule expands a rule: its body, behind a state that bears its mark.
func (b *builder) rule(r *abnf.Rule) fragment {
	b.path = append(b.path, r.Name)
	defer func() { b.path = b.path[:len(b.path)-1] }()
	in := b.state()
	body := b.node(r.Body)
	if b.err != nil {
		return fragment{}
	}
	b.eps(in, body.in)
	if k, marked := b.marks[r]; marked {
		b.nfa.states[in].mark = int8(k + 1)
	}
	if part := b.parts[r]; part != 0 {
		b.nfa.parts = append(b.nfa.parts, partSpan{part, in, int32(len(b.nfa.states) - 1)})
	}
	return fragment{in, body.out}
}

func (b *builder) node(n abnf.Node) fragment {
	if b.err != nil {
		return fragment{}
	}
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
		return b.rule(b.grammar.Lookup(n.Name))
	}
	panic(fmt.Sprintf("compile: %T passed the check", n)) // a prose-val, which Verify refuses
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

// then joins two fragments, one behind the other.
func (b *builder) then(f, g fragment) fragment {
	b.eps(f.out, g.in)
	return fragment{f.in, g.out}
}

// empty is the fragment of the empty text.
func (b *builder) empty() fragment {
	s := b.state()
	return fragment{s, s}
}

// repetition writes n*m x as n copies of x and then m-n that may be left out,
// or one that may be passed any number of times.
func (b *builder) repetition(n *abnf.Repetition) fragment {
	f := b.empty()
	for i := 0; i < n.Min && b.err == nil; i++ {
		f = b.then(f, b.node(n.Elem))
	}
	if n.Max == abnf.Unbounded {
		return b.then(f, b.star(n.Elem))
	}
	skips := []int32{f.out}
	for i := n.Min; i < n.Max && b.err == nil; i++ {
		f = b.then(f, b.node(n.Elem))
		skips = append(skips, f.out)
	}
	end := b.state()
	for _, s := range skips {
		b.eps(s, end)
	}
	return fragment{f.in, end}
}

func (b *builder) star(n abnf.Node) fragment {
	loop, g := b.state(), b.node(n)
	b.eps(loop, g.in)
	b.eps(g.out, loop)
	return fragment{loop, loop}
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
		return b.span(n, n.Values[0], n.Values[1])
	}
	f := b.empty()
	for _, v := range n.Values {
		f = b.then(f, b.span(n, v, v))
	}
	return f
}

// span writes one value from lo to hi: a byte or, in UTF-8, the sequence of bytes
// of a code point. A range of surrogates becomes a fragment without a way through.
func (b *builder) span(n *abnf.NumVal, lo, hi uint32) fragment {
	f := fragment{in: b.state(), out: b.state()}
	if b.opts.Octets {
		if hi > 0xFF {
			b.fail(fmt.Errorf("%s: rule %s: %v is no octet", place(n.Pos), b.path[len(b.path)-1], n))
		}
		b.edge(f.in, dfa.ByteRange{Lo: byte(lo), Hi: byte(hi)}, f.out)
		return f
	}
	set := unicodeclass.New(unicodeclass.Range{Lo: rune(lo), Hi: rune(hi)})
	for _, seq := range set.Sequences() {
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
