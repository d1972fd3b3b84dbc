package suite

import (
	"slices"
	"strings"

	"example.org/iri/dfa"
	"example.org/iri/internal/walk"
)

// A machine is an automaton over one byte of each class, with the reachable states, numbered breadth-first from the
// start.
type machine struct {
	name    string
	bytes   string   // one of each class, in increasing order
	access  []string // by state: the first in byte order of the shortest strings that lead to it
	next    [][]int  // next[s][i] is the successor of s on bytes[i]
	accepts []bool
}

func newMachine(a *dfa.Automaton) *machine {
	m := &machine{name: a.Name, bytes: representatives(a), access: []string{""}}
	states, number := []dfa.State{a.Start}, map[dfa.State]int{a.Start: 0}
	for s := 0; s < len(states); s++ {
		row := make([]int, len(m.bytes))
		for i := range row {
			t := a.Next(states[s], m.bytes[i])
			if _, known := number[t]; !known {
				number[t] = len(states)
				states = append(states, t)
				m.access = append(m.access, m.access[s]+m.bytes[i:i+1])
			}
			row[i] = number[t]
		}
		m.next = append(m.next, row)
		m.accepts = append(m.accepts, a.Accepts(states[s]))
	}
	return m
}

// representatives returns a byte of each class in increasing order: the first printable one, else the first.
func representatives(a *dfa.Automaton) string {
	bytes := make([]byte, walk.NumClasses(a))
	for b := 255; b >= 0; b-- {
		bytes[a.Classes[b]] = byte(b)
	}
	for b := byte('~'); b > ' '; b-- {
		bytes[a.Classes[b]] = b
	}
	slices.Sort(bytes)
	return string(bytes)
}

// accepted reports whether text, which consists of m.bytes, is accepted from state s.
func (m *machine) accepted(s int, text string) bool {
	for i := range len(text) {
		s = m.next[s][strings.IndexByte(m.bytes, text[i])]
	}
	return m.accepts[s]
}
