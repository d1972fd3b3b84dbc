package table

import (
	"slices"

	"example.org/iri/compile/internal/machine"
	"example.org/iri/compile/internal/subset"
	"example.org/iri/dfa"
)

// Tagged lays a machine with registers out; names are those of its spans. The error is a
// *machine.Limit.
func Tagged(d *subset.Tagged, names []string) (*dfa.Tagged, error) {
	const most = 1<<16 - dfa.NumRegisters // entries of Does and Final are two bytes
	if len(d.Programs) > most || len(d.Places) > most {
		return nil, &machine.Limit{What: "programs of registers", Max: most}
	}
	order, firstAccepting := d.Order()
	a := dfa.Automaton{Name: d.Name, Classes: &d.Classes.Of}
	if err := addRows(&a, d.Machine, order, firstAccepting); err != nil {
		return nil, err
	}
	does, programs := does(d.Programs)
	return &dfa.Tagged{
		Automaton: a,
		Names:     slices.Clone(names),
		Does:      machine.Column(d.Machine, order, func(o machine.Tagged) uint16 { return does[o.Program] }),
		Programs:  programs,
		Final:     machine.Column(d.Machine, order, func(o machine.Tagged) uint16 { return uint16(o.Places) }),
		Places:    d.Places,
	}, nil
}

// does returns the entry of Does for each list of moves, and the lists that are more
// than the setting of one register.
func does(lists [][]dfa.Move) (does []uint16, programs [][]dfa.Move) {
	for _, moves := range lists {
		switch {
		case len(moves) == 0:
			does = append(does, subset.Scratch)
		case len(moves) == 1 && moves[0].From == dfa.Now:
			does = append(does, uint16(moves[0].To))
		default:
			does = append(does, uint16(dfa.NumRegisters+len(programs)))
			programs = append(programs, moves)
		}
	}
	return does, programs
}
