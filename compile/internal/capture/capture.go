// Package capture has the machines that tell where rules begin and end in a text. A tag is the
// beginning or the end of a named rule. What such a machine notes on its way, and where a tag lies
// in the end, is here (capture.go); also which tags follow from others, so that nothing need be
// noted of them (observe.go, derive.go, reduce.go).
package capture

import (
	"fmt"

	"example.org/iri/compile/internal/machine"
)

// Machine is a machine with registers. On entering a state, the commits of its event are done. When
// a text ends in an accepting state, its places tell where the tags lie.
type Machine struct {
	*machine.Machine[machine.Tagged]
	Events Numbering[[]Commit] // event 0 does nothing
	Places Numbering[[]Place]  // each by tag
	Tags   int
}

// Register is one of the registers of a tag. Each can be set many times. None is set to begin with,
// which means that the tag is absent.
type Register struct{ Tag, Ordinal uint8 }

// Commit sets a register to the place that lies a number of bytes back, one at least.
type Commit struct {
	Register
	Ago uint8
}

// Place is where a tag lies when a text ends.
type Place struct {
	Kind
	Of uint8 // ordinal of the register, or bytes before the end
}

// Kind is what tells the place of a tag.
type Kind uint8

const (
	Untold  Kind = iota // nothing: the tag is not kept
	Held                // a register
	Pending             // the end of the text: nothing was committed yet
)

// Numbering numbers different lists in the order in which they come.
type Numbering[List any] struct {
	Lists   []List
	numbers map[string]int32
}

// Number returns the number of a list.
func (n *Numbering[List]) Number(list List) int32 {
	key := fmt.Sprint(list)
	i, known := n.numbers[key]
	if !known {
		if n.numbers == nil {
			n.numbers = make(map[string]int32)
		}
		i = int32(len(n.Lists))
		n.numbers[key] = i
		n.Lists = append(n.Lists, list)
	}
	return i
}

// Registers lists the registers that a state of m sets or that tell the place of a tag.
func (m *Machine) Registers() []Register {
	var list []Register
	seen := make(map[Register]bool)
	add := func(r Register) {
		if !seen[r] {
			seen[r] = true
			list = append(list, r)
		}
	}
	for _, o := range m.Output {
		for _, c := range m.Events.Lists[o.Event] {
			add(c.Register)
		}
		if !o.Accepting {
			continue
		}
		for tag, p := range m.Places.Lists[o.Places] {
			if p.Kind == Held {
				add(Register{uint8(tag), p.Of})
			}
		}
	}
	return list
}

// without returns the smallest machine that does not tell where a tag lies. Each tag has registers
// of its own, and what is done with them does not depend on other tags. So this is the machine that
// would have been made for the other tags alone.
func (m *Machine) without(tag int) *Machine {
	w := &Machine{Tags: m.Tags}
	w.Events.Number(nil)
	d := *m.Machine
	d.Output = make([]machine.Tagged, len(m.Output))
	for s, o := range m.Output {
		o.Event = w.Events.Number(withoutCommits(m.Events.Lists[o.Event], tag))
		if o.Accepting {
			places := append([]Place(nil), m.Places.Lists[o.Places]...)
			places[tag] = Place{}
			o.Places = w.Places.Number(places)
		}
		d.Output[s] = o
	}
	w.Machine = machine.Minimize(&d)
	return w
}

// withoutCommits returns those of a list that are not of a tag.
func withoutCommits(list []Commit, tag int) []Commit {
	var rest []Commit
	for _, c := range list {
		if int(c.Tag) != tag {
			rest = append(rest, c)
		}
	}
	return rest
}
