// Package capture represents machines that find where rules begin and end in a string. A tag is the beginning or the
// end of a named rule. A machine records events, from which the places of tags are computed (capture.go). Tags that
// depend on others are removed (observe.go, derive.go, reduce.go).
package capture

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/compiler/machine"
)

// Machine is a machine with registers. On entering a state, it executes the commits of the event of the state. If the
// string ends in an accepting state, the end of the state has the places of the tags.
type Machine struct {
	*machine.Machine[machine.Tagged]
	Events  Numbering[[]Commit] // event 0 has no commits
	Ends    Numbering[End]
	Tags    int
	Repeats uint64 // set of the tags that a string may set more than once
}

// Register is one of the registers of a tag. It has a list of offsets at which the tag was set, initially empty.
type Register struct{ Tag, Ordinal uint8 }

// Commit sets a register to the list that register From of the same tag had before the event, followed by the offset
// Ago bytes back, unless that is NoOffset. Of several commits of one event to one register, all but the first append to
// the register itself. For a tag that is set at most once, From is irrelevant, because its list is empty.
type Commit struct {
	Register
	From, Ago uint8
}

// NoOffset is the Ago of a commit that appends no offset.
const NoOffset = dfa.None

// End has the places of the tags at the end of a string, after commits to tags that may be set more than once, whose
// places are registers.
type End struct {
	Commits []Commit
	Places  []Place
}

// Place is the place of a tag at the end of a string.
type Place struct {
	Kind
	Of uint8 // ordinal of the register, or number of bytes before the end
}

func (m *Machine) isList(tag int) bool { return m.Repeats>>tag&1 != 0 }

// Kind says how the place of a tag is determined.
type Kind uint8

const (
	Removed Kind = iota // not at all: the machine does not find the tag
	Held                // by a register
	Pending             // by the end of the string, without a commit
)

// Numbering assigns numbers to distinct lists, in the order of their first occurrence.
type Numbering[List any] struct {
	Lists   []List
	numbers map[string]int32
}

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

// Registers returns the registers that m sets or reads.
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

// without returns the minimal machine that does not find a tag. Since each tag has registers of its own, and their
// commits do not depend on other tags, it is the machine that would have been made for the other tags alone.
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

func withoutCommits(list []Commit, tag int) []Commit {
	var rest []Commit
	for _, c := range list {
		if int(c.Tag) != tag {
			rest = append(rest, c)
		}
	}
	return rest
}
