package subset

import (
	"encoding/binary"
	"fmt"
	"slices"

	"example.org/iri/compile/internal/capture"
	"example.org/iri/compile/internal/machine"
	"example.org/iri/internal/nfa"
)

// MostSpans is how many spans a machine can have: so many that a word holds a set of their tags.
const MostSpans = 31

// mostEvents is how many events a machine may have. A table has room for fewer, but most events go
// when tags do that follow from others.
const mostEvents = 1 << 10

// Clash is the error that two readings put a span into two places. Text is a shortest text that has
// such readings.
type Clash struct {
	Span int
	Text []byte
}

func (e *Clash) Error() string {
	return fmt.Sprintf("abnf: span %d is ambiguous in %q", e.Span, e.Text)
}

// Captures says what a machine with registers is to tell.
type Captures struct {
	Spans int

	// Where readings differ, a place is committed to a register when it lies Patience bytes back. If
	// they are decided before, they do not need a register each. But waiting takes states.
	Patience int

	// PreferFirst lets the reading that is preferred decide where two differ: the order of the
	// transitions without a byte is that of preference. Else two that differ are a *Clash.
	PreferFirst bool
}

// NewTagged makes the machine of an NFA with spans. A state is a set of NFA states, each with a
// value for each tag. The error is a *Clash or a *machine.Limit.
func NewTagged(n *nfa.Automaton, c Captures, limits Limits) (*capture.Machine, error) {
	tags := 2 * c.Spans
	t := &tagger{
		Explorer:    machine.NewExplorer[configuration, machine.Tagged](n.Name, classes(n)),
		nfa:         n,
		live:        n.Live(),
		tags:        tags,
		preferFirst: c.PreferFirst,
		patience:    value(c.Patience),
		last:        n.LastTags(tags),
		from:        make([]step, 1),
		met:         make([]int, len(n.States)),
		values:      make([]value, len(n.States)*tags),
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
	return &capture.Machine{Machine: t.Machine, Events: t.events, Places: t.places, Tags: t.tags}, nil
}

// value is what is known of a tag in an NFA state that a text has led to.
type value uint8

const (
	unused     value = iota // it does not matter: the tag will be set again
	clash                   // two readings differ
	ago                     // ago+d: set d bytes ago, and not committed yet
	inRegister value = 64   // inRegister+r: what register r of the tag holds
)

// MostPatience is how long a place can stay without a register.
const MostPatience = int(inRegister-ago) - 1

// pending reports whether v is a place without a register.
func (v value) pending() bool { return ago <= v && v < inRegister }

// tagger makes a machine with registers.
//
// Unless PreferFirst is set, no priorities decide between readings. Within a state, different
// values of a tag are different places. Values that were set at one place of the text stay the same
// value, and so do those that were never set, which is what register 0 says to begin with. When two
// readings meet in an NFA state, they therefore agree on a tag if and only if they have the same
// value. Of
//
//	r = ( m / "a" ) "b"
//	m = "a"
//
// one reading of the text a has begun m and one has not: the values of m's tags differ. In front of
// "b" both readings come to one NFA state, and the tags clash. A clash is forgotten when the tag is
// set again. If it lives on in the accepting state, as here, it is an ambiguity.
//
// A place is committed to a register not before the next byte (Ulya Trofimovich, Tagged
// Deterministic Finite Automata with Lookahead, 2019). Of *"a" the end is set behind each a, and
// set again if another a follows: only the last is committed.
type tagger struct {
	*machine.Explorer[configuration, machine.Tagged]
	nfa         *nfa.Automaton
	live        []bool
	tags        int
	preferFirst bool
	patience    value
	last        [][]bool // last[tag][i]: the value that the tag has in NFA state i can be its last

	members int
	from    []step // how a shortest text leads to each state

	events capture.Numbering[[]capture.Commit]
	places capture.Numbering[[]capture.Place]

	// Of the configuration being made:
	round  int
	met    []int // the round that met this NFA state last
	values []value
	touch  []int32 // NFA states met
	stack  []int32
}

// configuration is a set of NFA states with their values, those of a state one after the other. The
// states are sorted or, if the first reading decides, in the order of preference.
type configuration struct {
	states []int32
	values []value
}

// step is the last step of a text.
type step struct {
	state int32
	by    byte
}

// begin makes the start state. Registers hold then that no tag is set.
func (t *tagger) begin() error {
	if !t.live[t.nfa.Start] {
		return nil
	}
	t.round++
	t.enter(t.nfa.Start, slices.Repeat([]value{inRegister}, t.tags))
	s, err := t.state(step{})
	t.Start = s
	return err
}

// expand fills in the transitions of state s.
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
		if c > 0 && slices.Equal(kernel, list[c-1]) { // as is common
			t.Row(s)[c] = t.Row(s)[c-1]
			continue
		}
		t.round++
		for _, m := range kernel {
			t.enter(m.to, aged(from.values[m.member*t.tags:][:t.tags]))
		}
		to, err := t.state(step{s, t.Classes.First[c]})
		if err != nil {
			return err
		}
		t.Row(s)[c] = to
	}
	return nil
}

// aged returns the values a byte later.
func aged(values []value) []value {
	list := slices.Clone(values)
	for i, v := range list {
		if v.pending() {
			list[i]++
		}
	}
	return list
}

// enter notes that a reading with the given values leads to NFA state i, and on
// from there without a byte.
func (t *tagger) enter(i int32, values []value) {
	if t.preferFirst {
		t.follow(i, values)
		return
	}
	t.meet(i, values)
	for len(t.stack) > 0 {
		i := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		values := slices.Clone(t.values[int(i)*t.tags:][:t.tags])
		for _, to := range t.nfa.States[i].Eps {
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

// at returns the value of a tag in NFA state i for a reading that brings v.
func (t *tagger) at(i int32, tag int, v value) value {
	switch {
	case int(t.nfa.States[i].Tag) == tag+1:
		return ago
	case !t.last[tag][i]:
		return unused
	}
	return v
}

// follow does what enter does if the reading decides that comes to a state first: readings that
// come later lead nowhere else. The order is that of a depth-first search, as in package explain.
func (t *tagger) follow(i int32, values []value) {
	type path struct {
		to     int32
		values []value
	}
	for stack := []path{{i, values}}; len(stack) > 0; {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if t.met[p.to] == t.round {
			continue
		}
		t.met[p.to] = t.round
		t.touch = append(t.touch, p.to)
		known := t.values[int(p.to)*t.tags:][:t.tags]
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

// state returns the state for the NFA states touched since the round began.
func (t *tagger) state(by step) (int32, error) {
	if !t.preferFirst {
		slices.Sort(t.touch)
	}
	var c configuration
	for _, i := range t.touch {
		if len(t.nfa.States[i].Edges) > 0 || i == t.nfa.Accept {
			c.states = append(c.states, i)
			c.values = append(c.values, t.values[int(i)*t.tags:][:t.tags]...)
		}
	}
	t.touch = t.touch[:0]
	event, err := t.commit(c)
	if err != nil {
		return 0, err
	}
	out := machine.Tagged{Event: t.events.Number(event)}
	if len(t.events.Lists) > mostEvents {
		return 0, &machine.Limit{What: "different events", Max: mostEvents}
	}
	s := t.Number(c.key(out.Event), func() (configuration, machine.Tagged) {
		out.Places, out.Accepting, err = t.final(c, by)
		t.members += len(c.states) + len(c.values)/4
		t.from = append(t.from, by)
		return c, out
	})
	return s, err
}

// commit gives registers to the values of a configuration that have waited long enough, the oldest
// first, and returns the event. A value takes the lowest register of its tag that no other value
// has, and keeps it: nothing is ever copied.
func (t *tagger) commit(c configuration) (event []capture.Commit, err error) {
	for tag := range t.tags {
		values := c.valuesOf(tag, t.tags)
		for i, v := range slices.Backward(values) {
			if d := v - ago; !v.pending() || d == 0 || d < t.patience && len(values) > 1 {
				continue
			}
			r := inRegister
			for slices.Contains(values, r) {
				if r++; r == 0 {
					return nil, &machine.Limit{What: "registers of a tag", Max: 256 - int(inRegister)}
				}
			}
			values[i] = r
			for k := tag; k < len(c.values); k += t.tags {
				if c.values[k] == v {
					c.values[k] = r
				}
			}
			event = append(event, capture.Commit{Register: capture.Register{Tag: uint8(tag), Ordinal: uint8(r - inRegister)}, Ago: uint8(v - ago)})
		}
	}
	return event, nil
}

// valuesOf returns the different values of a tag, sorted; those that do not matter are left out.
func (c configuration) valuesOf(tag, tags int) []value {
	var list []value
	for i := tag; i < len(c.values); i += tags {
		if v := c.values[i]; v >= ago && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	slices.Sort(list)
	return list
}

// key makes a configuration and an event usable as a map key.
func (c configuration) key(event int32) []byte {
	k := appendStates(binary.LittleEndian.AppendUint32(nil, uint32(event)), c.states)
	for _, v := range c.values {
		k = append(k, byte(v))
	}
	return k
}

// final returns the number of the places that the values of the accepting state stand
// for, if the configuration has it. The error is a *Clash.
func (t *tagger) final(c configuration, by step) (number int32, accepts bool, err error) {
	at := slices.Index(c.states, t.nfa.Accept)
	if at < 0 {
		return 0, false, nil
	}
	places := make([]capture.Place, t.tags)
	for tag, v := range c.values[at*t.tags:][:t.tags] {
		switch {
		case v == clash:
			return 0, false, &Clash{Span: tag / 2, Text: t.text(by)}
		case v.pending():
			places[tag] = capture.Place{Kind: capture.Pending, Of: uint8(v - ago)}
		default:
			places[tag] = capture.Place{Kind: capture.Held, Of: uint8(v - inRegister)}
		}
	}
	return t.places.Number(places), true, nil
}

// text returns a shortest text with a last step.
func (t *tagger) text(last step) []byte {
	var text []byte
	for at := last; at.state != 0; at = t.from[at.state] {
		text = append(text, at.by)
	}
	slices.Reverse(text)
	return text
}
