// Package explain derives strings: it returns how a rule of a grammar matches a string, or where and
// why it does not.
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

// A Derivation is how a rule matches a part of a string: the rules that its references stand for, in
// order, each with the part that it matches. Strings and values of the rule itself match what lies
// between them. A rule that matches the empty string is there too.
type Derivation struct {
	Rule       *abnf.Rule
	Start, End int    // offsets of the part
	Text       string // the part
	Inner      []*Derivation

	encoding abnf.Encoding
}

// Limits of a Reader, which keeps all paths in memory.
const (
	maxText   = 1 << 16 // bytes of a string
	maxStates = 1 << 18 // states of the NFA
	maxVisits = 1 << 21 // states of the NFA met at all offsets together
)

// A Reader derives strings by a rule. It keeps the NFA of the rule.
type Reader struct {
	rule     *abnf.Rule
	graph    *nfa.Graph
	nfa      *nfa.Automaton
	live     []bool
	encoding abnf.Encoding
}

// NewReader returns a reader of strings in the encoding of the grammar. The errors are those of
// [compile.Compile] that lie in the grammar.
func NewReader(g *abnf.Grammar, rule string) (*Reader, error) {
	if err := g.Verify(rule); err != nil {
		return nil, err
	}
	r := &Reader{rule: g.Lookup(rule), encoding: g.Encoding}
	return r, r.makeNFA(g)
}

// makeNFA makes the NFA of the rule, in which every expansion begins and ends with a tag.
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
		spans[r] = []nfa.Span{{}} // one span for all: its tags tell where any rule begins and ends
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

// Derive reads text and returns the derivation of the whole. If there are several derivations, it
// returns the one that prefers, from left to right, the earlier alternative and the greater number
// of repetitions. Repetitions without an upper limit do not go on with the empty string.
//
// The error is a [*MismatchError] if the string is not in the language of the rule. The NFA of a rule
// that refers to itself in a repetition at its beginning does not tell which of the rounds read
// what: in place of a derivation there is an error. Texts are limited to 64 KiB, and to 1<<21 states
// of the NFA at all offsets together; a [*compile.LimitError] says that there is more. The time is
// at most the length of the string times the size of the NFA.
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
		return nil, &abnf.Error{Pos: r.Pos, Msg: fmt.Sprintf("rule %s refers to itself in a repetition at its beginning: the text matches, but how the rules read it is not known", r.Name)}
	}
	return s.derivation(last), nil
}

// Derive is [Reader.Derive] for one string.
func Derive(g *abnf.Grammar, rule, text string) (*Derivation, error) {
	r, err := NewReader(g, rule)
	if err != nil {
		return nil, err
	}
	return r.Derive(text)
}

// limit is the error that the rule needs more than most of what.
func (s *pathSearch) limit(what string, most int) error {
	return &compile.LimitError{Pos: s.rule.Pos, Rule: s.rule.Name, What: what, Max: most}
}

// pathSearch follows all paths of a string through the NFA at once, those that are
// preferred first. Of the paths that meet in a state only the first goes on, so
// that each state has one path at each offset (Rob Pike's way to find submatches
// with Thompson's automata).
type pathSearch struct {
	*Reader
	text string

	events []event
	visits int

	round int      // 1 + the offset
	met   []int    // the round that met this state last
	front []thread // states with edges and the accepting one, at this offset
	stack []thread
}

// event says that a path begins or ends an expansion.
type event struct {
	state  int32
	offset int32
	before int32 // the event before it on the path, -1 if there is none
}

// thread is a path by the state that it comes to and its last event.
type thread struct{ state, event int32 }

// run returns the last event of the preferred path through the string, or an error.
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

// accepted returns the path that comes to the accepting state at this offset.
func (s *pathSearch) accepted() (thread, bool) {
	at := slices.IndexFunc(s.front, func(t thread) bool { return t.state == s.nfa.Accept })
	if at < 0 {
		return thread{}, false
	}
	return s.front[at], true
}

// enter leads a path to a state, and on from there without a byte: the order of
// epsilon transitions is that of preference.
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

// derivation makes a tree of the path that ends with an event.
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

// treeBuilder puts derivations together from the beginnings and ends of expansions. Beginnings and
// ends match like brackets, except for rules that refer to each other. Such rules share states, and
// so have the same outer expansion:
//
//   - If they refer to each other at their ends, they begin one in another and all end at once. On
//     the path stands only the end of the one that began last. If the path then returns to a loop,
//     the rule with the loop has not ended, which is that from which the last one was entered
//     there.
//   - If they refer to each other at their beginnings, only the innermost begins on the path. Each
//     of the others ends without a beginning. It begins where the rule begins that ended just
//     before it, which is the first rule that it refers to.
type treeBuilder struct {
	text       string
	encoding   abnf.Encoding
	expansions []nfa.Expansion
	open       []openNode // each inside the one before it; the first holds the whole
	entering   bool       // the next rule is entered from a loop
	ending     bool       // the innermost open rule ends, and it is not known which others end with it
	endsAt     int        // where
}

type openNode struct {
	outer   int32 // the expansion that the rule is built into
	node    *Derivation
	inner   []int32 // the outer expansions of node.Inner
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

// close ends the rules that end with the innermost open one, if that does: all that refer to each
// other at their ends or, if the path returns to a loop, those up to the last that was entered from
// one.
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

// wrap adds a derivation of e that ends here. Its parts are the derivation of the rule that ended
// before e and shares its states, and those after it.
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

// put adds a derivation that ends here to the innermost open one.
func (b *treeBuilder) put(d *Derivation, outer int32, at int) {
	d.End, d.Text = at, b.text[d.Start:at]
	into := b.top()
	into.node.Inner, into.inner = append(into.node.Inner, d), append(into.inner, outer)
}

func (b *treeBuilder) top() *openNode { return &b.open[len(b.open)-1] }

// String returns the derivation as a tree, a line each: rule, offsets, and the string, quoted as in
// Go, octets one by one, and cut after 64 bytes. Below 64 levels it is not indented further.
func (d *Derivation) String() string {
	const levels = 64
	var b strings.Builder
	for level, part := range d.All() {
		fmt.Fprintf(&b, "%*s%s %d-%d %s\n", 2*min(level, levels), "", part.Rule.Name, part.Start, part.End, quoteShort(d.encoding, part.Text))
	}
	return b.String()
}

// All yields the derivation and those inside it, each with its level, an outer one before what is
// inside it.
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

// quoteShort quotes a string, or its beginning.
func quoteShort(encoding abnf.Encoding, text string) string {
	const most = 64
	quote := strconv.Quote
	if encoding == abnf.Octets {
		quote = func(text string) string { return values.Quote(encoding, text) }
	}
	if len(text) <= most {
		return quote(text)
	}
	end := most // or where the last character begins
	for end > 0 && encoding == abnf.UTF8 && !utf8.RuneStart(text[end]) {
		end--
	}
	return quote(text[:end]) + "..."
}
