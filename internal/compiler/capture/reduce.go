package capture

import "example.org/iri/dfa"

// Reduced is a machine that finds only the tags from which the others follow.
type Reduced struct {
	*Machine
	Fixed []dfa.Fixed // for the other tags, those of a tag side by side, in an order in which they can be decided
}

// Reduce leaves out tags that follow from others, one after the other, but no tag that may be set more
// than once: of those that can be left out the one without which the machine costs least. It has no guarantee to find the smallest
// machine.
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
		r.Fixed = append(lists[without], r.Fixed...) // what they use is decided before
	}
}

// Cost is a measure of what a machine takes: a state is a row of the table, an event is a slot in
// all rows and something to do in the end.
func (m *Machine) Cost() int { return len(m.Output) + 8*len(m.Events.Lists) }

// Simple reports whether no tag needs a second register.
func (m *Machine) Simple() bool {
	for _, r := range m.Registers() {
		if r.Ordinal > 0 {
			return false
		}
	}
	return true
}
