// Package nfa turns a rule of a grammar into a nondeterministic automaton over bytes. It analyses recursive rules
// (graph.go, recursion.go), counts the states (size.go), makes them (thompson.go) and merges states with the same
// future (reduction.go).
package nfa

import (
	"fmt"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// Automaton is a nondeterministic automaton over bytes with epsilon transitions, one start and one accepting state.
type Automaton struct {
	Name          string
	States        []State
	Start, Accept int32
	Held          [][]HeldPart // by state: the parts that contain it, innermost first; nil without parts
	Expansions    []Expansion
}

// State is a state with its transitions; Eps are epsilon transitions.
type State struct {
	Eps       []int32
	Edges     []Edge
	Expansion int32 // index of the expansion that the state belongs to
	Tag       int8  // 1 + number of the tag that is set here, or 0
	Turn      Turn
}

// Turn marks where a path enters a rule from the loop in which the rule refers to itself, and where it returns to the
// loop of the last rule entered in this way.
type Turn int8

const (
	Enter  Turn = 1
	Return Turn = 2
)

// BeginTag returns the tag of the beginning of a span.
func BeginTag(span int) int8 { return int8(2 * span) }

// EndTag returns the tag of the end of a span.
func EndTag(span int) int8 { return int8(2*span + 1) }

// Begins reports whether s is the beginning of a span.
func (s *State) Begins() bool { return s.Tag&1 == 1 }

// Ends reports whether s is the end of a span.
func (s *State) Ends() bool { return s.Tag != 0 && s.Tag&1 == 0 }

// Edge is a transition on a range of bytes.
type Edge struct {
	dfa.ByteRange
	To int32
}

// Expansion is the expansion of a reference to a rule. A recursive rule is expanded once.
type Expansion struct {
	Rule  *abnf.Rule
	Outer int32 // the expansion that has the reference, or -1
}

// Live reports for each state whether it is on a path to the accepting state. The others belong to parses that no
// string can complete, and must not keep parts apart. All edges of a live state lead to live states, because they lead
// to the end of its fragment.
func (n *Automaton) Live() []bool {
	return n.leadsTo(n.sources(), func(int32) bool { return false })
}

// CanSkip returns for each tag the states from which a path leads to the accepting state without setting the tag.
func (n *Automaton) CanSkip(tags int) [][]bool {
	from := n.sources()
	skip := make([][]bool, tags)
	for tag := range skip {
		skip[tag] = n.leadsTo(from, func(i int32) bool { return int(n.States[i].Tag) == tag+1 })
	}
	return skip
}

// Repeats reports whether a path from the start to the accepting state sets a tag twice.
func (n *Automaton) Repeats(tag int8, live []bool) bool {
	type point struct {
		state int32
		after bool
	}
	met := make(map[point]bool)
	for stack := []point{{n.Start, false}}; len(stack) > 0; {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if met[at] || !live[at.state] {
			continue
		}
		met[at] = true
		s := &n.States[at.state]
		if s.Tag == tag+1 && at.after {
			return true
		}
		after := at.after || s.Tag == tag+1
		for _, to := range s.Eps {
			stack = append(stack, point{to, after})
		}
		for _, e := range s.Edges {
			stack = append(stack, point{e.To, after})
		}
	}
	return false
}

func (n *Automaton) sources() [][]int32 {
	from := make([][]int32, len(n.States))
	for i, s := range n.States {
		for _, t := range s.Eps {
			from[t] = append(from[t], int32(i))
		}
		for _, e := range s.Edges {
			from[e.To] = append(from[e.To], int32(i))
		}
	}
	return from
}

// leadsTo reports for each state whether a path leads from it to the accepting state without entering a barrier.
func (n *Automaton) leadsTo(from [][]int32, barrier func(int32) bool) []bool {
	leads := make([]bool, len(n.States))
	leads[n.Accept] = true
	for stack := []int32{n.Accept}; len(stack) > 0; {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if barrier(t) {
			continue
		}
		for _, s := range from[t] {
			if !leads[s] {
				leads[s] = true
				stack = append(stack, s)
			}
		}
	}
	return leads
}

// String lists the automaton, with a line for each state.
func (n *Automaton) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d states\n", n.Name, len(n.States))
	for i, s := range n.States {
		start, accept := " ", " "
		if int32(i) == n.Start {
			start = ">"
		}
		if int32(i) == n.Accept {
			accept = "*"
		}
		var list []string
		for _, t := range s.Eps {
			list = append(list, fmt.Sprintf("eps %d", t))
		}
		for _, e := range s.Edges {
			list = append(list, fmt.Sprintf("%v %d", e.ByteRange, e.To))
		}
		fmt.Fprintln(&b, strings.TrimRight(fmt.Sprintf("%s %s%3d  %s", start, accept, i, strings.Join(list, ", ")), " "))
	}
	return b.String()
}
