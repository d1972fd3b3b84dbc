package compile

import (
	"fmt"
	"strings"

	"example.org/iri/dfa"
)

// machine is a complete deterministic automaton over byte classes, between the
// subset construction and the layout of its table. State 0 is dead.
type machine struct {
	name    string
	classes alphabet
	next    []int32 // next[s*classes.n+c] is the state after s
	start   int32
	output  []output
}

// output is what a state says of the texts that lead to it. States that differ
// in it are never merged.
type output struct {
	accepts bool
	marks   uint16 // set of the marks that fire
	part    uint8
	program int32 // number of the moves of registers on entering
	places  int32 // number of the places of spans, if it accepts
}

func (d *machine) row(s int32) []int32 {
	return d.next[int(s)*d.classes.n:][:d.classes.n]
}

// addState appends a state whose transitions all lead to the dead one.
func (d *machine) addState(o output) int32 {
	d.output = append(d.output, o)
	d.next = append(d.next, make([]int32, d.classes.n)...)
	return int32(len(d.output) - 1)
}

// String lists the states, a line each, in the style of dfa.Automaton.
func (d *machine) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d states, %d classes\n", d.name, len(d.output), d.classes.n)
	for s := range int32(len(d.output)) {
		start, accept := " ", " "
		if s == d.start {
			start = ">"
		}
		if d.output[s].accepts {
			accept = "*"
		}
		fmt.Fprintln(&b, strings.TrimRight(fmt.Sprintf("%s %s%3d  %s", start, accept, s, d.edgeList(s)), " "))
	}
	return b.String()
}

func (d *machine) edgeList(s int32) string {
	row := d.row(s)
	var list []string
	for lo := 0; lo < 256; {
		t, hi := row[d.classes.of[lo]], lo
		for hi < 255 && row[d.classes.of[hi+1]] == t {
			hi++
		}
		if t != 0 {
			list = append(list, fmt.Sprintf("%v %d", dfa.ByteRange{Lo: byte(lo), Hi: byte(hi)}, t))
		}
		lo = hi + 1
	}
	return strings.Join(list, ", ")
}
