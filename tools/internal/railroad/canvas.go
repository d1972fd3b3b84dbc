package railroad

import (
	"bytes"
	"fmt"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/tools/internal/svg"
)

// canvas collects the drawing. All tracks form one path, so that overlapping tracks are painted once.
type canvas struct {
	tracks bytes.Buffer // path data
	boxes  bytes.Buffer // elements on tracks
	link   func(*abnf.RuleRef) (href string)

	expected func(abnf.Node) bool // may be nil
}

// class returns an additional class of the box of a node.
func (c *canvas) class(n abnf.Node) string {
	if c.expected != nil && c.expected(n) {
		return " expected"
	}
	return ""
}

type point struct{ x, y int }

func (c *canvas) line(x1, x2, y int) {
	if x1 < x2 {
		fmt.Fprintf(&c.tracks, "M%d %dH%d", x1, y, x2)
	}
}

// route draws a track through points, with rounded corners. Successive points differ in one coordinate.
func (c *canvas) route(points ...point) {
	at, last := points[0], len(points)-1
	fmt.Fprintf(&c.tracks, "M%d %d", at.x, at.y)
	for i := 1; i < last; i++ {
		corner := points[i]
		c.straight(at, corner.towards(at))
		at = corner.towards(points[i+1])
		fmt.Fprintf(&c.tracks, "Q%d %d %d %d", corner.x, corner.y, at.x, at.y)
	}
	c.straight(at, points[last])
}

// straight draws a track to a point that differs in one coordinate.
func (c *canvas) straight(from, to point) {
	switch {
	case from.x != to.x:
		fmt.Fprintf(&c.tracks, "H%d", to.x)
	case from.y != to.y:
		fmt.Fprintf(&c.tracks, "V%d", to.y)
	}
}

// towards returns the point at distance radius in the direction of q.
func (p point) towards(q point) point {
	return point{p.x + min(max(q.x-p.x, -radius), radius), p.y + min(max(q.y-p.y, -radius), radius)}
}

func (c *canvas) arrow(x, y int) {
	fmt.Fprintf(&c.boxes, "<path class=\"arrow\" d=\"M%d %dl7 -4v8z\"/>\n", x-4, y)
}

func (c *canvas) caption(text string, x, y int) {
	fmt.Fprintf(&c.boxes, "<text class=\"caption\" x=\"%d\" y=\"%d\">%s</text>\n", x, y, svg.Escape(text))
}

func (c *canvas) rect(x, y, width, height, rx int) {
	fmt.Fprintf(&c.boxes, `<rect x="%d" y="%d" width="%d" height="%d"`, x, y, width, height)
	if rx > 0 {
		fmt.Fprintf(&c.boxes, ` rx="%d"`, rx)
	}
	c.boxes.WriteString("/>")
}

const descent = 4 // from the middle of a line of text to its baseline

// text writes a text, centered at x and y, followed by "Aa" with fold. In a list, the text begins at x.
func (c *canvas) text(text string, fold bool, x, y int) {
	space := ""
	if strings.Contains(text, "  ") {
		space = ` xml:space="preserve"`
	}
	fmt.Fprintf(&c.boxes, `<text%s x="%d" y="%d">%s`, space, x, y+descent, svg.Escape(text))
	if fold {
		c.boxes.WriteString(`<tspan dx="2" dy="-4">Aa</tspan>`)
	}
	c.boxes.WriteString("</text>")
}
