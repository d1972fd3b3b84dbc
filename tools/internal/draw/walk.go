package draw

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/values"
)

// A Walk is the way of a string through a drawing.
type Walk struct {
	Stays   []Stay
	Read    int  // bytes of the string that lie on the way: whole characters
	Accepts bool // the way is that of the whole string, and the last state accepts

	nodes map[int]bool
	edges map[[2]int]bool
	last  int // node
}

// A Stay is a part of a string that leads to a node of a drawing and keeps within it.
type Stay struct {
	Node       string   // as it stands in the drawing: the number of a state, or the names of a box
	Parts      []string // those that one of its states may be in
	Start, End int      // offsets of the part; at the start of the drawing it may be empty
}

// Walk follows a string from the start, until no edge leads on.
func (d *Drawing) Walk(text string) *Walk {
	w := &Walk{nodes: make(map[int]bool), edges: make(map[[2]int]bool)}
	s := d.automaton.Start
	if s == dfa.Dead {
		return w
	}
	at := d.of[s]
	w.enter(d, at)
	for w.Read < len(text) {
		to, n := d.automaton.next(s, text[w.Read:])
		if to == dfa.Dead {
			break
		}
		s = to
		if node := d.of[s]; node != at {
			w.edges[[2]int{at, node}] = true
			at = node
			w.enter(d, at)
		} else if !d.nodes[at].box {
			w.edges[[2]int{at, at}] = true
		}
		w.Read += n
		w.Stays[len(w.Stays)-1].End = w.Read
	}
	w.last, w.Accepts = at, w.Read == len(text) && d.automaton.Accepts(s)
	return w
}

// enter begins a stay.
func (w *Walk) enter(d *Drawing, node int) {
	n := &d.nodes[node]
	w.nodes[node] = true
	w.Stays = append(w.Stays, Stay{Node: n.name(), Parts: n.parts, Start: w.Read, End: w.Read})
}

// next reads a character, and returns the state that it leads to and its length.
func (m *charAutomaton) next(s dfa.State, text string) (to dfa.State, n int) {
	_, size := values.Decode(m.encoding, text)
	if size == 0 {
		return dfa.Dead, 0
	}
	for i := range size {
		s = m.Next(s, text[i])
	}
	return s, size
}
