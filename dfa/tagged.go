package dfa

import (
	"errors"
	"slices"
	"strconv"
)

// Tagged is an automaton that also finds where rules begin and end in the strings that it accepts. The beginning and
// the end of Names[k] are the tags 2k and 2k+1. Two more tags are the beginning and the end of the string. Package
// compile makes a Tagged only if the grammar determines the spans of the rules.
//
// Each state has an event. A run only records after how many bytes each event occurred last. The offsets of tags are
// computed at the end of the string: an event sets registers to an offset some bytes back, and a tag is at the offset
// in a register, some bytes before the end, or where known tags put it. (This delay is due to Ulya Trofimovich, Tagged
// Deterministic Finite Automata with Lookahead, arXiv 1907.08837, which copies registers instead.)
//
// A rule in Repeats may occur more than once. The registers of its tags have lists of offsets, and a run records each
// occurrence of an event that changes one. The events lead back from the register that has a tag in the end to the
// offsets, last one first. (Section 7 of the same paper has such lists, for multi-valued tags.)
//
// The fields are exported for package compile and for proofs of tables.
type Tagged struct {
	Automaton Automaton  // whose outputs are events
	Names     []string   // of the rules: RULE, A.B for B somewhere below A, or NAME=A.B
	Registers [][]Commit // the commits of each register; the latest event counts, and without any it is not set
	Final     []uint16   // by number of an accepting state: index in Places and Ends; else 0
	Places    [][]Place  // the places of the tags, by tag
	Fixed     []Fixed    // for tags that depend on others, instead of Places

	Repeats   uint32  // the set of rules that may occur more than once, with bit 1<<k for Names[k]
	FirstList uint8   // events from here on change lists
	Ends      []uint8 // the event at the end of the string; empty without Repeats

	// ListMoves has the effect of each event on each register, register after register. The low half of an entry is
	// From, or the register itself if the event does not change it. The high half is Ago plus 1, or 0 if no offset is
	// appended. ListMoves is nil if an event has several commits to one register, or if it would be long.
	ListMoves []uint16
}

// Commit is an event that sets a register to an offset: Ago bytes before the bytes read so far, at least one unless the
// string has ended. Event 0 sets no register.
//
// In a register with a list, the offset is appended to the list that register From had before the event. If Ago is
// None, nothing is appended. Of several commits of one event to such a register, all but the first append to the result
// of the one before, with From being the register itself.
type Commit struct{ Event, Ago, From uint8 }

// Place is where a tag is at the end of the string: at the offset in Register, or absent if that is not set. If
// Register is None, the tag is Ago bytes before the end. A tag of a rule in Repeats is at all offsets in Register.
type Place struct{ Register, Ago uint8 }

// Fixed is a rule for a tag: it is Offset bytes after the tag Source, or absent if Source is None or absent. The rule
// applies if the tag Guard is present or, with Not, absent. The rules for a tag are adjacent, and the first that
// applies counts. If none applies, the tag is absent. Guard and Source are tags whose own rules come earlier, and not
// of a rule in Repeats.
type Fixed struct {
	Tag, Guard, Source uint8
	Not                bool
	Offset             int
}

// None means no register, no tag or, in Commit.Ago, no offset.
const None = 0xFF

const (
	maxEvents = 256
	lowEvents = 16 // fit into the low bits of a state
	maxNames  = 31 // a word has a set of tags
)

// Check returns an error that names the first invariant that t violates, or nil. It begins with those of the automaton.
// It is for a Tagged that was not made by package compile. If it returns nil, [Find] does not panic on t, provided that
// there are not more spans than Names.
func (t *Tagged) Check() error {
	if err := t.Automaton.Check(); err != nil {
		return err
	}
	for _, check := range []func(*Tagged) string{checkEvents, checkCommits, checkPlaces, checkFixed, checkLists} {
		if text := check(t); text != "" {
			return errors.New("dfa: " + t.Automaton.Name + ": " + text)
		}
	}
	return nil
}

func checkEvents(t *Tagged) string {
	a := &t.Automaton
	switch {
	case len(t.Names) > maxNames:
		return "more than 31 rules"
	case len(a.PartNames) != 0:
		return "parts instead of events"
	case a.InState && a.row() < lowEvents:
		return "events in the states of a table of short rows"
	case len(a.Outputs) == 0:
		return ""
	case slices.Max(a.Outputs) >= maxEvents:
		return "more than 255 events"
	case a.Outputs[0] != 0 || a.Outputs[a.Number(a.Start)] != 0:
		return "an event before the first byte"
	}
	return ""
}

func checkCommits(t *Tagged) string {
	if len(t.Registers) > None {
		return "more than 255 registers"
	}
	for i, commits := range t.Registers {
		for _, c := range commits {
			atEnd := slices.Contains(t.Ends, c.Event)
			if c.Event == 0 || c.Ago == 0 && !atEnd || c.Event >= lowEvents && !atEnd && (t.Automaton.InState || len(t.Automaton.Outputs) == 0) {
				return "register " + strconv.Itoa(i) + " has a commit without an event, or to an offset not yet read"
			}
			if int(c.From) >= len(t.Registers) {
				return "a commit from a register that does not exist"
			}
		}
	}
	return ""
}

func checkPlaces(t *Tagged) string {
	a := &t.Automaton
	if len(t.Final) != a.NumStates() {
		return "Final does not have an entry for each state"
	}
	for n, f := range t.Final {
		if a.Accepts(a.state(n)) && int(f) >= len(t.Places) {
			return "state " + strconv.Itoa(n) + " has no places"
		}
	}
	for _, places := range t.Places {
		if len(places) != 2*len(t.Names) {
			return "Places does not have two entries for each rule"
		}
		for _, p := range places {
			if p.Register != None && int(p.Register) >= len(t.Registers) {
				return "a place in a register that does not exist"
			}
		}
	}
	return ""
}

func checkLists(t *Tagged) string {
	switch {
	case t.Repeats>>len(t.Names) != 0:
		return "a rule that repeats without a name"
	case t.Repeats == 0 && len(t.Ends) > 0:
		return "Ends without a rule that repeats"
	case t.Repeats == 0:
		return ""
	case len(t.Ends) != len(t.Places):
		return "Ends does not have an entry for each entry of Places"
	case t.FirstList == 0 || t.Automaton.InState && t.FirstList > lowEvents:
		return "FirstList is out of range"
	}
	if t.ListMoves != nil && !rightListMoves(t) {
		return "ListMoves disagrees with Registers"
	}
	var lists []uint8
	add := func(r uint8) {
		if !slices.Contains(lists, r) {
			lists = append(lists, r)
		}
	}
	for _, places := range t.Places {
		for tag, p := range places {
			switch {
			case !t.isList(tag):
				if p.Register != None && slices.ContainsFunc(t.Registers[p.Register], func(c Commit) bool { return int(c.Event) >= t.events() }) {
					return "a place that is set when the string has ended"
				}
			case p.Register == None:
				return "a list without a register"
			default:
				add(p.Register)
			}
		}
	}
	for i := 0; i < len(lists); i++ {
		for _, c := range t.Registers[lists[i]] {
			if c.Event < t.FirstList {
				return "register " + strconv.Itoa(int(lists[i])) + " has a list, but its event " + strconv.Itoa(int(c.Event)) + " is below FirstList"
			}
			add(c.From)
		}
	}
	return ""
}

func checkFixed(t *Tagged) string {
	text := 2 * len(t.Names)
	known := func(tag uint8) bool { return int(tag) < text+2 }
	for i, f := range t.Fixed {
		if int(f.Tag) >= text || !known(f.Guard) || f.Source != None && !known(f.Source) ||
			t.isList(int(f.Tag)) || t.isList(int(f.Guard)) || t.isList(int(f.Source)) {
			return "fixed place " + strconv.Itoa(i) + " has a tag that does not exist"
		}
		if f.Guard == f.Tag || f.Source == f.Tag {
			return "fixed place " + strconv.Itoa(i) + " refers to its own tag"
		}
		for j := i + 1; j < len(t.Fixed); j++ {
			switch later := t.Fixed[j].Tag; {
			case later == f.Tag && t.Fixed[j-1].Tag != f.Tag:
				return "fixed place " + strconv.Itoa(j) + " is not adjacent to those of the same tag"
			case later != f.Tag && (later == f.Guard || later == f.Source):
				return "fixed place " + strconv.Itoa(i) + " refers to a tag that is determined later"
			}
		}
	}
	return ""
}
