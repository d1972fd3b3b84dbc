package draw

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/svg"
	"example.org/iri/internal/testkit/matcher"
)

// element is an element of a file.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Elements []element  `xml:",any"`
	Text     string     `xml:",chardata"`
}

func (e *element) attribute(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e *element) number(name string) float64 {
	var x float64
	if _, err := fmt.Sscan(e.attribute(name), &x); err != nil {
		return math.NaN()
	}
	return x
}

// rectangle is the room that something takes.
type rectangle struct{ left, top, right, bottom float64 }

func (r rectangle) meets(s rectangle) bool {
	return r.left < s.right && s.left < r.right && r.top < s.bottom && s.top < r.bottom
}

func (r rectangle) shrunk(by float64) rectangle {
	return rectangle{r.left + by, r.top + by, r.right - by, r.bottom - by}
}

func (r rectangle) has(q point) bool {
	return r.left < q.x && q.x < r.right && r.top < q.y && q.y < r.bottom
}

// figure is a node as it is found in a file.
type figure struct {
	rectangle
	round    bool
	borders  int
	texts    []string
	marks    []string
	markRoom []rectangle
}

// distance is how far a point is from the border.
func (f *figure) distance(q point) float64 {
	x, y := math.Abs(q.x-(f.left+f.right)/2), math.Abs(q.y-(f.top+f.bottom)/2)
	if f.round {
		return math.Abs(math.Hypot(x, y) - (f.right-f.left)/2)
	}
	dx, dy := x-(f.right-f.left)/2, y-(f.bottom-f.top)/2
	if dx > 0 && dy > 0 {
		return math.Hypot(dx, dy)
	}
	return math.Abs(max(dx, dy))
}

// holds reports whether a point is well within the border.
func (f *figure) holds(q point) bool {
	const well = 1.5
	return f.distance(q) > well && f.has(q) && (!f.round || math.Hypot(q.x-(f.left+f.right)/2, q.y-(f.top+f.bottom)/2) < (f.right-f.left)/2)
}

// line is an edge or the beginning of one: points that it passes, with the control
// points of the curves between them.
type line struct {
	points   []point
	controls [][2]point // NaN for straight pieces
}

// caption is a label: lines of text one below the other.
type caption struct {
	x, y   float64 // the middle, or that of the left side
	words  []string
	lines  int
	beside bool // of the line, not above it
	room   rectangle
}

// svgFile is a picture as it is found in a file.
type svgFile struct {
	t      testing.TB
	room   rectangle
	nodes  []figure
	lines  []line
	arrows [][2]point // middle of the base, and tip
	labels []caption
	legend []caption
}

// readPicture reads the picture of a drawing and checks that it shows the drawing, and
// that nothing lies on anything else.
func readPicture(t testing.TB, d *Drawing) {
	t.Helper()
	text := d.SVG()
	var root element
	if err := xml.NewDecoder(bytes.NewReader(text)).Decode(&root); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	f := &svgFile{t: t}
	f.read(&root, d)
	f.checkRoom()
	f.checkLines()
	f.checkNodes(d)
	f.checkEdges(d)
	if t.Failed() {
		t.Logf("%s\n%.100000s", d.name, text)
	}
}

func (f *svgFile) read(root *element, d *Drawing) {
	f.room = rectangle{0, 0, 0, 0}
	if _, err := fmt.Sscanf(root.attribute("viewBox"), "0 0 %g %g", &f.room.right, &f.room.bottom); err != nil {
		f.t.Fatal(err)
	}
	scale := root.number("width") / f.room.right
	if root.number("width") > screen || scale > 1 || math.Abs(root.number("height")-scale*f.room.bottom) > 1 {
		f.t.Errorf("size %g by %g for %+v", root.number("width"), root.number("height"), f.room)
	}
	if len(root.Elements) != 7 || root.Elements[0].Text != d.caption {
		f.t.Fatalf("%d elements, the first being %+v", len(root.Elements), root.Elements[0])
	}
	for _, e := range root.Elements[2].Elements {
		f.lines = append(f.lines, f.readLine(e.attribute("d")))
	}
	for _, e := range root.Elements[3].Elements {
		p := f.readLine(strings.TrimSuffix(e.attribute("d"), " Z")).points
		f.arrows = append(f.arrows, [2]point{{(p[1].x + p[2].x) / 2, (p[1].y + p[2].y) / 2}, p[0]})
	}
	f.labels = f.readTexts(root.Elements[4].Elements)
	for _, e := range root.Elements[5].Elements {
		f.nodes = append(f.nodes, f.readNode(&e))
	}
	for i := range root.Elements[6].Elements {
		e := &root.Elements[6].Elements[i]
		e.Attrs = append(e.Attrs, xml.Attr{Name: xml.Name{Local: "text-anchor"}, Value: root.Elements[6].attribute("text-anchor")})
	}
	f.legend = f.readTexts(root.Elements[6].Elements)
}

func (f *svgFile) readLine(d string) line {
	var l line
	for command := range strings.SplitSeq(strings.NewReplacer(" C", "|C", " L", "|L").Replace(d), "|") {
		var p []point
		for word := range strings.FieldsSeq(command[1:]) {
			var q point
			if _, err := fmt.Sscanf(word, "%g,%g", &q.x, &q.y); err != nil {
				f.t.Fatalf("%v in %s", err, d)
			}
			p = append(p, q)
		}
		controls := [2]point{{math.NaN(), 0}, {}}
		if command[0] == 'C' {
			controls = [2]point{p[0], p[1]}
		}
		if command[0] != 'M' {
			l.controls = append(l.controls, controls)
		}
		l.points = append(l.points, p[len(p)-1])
	}
	return l
}

// readTexts joins the lines of labels.
func (f *svgFile) readTexts(elements []element) []caption {
	const size = labelFont
	var list []caption
	lastY := math.NaN()
	for _, e := range elements {
		if e.XMLName.Local != "text" {
			lastY = math.NaN()
			continue
		}
		x, y := e.number("x"), e.number("y")
		if last := len(list) - 1; last >= 0 && x == list[last].x && math.Abs(y-lastY-lineRise) < 0.2 {
			c := &list[last]
			c.words = append(c.words, strings.Fields(e.Text)...)
			c.lines++
			c.y += lineRise / 2.0
			c.room = c.room.join(textRoom(&e, x, y, size))
		} else {
			list = append(list, caption{x, y - baseline(size), strings.Fields(e.Text), 1, e.attribute("text-anchor") == "start", textRoom(&e, x, y, size)})
		}
		lastY = y
	}
	return list
}

func (r rectangle) join(s rectangle) rectangle {
	return rectangle{min(r.left, s.left), min(r.top, s.top), max(r.right, s.right), max(r.bottom, s.bottom)}
}

// textRoom is the room of a text on a base line.
func textRoom(e *element, x, y float64, size int) rectangle {
	width := float64(svg.Width(e.Text, size))
	if e.attribute("text-anchor") != "start" {
		x -= width / 2
	}
	return rectangle{x, y - 0.8*float64(size), x + width, y + 0.2*float64(size)}
}

func (f *svgFile) readNode(e *element) figure {
	var n figure
	for i, e := range e.Elements {
		switch {
		case i == 0:
			continue
		case e.XMLName.Local == "circle" && n.borders == 0:
			n.round = true
			n.rectangle = rectangle{e.number("cx") - e.number("r"), e.number("cy") - e.number("r"), e.number("cx") + e.number("r"), e.number("cy") + e.number("r")}
			n.borders++
		case e.XMLName.Local == "rect" && e.attribute("stroke") == "":
			n.markRoom = append(n.markRoom, rectangle{e.number("x"), e.number("y"), e.number("x") + e.number("width"), e.number("y") + e.number("height")})
		case e.XMLName.Local == "rect" && n.borders == 0:
			n.rectangle = rectangle{e.number("x"), e.number("y"), e.number("x") + e.number("width"), e.number("y") + e.number("height")}
			n.borders++
		case e.XMLName.Local != "text":
			n.borders++
		case len(n.markRoom) > len(n.marks):
			n.marks = append(n.marks, e.Text)
		default:
			n.texts = append(n.texts, e.Text)
			if inside := textRoom(&e, e.number("x"), e.number("y"), nodeFont); inside.join(n.rectangle) != n.rectangle {
				f.t.Errorf("%q reaches out of its node", e.Text)
			}
		}
	}
	return n
}

// checkRoom checks that all is in the picture and nothing lies on anything else.
func (f *svgFile) checkRoom() {
	var rooms []rectangle
	for i := range f.nodes {
		rooms = append(append(rooms, f.nodes[i].rectangle), f.nodes[i].markRoom...)
	}
	for _, c := range slices.Concat(f.labels, f.legend) {
		rooms = append(rooms, c.room)
	}
	for i, r := range rooms {
		if r.join(f.room) != f.room {
			f.t.Errorf("%+v is out of the picture", r)
		}
		for _, s := range rooms[:i] {
			if r.shrunk(0.3).meets(s.shrunk(0.3)) {
				f.t.Errorf("%+v lies on %+v", r, s)
			}
		}
	}
}

// checkLines checks that lines stay in the picture and away from nodes and labels.
func (f *svgFile) checkLines() {
	for _, l := range f.lines {
		for _, q := range l.samples() {
			if !f.room.has(q) {
				f.t.Errorf("%v is out of the picture", q)
			}
			for i := range f.nodes {
				if f.nodes[i].holds(q) {
					f.t.Errorf("a line goes through node %v at %v", f.nodes[i].texts, q)
				}
				for _, r := range f.nodes[i].markRoom {
					if r.has(q) {
						f.t.Errorf("a line goes through a mark of node %v", f.nodes[i].texts)
					}
				}
			}
			for _, c := range f.labels {
				if c.room.has(q) {
					f.t.Errorf("a line goes through label %v at %v", c.words, q)
				}
			}
		}
	}
}

// samples returns points of a line, close to each other.
func (l *line) samples() []point {
	const pieces = 16
	var list []point
	for i, c := range l.controls {
		a, b := l.points[i], l.points[i+1]
		if math.IsNaN(c[0].x) {
			c = [2]point{{a.x + (b.x-a.x)/3, a.y + (b.y-a.y)/3}, {a.x + (b.x-a.x)*2/3, a.y + (b.y-a.y)*2/3}}
		}
		for k := range pieces + 1 {
			t := float64(k) / pieces
			u := 1 - t
			mix := func(a, b, c, d float64) float64 { return u*u*u*a + 3*u*u*t*b + 3*u*t*t*c + t*t*t*d }
			list = append(list, point{mix(a.x, c[0].x, c[1].x, b.x), mix(a.y, c[0].y, c[1].y, b.y)})
		}
	}
	return list
}

func (f *svgFile) checkNodes(d *Drawing) {
	if len(f.nodes) != len(d.nodes) {
		f.t.Fatalf("%d nodes, want %d", len(f.nodes), len(d.nodes))
	}
	for i, n := range d.nodes {
		got := &f.nodes[i]
		if got.round == n.box || (got.borders == 2) != n.accepting || !slices.Equal(got.texts, n.lines) || !slices.Equal(got.marks, n.marks) {
			f.t.Errorf("node %+v is drawn as %+v", n, got)
		}
	}
	var legend []string
	for _, c := range f.legend {
		legend = append(legend, c.words...)
	}
	var want []string
	for i, part := range d.parts {
		if d.needsLegend(i) {
			want = append(want, strings.Fields("in "+part)...)
		}
	}
	if want = append(want, strings.Fields(d.caption)...); !slices.Equal(legend, want) {
		f.t.Errorf("legend %v, want %v", legend, want)
	}
}

// checkEdges follows the lines: from each node they lead, alone or together with others,
// to where the edges do, and bear the edges' labels.
func (f *svgFile) checkEdges(d *Drawing) {
	var got, want []string
	for _, e := range d.edges {
		want = append(want, fmt.Sprint(e.from, e.to, e.label))
	}
	starts := 0
	for i, l := range f.lines {
		from, to := f.nodeAt(l.points[0]), f.target(i, nil)
		if from >= 0 {
			got = append(got, fmt.Sprint(from, to, f.labelOf(i)))
		} else if starts++; to != d.start {
			f.t.Errorf("the picture starts at node %d, want %d", to, d.start)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || starts != 1 {
		f.t.Errorf("edges\n%v\nwant\n%v", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// nodeAt returns the node on whose border a point lies, -1 if there is none.
func (f *svgFile) nodeAt(q point) int {
	return slices.IndexFunc(f.nodes, func(n figure) bool { return n.distance(q) < 1 })
}

// target returns the node that a line leads to: by an arrow, or on another line.
func (f *svgFile) target(i int, way []int) int {
	l := &f.lines[i]
	end := l.points[len(l.points)-1]
	for _, a := range f.arrows {
		if math.Hypot(a[0].x-end.x, a[0].y-end.y) < 0.3 {
			return f.nodeAt(a[1])
		}
	}
	to := -1
	for j := range f.lines {
		if j != i && !slices.Contains(way, j) && slices.Contains(f.lines[j].points[1:], end) {
			if next := f.target(j, append(way, i)); to >= 0 && next != to {
				f.t.Errorf("lines that meet at %v lead to nodes %d and %d", end, to, next)
			} else {
				to = next
			}
		}
	}
	return to
}

// labelOf returns the words of the label at a line, of which there is one.
func (f *svgFile) labelOf(i int) []string {
	var words []string
	found := 0
	for _, c := range f.labels {
		if f.lines[i].bears(c) {
			words = c.words
			found++
		}
	}
	if found != 1 {
		f.t.Errorf("line %v has %d labels", f.lines[i].points, found)
	}
	return words
}

// bears reports whether a straight piece passes to the left of a label, or below it,
// or whether the line is a loop there.
func (l *line) bears(c caption) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) < 0.3 }
	below := c.y + float64(c.lines)*lineRise/2
	if len(l.points) == 2 && !math.IsNaN(l.controls[0][0].x) {
		out, middle := l.controls[0][0], l.controls[0][1]
		if c.beside {
			return near(out.x, c.x) && near((out.y+middle.y)/2, c.y)
		}
		return near(out.y, below-2) && near((out.x+middle.x)/2, c.x)
	}
	for i, control := range l.controls {
		a, b := l.points[i], l.points[i+1]
		switch {
		case !math.IsNaN(control[0].x):
		case c.beside && near(a.x, c.x-5) && near(b.x, c.x-5) && min(a.y, b.y) <= c.y && c.y <= max(a.y, b.y):
			return true
		case !c.beside && near(a.y, below+1) && near(b.y, below+1) && min(a.x, b.x) <= c.x && c.x <= max(a.x, b.x):
			return true
		}
	}
	return false
}

// A picture with all there is, and names that XML has to escape.
func TestPicture(t *testing.T) {
	readPicture(t, drawn(t, matcher.Parse(t, links), "link", &Options{Marks: []string{"host", "port"}, Parts: []string{"user", "<&>=host"}}))
}

// Automata with many edges in all directions.
func TestTangledPictures(t *testing.T) {
	var g *abnf.Grammar
	for _, text := range []string{
		"a = *( %s\"a\" / %s\"b\" ) %s\"a\" 3( %s\"a\" / %s\"b\" )\n",
		"a = *( 2( \"a\" / \"b\" ) / 3\"a\" / 5\"b\" )\n",
		dense(6),
		dense(12),
	} {
		g = matcher.Parse(t, text)
		if readPicture(t, drawn(t, g, "a", nil)); t.Failed() {
			t.Fatal(text)
		}
	}
}
