package dfa

import (
	"errors"
	"slices"
	"strconv"
)

// Tagged is an automaton that also reports where rules begin and end in the strings that it accepts.
// The beginning and the end of the k-th of Names are the tags 2k and 2k+1. The tags after those are the
// beginning and the end of the string itself. Package compile makes a Tagged only from a grammar that
// determines where the rules lie.
//
// A state has an event. A run only notes after how many bytes each event came last. When the string has ended, the rest
// follows: an event sets registers to the offset some bytes back, and a tag lies at the offset in a register, some bytes
// before the end, or where known tags put it. (The delay is that of Ulya Trofimovich, Tagged Deterministic Finite
// Automata with Lookahead, arXiv 1907.08837, which copies registers instead.)
//
// A rule in Repeats may occur more than once. Registers of its two tags hold lists of offsets, and a run
// notes each event that changes one. From the register that has a tag in the end, the events lead back
// to the offsets, the last one first. (Multi-valued tags of Trofimovich, Tagged Deterministic Finite
// Automata with Lookahead, section 7, have such lists, too.)
//
// The fields are exported for package compile and for what proves its tables.
type Tagged struct {
	Automaton Automaton  // its outputs are events
	Names     []string   // of the rules: RULE, A.B for B somewhere below A, or NAME=A.B
	Registers [][]Commit // what sets each register; the latest event counts, and without any it is not set
	Final     []uint16   // by number of an accepting state: the index of its entries in Places and Ends; else 0
	Places    [][]Place  // where the tags lie, by tag
	Fixed     []Fixed    // for tags that follow from others, in place of what Places has

	Repeats   uint32  // the set of the rules that may occur more than once, 1<<k for the k-th of Names
	FirstList uint8   // events from here up change lists
	Ends      []uint8 // an event that takes place when the string has ended; none without Repeats

	// ListMoves has what each event does to each register, register after register. The low half of an entry is From,
	// or the register itself if the event does not change it. The high half is one more than Ago, or 0 if no offset comes
	// after the list. It is nil if an event has several commits to one register, or if it would be long.
	ListMoves []uint16
}

// Commit is an event that sets a register to an offset: Ago bytes before the end of what has been read,
// at least one unless the string has ended. Event 0 sets no register.
//
// In a register that holds a list, the offset comes after the list of register From as it was before the
// event. If Ago is None, no offset comes after it. Of several commits of one event to such a register, each
// but the first appends to what the one before it made, and its From is the register itself.
type Commit struct{ Event, Ago, From uint8 }

// Place is where a tag lies when the string has ended: at the offset in Register, and absent if that is
// not set. If Register is None, the tag lies Ago bytes before the end. A tag of a rule in Repeats lies at
// all offsets in Register.
type Place struct{ Register, Ago uint8 }

// Fixed is a rule for a tag: the tag lies Offset bytes after the tag Source, and is absent if Source is
// None or absent. The rule applies if the tag Guard is present; with Not, if Guard is absent. The rules
// for a tag follow each other in the list. The first that applies counts. If none of them applies, the
// tag is absent. Rules refer only to tags whose own rules come before, and to none of a rule in Repeats.
type Fixed struct {
	Tag, Guard, Source uint8
	Not                bool
	Offset             int
}

// None stands for no register, no tag or, in Commit.Ago, no offset.
const None = 0xFF

const (
	maxEvents = 256
	lowEvents = 16 // that fit the low bits of a state
	maxNames  = 31 // so that a word holds a set of tags
)

// Check returns an error that names the first broken invariant, if there is one; those of the automaton come first.
// It is for a Tagged that was filled in by hand. With one that passes, [Find] does not panic if spans is not longer
// than Names.
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
		return "parts in place of events"
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
				return "register " + strconv.Itoa(i) + " is set by no event, or to what has not been read"
			}
			if int(c.From) >= len(t.Registers) {
				return "a list in a register that is not there"
			}
		}
	}
	return ""
}

func checkPlaces(t *Tagged) string {
	a := &t.Automaton
	if len(t.Final) != a.NumStates() {
		return "not places for each state"
	}
	for n, f := range t.Final {
		if a.Accepts(a.state(n)) && int(f) >= len(t.Places) {
			return "state " + strconv.Itoa(n) + " has no places"
		}
	}
	for _, places := range t.Places {
		if len(places) != 2*len(t.Names) {
			return "not two places for each rule"
		}
		for _, p := range places {
			if p.Register != None && int(p.Register) >= len(t.Registers) {
				return "a place in a register that is not there"
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
		return "events at the end, and no rule that repeats"
	case t.Repeats == 0:
		return ""
	case len(t.Ends) != len(t.Places):
		return "not an event for each end"
	case t.FirstList == 0 || t.Automaton.InState && t.FirstList > lowEvents:
		return "no event can be the first that changes lists"
	}
	if t.ListMoves != nil && !rightListMoves(t) {
		return "moves of lists are not those of the registers"
	}
	var lists []uint8 // registers
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
				return "register " + strconv.Itoa(int(lists[i])) + " holds a list, and its event " + strconv.Itoa(int(c.Event)) + " is not an event of lists"
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
			return "fixed place " + strconv.Itoa(i) + " is about a tag that is not there"
		}
		if f.Guard == f.Tag || f.Source == f.Tag {
			return "fixed place " + strconv.Itoa(i) + " refers to what it decides"
		}
		for j := i + 1; j < len(t.Fixed); j++ {
			switch later := t.Fixed[j].Tag; {
			case later == f.Tag && t.Fixed[j-1].Tag != f.Tag:
				return "fixed place " + strconv.Itoa(j) + " does not stand beside those of the same tag"
			case later != f.Tag && (later == f.Guard || later == f.Source):
				return "fixed place " + strconv.Itoa(i) + " refers to what is decided later"
			}
		}
	}
	return ""
}
