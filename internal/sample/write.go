package sample

import (
	"math/rand/v2"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/values"
)

// writer writes one string. It makes the choices that lead to one wanted choice of one node. Elsewhere it chooses freely,
// as long as the string costs at most spare more than the shortest one.
type writer struct {
	rng      *rand.Rand
	encoding abnf.Encoding
	text     []byte
	steps    int  // visited nodes and compared choices, which are limited
	roams    bool // choices are random; otherwise, those made least often are preferred
	spare    cost // that may still be added to the least cost
}

// free is the index for a node without a wanted choice.
const free = -1

// write writes a string for n. The path leads from a child of n to a node, which makes the choice with an index (see
// choices.go). If the path is empty, that node is n, and the index may be free.
func (w *writer) write(n *node, path []*node, index int) {
	choice := w.choose(n, path, index)
	switch m := n.Node.(type) {
	case *abnf.Alternation:
		w.writeChild(n.children[choice], path, index)
	case *abnf.Concatenation, *abnf.RuleRef:
		for _, child := range n.children {
			w.writeChild(child, path, index)
		}
	case *abnf.Repetition:
		for range choice {
			w.writeChild(n.children[0], path, index)
			path = nil
		}
	case *abnf.CharVal:
		w.writeString(m.Text, choice)
	case *abnf.NumVal:
		w.writeNumber(n, m.Range, choice)
	}
}

func (w *writer) writeChild(child *node, path []*node, index int) {
	if len(path) > 0 && path[0] == child {
		w.write(child, path[1:], index)
	} else {
		w.write(child, nil, free)
	}
}

func (w *writer) writeString(text string, choice int) {
	switch choice {
	case lowerCase:
		text = strings.ToLower(text)
	case upperCase:
		text = strings.ToUpper(text)
	}
	w.text = append(w.text, text...)
}

func (w *writer) writeNumber(n *node, isRange bool, choice int) {
	switch {
	case !isRange:
		w.text = append(w.text, n.texts[0]...)
	case choice == between:
		after := 1 + w.rng.Int32N(int32(n.set.Len()-2)) // offset from the lower end
		for r := range n.set.Ranges() {
			if after <= r.Hi-r.Lo {
				w.text = values.Append(w.encoding, w.text, r.Lo+after)
				break
			}
			after -= r.Hi - r.Lo + 1
		}
	default:
		w.text = append(w.text, n.texts[choice]...)
	}
}

func (w *writer) choose(n *node, path []*node, index int) int {
	w.steps++
	switch m, repeats := n.Node.(*abnf.Repetition); {
	case len(path) > 0:
		index, _ = slices.BinarySearch(n.choices, n.choiceToward(path[0]))
	case index == free && repeats && w.roams:
		return w.repeat(n, m)
	case index == free:
		index = w.pick(n)
	}
	n.made[index]++
	return n.choices[index]
}

// pick returns the index of a random choice within the spare cost; unless w roams, it is one of those made least often.
func (w *writer) pick(n *node) int {
	if len(n.choices) == 1 {
		return 0
	}
	w.steps += len(n.choices)
	var list []int
	for i, choice := range n.choices {
		if !n.excess(choice).within(w.spare) {
			continue
		}
		if !w.roams && len(list) > 0 && n.made[i] < n.made[list[0]] {
			list = list[:0]
		}
		if w.roams || len(list) == 0 || n.made[i] == n.made[list[0]] {
			list = append(list, i)
		}
	}
	index := list[w.rng.IntN(len(list))]
	w.spare = w.spare.minus(n.excess(n.choices[index]))
	return index
}

func (n *node) excess(choice int) cost {
	c := n.costOf(choice).minus(n.least)
	return cost{max(c.bytes, 0), max(c.nodes, 0)}
}

// repeat returns a random number of repetitions. A further one has a probability of two thirds, within the spare cost.
func (w *writer) repeat(n *node, m *abnf.Repetition) int {
	count := m.Min
	if m.Max == 0 || !n.children[0].productive {
		return count
	}
	each := n.children[0].least
	for (m.Max == abnf.Unbounded || count < m.Max) && each.within(w.spare) && w.rng.IntN(3) > 0 {
		w.spare = w.spare.minus(each)
		count++
	}
	return count
}
