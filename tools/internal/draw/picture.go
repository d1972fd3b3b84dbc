package draw

import (
	"math"
	"slices"
)

// Sizes of what is drawn, in pixels.
const (
	radius    = 17 // of a state
	ring      = 3.5
	loopSize  = 20
	arrowSize = 8
	startSize = 26
	margin    = 14
	screen    = 1200 // width of a picture that is not scaled
)

// picture is a drawing with all places decided. Ranks lie one after the other from
// left to right or, if it is vertical, from top to bottom.
type picture struct {
	*Drawing
	*layout
	vertical      bool
	labels        [][]string // of the edges, wrapped
	width, height float64    // of all but the legend
	left, top     float64    // of the layout's beginning
}

// newPicture chooses the direction that needs less room: from left to right unless
// that is wider than a screen.
func newPicture(d *Drawing) *picture {
	p := layOut(d, false)
	if p.width > screen {
		if v := layOut(d, true); v.width < p.width {
			return v
		}
	}
	return p
}

// layOut lays out a drawing in a direction.
func layOut(d *Drawing, vertical bool) *picture {
	p := &picture{Drawing: d, vertical: vertical}
	var nodes, labels []extent
	loops := make([][]string, len(d.nodes))
	for _, e := range d.edges {
		lines := p.wrapLabel(e.label)
		p.labels = append(p.labels, lines)
		labels = append(labels, p.labelExtent(lines))
		if e.from == e.to {
			loops[e.from] = lines
		}
	}
	for i := range d.nodes {
		nodes = append(nodes, p.nodeExtent(&d.nodes[i], loops[i]))
	}
	p.layout = newLayout(nodes, labels, d.edges, d.start)
	least, most := math.Inf(1), math.Inf(-1)
	for _, v := range p.vertices {
		least, most = min(least, v.line-v.before), max(most, v.line+v.after)
	}
	long, wide := p.end[len(p.end)-1]+startSize+2*margin, most-least+2*margin
	if vertical {
		p.left, p.top, p.width, p.height = margin-least, margin+startSize, wide, long
	} else {
		p.left, p.top, p.width, p.height = margin+startSize, margin-least, long, wide
	}
	return p
}

// size returns the width and the height of a node.
func (n *node) size() (width, height float64) {
	text := widest(n.lines, nodeFont)
	if n.box {
		return text + 20, float64(len(n.lines)*lineRise + 12)
	}
	if n.accepting {
		text += 2 * ring
	}
	diameter := max(2*radius, text+10)
	return diameter, diameter
}

// nodeExtent is the room of a node with its loop: the one on the left
// or below, the other on the right or above.
func (p *picture) nodeExtent(n *node, loop []string) extent {
	width, height := n.size()
	loopWidth, loopHeight := p.loopSize(loop)
	x := extent{length: width, before: height / 2, after: height / 2, side: height/2 - 6}
	if p.vertical {
		x = extent{length: height, before: width / 2, after: width / 2, side: width/2 - 8}
	}
	if !n.box {
		x.side = 0.6 * width / 2
	}
	if p.vertical {
		x.after += loopWidth
		x.length = max(x.length, loopHeight)
	} else {
		x.before += loopHeight
		x.length = max(x.length, loopWidth)
	}
	return x
}

// loopSize returns the room that a loop with a label takes beyond its node.
func (p *picture) loopSize(label []string) (width, height float64) {
	if label == nil {
		return 0, 0
	}
	width, height = widest(label, labelFont)+6, float64(len(label)*lineRise)+4
	if p.vertical {
		return width + loopSize, height
	}
	return width, height + loopSize
}

// labelExtent is the room of a label: above the edge, or to the right of it.
func (p *picture) labelExtent(lines []string) extent {
	width, height := widest(lines, labelFont)+8, float64(len(lines)*lineRise)
	if p.vertical {
		return extent{length: height, before: 3, after: width}
	}
	return extent{length: width, before: height + 2, after: 3}
}

// point is a place in a picture.
type point struct{ x, y float64 }

// at returns the point that lies along and across in the layout.
func (p *picture) at(along, across float64) point {
	if p.vertical {
		return point{p.left + across, p.top + along}
	}
	return point{p.left + along, p.top + across}
}

// middle returns the middle of a rank, along.
func (l *layout) middle(rank int) float64 { return (l.begin[rank] + l.end[rank]) / 2 }

// centre returns the middle of a node, or of the stretch of an edge at its label.
func (p *picture) centre(v int) point {
	return p.at(p.middle(p.vertices[v].rank), p.vertices[v].line)
}

// stretch is the straight piece of an edge at a vertex, between two places along.
type stretch struct {
	vertex         int
	from, to, line float64
}

// stretches returns the pieces of an edge from its beginning to its arrow. Between
// them are curves, and nothing else is there.
func (p *picture) stretches(r *route) []stretch {
	var list []stretch
	for i, v := range r.way {
		at := &p.vertices[v]
		s := stretch{v, p.begin[at.rank], p.end[at.rank], at.line}
		switch i {
		case 0:
			port := p.portTo(v, r.way[1], false)
			s.line += port
			s.from = p.middle(at.rank) + p.depth(v, port)
			if r.reversed {
				s.from += arrowSize
			}
			s.to = max(s.from, s.to)
		case len(r.way) - 1:
			port := p.portTo(v, r.way[i-1], true)
			s.line += port
			s.to = p.middle(at.rank) - p.depth(v, port)
			if !r.reversed {
				s.to -= arrowSize
			}
			s.from = min(s.from, s.to)
		}
		list = append(list, s)
	}
	if r.reversed {
		slices.Reverse(list)
		for i, s := range list {
			list[i].from, list[i].to = s.to, s.from
		}
	}
	return list
}

// depth is how far along the border of a node is from its middle, at a port.
func (p *picture) depth(v int, port float64) float64 {
	n := &p.nodes[v]
	width, height := n.size()
	switch {
	case !n.box:
		return math.Sqrt(width*width/4 - port*port)
	case p.vertical:
		return height / 2
	}
	return width / 2
}
