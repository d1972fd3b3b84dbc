// Package machine represents the deterministic machines between the subset construction and the layout of tables. It
// makes them state by state (explore.go), minimizes them (minimize.go, classes.go) and orders their states (order.go).
package machine

import (
	"fmt"
	"slices"
	"strings"

	"example.org/iri/dfa"
)

// Machine is a complete deterministic automaton over byte classes. State 0 is the dead state.
type Machine[Out Output] struct {
	Name    string
	Classes Alphabet
	Next    []int32 // Next[s*Classes.N+c] is the successor of s
	Start   int32
	Output  []Out
}

// Output is the output of a state. States with different outputs are never merged. The dead state has the zero value.
type Output interface {
	comparable
	Accepts() bool
}

// Plain is the output of an automaton without registers.
type Plain struct {
	Accepting bool
	Part      uint8
}

// Tagged is the output of an automaton with registers.
type Tagged struct {
	Accepting bool
	Event     int32 // number of the commits on entering
	End       int32 // number of the places if the string ends here, in an accepting state
}

// Numbered is the output of a machine that represents several, as a number.
type Numbered struct {
	Accepting bool
	Number    uint16
}

// Set is the output of a classifier: a set of languages.
type Set uint16

func (o Plain) Accepts() bool    { return o.Accepting }
func (o Tagged) Accepts() bool   { return o.Accepting }
func (o Numbered) Accepts() bool { return o.Accepting }
func (o Set) Accepts() bool      { return o != 0 }

// Row returns the transitions of a state, by class. AddState may reallocate them, so
//
//	d.Row(s)[c] = d.AddState(o) // wrong: Go may evaluate d.Row first
//
// may write to the old row.
func (d *Machine[Out]) Row(s int32) []int32 {
	return d.Next[int(s)*d.Classes.N:][:d.Classes.N]
}

// AddState appends a state whose transitions all lead to the dead state.
func (d *Machine[Out]) AddState(o Out) int32 {
	d.Output = append(d.Output, o)
	before := len(d.Next)
	d.Next = slices.Grow(d.Next, d.Classes.N)[:before+d.Classes.N]
	clear(d.Next[before:])
	return int32(len(d.Output) - 1)
}

// String lists the states, one on a line, in the style of dfa.Automaton.
func (d *Machine[Out]) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d states, %d classes\n", d.Name, len(d.Output), d.Classes.N)
	for s := range int32(len(d.Output)) {
		start, accept := " ", " "
		if s == d.Start {
			start = ">"
		}
		if d.Output[s].Accepts() {
			accept = "*"
		}
		fmt.Fprintln(&b, strings.TrimRight(fmt.Sprintf("%s %s%3d  %s", start, accept, s, d.edgeList(s)), " "))
	}
	return b.String()
}

func (d *Machine[Out]) edgeList(s int32) string {
	row := d.Row(s)
	var list []string
	for lo := 0; lo < 256; {
		t, hi := row[d.Classes.Of[lo]], lo
		for hi < 255 && row[d.Classes.Of[hi+1]] == t {
			hi++
		}
		if t != 0 {
			list = append(list, fmt.Sprintf("%v %d", dfa.ByteRange{Lo: byte(lo), Hi: byte(hi)}, t))
		}
		lo = hi + 1
	}
	return strings.Join(list, ", ")
}
