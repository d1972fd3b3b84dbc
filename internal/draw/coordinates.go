package draw

import (
	"cmp"
	"math"
	"slices"
)

// Distances of a drawing, in pixels.
const (
	nodeGap = 16 // across
	edgeGap = 10
	rankGap = 18 // along, at least
	portGap = 9
)

// placeAcross decides where the lines of the vertices are. Sweeps move each vertex to
// the mean of its neighbours, as far as those beside it in its rank let it.
func (l *layout) placeAcross() {
	for rank := range l.ranks {
		at := 0.0
		for i, v := range l.ranks[rank] {
			if i > 0 {
				at += l.distance(l.ranks[rank][i-1], v)
			}
			l.vertices[v].line = at
		}
	}
	sweeps := l.sweeps(60)
	for sweep := range sweeps {
		if sweep == sweeps/2 {
			l.setPorts()
		}
		for i := range l.ranks {
			rank := i
			if sweep%2 != 0 {
				rank = len(l.ranks) - 1 - i
			}
			l.placeRank(rank)
		}
	}
	l.setPorts()
	l.straighten()
}

// distance is how far apart the lines of neighbours in a rank must be.
func (l *layout) distance(v, w int) float64 {
	gap := float64(nodeGap)
	if l.vertices[v].kind != isNode && l.vertices[w].kind != isNode {
		gap = edgeGap
	}
	return l.vertices[v].after + gap + l.vertices[w].before
}

// placeRank moves the vertices of a rank as near as possible, by squares of
// distances, to where their neighbours want them: an isotonic regression, found by
// pooling adjacent violators.
func (l *layout) placeRank(rank int) {
	type pool struct {
		sum, weight float64
		count       int
	}
	var pools []pool
	offset := 0.0 // of a vertex if all before it stand as near as they can
	var offsets []float64
	for i, v := range l.ranks[rank] {
		if i > 0 {
			offset += l.distance(l.ranks[rank][i-1], v)
		}
		offsets = append(offsets, offset)
		wanted, weight := l.wanted(v)
		p := pool{(wanted - offset) * weight, weight, 1}
		for last := len(pools) - 1; last >= 0 && pools[last].sum/pools[last].weight > p.sum/p.weight; last-- {
			p = pool{p.sum + pools[last].sum, p.weight + pools[last].weight, p.count + pools[last].count}
			pools = pools[:last]
		}
		pools = append(pools, p)
	}
	i := 0
	for _, p := range pools {
		for range p.count {
			l.vertices[l.ranks[rank][i]].line = quarter(p.sum/p.weight) + offsets[i]
			i++
		}
	}
}

// quarter rounds to quarters of a pixel. Sums of them are exact, so that drawings are
// the same on processors that fuse operations.
func quarter(x float64) float64 { return math.Round(x*4) / 4 }

// wanted returns where the neighbours of a vertex want it, and how much that counts.
func (l *layout) wanted(v int) (line, weight float64) {
	for _, before := range []bool{true, false} {
		for _, n := range l.links(v, before) {
			w := l.pull(v, n.to)
			line += w * (l.vertices[n.to].line + l.portTo(n.to, v, !before) - n.port)
			weight += w
		}
	}
	if weight == 0 {
		return l.vertices[v].line, 1
	}
	return line / weight, weight
}

// pull is how much an edge between two vertices wants to be straight.
func (l *layout) pull(v, w int) float64 {
	nodes := 0
	for _, x := range []int{v, w} {
		if l.vertices[x].kind == isNode {
			nodes++
		}
	}
	return []float64{8, 2, 1}[nodes]
}

// portTo returns the port of v's link to a vertex.
func (l *layout) portTo(v, to int, before bool) float64 {
	for _, n := range l.links(v, before) {
		if n.to == to {
			return n.port
		}
	}
	return 0
}

// setPorts spreads the edges of each node over its side.
func (l *layout) setPorts() {
	for v := range l.vertices {
		at := &l.vertices[v]
		if at.kind != isNode {
			continue
		}
		for _, links := range [][]link{at.lower, at.higher} {
			slices.SortFunc(links, func(a, b link) int { return cmp.Compare(l.vertices[a.to].order, l.vertices[b.to].order) })
			step := 0.0
			if n := len(links) - 1; n > 0 {
				step = min(portGap, 2*at.side/float64(n))
			}
			for i := range links {
				links[i].port = quarter(step * (float64(i) - float64(len(links)-1)/2))
			}
		}
	}
}

// placeAlong makes each rank as long as its longest vertex, and puts the more room
// between two the steeper the edges between them are, and the more of these there are.
func (l *layout) placeAlong() {
	const steep, most = 60, 40
	at := 0.0
	for _, vertices := range l.ranks {
		longest, steepest, many := 0.0, 0.0, 0
		for _, v := range vertices {
			longest = max(longest, l.vertices[v].length)
			for _, n := range l.vertices[v].higher {
				aside := math.Abs(l.vertices[n.to].line - l.vertices[v].line)
				steepest = max(steepest, aside)
				if aside > steep {
					many++
				}
			}
		}
		l.begin = append(l.begin, at)
		l.end = append(l.end, at+longest)
		at += longest + rankGap + quarter(min(steepest/20+float64(2*many), most))
	}
}
