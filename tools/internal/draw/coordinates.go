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

// distance is how far apart the lines of neighbours in a rank must be.
func (l *layout) distance(v, w int) float64 {
	gap := float64(nodeGap)
	if l.vertices[v].kind != isNode && l.vertices[w].kind != isNode {
		gap = edgeGap
	}
	return l.vertices[v].after + gap + l.vertices[w].before
}

// quarter rounds to quarters of a pixel. Sums of them are exact, so that drawings are
// the same on processors that fuse operations.
func quarter(x float64) float64 { return math.Round(x*4) / 4 }

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
