package compile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// Spans compiles a rule into an automaton that also tells where the named rules
// lie in a text, for [dfa.Find]: the last text of each. Marks must not be among
// the options.
//
// What it tells is exact. If an accepted text can be read in two ways that differ
// in where a named rule lies, the error is an *AmbiguousError with a shortest such
// text, and only then: every other grammar compiles, but for *LimitError. The other
// errors are those of [Compile].
func Spans(g *abnf.Grammar, rule string, names []string, opts *Options) (*dfa.Tagged, error) {
	c, err := check(g, rule, opts)
	if err != nil {
		return nil, err
	}
	if len(c.opts.Marks) > 0 {
		return nil, errors.New("compile: an automaton with spans has no marks")
	}
	if err := c.resolveSpans(names); err != nil {
		return nil, err
	}
	n, err := thompson(c)
	if err != nil {
		return nil, err
	}
	c.trace("nfa", n)
	t, err := tag(c, n)
	if err != nil {
		return nil, c.explosion(err)
	}
	c.trace("dfa", t.d)
	t.d = minimize(t.d)
	c.trace("min", t.d)
	a, err := layoutTagged(c, t, names)
	if err != nil {
		return nil, err
	}
	c.trace("table", &a.Automaton)
	return a, a.Check()
}

// Each span has two tags: its beginning and its end, set in states of the NFA.
func beginTag(span int) int8 { return int8(2 * span) }
func endTag(span int) int8   { return int8(2*span + 1) }

func (c *checked) resolveSpans(names []string) error {
	const most = (scratch - 1) / 2 // each has a beginning and an end, and what is ambiguous for a while needs more
	if len(names) > most {
		return c.limit("spans", most)
	}
	c.spans = make(map[*abnf.Rule]int)
	for i, name := range names {
		r, err := c.lookup("span", name)
		if err != nil {
			return err
		}
		if _, twice := c.spans[r]; twice {
			return fmt.Errorf("abnf: span %s is listed twice", name)
		}
		c.spans[r] = i
	}
	return nil
}

// value is what is known of a tag in an NFA state that a text has led to.
type value uint8

const (
	unused     value = iota // it does not matter: the tag will be set again
	clash                   // two readings differ
	now                     // set at this place of the text
	inRegister              // inRegister+r: what register r holds
)

// tagger makes a DFA whose states are sets of NFA states with a value for each
// tag in each of them. On entering a state, the values move to its registers.
//
// No priorities decide between readings. Values of a tag that were set at one
// place of the text share a register, and so do those that were never set, so that
// the registers of a tag always hold different offsets: two readings that meet in an NFA
// state agree on a tag if and only if they have the same value. If not, that is a clash, forgotten when the tag is
// set again, and an ambiguity if it lives in the accepting state at last.
type tagger struct {
	*checked
	nfa  *nfa
	live []bool
	tags int
	uses [][]bool // uses[tag][i]: the value that the tag has in NFA state i can be its last
	d    *machine

	configurations []configuration
	numbers        map[string]int32 // of DFA states by configuration and program
	members        int
	from           []step // how a shortest text leads to each DFA state

	programs numbering[[]dfa.Move]
	places   numbering[[]uint8]
	register map[tagRegister]uint8

	// Of the configuration being made:
	round  int
	met    []int // the round that met this NFA state last
	values []value
	touch  []int32 // NFA states met
	stack  []int32
}

// configuration is a set of NFA states, sorted, with their values, those of a state
// one after the other.
type configuration struct {
	states []int32
	values []value
}

// step is the last step of a text.
type step struct {
	state int32
	by    byte
}

// tag is the subset construction with registers.
func tag(c *checked, n *nfa) (*tagger, error) {
	t := &tagger{
		checked:  c,
		nfa:      n,
		live:     n.live(),
		tags:     2 * len(c.spans),
		d:        &machine{name: n.name, classes: n.classes()},
		numbers:  make(map[string]int32),
		register: make(map[tagRegister]uint8),
		met:      make([]int, len(n.states)),
	}
	t.values = make([]value, len(n.states)*t.tags)
	t.uses = n.lastValues(t.tags)
	t.programs.number(nil)
	t.d.addState(output{})
	t.configurations = append(t.configurations, configuration{})
	t.from = append(t.from, step{})
	if err := t.begin(); err != nil {
		return nil, err
	}
	for s := int32(1); int(s) < len(t.configurations); s++ {
		if len(t.configurations) > c.opts.MaxStates {
			return nil, c.limit("states of the DFA", c.opts.MaxStates)
		}
		if most := membersPerState * c.opts.MaxStates; t.members > most {
			return nil, c.limit("members of the states of the DFA", most)
		}
		if err := t.expand(s); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// lastValues returns for each tag the states from which a path leads to the accepting
// state without setting it again.
func (n *nfa) lastValues(tags int) [][]bool {
	from := n.sources()
	uses := make([][]bool, tags)
	for tag := range uses {
		uses[tag] = n.leadsTo(from, func(i int32) bool { return int(n.states[i].tag) == tag+1 })
	}
	return uses
}

// begin makes the start state. Registers hold then that no tag is set.
func (t *tagger) begin() error {
	if !t.live[t.nfa.start] {
		return nil
	}
	values := make([]value, t.tags)
	for tag := range values {
		t.register[tagRegister{tag, 0}] = uint8(tag)
		values[tag] = inRegister + value(tag)
	}
	t.round++
	t.enter(t.nfa.start, values)
	s, err := t.state(step{})
	t.d.start = s
	return err
}

// expand fills in the transitions of DFA state s.
func (t *tagger) expand(s int32) error {
	type move struct {
		member int // index in the configuration
		to     int32
	}
	kernels := make([][]move, t.d.classes.n)
	from := t.configurations[s]
	for k, i := range from.states {
		for _, e := range t.nfa.states[i].edges {
			for c := t.d.classes.of[e.Lo]; ; c++ { // classes are intervals, in order
				kernels[c] = append(kernels[c], move{k, e.to})
				if c == t.d.classes.of[e.Hi] {
					break
				}
			}
		}
	}
	for c, kernel := range kernels {
		if len(kernel) == 0 {
			continue
		}
		if c > 0 && slices.Equal(kernel, kernels[c-1]) { // as is common
			t.d.row(s)[c] = t.d.row(s)[c-1]
			continue
		}
		t.round++
		for _, m := range kernel {
			t.enter(m.to, from.values[m.member*t.tags:][:t.tags])
		}
		to, err := t.state(step{s, t.d.classes.first[c]})
		if err != nil {
			return err
		}
		t.d.row(s)[c] = to
	}
	return nil
}

// enter notes that a reading with the given values leads to NFA state i, and on
// from there without a byte.
func (t *tagger) enter(i int32, values []value) {
	t.meet(i, values)
	for len(t.stack) > 0 {
		i := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		values := slices.Clone(t.values[int(i)*t.tags:][:t.tags])
		for _, to := range t.nfa.states[i].eps {
			if t.live[to] {
				t.meet(to, values)
			}
		}
	}
}

// meet joins values with those that are known of i, and puts i on the stack if
// that changes them.
func (t *tagger) meet(i int32, values []value) {
	known := t.values[int(i)*t.tags:][:t.tags]
	fresh := t.met[i] != t.round
	if fresh {
		t.met[i] = t.round
		t.touch = append(t.touch, i)
	}
	changed := fresh
	for tag, v := range values {
		switch {
		case int(t.nfa.states[i].tag) == tag+1:
			v = now
		case !t.uses[tag][i]:
			v = unused
		}
		switch {
		case fresh:
			known[tag] = v
		case known[tag] != v && known[tag] != clash:
			known[tag], changed = clash, true
		}
	}
	if changed {
		t.stack = append(t.stack, i)
	}
}

// state returns the DFA state for the NFA states touched since the round began.
func (t *tagger) state(by step) (int32, error) {
	slices.Sort(t.touch)
	var c configuration
	for _, i := range t.touch {
		if len(t.nfa.states[i].edges) > 0 || i == t.nfa.accept {
			c.states = append(c.states, i)
			c.values = append(c.values, t.values[int(i)*t.tags:][:t.tags]...)
		}
	}
	t.touch = t.touch[:0]
	moves, err := t.allocate(c)
	if err != nil {
		return 0, err
	}
	program := t.programs.number(moves)
	key := c.key(program)
	s, known := t.numbers[key]
	if known {
		return s, nil
	}
	o := output{program: program}
	if at, accepts := slices.BinarySearch(c.states, t.nfa.accept); accepts {
		o.accepts = true
		if o.places, err = t.final(c.values[at*t.tags:][:t.tags], by); err != nil {
			return 0, err
		}
	}
	s = t.d.addState(o)
	t.numbers[key] = s
	t.configurations = append(t.configurations, c)
	t.members += len(c.states) + len(c.values)/4
	t.from = append(t.from, by)
	return s, nil
}

// key makes a configuration and a program usable as a map key.
func (c configuration) key(program int32) string {
	k := binary.LittleEndian.AppendUint32(nil, uint32(program))
	for _, i := range c.states {
		k = binary.LittleEndian.AppendUint32(k, uint32(i))
	}
	for _, v := range c.values {
		k = append(k, byte(v))
	}
	return string(k)
}

// final returns the number of the places that the values of the accepting state
// stand for, or an *AmbiguousError.
func (t *tagger) final(values []value, by step) (int32, error) {
	places := make([]uint8, len(values))
	for tag, v := range values {
		if v == clash {
			return 0, t.ambiguous(tag/2, by)
		}
		places[tag] = uint8(v - inRegister)
	}
	return t.places.number(places), nil
}
