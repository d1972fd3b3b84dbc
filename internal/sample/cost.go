package sample

import (
	"cmp"
	"container/heap"

	"example.org/iri/compile/abnf"
)

// cost is the length of a string and the number of nodes in its parse tree. Because nodes count, a node costs more than
// its children, so the parse tree of a shortest string is finite even if rules refer to themselves.
type cost struct{ bytes, nodes int64 }

func (c cost) plus(d cost) cost { return cost{c.bytes + d.bytes, c.nodes + d.nodes} }

func (c cost) minus(d cost) cost { return cost{c.bytes - d.bytes, c.nodes - d.nodes} }

func (c cost) times(n int) cost { return cost{c.bytes * int64(n), c.nodes * int64(n)} }

// capped prevents overflow. The cap is far above all limits.
func (c cost) capped() cost {
	const most = 1 << 30
	return cost{min(c.bytes, most), min(c.nodes, most)}
}

func (c cost) compare(d cost) int {
	return cmp.Or(cmp.Compare(c.bytes, d.bytes), cmp.Compare(c.nodes, d.nodes))
}

func (c cost) within(d cost) bool { return c.bytes <= d.bytes && c.nodes <= d.nodes }

func (c cost) allowed() bool { return c.within(cost{MaxBytes, maxSteps}) }

var step = cost{nodes: 1}

// findLeast finds a shortest string for each node (Donald Knuth, A Generalization of Dijkstra's Algorithm, 1977).
func (t *tree) findLeast() {
	var q queue
	for _, n := range t.nodes {
		n.missing = 1
		switch m := n.Node.(type) {
		case *abnf.Concatenation:
			n.missing = len(n.children)
		case *abnf.Repetition:
			if m.Min == 0 || m.Max == 0 {
				q.add(item{node: n, cost: step})
			}
		case *abnf.CharVal:
			q.add(item{node: n, cost: n.costOf(asWritten)})
		case *abnf.NumVal:
			if n.texts != nil {
				q.add(item{node: n, cost: n.costOf(low)})
			}
		}
	}
	for len(q.items) > 0 {
		x := q.next()
		if x.productive {
			continue
		}
		x.productive, x.least = true, x.cost
		for _, p := range x.parents {
			if p.missing--; p.missing <= 0 {
				q.add(item{node: p, cost: p.costOf(p.choiceToward(x.node)).capped()})
			}
		}
	}
}

// findContexts finds, for each productive node that is reachable from the start, the least cost of the rest of a string
// through it (Edsger Dijkstra, A Note on Two Problems in Connexion with Graphs, 1959).
func (t *tree) findContexts() {
	var q queue
	q.add(item{node: t.start})
	for len(q.items) > 0 {
		x := q.next()
		if x.reached {
			continue
		}
		x.reached, x.context, x.via = true, x.cost, x.parent
		_, sequence := x.Node.(*abnf.Concatenation)
		for _, child := range x.children {
			if !child.productive {
				continue
			}
			through := x.least // right for a sequence; computing the sum for each child would take quadratic time
			if !sequence {
				through = x.costOf(x.choiceToward(child))
			}
			rest := through.minus(child.least)
			q.add(item{node: child, cost: x.cost.plus(rest).capped(), parent: x.node})
		}
	}
}

type queue struct{ items []item }

type item struct {
	*node
	cost   cost
	parent *node
}

func (q *queue) add(x item) { heap.Push(q, x) }
func (q *queue) next() item { return heap.Pop(q).(item) }

func (q *queue) Len() int           { return len(q.items) }
func (q *queue) Less(i, j int) bool { return q.items[i].cost.compare(q.items[j].cost) < 0 }
func (q *queue) Swap(i, j int)      { q.items[i], q.items[j] = q.items[j], q.items[i] }
func (q *queue) Push(x any)         { q.items = append(q.items, x.(item)) }
func (q *queue) Pop() any {
	last := len(q.items) - 1
	x := q.items[last]
	q.items = q.items[:last]
	return x
}
