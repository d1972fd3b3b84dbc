package machine

import "fmt"

// Explorer makes a machine whose states represent values, such as sets of states of an NFA or tuples of states of
// automata. Values with the same key are one state.
type Explorer[State any, Out Output] struct {
	*Machine[Out]
	States  []State // by state of the machine; the dead state has none
	numbers map[string]int32
}

// NewExplorer returns an Explorer with the dead state only.
func NewExplorer[State any, Out Output](name string, classes Alphabet) *Explorer[State, Out] {
	x := &Explorer[State, Out]{
		Machine: &Machine[Out]{Name: name, Classes: classes},
		numbers: make(map[string]int32),
	}
	var dead State
	var out Out
	x.AddState(out)
	x.States = append(x.States, dead)
	return x
}

// Number returns the state with a key. It makes a new state from the result of open if the key is unknown.
func (x *Explorer[State, Out]) Number(key []byte, open func() (State, Out)) int32 {
	s, known := x.numbers[string(key)]
	if !known {
		state, out := open()
		s = x.AddState(out)
		x.numbers[string(key)] = s
		x.States = append(x.States, state)
	}
	return s
}

// Explore makes all states that are reachable from those made so far. For each it calls expand, which sets its row and
// makes its successors. The error is one of expand, or a *Limit if there are more than most states.
func (x *Explorer[State, Out]) Explore(most int, expand func(s int32) error) error {
	for s := int32(1); int(s) < len(x.States); s++ {
		if len(x.States) > most {
			return &Limit{States, most}
		}
		if err := expand(s); err != nil {
			return err
		}
	}
	return nil
}

// Values of Limit.What. States and Work are limited by options.
const (
	States       = "states of the DFA"
	Work         = "states of the NFA in all states of the DFA together"
	Cells        = "cells of the table"
	Minimal      = "states of the minimal DFA"
	Row          = "byte classes and events"
	Events       = "different events"
	TagRegisters = "registers of a tag"
	Registers    = "registers"
	Places       = "sets of places"
	Spans        = "spans"
	Parts        = "parts"
)

// Limit reports that a machine or its table would have more than Max of What.
type Limit struct {
	What string
	Max  int
}

func (e *Limit) Error() string { return fmt.Sprintf("abnf: more than %d %s", e.Max, e.What) }
