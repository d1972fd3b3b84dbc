// Package capture has the machines that report where rules begin and end in a string. A tag is the
// beginning or the end of a named rule. What such a machine notes on its way, and where a tag lies
// in the end, is here (capture.go); also which tags follow from others, so that nothing need be
// noted of them (observe.go, derive.go, reduce.go).
package capture

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/compiler/machine"
)

// Machine is a machine with registers. On entering a state, the commits of its event are done. When
// a string ends in an accepting state, the end of the state says where the tags lie.
type Machine struct {
	*machine.Machine[machine.Tagged]
	Events  Numbering[[]Commit] // event 0 does nothing
	Ends    Numbering[End]
	Tags    int
	Repeats uint64 // set of the tags that may be set more than once
}

// Register is one of the registers of a tag. It holds a list of offsets, those at which the tag was set.
// All are empty to begin with.
type Register struct{ Tag, Ordinal uint8 }

// Commit sets a register to the list of register From of the same tag, as it is before the event, and
// after it the offset that lies a number of bytes back. Of several commits of one event to one register,
// each but the first appends to the register itself. A tag that is set once at most has no need of From:
// whatever From is, its list is empty. With NoOffset as Ago, the list is only moved.
type Commit struct {
	Register
	From, Ago uint8
}

// NoOffset is the Ago of a commit that adds no offset.
const NoOffset = dfa.None

// End says where the tags lie when a string has ended, after some commits to tags that may be set more
// than once. Of their places only the register counts.
type End struct {
	Commits []Commit
	Places  []Place // by tag
}

// Place is where a tag lies when a string ends.
type Place struct {
	Kind
	Of uint8 // ordinal of the register, or bytes before the end
}

// isList reports whether a tag may be set more than once.
func (m *Machine) isList(tag int) bool { return m.Repeats>>tag&1 != 0 }

// Kind is what determines the place of a tag.
type Kind uint8

const (
	Untold  Kind = iota // nothing: the tag is not kept
	Held                // a register
	Pending             // the end of the string: nothing was committed yet
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

// Registers lists the registers that m sets or reads.
func (m *Machine) Registers() []Register {
	var list []Register
	seen := make(map[Register]bool)
	add := func(r Register) {
		if !seen[r] {
			seen[r] = true
			list = append(list, r)
		}
	}
	commits := func(commits []Commit) {
		for _, c := range commits {
			add(c.Register)
			if m.isList(int(c.Tag)) {
				add(Register{c.Tag, c.From})
			}
		}
	}
	for _, o := range m.Output {
		commits(m.Events.Lists[o.Event])
		if !o.Accepting {
			continue
		}
		end := m.Ends.Lists[o.End]
		commits(end.Commits)
		for tag, p := range end.Places {
			if p.Kind == Held {
				add(Register{uint8(tag), p.Of})
			}
		}
	}
	return list
}

// without returns the smallest machine that does not report where a tag lies. Each tag has registers
// of its own, and what is done with them does not depend on other tags. So this is the machine that
// would have been made for the other tags alone.
func (m *Machine) without(tag int) *Machine {
	w := &Machine{Tags: m.Tags, Repeats: m.Repeats}
	w.Events.Number(nil)
	d := *m.Machine
	d.Output = make([]machine.Tagged, len(m.Output))
	for s, o := range m.Output {
		o.Event = w.Events.Number(withoutCommits(m.Events.Lists[o.Event], tag))
		if o.Accepting {
			end := m.Ends.Lists[o.End]
			end.Places = slices.Clone(end.Places)
			end.Places[tag] = Place{}
			o.End = w.Ends.Number(end)
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
