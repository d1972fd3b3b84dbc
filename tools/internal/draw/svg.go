package draw

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.org/iri/tools/internal/svg"
)

const (
	walkColour = "#0b57d0"
	stopColour = "#b3261e"
)

// SVG returns the drawing as a document of its own, on a white ground, and scaled if
// it would be wider than 1200 pixels. It needs no scripts, fonts or other files.
func (d *Drawing) SVG() []byte { return d.svg(new(Walk)) }

// WalkSVG is SVG with a way through the drawing in another colour. To style it,
// what lies on the way has the class walked, and the node where it stops without accepting stopped.
func (d *Drawing) WalkSVG(walk *Walk) []byte { return d.svg(walk) }

func (d *Drawing) svg(walk *Walk) []byte {
	laidOut := *d.laidOut() // whose size grows by that of the foot
	w := &svgWriter{picture: &laidOut, walk: walk, joined: make(map[int]bool)}
	for i := range w.routes {
		w.edge(&w.routes[i])
	}
	for v := range d.nodes {
		w.node(v)
	}
	w.way()
	w.foot()
	var b bytes.Buffer
	scale := min(1, screen/w.width)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s"`+
		` font-family="sans-serif" text-anchor="middle" role="img">`+"\n",
		pixels(w.width*scale), pixels(w.height*scale), pixels(w.width), pixels(w.height))
	fmt.Fprintf(&b, "<title>%s</title>\n", svg.Escape(d.caption))
	fmt.Fprintf(&b, `<rect width="%s" height="%s" rx="6" fill="#fff"/>`+"\n", pixels(w.width), pixels(w.height))
	fmt.Fprintf(&b, "<g fill=\"none\" stroke=\"#555\">\n%s</g>\n<g fill=\"#555\">\n%s</g>\n%s", &w.lines, &w.arrows, &w.walked)
	fmt.Fprintf(&b, "<g font-size=\"%d\">\n%s</g>\n<g font-size=\"%d\">\n%s</g>\n", labelFont, &w.texts, nodeFont, &w.shapes)
	fmt.Fprintf(&b, "<g font-size=\"%d\" text-anchor=\"start\">\n%s</g>\n</svg>\n", labelFont, &w.legend)
	return b.Bytes()
}

// svgWriter collects the elements of a picture by what they are.
type svgWriter struct {
	*picture
	walk                                         *Walk
	lines, arrows, texts, shapes, legend, walked bytes.Buffer
	joined                                       map[int]bool // bends where an edge passes that is written
}

// pixels prints a length with a digit after the point at most.
func pixels(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64)
}

func (q point) String() string { return pixels(q.x) + "," + pixels(q.y) }

// text writes lines one below the other around a middle.
func text(b *bytes.Buffer, lines []string, middle point, size int, attributes string) {
	y := middle.y - float64((len(lines)-1)*lineRise)/2 + baseline(size)
	for _, line := range lines {
		fmt.Fprintf(b, `<text x="%s" y="%s"%s>%s</text>`+"\n", pixels(middle.x), pixels(y), attributes, svg.Escape(line))
		y += lineRise
	}
}

// edge writes an edge and its label.
func (w *svgWriter) edge(r *route) {
	w.line(r)
	w.label(r)
}

// line writes the line of an edge: one that joins one written before ends there, any other has an
// arrow.
func (w *svgWriter) line(r *route) {
	var path strings.Builder
	var last stretch
	joins := false
	for i, s := range w.stretches(r) {
		if i == 0 {
			path.WriteString("M" + w.at(s.from, s.line).String())
		} else {
			half := (last.to + s.from) / 2
			path.WriteString(" C" + w.at(half, last.line).String() + " " + w.at(half, s.line).String() + " " + w.at(s.from, s.line).String())
		}
		if joins = w.joined[s.vertex]; joins {
			break
		}
		w.joined[s.vertex] = w.vertices[s.vertex].kind == isBend
		if s.from != s.to {
			path.WriteString(" L" + w.at(s.to, s.line).String())
		}
		last = s
	}
	fmt.Fprintf(&w.lines, "<path d=\"%s\"/>\n", &path)
	if !joins {
		length := float64(arrowSize)
		if r.reversed {
			length = -length
		}
		w.arrow(w.at(last.to, last.line), w.at(last.to+length, last.line))
	}
}

// way writes the edges of the walk once more, upon the others.
func (w *svgWriter) way() {
	over := &svgWriter{picture: w.picture, joined: make(map[int]bool)}
	for i := range w.routes {
		if e := w.edges[w.routes[i].edge]; w.walk.edges[[2]int{e.from, e.to}] {
			over.line(&w.routes[i])
		}
	}
	for _, e := range w.edges {
		if e.from == e.to && w.walk.edges[[2]int{e.from, e.to}] {
			over.loopLine(e.from)
		}
	}
	if over.lines.Len() > 0 {
		fmt.Fprintf(&w.walked, "<g class=\"walked\" fill=\"none\" stroke=\"%[1]s\" stroke-width=\"2.5\">\n%[2]s</g>\n<g class=\"walked head\" fill=\"%[1]s\">\n%[3]s</g>\n",
			walkColour, &over.lines, &over.arrows)
	}
}

// arrow writes the head of an arrow.
func (w *svgWriter) arrow(from, to point) {
	const half = 7.0 / 16 // of the width, for each pixel of the length
	dx, dy := (to.x-from.x)*half, (to.y-from.y)*half
	fmt.Fprintf(&w.arrows, "<path d=\"M%v L%v L%v Z\"/>\n", to, point{from.x - dy, from.y + dx}, point{from.x + dy, from.y - dx})
}

func (w *svgWriter) label(r *route) {
	lines := w.labels[r.edge]
	for _, v := range r.way {
		if w.vertices[v].kind != isLabel {
			continue
		}
		c := w.centre(v)
		if w.vertical {
			c.x += 5
			text(&w.texts, lines, c, labelFont, ` text-anchor="start"`)
		} else {
			c.y -= float64(len(lines)*lineRise)/2 + 1
			text(&w.texts, lines, c, labelFont, "")
		}
	}
}

// node writes a node with its loop; the start has an arrow.
func (w *svgWriter) node(v int) {
	n, c := &w.nodes[v], w.centre(v)
	width, height := n.size()
	fill := "#fff"
	if n.colour >= 0 {
		fill = palette[n.colour%len(palette)]
	}
	class, border := w.looks(v)
	fmt.Fprintf(&w.shapes, "<g%s><title>%s</title>\n", class, svg.Escape(n.title))
	w.outline(n, c, width, height, fill, border)
	if n.accepting {
		w.outline(n, c, width-2*ring, height-2*ring, fill, border)
	}
	text(&w.shapes, n.lines, c, nodeFont, "")
	w.shapes.WriteString("</g>\n")
	if v == w.start {
		line, border := w.vertices[v].line, w.middle(0)-w.depth(v, 0)
		tip := w.at(border-arrowSize, line)
		fmt.Fprintf(&w.lines, "<path d=\"M%v L%v\"/>\n", w.at(border-startSize, line), tip)
		w.arrow(tip, w.at(border, line))
	}
	for i, e := range w.edges {
		if e.from == v && e.to == v {
			w.loopLine(v)
			w.loopLabel(v, w.labels[i])
		}
	}
}

// looks returns the class of a node, as an attribute, and how its border is drawn.
func (w *svgWriter) looks(v int) (class, border string) {
	switch {
	case !w.walk.nodes[v]:
		return "", ` stroke="#222"`
	case v == w.walk.last && !w.walk.Accepts:
		return ` class="walked stopped"`, ` stroke="` + stopColour + `" stroke-width="3"`
	}
	return ` class="walked"`, ` stroke="` + walkColour + `" stroke-width="3"`
}

// outline writes the border of a node.
func (w *svgWriter) outline(n *node, c point, width, height float64, fill, border string) {
	if n.box {
		fmt.Fprintf(&w.shapes, `<rect x="%s" y="%s" width="%s" height="%s" rx="5"`,
			pixels(c.x-width/2), pixels(c.y-height/2), pixels(width), pixels(height))
	} else {
		fmt.Fprintf(&w.shapes, `<circle cx="%s" cy="%s" r="%s"`, pixels(c.x), pixels(c.y), pixels(width/2))
	}
	fmt.Fprintf(&w.shapes, ` fill="%s"%s/>`+"\n", fill, border)
}

// loopLine writes an edge from a node to itself: above it, or to the right of it.
func (w *svgWriter) loopLine(v int) {
	const half, bulge = 7, 17
	border := w.loopBorder(v)
	foot := math.Sqrt(border*border - half*half)
	fmt.Fprintf(&w.lines, "<path d=\"M%v C%v %v %v\"/>\n", w.turn(v, foot, -half),
		w.turn(v, border+loopSize, -bulge), w.turn(v, border+loopSize, bulge), w.turn(v, foot+arrowSize, half+2))
	w.arrow(w.turn(v, foot+arrowSize, half+2), w.turn(v, foot, half))
}

// loopLabel writes the label of an edge from a node to itself.
func (w *svgWriter) loopLabel(v int, lines []string) {
	out := w.loopBorder(v) + loopSize
	if w.vertical {
		text(&w.texts, lines, w.turn(v, out, 0), labelFont, ` text-anchor="start"`)
	} else {
		text(&w.texts, lines, w.turn(v, out+float64(len(lines)*lineRise)/2-2, 0), labelFont, "")
	}
}

// turn returns the point that lies out of the middle of a node, to where its loop is, and aside.
func (w *svgWriter) turn(v int, out, aside float64) point {
	c := w.centre(v)
	if w.vertical {
		return point{c.x + out, c.y + aside}
	}
	return point{c.x + aside, c.y - out}
}

// loopBorder is how far the border of a node is from its middle, to where its loop is.
func (w *svgWriter) loopBorder(v int) float64 {
	width, height := w.nodes[v].size()
	if w.vertical {
		return width / 2
	}
	return height / 2
}

// foot writes the legend of colours and the caption below the picture, which grows.
func (w *svgWriter) foot() {
	const swatch, left, least = 12, margin + 12 + 6, 360
	w.width = max(w.width, least)
	limit := int(w.width) - 2*margin - 2*swatch
	line := func(text string) {
		fmt.Fprintf(&w.legend, `<text x="%d" y="%s">%s</text>`+"\n", left, pixels(w.height+baseline(labelFont)), svg.Escape(text))
		w.height += lineRise
		w.width = max(w.width, left+float64(svg.Width(text, labelFont))+margin) // a long name makes a long line
	}
	w.height += lineRise / 2
	for i, part := range w.parts {
		if !w.needsLegend(i) {
			continue
		}
		fmt.Fprintf(&w.legend, `<rect x="%d" y="%s" width="%d" height="%d" rx="2" fill="%s" stroke="#222"/>`+"\n",
			margin, pixels(w.height-swatch/2), swatch, swatch, palette[i%len(palette)])
		for _, text := range svg.Wrap(strings.Fields("in "+part), labelFont, limit) {
			line(text)
		}
		w.height += 2
	}
	for _, text := range svg.Wrap(strings.Fields(w.caption), labelFont, limit) {
		line(text)
	}
	w.height += margin / 2
}
