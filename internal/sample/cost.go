package sample

import (
	"cmp"
	"container/heap"

	"example.org/iri/compile/abnf"
)

// cost is what a string takes. Of equally long strings those are preferred that pass
// through fewer nodes. As every node counts, what passes through a node takes more
// than what is below it, and shortest strings end even if rules refer to themselves.
type cost struct{ bytes, nodes int64 }

func (c cost) plus(d cost) cost { return cost{c.bytes + d.bytes, c.nodes + d.nodes} }

func (c cost) minus(d cost) cost { return cost{c.bytes - d.bytes, c.nodes - d.nodes} }

func (c cost) times(n int) cost { return cost{c.bytes * int64(n), c.nodes * int64(n)} }

// capped keeps what is far above all limits from overflowing.
func (c cost) capped() cost {
	const most = 1 << 30
	return cost{min(c.bytes, most), min(c.nodes, most)}
}

func (c cost) compare(d cost) int {
	return cmp.Or(cmp.Compare(c.bytes, d.bytes), cmp.Compare(c.nodes, d.nodes))
}

// within reports whether neither number is above that of d.
func (c cost) within(d cost) bool { return c.bytes <= d.bytes && c.nodes <= d.nodes }

// allowed reports whether a string that takes c is made.
func (c cost) allowed() bool { return c.within(cost{MaxBytes, maxSteps}) }

// step is the cost of a node itself.
var step = cost{nodes: 1}

// findLeast finds a shortest string for each node, first for those that need the
// least (Donald Knuth, A Generalization of Dijkstra's Algorithm, 1977).
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
		if x.fruitful {
			continue
		}
		x.fruitful, x.least = true, x.cost
		for _, p := range x.parents {
			if p.missing--; p.missing <= 0 {
				q.add(item{node: p, cost: p.costOf(p.toward(x.node)).capped()})
			}
		}
	}
}

// findContexts finds a shortest way from the start to each fruitful node that can be
// on one (Edsger Dijkstra, A Note on Two Problems in Connexion with Graphs, 1959).
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
			if !child.fruitful {
				continue
			}
			through := x.least // of a sequence, the same through each child: not to be added up each time
			if !sequence {
				through = x.costOf(x.toward(child))
			}
			rest := through.minus(child.least)
			q.add(item{node: child, cost: x.cost.plus(rest).capped(), parent: x.node})
		}
	}
}

// queue is a priority queue, what takes the least first.
type queue struct{ items []item }

type item struct {
	*node
	cost   cost
	parent *node
}

func (q *queue) add(x item) { heap.Push(q, x) }
func (q *queue) next() item { return heap.Pop(q).(item) }

// The methods that package heap asks for.

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
