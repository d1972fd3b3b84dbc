// Package railroad draws rules of ABNF grammars as railroad (syntax) diagrams: [SVG] draws one rule, [Inline] one
// inside a page, and [Page] a grammar with links between its rules.
//
// A diagram is read from the open circle to the filled one. Rounded boxes are characters, in quotes or by number, with
// a small "Aa" if case is ignored; three or more such alternatives share a box. Square boxes are rules. Dashed boxes
// are prose and, on pages, undefined names. Where tracks part, one is taken. A track with an arrow runs back and
// repeats its part, any number of times unless a caption limits it. An element that is repeated at most 0 times is not
// drawn.
//
// The output is deterministic. Time and memory are about proportional to the rules. A picture or page draws at most
// 50000 nodes.
package railroad

import (
	"bytes"
	"fmt"
	"iter"
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/tools/internal/svg"
)

// maxNodes bounds the output to about 30 MB.
const maxNodes = 50000

// Sizes in pixels. A curve takes radius in both directions. A shape takes at least boxRise above its entry and below
// its exit, so that parallel tracks are 2*radius apart.
const (
	maxWidth = 1000 // of diagrams, where sequences can wrap
	minWidth = 240  // of sequences at any depth
	radius   = 10
	gap      = 12 // between elements of a sequence
	rowGap   = 9  // between rows
	boxRise  = 12 // half the height of a one-line box
	margin   = 8
	mark     = 5 // radius of the end circles
)

// SVG returns the diagram of a rule as an SVG file. If the rule is too large, it returns an [*abnf.Error].
func SVG(r *abnf.Rule, encoding abnf.Encoding) ([]byte, error) {
	const heading = 24
	if err := checkSize(slices.Values([]*abnf.Rule{r})); err != nil {
		return nil, err
	}
	d := newDiagram(r, encoding)
	d.width = max(d.width, 2*margin+svg.Width(r.Name, nameSize))
	d.above += heading
	var b bytes.Buffer
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"railroad\" role=\"img\" %v>\n<title>%s</title>\n<style>\n%s</style>\n",
		d.frame(), svg.Escape(r.Name), Style)
	fmt.Fprintf(&b, "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>\n", margin, margin+nameSize, svg.Escape(r.Name))
	d.draw(&b, new(canvas))
	b.WriteString("</svg>\n")
	return b.Bytes(), nil
}

// Inline returns the diagram of a rule as an element of a page with [Style]. Boxes of nodes for which expected returns
// true have the class expected. If the rule is too large, it returns an [*abnf.Error].
func Inline(r *abnf.Rule, encoding abnf.Encoding, expected func(abnf.Node) bool) ([]byte, error) {
	if err := checkSize(slices.Values([]*abnf.Rule{r})); err != nil {
		return nil, err
	}
	d := newDiagram(r, encoding)
	var b bytes.Buffer
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"railroad\" role=\"img\" %v>\n<title>%s</title>\n", d.frame(), svg.Escape(r.Name))
	d.draw(&b, &canvas{expected: expected})
	b.WriteString("</svg>\n")
	return b.Bytes(), nil
}

// checkSize returns an error at the first rule that exceeds the total number of nodes.
func checkSize(rules iter.Seq[*abnf.Rule]) error {
	nodes := 0
	for r := range rules {
		for range abnf.All(r.Body) {
			nodes++
		}
		if nodes > maxNodes {
			return &abnf.Error{Pos: r.Pos, Msg: fmt.Sprintf("rule %s: there are more than %d nodes to draw", r.Name, maxNodes)}
		}
	}
	return nil
}

type diagram struct {
	body         shape
	width        int
	above, below int // from the line of entry to the edges
}

func newDiagram(r *abnf.Rule, encoding abnf.Encoding) *diagram {
	const ends = 2 * (margin + 2*mark + gap)
	body := shaper{encoding}.shape(r.Body, maxWidth-ends)
	s := body.bounds()
	return &diagram{
		body:  body,
		width: ends + s.width,
		above: margin + s.up,
		below: s.down + margin,
	}
}

func (d *diagram) frame() string {
	return fmt.Sprintf(`width="%d" height="%d" viewBox="0 0 %[1]d %[2]d"`, d.width, d.above+d.below)
}

func (d *diagram) draw(b *bytes.Buffer, c *canvas) {
	x, y := margin+2*mark, d.above
	c.line(x, x+gap, y)
	d.body.draw(c, x+gap, y)
	s := d.body.bounds()
	end := point{x + gap + s.width, y + s.drop}
	c.line(end.x, end.x+gap, end.y)
	fmt.Fprintf(b, "<path d=\"%s\"/>\n", c.tracks.Bytes())
	fmt.Fprintf(b, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", margin+mark, y, mark)
	fmt.Fprintf(b, "<circle class=\"end\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", end.x+gap+mark, end.y, mark)
	b.Write(c.boxes.Bytes())
}
