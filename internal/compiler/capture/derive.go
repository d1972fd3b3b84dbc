package capture

import "example.org/iri/dfa"

// longestList is the length of the longest decision list. A register is cheaper than a longer list.
const longestList = 4

// A deriver finds decision lists, which compute a tag from other tags.
type deriver struct {
	*Machine
	observed []*observation
	kept     uint64 // tags that lists may use
}

// derive returns a decision list for a tag that is right in all observations, or nil. It is greedy: it repeatedly takes
// the entry that decides the most observations.
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

// best returns the entry for a tag that decides the most observations, and their number. The guard of an unconditional
// entry is the beginning of the string, which is always present.
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

// tagsBut returns the tags that an entry for another tag may use.
func (d *deriver) tagsBut(other int) []int {
	var list []int
	for tag := range d.Tags {
		if tag != other && d.kept>>tag&1 != 0 {
			list = append(list, tag)
		}
	}
	return list
}

// matching returns the observations in which tag g is present or, with not, absent.
func matching(list []*observation, g int, not bool) []*observation {
	var some []*observation
	for _, x := range list {
		if x.has(g) != not {
			some = append(some, x)
		}
	}
	return some
}

// place returns an entry with the place of a tag that is right in all observations of list.
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

func sameDistance(list []*observation, tag, v int, apart int32) bool {
	for _, x := range list {
		if !x.has(tag) || !x.has(v) || x.apart[tag][v] != apart {
			return false
		}
	}
	return true
}
