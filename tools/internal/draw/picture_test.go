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
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/tools/internal/svg"
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

// figure is a node as it is found in a file.
type figure struct {
	rectangle
	round   bool
	borders int
	texts   []string
}

// caption is a label: lines of text one below the other.
type caption struct {
	x     float64 // the middle, or the left side
	words []string
	room  rectangle
}

// svgFile is a picture as it is found in a file.
type svgFile struct {
	t      testing.TB
	room   rectangle
	nodes  []figure
	lines  int
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
	f.lines = len(root.Elements[2].Elements)
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
			c.room = c.room.join(textRoom(&e, x, y, size))
		} else {
			list = append(list, caption{x, strings.Fields(e.Text), textRoom(&e, x, y, size)})
		}
		lastY = y
	}
	return list
}

func (r rectangle) join(s rectangle) rectangle {
	return rectangle{min(r.left, s.left), min(r.top, s.top), max(r.right, s.right), max(r.bottom, s.bottom)}
}

// textRoom is the room of a string on a base line.
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
		case e.XMLName.Local == "rect" && n.borders == 0:
			n.rectangle = rectangle{e.number("x"), e.number("y"), e.number("x") + e.number("width"), e.number("y") + e.number("height")}
			n.borders++
		case e.XMLName.Local != "text":
			n.borders++
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
		rooms = append(rooms, f.nodes[i].rectangle)
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

func (f *svgFile) checkNodes(d *Drawing) {
	if len(f.nodes) != len(d.nodes) {
		f.t.Fatalf("%d nodes, want %d", len(f.nodes), len(d.nodes))
	}
	for i, n := range d.nodes {
		got := &f.nodes[i]
		if got.round == n.box || (got.borders == 2) != n.accepting || !slices.Equal(got.texts, n.lines) {
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

// checkEdges expects a line and a label for each edge, and a line from the start. Where they lie
// is for TestLayout.
func (f *svgFile) checkEdges(d *Drawing) {
	var got, want []string
	for _, e := range d.edges {
		want = append(want, fmt.Sprint(e.label))
	}
	for _, c := range f.labels {
		got = append(got, fmt.Sprint(c.words))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || f.lines != len(d.edges)+1 {
		f.t.Errorf("%d lines, labels\n%v\nwant\n%v", f.lines, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A picture with all there is, and names that XML has to escape.
func TestPicture(t *testing.T) {
	readPicture(t, drawn(t, matcher.Parse(t, links), "link", &Options{Parts: []string{"user", "<&>=host"}}))
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
