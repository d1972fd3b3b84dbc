package sample_test

import (
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/abnftest"
)

// decision is something that a reading of a text can do at a node.
type decision struct {
	node abnf.Node
	what int
}

// What can be done at nodes that are not alternations or repetitions; there it is
// the index of an alternative or the number of repetitions.
const (
	passed = -1 - iota
	lowEnd
	highEnd
	insideRange
	inLower
	inUpper
)

// chart knows which parts of a text match which nodes. It is the slow twin of the
// sampler: it knows no costs, no ways and no choices, and finds what all readings of
// a text do. Sets of offsets are bit sets, so that a text has at most 63 characters.
type chart struct {
	grammar *abnf.Grammar
	text    []rune
	known   map[place]uint64 // ends of texts of a node that begin in a place
	visited map[place]bool
	changed bool
	marked  map[span]bool
	does    map[decision]bool
}

type place struct {
	node  abnf.Node
	start int
}

type span struct {
	place
	end int
}

// newChart reads a text; whole tells whether it matches the rule.
func newChart(g *abnf.Grammar, rule, text string) (c *chart, whole bool) {
	c = &chart{grammar: g, text: []rune(text), known: make(map[place]uint64), marked: make(map[span]bool), does: make(map[decision]bool)}
	body := g.Lookup(rule).Body
	for c.changed = true; c.changed; { // recursion makes sets grow in rounds
		c.changed, c.visited = false, make(map[place]bool)
		c.ends(body, 0)
	}
	return c, c.known[place{body, 0}]>>len(c.text)&1 != 0
}

// readings returns the decisions of all readings of text as a whole, nil if there
// are none.
func readings(g *abnf.Grammar, rule, text string) map[decision]bool {
	c, whole := newChart(g, rule, text)
	if !whole {
		return nil
	}
	c.mark(g.Lookup(rule).Body, 0, len(c.text))
	return c.does
}

// ends returns where texts of n that begin at start can end, as far as is known.
func (c *chart) ends(n abnf.Node, start int) uint64 {
	at := place{n, start}
	if c.visited[at] {
		return c.known[at]
	}
	c.visited[at] = true
	if set := c.known[at] | c.newEnds(n, start); set != c.known[at] {
		c.known[at], c.changed = set, true
	}
	return c.known[at]
}

func (c *chart) newEnds(n abnf.Node, start int) uint64 {
	set := uint64(0)
	switch n := n.(type) {
	case *abnf.Alternation:
		for _, alt := range n.Alts {
			set |= c.ends(alt, start)
		}
	case *abnf.Concatenation:
		set = 1 << start
		for _, elem := range n.Elems {
			set = c.after(elem, set)
		}
	case *abnf.Repetition:
		for count, layer := range c.layers(n, start) {
			if count >= n.Min {
				set |= layer
			}
		}
	case *abnf.RuleRef:
		set = c.ends(c.grammar.Target(n).Body, start)
	default:
		for i := 0; ; i++ {
			if _, length := abnftest.Reads(n, i, 0); i == length {
				return 1 << (start + i)
			}
			if start+i == len(c.text) {
				break
			}
			if fits, _ := abnftest.Reads(n, i, c.text[start+i]); !fits {
				break
			}
		}
	}
	return set
}

// after returns where n can end if it begins in one of from.
func (c *chart) after(n abnf.Node, from uint64) uint64 {
	set := uint64(0)
	for i := range len(c.text) + 1 {
		if from>>i&1 != 0 {
			set |= c.ends(n, i)
		}
	}
	return set
}

// layers returns where each number of repetitions can end, up to the largest that is
// of interest.
func (c *chart) layers(n *abnf.Repetition, start int) []uint64 {
	last := n.Max
	if last == abnf.Unbounded || last > n.Min+len(c.text)+1 && last > 1000 {
		last = n.Min + len(c.text) + 1
	}
	list := []uint64{1 << start}
	for range last {
		list = append(list, c.after(n.Elem, list[len(list)-1]))
	}
	return list
}

// mark notes what readings of n from start to end do.
func (c *chart) mark(n abnf.Node, start, end int) {
	at := span{place{n, start}, end}
	if c.marked[at] {
		return
	}
	c.marked[at] = true
	c.does[decision{n, passed}] = true
	switch n := n.(type) {
	case *abnf.Alternation:
		for i, alt := range n.Alts {
			if c.ends(alt, start)>>end&1 != 0 {
				c.does[decision{n, i}] = true
				c.mark(alt, start, end)
			}
		}
	case *abnf.Concatenation:
		c.markSequence(n.Elems, start, end)
	case *abnf.Repetition:
		for count, layer := range c.layers(n, start) {
			if count >= n.Min && layer>>end&1 != 0 {
				c.does[decision{n, count}] = true
				elems := make([]abnf.Node, count)
				for i := range elems {
					elems[i] = n.Elem
				}
				c.markSequence(elems, start, end)
			}
		}
	case *abnf.RuleRef:
		c.mark(c.grammar.Target(n).Body, start, end)
	case *abnf.CharVal:
		got := string(c.text[start:end])
		c.does[decision{n, inLower}] = c.does[decision{n, inLower}] || got == strings.ToLower(got)
		c.does[decision{n, inUpper}] = c.does[decision{n, inUpper}] || got == strings.ToUpper(got)
	case *abnf.NumVal:
		if n.Range {
			switch uint32(c.text[start]) {
			case n.Values[0]:
				c.does[decision{n, lowEnd}] = true
				fallthrough
			case n.Values[1]:
				c.does[decision{n, highEnd}] = c.does[decision{n, highEnd}] || uint32(c.text[start]) == n.Values[1]
			default:
				c.does[decision{n, insideRange}] = true
			}
		}
	}
}

// markSequence notes what readings of elems, one after the other, do.
func (c *chart) markSequence(elems []abnf.Node, start, end int) {
	from := make([]uint64, len(elems)+1) // where the elements before can end
	from[0] = 1 << start
	for i, elem := range elems {
		from[i+1] = c.after(elem, from[i])
	}
	to := uint64(1) << end // where the elements behind can begin
	for i := len(elems) - 1; i >= 0; i-- {
		begins := uint64(0)
		for p := range len(c.text) + 1 {
			if from[i]>>p&1 == 0 {
				continue
			}
			for q := range len(c.text) + 1 {
				if c.ends(elems[i], p)&to>>q&1 != 0 {
					begins |= 1 << p
					c.mark(elems[i], p, q)
				}
			}
		}
		to = begins
	}
}
