package machine

import "fmt"

// Explorer makes a machine whose states stand for something: sets of states of an NFA, or
// tuples of states of several automata. Two that have the same key are one state.
type Explorer[State any, Out Output] struct {
	*Machine[Out]
	States  []State // what each state of the machine stands for; nothing for the dead one
	numbers map[string]int32
}

// NewExplorer begins a machine with the dead state.
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

// Number returns the state with a key. One that is not known is made for what open returns.
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

// Explore makes the states that the start leads to: expand fills in the row of a state,
// and numbers those that come up. The error is its, or a *Limit.
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

// What is limited, States and Work by options.
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

// Limit says that a machine or its table would have more than Max of What.
type Limit struct {
	What string
	Max  int
}

func (e *Limit) Error() string { return fmt.Sprintf("abnf: more than %d %s", e.Max, e.What) }
