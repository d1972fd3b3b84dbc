package railroad

import (
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/tools/internal/svg"
)

// terminal is a text in a rounded box.
type terminal struct {
	size
	label
}

func newTerminal(l label) shape {
	return &terminal{boxSize(l.textWidth()), l}
}

// boxSize returns the size of a box with a line of text.
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

// list is a box with terminals in columns, one of which is to be chosen. Its title
// stands before them if they fill one row only, else above them.
type list struct {
	size
	labels  []label
	columns []int // how far to the right of the first one each begins
}

const (
	listTitle   = "one of"
	listHeading = 18 // height of the title above rows
	listPadding = 11 // around everything
	listRow     = 20 // height of a row
	listSpace   = 14 // between columns
)

var titleWidth = svg.Width(listTitle, captionSize)

func newList(labels []label) shape {
	const most, narrowest = 480, 20 // pixels for all columns and for one
	l := &list{labels: labels}
	width := 0
	for n := min(len(labels), most/narrowest); n > 0; n-- {
		rows := ceil(len(labels), n)
		l.columns, width = columns(labels, ceil(len(labels), rows)) // so that the last row is as full as can be
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

// columns returns where n columns begin, each as wide as its widest label, and the
// width of all of them, which has room for the title at least.
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

// ceil returns a/b, rounded up.
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

// reference is the name of a rule in a square box.
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
	const most = 300 // pixels for a line
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

// nothing is a plain track that says so.
type nothing struct{ size }

const nothingText = "nothing"

func newNothing() shape {
	return &nothing{size{width: svg.Width(nothingText, captionSize) + gap, up: 14, down: boxRise}}
}

func (n *nothing) draw(c *canvas, x, y int) {
	c.line(x, x+n.width, y)
	c.caption(nothingText, x+n.width/2, y-4)
}
