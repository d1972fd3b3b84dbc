// Package explain derives strings by a rule of a grammar, or reports where and why a string does not match.
package explain

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/nfa"
	"example.org/iri/internal/values"
)

// A Derivation is a node of a parse tree: a rule with the part of the string that it matches, and the derivations of
// the rules that it refers to, including empty ones. Literals of the rule itself match the text between them.
type Derivation struct {
	Rule       *abnf.Rule
	Start, End int // offsets of Text in the string
	Text       string
	Inner      []*Derivation

	encoding abnf.Encoding
}

// Limits of a Reader, which keeps all paths in memory.
const (
	maxText   = 1 << 16 // bytes of a string
	maxStates = 1 << 18 // states of the NFA
	maxVisits = 1 << 21 // states of the NFA visited, summed over all offsets
)

// A Reader derives strings by a rule.
type Reader struct {
	rule     *abnf.Rule
	graph    *nfa.Graph
	nfa      *nfa.Automaton
	live     []bool
	encoding abnf.Encoding
}

// NewReader returns a Reader for strings in the encoding of the grammar. Errors are those of [compile.Compile].
func NewReader(g *abnf.Grammar, rule string) (*Reader, error) {
	if err := g.Verify(rule); err != nil {
		return nil, err
	}
	r := &Reader{rule: g.Lookup(rule), encoding: g.Encoding}
	return r, r.makeNFA(g)
}

func (r *Reader) makeNFA(g *abnf.Grammar) error {
	graph, cycles := nfa.NewGraph(g, r.rule)
	var errs []error
	for _, c := range cycles {
		errs = append(errs, &compile.NotRegularError{Pos: c.Pos[0], Cycle: c.Names, Links: c.Pos, Where: c.Where})
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	spans := make(map[*abnf.Rule][]nfa.Span)
	for _, r := range graph.Order {
		spans[r] = []nfa.Span{{}} // the same for all rules, because the state of a tag knows its expansion
	}
	n, err := nfa.New(graph, nfa.Source{Rule: r.rule, Spans: spans, PreferFirst: true}, maxStates)
	var large *nfa.TooLarge
	if errors.As(err, &large) {
		return &compile.LimitError{Pos: large.Node.Position(), Rule: large.Rule.Name, What: "states of the NFA", Max: large.Max}
	}
	if err != nil {
		return err
	}
	r.graph, r.nfa, r.live = graph, n, n.Live()
	return nil
}

// Derive returns the derivation of the whole text. Of several, it returns the one that prefers, from left to right, the
// earlier alternative and the greater number of repetitions. Unlimited repetitions do not repeat the empty string.
//
// If text is not in the language of the rule, the error is a [*MismatchError]. If text is longer than 64 KiB, or visits
// more than 1<<21 states of the NFA, it is a [*compile.LimitError]. If a rule refers to itself in a repetition at its
// beginning, Derive returns an error, because the NFA does not record which iteration read which part. The time is at
// most the length of the text times the size of the NFA.
func (r *Reader) Derive(text string) (*Derivation, error) {
	s := &pathSearch{Reader: r, text: text, met: make([]int, len(r.nfa.States))}
	if len(text) > maxText {
		return nil, s.limit("bytes of text", maxText)
	}
	last, err := s.run()
	if err != nil {
		return nil, err
	}
	if r := s.graph.LeftLoop(); r != nil {
		return nil, &abnf.Error{Pos: r.Pos, Msg: fmt.Sprintf("rule %s refers to itself in a repetition at its beginning: the text matches, but it cannot be derived", r.Name)}
	}
	return s.derivation(last), nil
}

// Derive is [Reader.Derive] with a new Reader.
func Derive(g *abnf.Grammar, rule, text string) (*Derivation, error) {
	r, err := NewReader(g, rule)
	if err != nil {
		return nil, err
	}
	return r.Derive(text)
}

func (s *pathSearch) limit(what string, most int) error {
	return &compile.LimitError{Pos: s.rule.Pos, Rule: s.rule.Name, What: what, Max: most}
}

// pathSearch follows all paths of a string through the NFA in parallel, preferred ones first. Of the paths that meet in
// a state, only the preferred one continues: Rob Pike's submatch algorithm for Thompson's automata.
type pathSearch struct {
	*Reader
	text string

	events []event
	visits int

	round int      // offset + 1
	met   []int    // by state: the last round that visited it
	front []thread // paths at this offset that are in a state with edges, or in the accepting state
	stack []thread
}

// event is the beginning or end of an expansion on a path.
type event struct {
	state  int32
	offset int32
	before int32 // the previous event on the path, or -1
}

type thread struct{ state, event int32 }

func (s *pathSearch) run() (last int32, err error) {
	s.round = 1
	if s.live[s.nfa.Start] {
		s.enter(thread{s.nfa.Start, -1})
	}
	var before []thread
	for i := range len(s.text) {
		before, s.front = s.front, before[:0]
		s.round = i + 2
		for _, t := range before {
			for _, e := range s.nfa.States[t.state].Edges {
				if e.Lo <= s.text[i] && s.text[i] <= e.Hi {
					s.enter(thread{e.To, t.event})
				}
			}
		}
		if len(s.front) == 0 {
			s.front, s.round = before, i+1
			return 0, s.mismatch()
		}
		if s.visits > maxVisits {
			return 0, s.limit("states of the NFA at all offsets of the text", maxVisits)
		}
	}
	if t, accepted := s.accepted(); accepted {
		return t.event, nil
	}
	return 0, s.mismatch()
}

func (s *pathSearch) accepted() (thread, bool) {
	at := slices.IndexFunc(s.front, func(t thread) bool { return t.state == s.nfa.Accept })
	if at < 0 {
		return thread{}, false
	}
	return s.front[at], true
}

// enter moves a path to a state and follows the epsilon transitions, which are in the order of preference.
func (s *pathSearch) enter(t thread) {
	s.stack = append(s.stack, t)
	for len(s.stack) > 0 {
		t := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if s.met[t.state] == s.round {
			continue
		}
		s.met[t.state] = s.round
		s.visits++
		state := &s.nfa.States[t.state]
		if state.Tag != 0 || state.Turn != 0 {
			s.events = append(s.events, event{t.state, int32(s.round - 1), t.event})
			t.event = int32(len(s.events) - 1)
		}
		if len(state.Edges) > 0 || t.state == s.nfa.Accept {
			s.front = append(s.front, t)
		}
		for _, to := range slices.Backward(state.Eps) {
			if s.live[to] && s.met[to] != s.round {
				s.stack = append(s.stack, thread{to, t.event})
			}
		}
	}
}

func (s *pathSearch) derivation(last int32) *Derivation {
	var path []event
	for i := last; i >= 0; i = s.events[i].before {
		path = append(path, s.events[i])
	}
	b := treeBuilder{text: s.text, encoding: s.encoding, expansions: s.nfa.Expansions, open: []openNode{{outer: -2, node: new(Derivation)}}}
	for _, e := range slices.Backward(path) {
		state, at := &s.nfa.States[e.state], int(e.offset)
		switch {
		case state.Turn == nfa.Enter:
			b.entering = true
		case state.Turn == nfa.Return:
			b.close(true)
		case state.Begins():
			b.begin(state.Expansion, at)
		default:
			b.end(state.Expansion, at)
		}
	}
	b.close(false)
	return b.open[0].node.Inner[0]
}

// treeBuilder builds derivations from the events of a path. Beginnings and ends of expansions match like brackets,
// except for rules that refer to each other. Such rules share states, and so have the same outer expansion:
//
//   - If they refer to each other at their ends, they are nested and end at the same offset. The path has only the end
//     of the innermost one, which began last. If the path then returns to a loop, the rule with the loop has not ended.
//     The last rule that was entered from a loop is a part of that rule.
//   - If they refer to each other at their beginnings, they are nested and begin at the same offset. The path has only
//     the beginning of the innermost one. Each of the others begins where its first part begins: the rule that ended
//     last of those that share its states.
type treeBuilder struct {
	text       string
	encoding   abnf.Encoding
	expansions []nfa.Expansion
	open       []openNode // each inside the previous one; the first has no rule, and contains the whole derivation
	entering   bool       // the next rule is entered from a loop
	ending     bool       // the innermost open rule ends, and perhaps others around it
	endsAt     int        // the offset at which they end
}

type openNode struct {
	outer   int32 // expansion that contains the rule
	node    *Derivation
	inner   []int32 // outer expansions of node.Inner
	entered bool    // from a loop
}

func (b *treeBuilder) begin(expansion int32, at int) {
	b.close(false)
	e := b.expansions[expansion]
	b.open = append(b.open, openNode{e.Outer, &Derivation{Rule: e.Rule, Start: at, encoding: b.encoding}, nil, b.entering})
	b.entering = false
}

func (b *treeBuilder) end(expansion int32, at int) {
	b.close(false)
	if e := b.expansions[expansion]; b.top().outer != e.Outer {
		b.wrap(e, at)
		return
	}
	b.ending, b.endsAt = true, at
}

// close closes the innermost open rule, if it ends, and the rules around it that share its states. If the path returns
// to a loop, close stops after the last rule that was entered from a loop.
func (b *treeBuilder) close(returns bool) {
	outer := b.top().outer
	for b.ending && b.top().outer == outer {
		x := *b.top()
		b.open = b.open[:len(b.open)-1]
		b.put(x.node, outer, b.endsAt)
		if returns && x.entered {
			break
		}
	}
	b.ending = false
}

// wrap adds a derivation of e that ends here. Its first part is the last one that shares the states of e.
func (b *treeBuilder) wrap(e nfa.Expansion, at int) {
	into := b.top()
	first := len(into.inner) - 1
	for into.inner[first] != e.Outer {
		first--
	}
	d := &Derivation{Rule: e.Rule, Start: into.node.Inner[first].Start, Inner: slices.Clone(into.node.Inner[first:]), encoding: b.encoding}
	into.node.Inner, into.inner = into.node.Inner[:first], into.inner[:first]
	b.put(d, e.Outer, at)
}

func (b *treeBuilder) put(d *Derivation, outer int32, at int) {
	d.End, d.Text = at, b.text[d.Start:at]
	into := b.top()
	into.node.Inner, into.inner = append(into.node.Inner, d), append(into.inner, outer)
}

func (b *treeBuilder) top() *openNode { return &b.open[len(b.open)-1] }

// String returns the derivation as a tree with one line for each rule: its name, offsets and text. Texts are quoted as
// in Go or octet by octet, and cut after 64 bytes. Lines are indented by at most 64 levels.
func (d *Derivation) String() string {
	const levels = 64
	var b strings.Builder
	for level, part := range d.All() {
		fmt.Fprintf(&b, "%*s%s %d-%d %s\n", 2*min(level, levels), "", part.Rule.Name, part.Start, part.End, quoteShort(d.encoding, part.Text))
	}
	return b.String()
}

// All yields the derivation and all derivations inside it, each with its level, in preorder.
func (d *Derivation) All() iter.Seq2[int, *Derivation] {
	type item struct {
		*Derivation
		level int
	}
	return func(yield func(int, *Derivation) bool) {
		for stack := []item{{d, 0}}; len(stack) > 0; {
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !yield(top.level, top.Derivation) {
				return
			}
			for _, inner := range slices.Backward(top.Inner) {
				stack = append(stack, item{inner, top.level + 1})
			}
		}
	}
}

func quoteShort(encoding abnf.Encoding, text string) string {
	const most = 64
	quote := strconv.Quote
	if encoding == abnf.Octets {
		quote = func(text string) string { return values.Quote(encoding, text) }
	}
	if len(text) <= most {
		return quote(text)
	}
	end := most // moved to the beginning of the character that contains it
	for end > 0 && encoding == abnf.UTF8 && !utf8.RuneStart(text[end]) {
		end--
	}
	return quote(text[:end]) + "..."
}
