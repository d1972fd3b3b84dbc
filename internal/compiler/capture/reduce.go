package capture

import "example.org/iri/dfa"

// Reduced is a machine that finds some tags, and rules for the other tags.
type Reduced struct {
	*Machine
	Fixed []dfa.Fixed // the rules of a tag are adjacent, and refer to earlier tags
}

// Reduce removes tags that depend on others, except tags that may be set more than once. It is greedy: it repeatedly
// removes the tag without which the machine costs least.
func Reduce(m *Machine) *Reduced {
	r := &Reduced{Machine: m}
	observed, ok := m.observe()
	if !ok {
		return r
	}
	d := &deriver{m, observed, (1<<m.Tags - 1) &^ m.Repeats}
	lists := make([][]dfa.Fixed, m.Tags)
	for {
		var best *Machine
		without := -1
		for tag := range m.Tags {
			if d.kept>>tag&1 == 0 {
				continue
			}
			lists[tag] = d.derive(tag)
			if lists[tag] == nil {
				continue
			}
			if x := r.Machine.without(tag); best == nil || x.Cost()+len(lists[tag]) < best.Cost()+len(lists[without]) {
				best, without = x, tag
			}
		}
		if best == nil {
			return r
		}
		r.Machine = best
		d.kept &^= 1 << without
		r.Fixed = append(lists[without], r.Fixed...) // after the rules that they refer to
	}
}

// Cost estimates the size of a machine: a state is a row of the table, and an event is a slot in each row and some work
// at the end.
func (m *Machine) Cost() int { return len(m.Output) + 8*len(m.Events.Lists) }

// Simple reports whether no tag has a second register.
func (m *Machine) Simple() bool {
	for _, r := range m.Registers() {
		if r.Ordinal > 0 {
			return false
		}
	}
	return true
}
