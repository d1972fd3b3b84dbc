package capture

import "example.org/iri/dfa"

// longestList is how long a decision list may be. A register is cheaper than a longer one.
const longestList = 4

// deriver finds decision lists.
type deriver struct {
	*Machine
	observed []*observation
	kept     uint64 // tags that lists may use
}

// derive returns a decision list for a tag that holds in all observations, or nil if it finds none.
// It takes the entry that decides most observations, again and again.
func (d *deriver) derive(tag int) []dfa.Fixed {
	rest := d.observed
	var list []dfa.Fixed
	for len(rest) > 0 {
		best, decided := d.best(tag, rest)
		if decided == 0 || len(list) == longestList {
			return nil
		}
		list = append(list, best)
		rest = matching(rest, int(best.Guard), !best.Not)
	}
	return list
}

// best returns the entry for a tag that decides most of some observations, and how many. One
// without a condition is guarded by the beginning of the string, which is always there.
func (d *deriver) best(tag int, rest []*observation) (best dfa.Fixed, decided int) {
	for _, g := range append([]int{d.zero()}, d.tagsBut(tag)...) {
		for _, not := range []bool{false, true} {
			matched := matching(rest, g, not)
			if f, right := d.place(tag, matched); right && len(matched) > decided {
				f.Guard, f.Not = uint8(g), not
				best, decided = f, len(matched)
			}
		}
	}
	return best, decided
}

// tagsBut lists the tags that an entry for another may use.
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

// place returns an entry that says where a tag lies in all of some observations.
func (d *deriver) place(tag int, list []*observation) (f dfa.Fixed, right bool) {
	if len(list) == 0 {
		return dfa.Fixed{}, false
	}
	f = dfa.Fixed{Tag: uint8(tag), Source: dfa.None}
	if !list[0].has(tag) {
		return f, len(matching(list, tag, false)) == 0
	}
	for _, v := range append([]int{d.zero(), d.end()}, d.tagsBut(tag)...) {
		if apart := list[0].apart[tag][v]; list[0].has(v) && apart != varies && sameDistance(list, tag, v, apart) {
			f.Source, f.Offset = uint8(v), int(apart)
			return f, true
		}
	}
	return f, false
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
