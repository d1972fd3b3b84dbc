// Package exact proves that the marks of a machine are exact: on every text its registers decode to
// what the NFA says. The proof does not depend on how the machine was made.
package exact

import (
	"slices"

	"example.org/iri/compile/internal/machine"
	"example.org/iri/internal/nfa"
)

// MostPairs is how many pairs of states of the NFA and the machine a proof can have.
const MostPairs = 1 << 26

// Prove shows that for every accepted text, and every reading of it, the register of a mark decodes
// to where the marked rule begins. If this is not so, it returns a shortest text and says why. It
// follows all pairs of a text and a path through the NFA that reads it. Of their past it remembers
// only how register and path compare. So it visits finitely many nodes: states of the machine,
// times states of the NFA, times a few relations. As it follows every path, it also shows that no
// accepted text can be cut in two ways.
func Prove(n *nfa.Automaton, d *machine.Machine[machine.Marked], mark int) (text []byte, why string) {
	w := &walk{nfa: n, machine: d, live: n.Live(), mark: mark, seen: make([]uint8, len(n.States)*len(d.Output))}
	return w.search()
}

// relation compares the register of a mark with the place where a path last
// began the mark's rule.
type relation uint8

const (
	neither      relation = iota // register not set, rule not begun
	registerOnly                 // set, but this path has not begun the rule
	different                    // the path began the rule elsewhere, or the register is not set
	same
	stale relation = 4 // added if an earlier mark has fired since the register was set
)

// node is where a search stands: the automaton in state, the path in at.
type node struct {
	state, at int32
	relation  relation
	fired     bool  // the mark fired on the byte just read
	parent    int32 // node before the last byte, -1 at the beginning
	by        byte  // the last byte
}

type walk struct {
	nfa     *nfa.Automaton
	machine *machine.Machine[machine.Marked]
	live    []bool
	mark    int
	seen    []uint8 // relations met, a bit each, by NFA state and state
	nodes   []node
}

// search visits nodes in the order of their texts' lengths and returns the text
// of the first that breaks the claim, with the reason.
func (w *walk) search() (text []byte, why string) {
	if w.live[w.nfa.Start] {
		w.visit(node{state: w.machine.Start, at: w.nfa.Start, parent: -1})
	}
	if w.machine.Output[w.machine.Start].Marks>>w.mark&1 != 0 {
		return nil, "the rule can begin at offset 0, which means absent"
	}
	for i := 0; i < len(w.nodes); i++ {
		if why := w.broken(w.nodes[i]); why != "" {
			return w.text(int32(i)), why
		}
		w.step(int32(i))
	}
	return nil, ""
}

// visit adds a node, and with it those that the path reaches without a byte.
func (w *walk) visit(x node) {
	for stack := []node{x}; len(stack) > 0; {
		x = stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		s := &w.nfa.States[x.at]
		if int(s.Mark) == w.mark+1 {
			x.relation = different
			if x.fired {
				x.relation = same
			}
		}
		met := &w.seen[int(x.at)*len(w.machine.Output)+int(x.state)]
		if *met>>x.relation&1 != 0 {
			continue
		}
		*met |= 1 << x.relation
		w.nodes = append(w.nodes, x)
		for _, t := range s.Eps {
			if w.live[t] {
				x.at = t
				stack = append(stack, x)
			}
		}
	}
}

// step visits what one byte leads to from node i.
func (w *walk) step(i int32) {
	of := &w.machine.Classes
	for _, e := range w.nfa.States[w.nodes[i].at].Edges {
		var done [256]bool
		for b := int(e.Lo); b <= int(e.Hi); b++ {
			if class := of.Of[b]; !done[class] {
				done[class] = true
				w.read(i, e.To, byte(b))
			}
		}
	}
}

// read visits what byte b leads to from node i, the path going to at.
func (w *walk) read(i, at int32, b byte) {
	x := w.nodes[i]
	y := node{at: at, parent: i, by: b, relation: x.relation}
	y.state = w.machine.Row(x.state)[w.machine.Classes.Of[b]]
	marks := w.machine.Output[y.state].Marks
	y.fired = marks>>w.mark&1 != 0
	switch earlier := marks & (1<<w.mark - 1); {
	case y.fired && x.relation&^stale == neither:
		y.relation = registerOnly
	case y.fired && x.relation&^stale == same:
		y.relation = different
	case y.fired:
		y.relation &^= stale
	case earlier != 0 && x.relation != neither:
		y.relation |= stale
	}
	w.visit(y)
}

// broken says why the registers would not tell the truth if the text ended at x.
func (w *walk) broken(x node) string {
	if x.at != w.nfa.Accept {
		return ""
	}
	switch x.relation {
	case neither, registerOnly | stale, same:
		return ""
	case registerOnly:
		return "a register stays set though the rule is not there"
	case same | stale:
		return "an earlier mark fires after the rule has begun"
	}
	return "the rule begins elsewhere than where its mark fired last"
}

// text returns the bytes that lead to node i.
func (w *walk) text(i int32) []byte {
	var text []byte
	for ; w.nodes[i].parent >= 0; i = w.nodes[i].parent {
		text = append(text, w.nodes[i].by)
	}
	slices.Reverse(text)
	return text
}
