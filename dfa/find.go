package dfa

import "iter"

// Find reports whether text is in the language of t. If so, it returns the set of rules that are present, with bit 1<<k
// for t.Names[k], and sets spans[k] to the span of that rule in bytes. The span of an absent rule is the zero [Span];
// of several occurrences, Find takes the first ([FindAll] yields all of them). If text does not match, the set is empty
// and spans is unchanged.
//
// There must not be more spans than names. Find reads each byte once. The string must not be longer than 1<<32-1 bytes,
// because offsets would wrap around. Find does not allocate, unless rules that repeat begin and end at more than 64
// offsets. Generated packages have faster code for the same.
func Find[Bytes ~[]byte | ~string](t *Tagged, text Bytes, spans []Span) (present uint64, ok bool) {
	if t.Repeats == 0 && t.events() == lowEvents {
		var room [lowEvents]Note
		return find(t, text, room[:], spans)
	}
	var room [maxEvents + 64]Note
	return find(t, text, room[:], spans)
}

func find[Bytes ~[]byte | ~string](t *Tagged, text Bytes, room []Note, spans []Span) (present uint64, ok bool) {
	s, log, lists := record(t, text, room)
	if !t.Automaton.Accepts(s) {
		return 0, false
	}
	present = t.decode(s, log, len(text), spans)
	for k := range spans {
		if t.Repeats>>k&1 != 0 {
			t.Each(k, s, len(text), lists, func(x Span) bool {
				spans[k] = x
				present |= 1 << k
				return false
			})
		}
	}
	return present, true
}

// FindAll returns an iterator over all occurrences of t.Names[k] in text, in the order of their starts. If text is not
// in the language of t, there are none. It reads text when it is ranged over, in the time and within the limits of
// [Find].
func FindAll[Bytes ~[]byte | ~string](t *Tagged, text Bytes, k int) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		if t.Repeats>>k&1 == 0 {
			spans := make([]Span, k+1)
			if present, _ := Find(t, text, spans); present>>k&1 != 0 {
				yield(spans[k])
			}
			return
		}
		var room [maxEvents + 64]Note
		s, _, lists := record(t, text, room[:])
		t.Each(k, s, len(text), lists, yield)
	}
}

// record runs the automaton of t over text, with room for notes. It returns the last state, the last note of each
// event, and the notes of events that change lists.
func record[Bytes ~[]byte | ~string](t *Tagged, text Bytes, room []Note) (s State, last, lists []Note) {
	firstList := t.FirstList
	if t.Repeats == 0 {
		firstList = 0
	}
	s, n, more := Record(&t.Automaton, firstList, text, room)
	if more != nil {
		room = more
	}
	events := t.events()
	return s, room[:events], room[events:max(n, events)]
}

// tagOffsets has the offset of each tag, or absent, including the tags of the string.
type tagOffsets [2 * (maxNames + 1)]int

// decode sets spans to the spans of rules in a string of n bytes that led to the accepting state s, given the last
// notes of [Record], and returns the set of rules that are present. It ignores the rules in t.Repeats; see Each.
func (t *Tagged) decode(s State, log []Note, n int, spans []Span) (present uint64) {
	var tags tagOffsets
	text := 2 * len(t.Names)
	tags[text], tags[text+1] = 0, n
	for tag, p := range t.Places[t.Final[t.Automaton.Number(s)]] {
		switch {
		case t.isList(tag):
			tags[tag] = absent
		case p.Register == None:
			tags[tag] = max(n-int(p.Ago), absent)
		default:
			tags[tag] = latest(t.Registers[p.Register], log)
		}
	}
	for list := t.Fixed; len(list) > 0; {
		n := 1
		for n < len(list) && list[n].Tag == list[0].Tag {
			n++
		}
		tags.follow(list[:n])
		list = list[n:]
	}
	for k := range spans {
		spans[k] = Span{}
		// In a valid table, both are present or both are absent.
		if start, end := tags[2*k], tags[2*k+1]; start != absent || end != absent {
			spans[k] = Span{start, end}
			present |= 1 << k
		}
	}
	return present
}

// follow sets a tag by the first element of list that applies.
func (tags *tagOffsets) follow(list []Fixed) {
	offset := absent
	for _, f := range list {
		if (tags[f.Guard] == absent) != f.Not {
			continue
		}
		if f.Source != None && tags[f.Source] != absent {
			offset = max(tags[f.Source]+f.Offset, absent)
		}
		break
	}
	tags[list[0].Tag] = offset
}

// latest returns the offset that the latest of the commits to a register stored.
func latest(commits []Commit, log []Note) int {
	offset, last := absent, 0
	for _, c := range commits {
		if now := int(log[c.Event].after()); now > last {
			offset, last = max(now-int(c.Ago), absent), now
		}
	}
	return offset
}
