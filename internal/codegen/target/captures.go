package target

import (
	"slices"

	"example.org/iri/dfa"
)

// captures is what a table with captures has beside its automaton, in the order in which generated code
// wants it.
type captures struct {
	*dfa.Tagged
	Events [][]commit // what events do; those to one register stand side by side
	Ends   []int      // an event at the end of a string, for each entry of Places
}

// commit is a [table.Commit] and its register. From is None in a register that holds no list.
type commit struct{ Register, Ago, From int }

func newCaptures(t *dfa.Tagged) *captures {
	c := &captures{t, make([][]commit, 256), make([]int, len(t.Places))}
	for i, event := range t.Ends {
		c.Ends[i] = int(event)
	}
	lists := listRegisters(t)
	most := int(slices.Max(append(t.Automaton.Outputs, 0)))
	for r, commits := range t.Registers {
		for _, x := range commits {
			from := dfa.None
			if lists[r] {
				from = int(x.From)
			}
			c.Events[x.Event] = append(c.Events[x.Event], commit{r, int(x.Ago), from})
			most = max(most, int(x.Event))
		}
	}
	c.Events = c.Events[:most+1]
	return c
}

// listRegisters returns the registers that hold lists: those of rules that repeat, and those that these
// come from.
func listRegisters(t *dfa.Tagged) map[int]bool {
	lists := make(map[int]bool)
	var add func(r int)
	add = func(r int) {
		if lists[r] {
			return
		}
		lists[r] = true
		for _, x := range t.Registers[r] {
			add(int(x.From))
		}
	}
	for _, places := range t.Places {
		for tag, p := range places {
			if t.Repeats>>(tag/2)&1 != 0 {
				add(int(p.Register))
			}
		}
	}
	return lists
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

// MostWaiting returns for how many begins of a rule the ends are still unknown at most, or the reverse. Let
// an event append at most m offsets, at most d bytes back. When the end of an occurrence comes after a byte,
// it is at most d bytes back, and so the begins of all later occurrences came with the last d+1 bytes or at
// the end of the string.
func (d *data) MostWaiting() int {
	back, most := 0, 0
	for _, r := range d.Rules {
		if r.Captures == nil {
			continue
		}
		for _, list := range r.Captures.Events {
			most = max(most, len(list))
			for _, x := range list {
				if x.Ago != dfa.None {
					back = max(back, x.Ago)
				}
			}
		}
	}
	return (back+2)*most + 1
}

// output is what a state of an automaton with captures has besides whether it accepts.
type output struct{ event, final uint16 }

// outputs numbers outputs. The first is that of all states of an automaton without captures.
type outputs []output

func (o *outputs) of(t *dfa.Tagged, s dfa.State) uint16 {
	x := output{}
	if t != nil {
		n := t.Automaton.Number(s)
		x.final = t.Final[n]
		if len(t.Automaton.Outputs) > 0 {
			x.event = t.Automaton.Outputs[n]
		}
	}
	i := slices.Index(*o, x)
	if i < 0 {
		i = len(*o) // less than the number of states
		*o = append(*o, x)
	}
	return uint16(i)
}

// split takes the outputs of a table apart.
func (o outputs) split(t *Table) {
	t.Events, t.Finals = nil, nil
	for _, n := range t.Outputs {
		t.Events = append(t.Events, uint8(o[n].event))
		t.Finals = append(t.Finals, o[n].final)
	}
}
