package railroad

import (
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/tools/internal/svg"
)

type terminal struct {
	size
	label
}

func newTerminal(l label) shape {
	return &terminal{boxSize(l.textWidth()), l}
}

func boxSize(textWidth int) size {
	const padding = 9
	return size{width: textWidth + 2*padding, up: boxRise, down: boxRise}
}

func (t *terminal) draw(c *canvas, x, y int) {
	c.boxes.WriteString(`<g class="terminal` + c.class(t.node) + `">`)
	c.rect(x, y-boxRise, t.width, 2*boxRise, boxRise)
	c.text(t.text, t.fold, x+t.width/2, y)
	c.boxes.WriteString("</g>\n")
}

// list is a box of terminals in columns, of which one is chosen. Its title is before a single row, or above several.
type list struct {
	size
	labels  []label
	columns []int // horizontal offsets
}

const (
	listTitle   = "one of"
	listHeading = 18 // height of the title
	listPadding = 11 // around the content
	listRow     = 20 // height
	listSpace   = 14 // between columns
)

var titleWidth = svg.Width(listTitle, captionSize)

func newList(labels []label) shape {
	const most, narrowest = 480, 20 // pixels for all columns and for one
	l := &list{labels: labels}
	width := 0
	for n := min(len(labels), most/narrowest); n > 0; n-- {
		rows := ceil(len(labels), n)
		l.columns, width = columns(labels, ceil(len(labels), rows)) // with the last row as full as possible
		if width <= most {
			break
		}
	}
	l.width = width + 2*listPadding
	l.up, l.down = boxRise, boxRise
	if rows := ceil(len(labels), len(l.columns)); rows > 1 {
		height := listHeading + rows*listRow + listPadding/2
		l.up, l.down = height/2, height-height/2
	} else {
		l.width += titleWidth + listSpace
	}
	return l
}

// columns returns the offsets of n columns, each as wide as its widest label, and the total width, which is at least
// that of the title.
func columns(labels []label, n int) (begin []int, width int) {
	widest := make([]int, n)
	for i, l := range labels {
		widest[i%n] = max(widest[i%n], l.textWidth())
	}
	for _, w := range widest {
		begin = append(begin, width)
		width += w + listSpace
	}
	return begin, max(width-listSpace, titleWidth)
}

func ceil(a, b int) int { return (a + b - 1) / b }

func (l *list) draw(c *canvas, x, y int) {
	c.boxes.WriteString(`<g class="terminal list">`)
	c.rect(x, y-l.up, l.width, l.up+l.down, boxRise)
	left, title, first := x+listPadding, y-l.up+listHeading-3, y-l.up+listHeading+listRow/2
	x = left
	if len(l.columns) == len(l.labels) {
		x, title, first = left+titleWidth+listSpace, y+descent, y
	}
	c.caption(listTitle, left, title)
	for i, label := range l.labels {
		column, row := i%len(l.columns), i/len(l.columns)
		class := c.class(label.node)
		if class != "" {
			c.boxes.WriteString(`<g class="` + class[1:] + `">`)
		}
		c.text(label.text, label.fold, x+l.columns[column], first+row*listRow)
		if class != "" {
			c.boxes.WriteString("</g>")
		}
	}
	c.boxes.WriteString("</g>\n")
}

type reference struct {
	size
	*abnf.RuleRef
}

func newReference(ref *abnf.RuleRef) shape {
	return &reference{boxSize(svg.Width(ref.Name, textSize)), ref}
}

func (r *reference) draw(c *canvas, x, y int) {
	open, closing := `<g class="rule`+c.class(r.RuleRef)+`">`, "</g>\n"
	if c.link != nil {
		if href := c.link(r.RuleRef); href != "" {
			open, closing = `<a class="rule" href="`+href+`">`, "</a>\n"
		} else {
			open = `<g class="open">`
		}
	}
	c.boxes.WriteString(open)
	c.rect(x, y-boxRise, r.width, 2*boxRise, 0)
	c.text(r.Name, false, x+r.width/2, y)
	c.boxes.WriteString(closing)
}

// prose is a description in a dashed box.
type prose struct {
	size
	lines []string
}

const proseRow = 17 // height of a line

func newProse(text string) shape {
	const most = 300 // pixels of a line
	lines := svg.Wrap(strings.Fields(text), textSize, most)
	s := boxSize(svg.Widest(lines, textSize))
	more := max(len(lines)-1, 0) * proseRow
	s.up += more / 2
	s.down += more - more/2
	return &prose{s, lines}
}

func (p *prose) draw(c *canvas, x, y int) {
	c.boxes.WriteString(`<g class="open">`)
	c.rect(x, y-p.up, p.width, p.up+p.down, 0)
	for i, line := range p.lines {
		c.text(line, false, x+p.width/2, y-p.up+boxRise+i*proseRow)
	}
	c.boxes.WriteString("</g>\n")
}

// nothing is a plain track with a caption.
type nothing struct{ size }

const nothingText = "nothing"

func newNothing() shape {
	return &nothing{size{width: svg.Width(nothingText, captionSize) + gap, up: 14, down: boxRise}}
}

func (n *nothing) draw(c *canvas, x, y int) {
	c.line(x, x+n.width, y)
	c.caption(nothingText, x+n.width/2, y-4)
}
