package draw

import (
	"cmp"
	"math"
	"slices"
)

// block is vertices of ranks one after the other whose lines are the same, but for
// ports of nodes, so that the edge through them is straight.
type block struct {
	line    float64
	members []member
}

// member is a vertex of a block with the distance of its line from the block's.
type member struct {
	vertex int
	offset float64
}

// joint is a link that can be made straight.
type joint struct {
	low, high int
	delta     float64 // the line of high, less that of low
	worth     int
}

// straighten decides where the lines of the vertices are. It makes long edges straight where they do
// not cross each other.
func (l *layout) straighten() {
	s := &straightener{layout: l, of: make([]*block, len(l.vertices)), offset: make([]float64, len(l.vertices))}
	s.makeBlocks()
	s.spread()
	for sweep := range l.sweeps(40) {
		for i := range s.blocks {
			if sweep%2 != 0 {
				i = len(s.blocks) - 1 - i
			}
			s.move(s.blocks[i])
		}
	}
	for v := range l.vertices {
		l.vertices[v].line = s.line(v)
	}
}

type straightener struct {
	*layout
	blocks []*block
	of     []*block // of each vertex
	offset []float64
}

func (s *straightener) line(v int) float64 { return s.of[v].line + s.offset[v] }

// makeBlocks chains joints up, those that are worth most first.
func (s *straightener) makeBlocks() {
	high, low := make(map[int]joint), make(map[int]joint)
	taken := make([][]joint, len(s.ranks))
	for _, j := range s.joints() {
		rank := s.vertices[j.low].rank
		_, lowTaken := high[j.low]
		_, highTaken := low[j.high]
		if lowTaken || highTaken || slices.ContainsFunc(taken[rank], func(k joint) bool { return s.cross(j, k) }) {
			continue
		}
		high[j.low], low[j.high] = j, j
		taken[rank] = append(taken[rank], j)
	}
	for _, rank := range s.ranks {
		for _, v := range rank {
			if _, follows := low[v]; follows {
				continue
			}
			b := &block{}
			s.blocks = append(s.blocks, b)
			offset := 0.0
			for on := true; on; {
				b.members = append(b.members, member{v, offset})
				s.of[v], s.offset[v] = b, offset
				var j joint
				j, on = high[v]
				v, offset = j.high, offset+j.delta
			}
		}
	}
}

// joints lists the links that can be made straight: those between places where edges
// pass, and the only link on a side of a node.
func (s *straightener) joints() []joint {
	var list []joint
	for v := range s.vertices {
		for _, h := range s.vertices[v].higher {
			from, to := &s.vertices[v], &s.vertices[h.to]
			j := joint{low: v, high: h.to, delta: h.port}
			switch {
			case from.kind == isNode && len(from.higher) == 1:
				j.worth = 1
			case to.kind == isNode && len(to.lower) == 1:
				j.worth, j.delta = 1, -to.lower[0].port
			case from.kind == isNode || to.kind == isNode:
				continue
			case from.kind == isBend && to.kind == isBend:
				j.worth = 3
			default:
				j.worth = 2
			}
			list = append(list, j)
		}
	}
	slices.SortStableFunc(list, func(a, b joint) int { return cmp.Compare(b.worth, a.worth) })
	return list
}

// cross reports whether two joints from one rank to the next cross.
func (s *straightener) cross(j, k joint) bool {
	return (s.vertices[j.low].order < s.vertices[k.low].order) != (s.vertices[j.high].order < s.vertices[k.high].order)
}

// spread puts blocks as near to one side as those beside them let it.
func (s *straightener) spread() {
	for _, b := range s.sorted() {
		for _, m := range b.members {
			if next := s.beside(m.vertex, 1); next >= 0 {
				s.of[next].line = max(s.of[next].line, s.line(m.vertex)+s.distance(m.vertex, next)-s.offset[next])
			}
		}
	}
}

// sorted returns the blocks so that each comes before those on its far side. There is
// such an order, since blocks do not cross.
func (s *straightener) sorted() []*block {
	nearer := make(map[*block]int) // how many vertices of a block have one beside them
	for v := range s.vertices {
		if s.beside(v, -1) >= 0 {
			nearer[s.of[v]]++
		}
	}
	var order []*block
	for _, b := range s.blocks {
		if nearer[b] == 0 {
			order = append(order, b)
		}
	}
	for i := 0; i < len(order); i++ {
		for _, m := range order[i].members {
			if next := s.beside(m.vertex, 1); next >= 0 {
				if nearer[s.of[next]]--; nearer[s.of[next]] == 0 {
					order = append(order, s.of[next])
				}
			}
		}
	}
	return order
}

// beside returns the vertex that is so many places further on in the rank of v, -1 if
// there is none.
func (s *straightener) beside(v, places int) int {
	at := &s.vertices[v]
	if i := at.order + places; 0 <= i && i < len(s.ranks[at.rank]) {
		return s.ranks[at.rank][i]
	}
	return -1
}

// move puts a block as near to where its neighbours want it as those beside it let it.
func (s *straightener) move(b *block) {
	least, most := math.Inf(-1), math.Inf(1)
	sum, links := 0.0, 0.0
	for _, m := range b.members {
		if last := s.beside(m.vertex, -1); last >= 0 {
			least = max(least, s.line(last)+s.distance(last, m.vertex)-m.offset)
		}
		if next := s.beside(m.vertex, 1); next >= 0 {
			most = min(most, s.line(next)-s.distance(m.vertex, next)-m.offset)
		}
		for _, before := range []bool{true, false} {
			for _, n := range s.links(m.vertex, before) {
				if s.of[n.to] != b {
					sum += s.line(n.to) + s.portTo(n.to, m.vertex, !before) - n.port - m.offset
					links++
				}
			}
		}
	}
	if links > 0 {
		b.line = min(max(quarter(sum/links), least), most)
	}
}
