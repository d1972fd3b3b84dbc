package dfa

import (
	"errors"
	"strconv"
)

// Limits of the table form.
const (
	maxCells = 1 << 16 // a state must fit an entry of Trans
	maxMarks = 16      // a bit each in an entry of SlotMarks
	maxSlots = 16      // registers of Marks
	maxShift = 8       // a row has at most an entry for each byte
)

// Check returns an error that names the first broken invariant of the table, if
// there is one. On an automaton that passes, no method and no function of this
// package panics, whatever the text. Tables made by package compile pass.
//
// Each check relies on those before it: shape, classes, rows, states, marks, parts.
func (a *Automaton) Check() error {
	for _, check := range []func(*Automaton) string{
		checkShape, checkClasses, checkRows, checkStates, checkMarks, checkParts,
	} {
		if text := check(a); text != "" {
			return errors.New("dfa: " + a.Name + ": " + text)
		}
	}
	return nil
}

func checkShape(a *Automaton) string {
	switch {
	case a.Classes == nil:
		return "no byte classes"
	case a.Shift > maxShift:
		return "rows of more than 256 entries"
	case len(a.Trans) == 0:
		return "no states"
	case len(a.Trans) > maxCells:
		return "more than 65536 transitions"
	case len(a.Trans)&(a.row()-1) != 0:
		return "the last row is not whole"
	}
	return ""
}

// row returns the length of a row.
func (a *Automaton) row() int { return 1 << a.Shift }

func checkClasses(a *Automaton) string {
	var used [256]bool
	n := a.NumClasses()
	if n > a.row() {
		return "class " + strconv.Itoa(n-1) + " has no place in a row"
	}
	for _, c := range a.Classes {
		used[c] = true
	}
	for c := range n {
		if !used[c] {
			return "no byte has class " + strconv.Itoa(c)
		}
	}
	return ""
}

func checkRows(a *Automaton) string {
	n := a.NumClasses()
	for i, t := range a.Trans {
		state, class := i>>a.Shift, i&(a.row()-1)
		if where := "state " + strconv.Itoa(state) + ", class " + strconv.Itoa(class) + ": "; !a.isState(State(t)) {
			return where + "leads to " + strconv.Itoa(int(t)) + ", which is no state"
		} else if class >= n && t != 0 {
			return where + "there is no such class"
		} else if state == 0 && t != 0 {
			return where + "leads out of the dead state"
		}
	}
	return ""
}

// isState reports whether s is the index of a row.
func (a *Automaton) isState(s State) bool {
	return int64(s) < int64(len(a.Trans)) && int(s)&(a.row()-1) == 0
}

func checkStates(a *Automaton) string {
	if !a.isState(a.Start) {
		return "the start is no state"
	}
	if a.AcceptMin == Dead {
		return "the dead state accepts"
	}
	if int64(a.AcceptMin) != int64(len(a.Trans)) && !a.isState(a.AcceptMin) {
		return "the first accepting state is no state"
	}
	return ""
}

func checkMarks(a *Automaton) string {
	if len(a.Slots) == 0 {
		if len(a.SlotMarks) != 0 || len(a.MarkNames) != 0 {
			return "marks without slots"
		}
		return ""
	}
	switch {
	case len(a.Slots) != a.NumStates():
		return "not every state has a slot"
	case len(a.SlotMarks) == 0 || len(a.SlotMarks) > maxSlots:
		return "no slots or more than 16"
	case len(a.MarkNames) > maxMarks:
		return "more than 16 marks"
	case a.SlotMarks[0] != 0:
		return "slot 0 has marks"
	}
	for slot, set := range a.SlotMarks {
		if set>>len(a.MarkNames) != 0 {
			return "slot " + strconv.Itoa(slot) + " has a mark without a name"
		}
	}
	for state, slot := range a.Slots {
		if int(slot) >= len(a.SlotMarks) {
			return "state " + strconv.Itoa(state) + " has a slot that does not exist"
		}
	}
	if a.Slots[0] != 0 || a.Slots[a.Number(a.Start)] != 0 {
		return "a mark fires before the first byte or in the dead state"
	}
	return ""
}

func checkParts(a *Automaton) string {
	if len(a.Parts) == 0 {
		if len(a.PartNames) != 0 {
			return "names of parts without parts"
		}
		return ""
	}
	switch {
	case len(a.Parts) != a.NumStates():
		return "not every state has a part"
	case len(a.PartNames) == 0 || len(a.PartNames) > 256 || a.PartNames[0] != "":
		return "part 0 is not the empty one"
	}
	for state, part := range a.Parts {
		if int(part) >= len(a.PartNames) {
			return "state " + strconv.Itoa(state) + " has a part without a name"
		}
	}
	return ""
}
