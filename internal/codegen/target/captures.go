package target

import (
	"encoding/json"

	"example.org/iri/dfa/table"
)

// captures is what a table with captures has beside its automaton, in the order in which generated code
// wants it.
type captures struct {
	*table.Tagged
	Events [][]commit // what events do; those to one register stand side by side
}

// commit is a [table.Commit] and its register.
type commit struct{ Register, Ago, From int }

func newCaptures(t *table.Tagged) *captures {
	c := &captures{Tagged: t, Events: make([][]commit, 1)}
	for r, commits := range t.Registers {
		for _, x := range commits {
			for len(c.Events) <= int(x.Event) {
				c.Events = append(c.Events, nil)
			}
			c.Events[x.Event] = append(c.Events[x.Event], commit{r, int(x.Ago), table.None})
		}
	}
	return c
}

// MostCommits returns how many commits an event has at most, and at least 1.
func (c *captures) MostCommits() int {
	n := 1
	for _, list := range c.Events {
		n = max(n, len(list))
	}
	return n
}

// Begins returns where the commits of each event begin in a list of all, and where the last end.
func (c *captures) Begins() []int {
	begins, n := []int{0}, 0
	for _, list := range c.Events {
		n += len(list)
		begins = append(begins, n)
	}
	return begins
}

// output is what a state of an automaton with captures has besides whether it accepts.
type output struct {
	event uint8
	final uint16
}

// outputs numbers outputs. The first is that of a state of an automaton without captures.
type outputs struct {
	list   []output
	number map[output]uint16
}

func newOutputs() *outputs {
	o := &outputs{number: make(map[output]uint16)}
	o.of(output{})
	return o
}

func (o *outputs) of(x output) uint16 {
	n, ok := o.number[x]
	if !ok {
		n = uint16(len(o.list)) // fewer than there are states
		o.number[x] = n
		o.list = append(o.list, x)
	}
	return n
}

// ofState numbers the output of a state.
func (o *outputs) ofState(t *table.Tagged, s table.State) uint16 {
	if t == nil {
		return 0
	}
	x := output{final: t.Final[t.Automaton.Number(s)]}
	if list := t.Automaton.Outputs; len(list) > 0 {
		x.event = uint8(list[t.Automaton.Number(s)])
	}
	return o.of(x)
}

// split takes the outputs of a table apart.
func (o *outputs) split(t *Table) {
	t.Events, t.Finals = nil, nil
	for _, n := range t.Outputs {
		t.Events = append(t.Events, o.list[n].event)
		t.Finals = append(t.Finals, o.list[n].final)
	}
}

// EventLists returns what events do as an expression of JavaScript.
func (c *captures) EventLists() string {
	list := make([][][]any, len(c.Events))
	for i, commits := range c.Events {
		list[i] = [][]any{}
		for _, x := range commits {
			list[i] = append(list[i], []any{x.Register, x.Ago})
		}
	}
	return expression(list)
}

// PlaceLists returns the places as an expression of JavaScript.
func (c *captures) PlaceLists() string {
	list := make([][][]any, len(c.Places))
	for i, places := range c.Places {
		for _, p := range places {
			list[i] = append(list[i], []any{p.Register, p.Ago})
		}
	}
	return expression(list)
}

// FollowLists returns the tags that follow from others as an expression of JavaScript.
func (c *captures) FollowLists() string {
	list := [][]any{}
	for _, f := range c.Fixed {
		list = append(list, []any{f.Tag, f.Guard, f.Source, f.Not, f.Offset})
	}
	return expression(list)
}

// expression returns lists of numbers and booleans as an expression of JavaScript.
func expression(list any) string {
	text, _ := json.Marshal(list) // which cannot fail
	return string(text)
}
