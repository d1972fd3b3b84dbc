package capture

import "example.org/iri/dfa"

// mostRules is how long a decision list may be. A register is cheaper than a longer one.
const mostRules = 4

// deriver finds decision lists.
type deriver struct {
	*Machine
	observed []*observation
	kept     uint64 // tags that lists may use
}

// derive returns a decision list for a tag that holds in all observations, or nil if it finds none. It
// takes the entry that decides most observations, again and again.
func (d *deriver) derive(tag int) []dfa.Rule {
	rest := d.observed
	var list []dfa.Rule
	for len(rest) > 0 {
		best, decided := d.best(tag, rest)
		if decided == 0 || len(list) == mostRules {
			return nil
		}
		list = append(list, best)
		rest = matching(rest, int(best.Guard), !best.Not)
	}
	return list
}

// best returns the rule for a tag that decides most of some observations, and how many. A rule
// without a condition is guarded by the beginning of the text, which is always there.
func (d *deriver) best(tag int, rest []*observation) (best dfa.Rule, decided int) {
	for _, g := range append([]int{d.zero()}, d.tagsBut(tag)...) {
		for _, not := range []bool{false, true} {
			matched := matching(rest, g, not)
			if r, right := d.rule(tag, matched); right && len(matched) > decided {
				r.Guard, r.Not = uint8(g), not
				best, decided = r, len(matched)
			}
		}
	}
	return best, decided
}

// tagsBut lists the tags that a rule for another may use.
func (d *deriver) tagsBut(other int) []int {
	var list []int
	for tag := range d.Tags {
		if tag != other && d.kept>>tag&1 != 0 {
			list = append(list, tag)
		}
	}
	return list
}

// matching returns the observations in which tag g is there, or is not.
func matching(list []*observation, g int, not bool) []*observation {
	var some []*observation
	for _, x := range list {
		if x.has(g) != not {
			some = append(some, x)
		}
	}
	return some
}

// rule returns a rule that says where a tag lies in all of some observations.
func (d *deriver) rule(tag int, list []*observation) (r dfa.Rule, right bool) {
	if len(list) == 0 {
		return dfa.Rule{}, false
	}
	r = dfa.Rule{Tag: uint8(tag), Source: dfa.None}
	if !list[0].has(tag) {
		return r, len(matching(list, tag, false)) == 0
	}
	for _, v := range append([]int{d.zero(), d.end()}, d.tagsBut(tag)...) {
		if apart := list[0].apart[tag][v]; list[0].has(v) && apart != varies && sameDistance(list, tag, v, apart) {
			r.Source, r.Offset = uint8(v), int(apart)
			return r, true
		}
	}
	return r, false
}

// sameDistance reports whether two tags are there in all observations, that far apart.
func sameDistance(list []*observation, tag, v int, apart int32) bool {
	for _, x := range list {
		if !x.has(tag) || !x.has(v) || x.apart[tag][v] != apart {
			return false
		}
	}
	return true
}
