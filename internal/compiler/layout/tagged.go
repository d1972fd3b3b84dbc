package layout

import (
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/compiler/capture"
	"example.org/iri/internal/compiler/machine"
)

const (
	mostEvents = 255
	logLow     = 4 // log2 of the number of events that fit into the low bits of a state
)

// Tagged converts a machine with captures, whose spans have the given names. Events are in the states if there are few
// and the table still fits. The table has at most cells entries.
func Tagged(d *capture.Reduced, names []string, cells int) (*dfa.Tagged, error) {
	if len(d.Events.Lists)-1 > mostEvents {
		return nil, &machine.Limit{What: machine.Events, Max: mostEvents}
	}
	order, firstAccepting := d.Order()
	t := &dfa.Tagged{
		Names: slices.Clone(names),
		Final: machine.Column(d.Machine.Machine, order, func(o machine.Tagged) uint16 { return uint16(o.End) }),
		Fixed: d.Fixed,
	}
	c := newCaptures(t, d.Machine)
	if err := c.add(); err != nil {
		return nil, err
	}
	a := &t.Automaton
	events := machine.Column(d.Machine.Machine, order, func(o machine.Tagged) uint16 { return uint16(c.event[o.Event]) })
	if slices.Max(events) > 0 {
		a.Outputs = events
	}
	t.ListMoves = listMoves(t)
	if len(a.Outputs) > 0 && len(d.Events.Lists) <= 1<<logLow {
		a.InState = true
		if layOut(a, d.Machine.Machine, order, firstAccepting, cells) == nil {
			return t, nil
		}
		a.InState = false
	}
	return t, layOut(a, d.Machine.Machine, order, firstAccepting, cells)
}

type captures struct {
	*capture.Machine
	t         *dfa.Tagged
	registers []capture.Register
	event     []uint8 // number in the table, by event of the machine
}

// newCaptures numbers the events. Events that change lists come last, so that a comparison identifies them.
func newCaptures(t *dfa.Tagged, d *capture.Machine) *captures {
	c := &captures{d, t, d.Registers(), make([]uint8, len(d.Events.Lists))}
	next := 0
	for _, lists := range []bool{false, true} {
		for e, commits := range d.Events.Lists {
			if c.changesLists(commits) == lists {
				c.event[e] = uint8(next)
				next++
			}
		}
		if !lists {
			t.FirstList = uint8(min(next, mostEvents))
		}
	}
	for k := range t.Names {
		t.Repeats |= uint32(d.Repeats>>(2*k)&1) << k
	}
	return c
}

func (c *captures) changesLists(commits []capture.Commit) bool {
	return slices.ContainsFunc(commits, func(x capture.Commit) bool { return c.Repeats>>x.Tag&1 != 0 })
}

func (c *captures) add() error {
	const mostRegisters, mostEnds = 255, 1 << 16
	if len(c.registers) > mostRegisters {
		return &machine.Limit{What: machine.Registers, Max: mostRegisters}
	}
	if len(c.Ends.Lists) > mostEnds {
		return &machine.Limit{What: machine.Places, Max: mostEnds}
	}
	c.t.Registers = make([][]dfa.Commit, len(c.registers))
	for e, list := range c.Events.Lists {
		c.commit(int(c.event[e]), list)
	}
	var ends capture.Numbering[[]capture.Commit]
	ends.Number(nil)
	for _, end := range c.Ends.Lists {
		c.t.Places = append(c.t.Places, c.places(end.Places))
		if c.t.Repeats == 0 {
			continue
		}
		event, known := 0, len(ends.Lists)
		if n := ends.Number(end.Commits); n > 0 {
			event = len(c.event) + int(n) - 1
		}
		if event > mostEvents {
			return &machine.Limit{What: machine.Events, Max: mostEvents}
		}
		if len(ends.Lists) > known {
			c.commit(event, end.Commits)
		}
		c.t.Ends = append(c.t.Ends, uint8(event))
	}
	return nil
}

func (c *captures) commit(event int, list []capture.Commit) {
	for _, x := range list {
		commit := dfa.Commit{Event: uint8(event), Ago: x.Ago}
		if c.Repeats>>x.Tag&1 != 0 {
			commit.From = c.index(capture.Register{Tag: x.Tag, Ordinal: x.From})
		}
		r := c.index(x.Register)
		c.t.Registers[r] = append(c.t.Registers[r], commit)
	}
}

func (c *captures) index(r capture.Register) uint8 { return uint8(slices.Index(c.registers, r)) }

// places converts the places of an end. Tags that Fixed determines have an arbitrary place.
func (c *captures) places(list []capture.Place) []dfa.Place {
	all := make([]dfa.Place, len(list))
	for tag, p := range list {
		all[tag] = dfa.Place{Register: dfa.None, Ago: p.Of}
		if p.Kind == capture.Held {
			all[tag] = dfa.Place{Register: c.index(capture.Register{Tag: uint8(tag), Ordinal: p.Of})}
		}
	}
	return all
}

// listMoves returns ListMoves, or nil if it would be large, or if an event has several commits to one register.
func listMoves(t *dfa.Tagged) []uint16 {
	const most = 4096
	last := slices.Max(append([]uint16{0}, t.Automaton.Outputs...))
	for _, e := range t.Ends {
		last = max(last, uint16(e))
	}
	width := len(t.Registers)
	size := (int(last) + 1) * width
	if t.Repeats == 0 || size > most {
		return nil
	}
	moves := make([]uint16, size)
	for i := range moves {
		moves[i] = uint16(i % width)
	}
	for r, commits := range t.Registers {
		for i, c := range commits {
			if uint16(c.Event) > last || slices.ContainsFunc(commits[:i], func(x dfa.Commit) bool { return x.Event == c.Event }) {
				return nil
			}
			moves[int(c.Event)*width+r] = uint16(c.From) | uint16(c.Ago+1)<<8 // 0 for dfa.None
		}
	}
	return moves
}
