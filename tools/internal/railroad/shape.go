package railroad

import (
	"fmt"

	"example.org/iri/compile/abnf"
)

// shape is a part of a diagram. Its track enters at the left edge and leaves at the right one.
type shape interface {
	bounds() size
	draw(c *canvas, x, y int) // position of the entry
}

// size is the extent of a shape above and below the line of its entry, and the drop from that line to the exit.
type size struct{ width, up, down, drop int }

func (s size) bounds() size { return s }

type shaper struct{ encoding abnf.Encoding }

// shape lays out a node. Sequences wrap at limit, if possible.
func (l shaper) shape(n abnf.Node, limit int) shape {
	switch n := n.(type) {
	case *abnf.Alternation:
		return l.alternation(n, limit)
	case *abnf.Concatenation:
		var list []shape
		for _, elem := range n.Elems {
			list = append(list, l.shape(elem, limit))
		}
		return newSequence(list, limit)
	case *abnf.Repetition:
		return l.repetition(n, limit)
	case *abnf.RuleRef:
		return newReference(n)
	case *abnf.ProseVal:
		return newProse(n.Text)
	}
	if label := l.label(n); label.text != "" {
		return newTerminal(label)
	}
	return newNothing()
}

// within returns the limit inside a shape that takes some of it.
func within(limit, taken int) int { return max(limit-taken, minWidth) }

// alternation puts many adjacent terminals into one box, and other alternatives on separate rows.
func (l shaper) alternation(n *abnf.Alternation, limit int) shape {
	const many = 3
	var rows []shape
	var run []label
	flush := func() {
		if len(run) >= many {
			rows = append(rows, newList(run))
		} else {
			for _, label := range run {
				rows = append(rows, newTerminal(label))
			}
		}
		run = nil
	}
	for _, alt := range n.Alts {
		if label := l.label(alt); label.text != "" {
			run = append(run, label)
			continue
		}
		flush()
		rows = append(rows, l.shape(alt, within(limit, 4*radius)))
	}
	flush()
	return newChoice(rows)
}

// repetition makes a loop, with a bypass if it may be empty.
func (l shaper) repetition(n *abnf.Repetition, limit int) shape {
	if n.Max == 0 {
		return newNothing()
	}
	outside := 0
	if n.Min == 0 {
		outside = 4 * radius
	}
	var s shape
	if n.Max == 1 {
		s = l.shape(n.Elem, within(limit, outside))
	} else {
		s = newLoop(l.shape(n.Elem, within(limit, outside+2*radius)), times(n.Min, n.Max))
	}
	if n.Min == 0 {
		s = newBypass(s)
	}
	return s
}

// times returns the caption of a loop, or "" for any number of times.
func times(lo, hi int) string {
	switch {
	case hi == abnf.Unbounded && lo <= 1:
		return ""
	case hi == abnf.Unbounded:
		return fmt.Sprintf("at least %d times", lo)
	case lo == hi:
		return fmt.Sprintf("%d times", lo)
	case lo == 0:
		return fmt.Sprintf("up to %d times", hi)
	}
	return fmt.Sprintf("%d to %d times", lo, hi)
}
