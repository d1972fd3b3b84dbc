package layout

import (
	"slices"

	"example.org/iri/compile/internal/capture"
	"example.org/iri/compile/internal/machine"
	"example.org/iri/dfa/table"
)

// logLow is log2 of the events that the low bits of a state can hold.
const logLow = 4

// Tagged lays a machine with captures out; names are those of its spans. Events are in the states if
// there are few of them and the table still fits. The table has at most a number of cells. The error
// is a *machine.Limit.
func Tagged(d *capture.Reduced, names []string, cells int) (*table.Tagged, error) {
	const mostEvents = 255
	if len(d.Events.Lists)-1 > mostEvents {
		return nil, &machine.Limit{What: "different events", Max: mostEvents}
	}
	order, firstAccepting := d.Order()
	t := &table.Tagged{
		Names: slices.Clone(names),
		Final: machine.Column(d.Machine.Machine, order, func(o machine.Tagged) uint16 { return uint16(o.Places) }),
		Fixed: d.Fixed,
	}
	if err := addCaptures(t, d.Machine); err != nil {
		return nil, err
	}
	a := &t.Automaton
	events := machine.Column(d.Machine.Machine, order, func(o machine.Tagged) uint16 { return uint16(o.Event) })
	if slices.Max(events) > 0 {
		a.Outputs = events
	}
	if len(a.Outputs) > 0 && len(d.Events.Lists) <= 1<<logLow {
		a.InState = true
		if layOut(a, d.Machine.Machine, order, firstAccepting, cells) == nil {
			return t, nil
		}
		a.InState = false
	}
	return t, layOut(a, d.Machine.Machine, order, firstAccepting, cells)
}

// addCaptures fills in what sets the registers, and the places.
func addCaptures(t *table.Tagged, d *capture.Machine) error {
	const mostRegisters, mostPlaces = 255, 1 << 16 // that an entry of the table can tell apart
	registers := d.Registers()
	if len(registers) > mostRegisters {
		return &machine.Limit{What: "registers", Max: mostRegisters}
	}
	if len(d.Places.Lists) > mostPlaces {
		return &machine.Limit{What: "sets of places", Max: mostPlaces}
	}
	t.Registers = make([][]table.Commit, len(registers))
	for event, list := range d.Events.Lists {
		for _, c := range list {
			r := slices.Index(registers, c.Register)
			t.Registers[r] = append(t.Registers[r], table.Commit{Event: uint8(event), Ago: c.Ago})
		}
	}
	for _, list := range d.Places.Lists {
		t.Places = append(t.Places, places(list, registers))
	}
	return nil
}

// places returns an entry of Places. A tag that nothing tells gets the end of the text, which does
// not count: it is one of Fixed.
func places(list []capture.Place, registers []capture.Register) []table.Place {
	all := make([]table.Place, len(list))
	for tag, p := range list {
		all[tag] = table.Place{Register: table.None, Ago: p.Of}
		if p.Kind == capture.Held {
			r := slices.Index(registers, capture.Register{Tag: uint8(tag), Ordinal: p.Of})
			all[tag] = table.Place{Register: uint8(r)}
		}
	}
	return all
}
