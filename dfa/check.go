package dfa

import (
	"errors"
	"slices"
	"strconv"
)

const (
	maxCells = 1 << 24
	maxShift = 8
)

// Check returns an error that names the first invariant that the table violates, or nil. It is for an Automaton that
// was not made by package compile. If it returns nil, no method and no function of this package panics on the
// automaton.
//
// Each check relies on the earlier ones.
func (a *Automaton) Check() error {
	for _, check := range []func(*Automaton) string{
		checkShape, checkClasses, checkOutputs, checkLow, checkRows, checkStates, checkLoops, checkHead,
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
		return "more than 16777216 transitions"
	case len(a.Trans)&(a.row()-1) != 0:
		return "the last row is not whole"
	case a.NumStates() > mostStates:
		return "more than 65536 states"
	}
	return ""
}

func (a *Automaton) numClasses() int { return int(slices.Max(a.Classes[:])) + 1 }

func (a *Automaton) row() int { return 1 << a.Shift }

func checkClasses(a *Automaton) string {
	var used [256]bool
	n := a.numClasses()
	if n > a.row() {
		return "class " + strconv.Itoa(n-1) + " does not fit into a row"
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

func checkOutputs(a *Automaton) string {
	if len(a.Outputs) == 0 {
		if len(a.PartNames) != 0 || a.InState {
			return "no Outputs, but PartNames or InState"
		}
		return ""
	}
	switch {
	case len(a.Outputs) != a.NumStates():
		return "not every state has an output"
	case len(a.PartNames) > 256 || len(a.PartNames) > 0 && a.PartNames[0] != "":
		return "part 0 is not the empty one"
	}
	for state, part := range a.Outputs {
		if len(a.PartNames) > 0 && int(part) >= len(a.PartNames) {
			return "state " + strconv.Itoa(state) + " has a part without a name"
		}
	}
	return ""
}

func checkLow(a *Automaton) string {
	if !a.InState {
		return ""
	}
	if a.isLarge() {
		return "outputs in the states of a large table"
	}
	for state, output := range a.Outputs {
		if output >= lowEvents || int(output)+a.numClasses() > a.row() {
			return "state " + strconv.Itoa(state) + " has an output that does not fit into its row"
		}
	}
	if a.Outputs[0] != 0 {
		return "the dead state has an output"
	}
	return ""
}

func checkRows(a *Automaton) string {
	classes := a.numClasses()
	for i := range a.Trans {
		t := a.entry(i)
		state := i >> a.Shift
		class := i&(a.row()-1) - a.low(state)
		var wrong string
		switch {
		case !a.isState(t):
			wrong = "leads to " + strconv.FormatUint(uint64(t), 10) + ", which is not a state"
		case (class < 0 || class >= classes) && t != Dead:
			wrong = "there is no such class"
		case state == 0 && t != Dead:
			wrong = "leads out of the dead state"
		default:
			continue
		}
		return "state " + strconv.Itoa(state) + ", class " + strconv.Itoa(class) + ": " + wrong
	}
	return ""
}

func (a *Automaton) isState(s State) bool {
	return int64(s) < int64(len(a.Trans)) && a.state(a.Number(s)) == s
}

func checkStates(a *Automaton) string {
	if !a.isState(a.Start) {
		return "the start is not a state"
	}
	if a.AcceptMin == Dead {
		return "the dead state accepts"
	}
	if int64(a.AcceptMin) > int64(len(a.Trans)) || int(a.AcceptMin)&(a.row()-1) != 0 {
		return "the first accepting row is not a row"
	}
	return ""
}
