package subset

import (
	"encoding/binary"
	"fmt"
	"slices"

	"example.org/iri/internal/compiler/capture"
	"example.org/iri/internal/compiler/machine"
	"example.org/iri/internal/nfa"
)

// MostSpans is the largest number of spans, so that a word has a set of their tags.
const MostSpans = 31

// mostEvents is the largest number of events of a machine. A table has room for fewer, but most disappear when tags
// that depend on others are removed.
const mostEvents = 1 << 10

// Clash reports that two parses of a string have different spans of a rule. Text is a shortest such string.
type Clash struct {
	Span int
	Text []byte
}

func (e *Clash) Error() string {
	return fmt.Sprintf("abnf: span %d is ambiguous in %q", e.Span, e.Text)
}

// Captures says what a machine with registers finds.
type Captures struct {
	Spans int

	// Where parses differ, an offset is committed to a register when it is Patience bytes back. If the parses are
	// decided before, they need no separate registers; but waiting takes states.
	Patience int

	// PreferFirst makes the preferred parse decide where two differ, by the order of epsilon transitions. Otherwise two
	// that differ are a *Clash.
	PreferFirst bool
}

// NewTagged returns the machine of an NFA with spans. A state is a set of NFA states, each with a value for each tag.
// The error is a *Clash or a *machine.Limit.
func NewTagged(n *nfa.Automaton, c Captures, limits Limits) (*capture.Machine, error) {
	tags := 2 * c.Spans
	t := &tagger{
		Explorer:    machine.NewExplorer[configuration, machine.Tagged](n.Name, classes(n)),
		nfa:         n,
		live:        n.Live(),
		tags:        tags,
		preferFirst: c.PreferFirst,
		patience:    uint8(c.Patience),
		values:      newValues(),
		skip:        n.CanSkip(tags),
		from:        make([]step, 1),
		met:         make([]int, len(n.States)),
		known:       make([]number, len(n.States)*tags),
	}
	for tag := range tags {
		if n.Repeats(int8(tag), t.live) {
			t.repeats |= 1 << tag
		}
	}
	t.events.Number(nil)
	if err := t.begin(); err != nil {
		return nil, err
	}
	most := limits.Work / workPerMember
	err := t.Explore(limits.States, func(s int32) error {
		if t.members > most {
			return &machine.Limit{What: machine.Work, Max: limits.Work}
		}
		return t.expand(s)
	})
	if err != nil {
		return nil, err
	}
	return &capture.Machine{Machine: t.Machine, Events: t.events, Ends: t.ends, Tags: t.tags, Repeats: t.repeats}, nil
}

// A tagger makes a machine with registers.
//
// The value of a tag, in a parse of a prefix, is the list of offsets at which it has set the tag. Within a state,
// different values of a tag are different lists, because equal lists have grown at the same offsets of the string, and
// so by the same steps. So two parses that meet in an NFA state agree on a tag exactly if they have the same value.
// Unless PreferFirst is set, no priorities decide between parses. In
//
//	r = ( m / "a" ) "b"
//	m = "a"
//
// one parse of the string a has begun m and another has not, so the values of the tags of m differ. Before "b", both
// parses reach one NFA state, and the tags clash. The clash reaches the accepting state, so it is an ambiguity.
//
// An offset is committed to a register at the next byte or later (Ulya Trofimovich, Tagged Deterministic Finite
// Automata with Lookahead, 2019). In *"a", the end is set after each a, mostly in a parse that the next byte excludes,
// so that no register needs to store it.
type tagger struct {
	*machine.Explorer[configuration, machine.Tagged]
	nfa         *nfa.Automaton
	live        []bool
	tags        int
	repeats     uint64 // set of the tags that may be set more than once
	preferFirst bool
	patience    uint8
	values      *values
	skip        [][]bool // skip[tag][i] is set if the tag need not be set after NFA state i

	members int
	from    []step // the last step of a shortest string to each state

	events capture.Numbering[[]capture.Commit]
	ends   capture.Numbering[capture.End]

	// Scratch memory for the next configuration.
	round int
	met   []int // by NFA state: the last round that met it
	known []number
	touch []int32 // NFA states met in this round
	stack []int32
}

// A configuration is a set of NFA states with their values, state by state. The states are sorted or, with PreferFirst,
// in the order of preference.
type configuration struct {
	states []int32
	values []number
}

type step struct {
	state int32
	by    byte
}

func (t *tagger) begin() error {
	if !t.live[t.nfa.Start] {
		return nil
	}
	t.round++
	t.enter(t.nfa.Start, slices.Repeat([]number{nothing}, t.tags))
	s, err := t.state(step{})
	t.Start = s
	return err
}

func (t *tagger) expand(s int32) error {
	type move struct {
		member int // index in the configuration
		to     int32
	}
	list := make([][]move, t.Classes.N)
	from := t.States[s]
	kernels(t.nfa, from.states, &t.Classes, func(class, member int, to int32) {
		list[class] = append(list[class], move{member, to})
	})
	for c, kernel := range list {
		if len(kernel) == 0 {
			continue
		}
		if c > 0 && slices.Equal(kernel, list[c-1]) { // the usual case
			t.Row(s)[c] = t.Row(s)[c-1]
			continue
		}
		t.round++
		for _, m := range kernel {
			t.enter(m.to, t.values.aged(from.values[m.member*t.tags:][:t.tags]))
		}
		to, err := t.state(step{s, t.Classes.First[c]})
		if err != nil {
			return err
		}
		t.Row(s)[c] = to
	}
	return nil
}

// enter records that a parse with the given values leads to NFA state i, and to its epsilon closure.
func (t *tagger) enter(i int32, values []number) {
	if t.preferFirst {
		t.follow(i, values)
		return
	}
	t.meet(i, values)
	for len(t.stack) > 0 {
		i := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		values := slices.Clone(t.known[int(i)*t.tags:][:t.tags])
		for _, to := range t.nfa.States[i].Eps {
			if t.live[to] {
				t.meet(to, values)
			}
		}
	}
}

// meet merges values with those that are known of i. If that changes them, it pushes i on the stack.
func (t *tagger) meet(i int32, values []number) {
	known := t.known[int(i)*t.tags:][:t.tags]
	fresh := t.met[i] != t.round
	if fresh {
		t.met[i] = t.round
		t.touch = append(t.touch, i)
	}
	changed := fresh
	for tag, v := range values {
		v = t.at(i, tag, v)
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

// at returns the value of a tag in NFA state i, for a parse with value v before.
func (t *tagger) at(i int32, tag int, v number) number {
	switch {
	case int(t.nfa.States[i].Tag) == tag+1:
		return t.values.set(v, t.isList(tag))
	case !t.isList(tag) && !t.skip[tag][i]:
		return unset
	}
	return v
}

func (t *tagger) isList(tag int) bool { return t.repeats>>tag&1 != 0 }

// follow is enter with PreferFirst: the first parse in a depth-first search decides, as in package explain.
func (t *tagger) follow(i int32, values []number) {
	type path struct {
		to     int32
		values []number
	}
	for stack := []path{{i, values}}; len(stack) > 0; {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if t.met[p.to] == t.round {
			continue
		}
		t.met[p.to] = t.round
		t.touch = append(t.touch, p.to)
		known := t.known[int(p.to)*t.tags:][:t.tags]
		for tag, v := range p.values {
			known[tag] = t.at(p.to, tag, v)
		}
		for _, to := range slices.Backward(t.nfa.States[p.to].Eps) {
			if t.live[to] {
				stack = append(stack, path{to, known})
			}
		}
	}
}

// state returns the state of the configuration of this round.
func (t *tagger) state(by step) (int32, error) {
	if !t.preferFirst {
		slices.Sort(t.touch)
	}
	var c configuration
	for _, i := range t.touch {
		if len(t.nfa.States[i].Edges) > 0 || i == t.nfa.Accept {
			c.states = append(c.states, i)
			c.values = append(c.values, t.known[int(i)*t.tags:][:t.tags]...)
		}
	}
	t.touch = t.touch[:0]
	event, err := t.commit(c)
	if err != nil {
		return 0, err
	}
	out := machine.Tagged{Event: t.events.Number(event)}
	if len(t.events.Lists) > mostEvents {
		return 0, &machine.Limit{What: machine.Events, Max: mostEvents}
	}
	s := t.Number(c.key(out.Event), func() (configuration, machine.Tagged) {
		out.End, out.Accepting, err = t.final(c, by)
		t.members += len(c.states) + len(c.values)/4
		t.from = append(t.from, by)
		return c, out
	})
	return s, err
}

func (c configuration) key(event int32) []byte {
	k := appendStates(binary.LittleEndian.AppendUint32(nil, uint32(event)), c.states)
	for _, v := range c.values {
		k = binary.LittleEndian.AppendUint32(k, uint32(v))
	}
	return k
}

// final returns the number of the end for the values of the accepting state, if c has it, or a *Clash.
func (t *tagger) final(c configuration, by step) (number int32, accepts bool, err error) {
	at := slices.Index(c.states, t.nfa.Accept)
	if at < 0 {
		return 0, false, nil
	}
	end := capture.End{Places: make([]capture.Place, t.tags)}
	for tag, number := range c.values[at*t.tags:][:t.tags] {
		if number == clash {
			return 0, false, &Clash{Span: tag / 2, Text: t.text(by)}
		}
		switch v := t.values.list[number]; {
		case t.isList(tag):
			r := capture.Register{Tag: uint8(tag), Ordinal: uint8(v.register)}
			if len(v.pending) > 0 {
				end.Commits = append(end.Commits, commits(r, list{v.register, []uint8(v.pending)})...)
			}
			end.Places[tag] = capture.Place{Kind: capture.Held, Of: r.Ordinal}
		case len(v.pending) > 0:
			end.Places[tag] = capture.Place{Kind: capture.Pending, Of: v.pending[0]}
		default:
			end.Places[tag] = capture.Place{Kind: capture.Held, Of: uint8(v.register)}
		}
	}
	return t.ends.Number(end), true, nil
}

func (t *tagger) text(last step) []byte {
	var text []byte
	for at := last; at.state != 0; at = t.from[at.state] {
		text = append(text, at.by)
	}
	slices.Reverse(text)
	return text
}
