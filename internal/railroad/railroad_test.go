package railroad_test

import (
	"fmt"
	"math/rand"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/railroad"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

var grammarFiles = []string{"../../tables/rfc3986.abnf", "../../tables/rfc3987.abnf", "../../compile/abnf/core.abnf", "testdata/small.abnf"}

// draw returns the picture of a rule.
func draw(t testing.TB, r *abnf.Rule) []byte {
	t.Helper()
	svg, err := railroad.SVG(r, abnf.UTF8)
	if err != nil {
		t.Fatal(err)
	}
	return svg
}

// Pictures of small rules, one of every form. They were looked at.
func TestGolden(t *testing.T) {
	for r := range matcher.ParseFile(t, "testdata/small.abnf").Rules() {
		name := filepath.Join("testdata", r.Name+".svg")
		got := draw(t, r)
		testkit.Golden(t, name, string(got))
	}
}

// What a picture of a rule must be, checked in the file.
func TestRules(t *testing.T) {
	for _, name := range grammarFiles {
		for r := range matcher.ParseFile(t, name).Rules() {
			if err := check(t, r); err != nil {
				t.Errorf("%s, rule %s: %v", name, r.Name, err)
			}
		}
	}
}

func TestRandomTrees(t *testing.T) {
	params := gopter.DefaultTestParametersWithSeed(testkit.Seed(1))
	params.MinSuccessfulTests = 100
	if *testkit.Long {
		params.MinSuccessfulTests = 1000
	}
	properties := gopter.NewProperties(params)
	properties.Property("the picture says what the tree says", prop.ForAll(func(r *abnf.Rule) (string, error) {
		if err := check(t, r); err != nil {
			return "", fmt.Errorf("%v:\n%w", r, err)
		}
		return "", nil
	}, genRule))
	t.Logf("-seed=%d", testkit.Seed(1))
	properties.TestingRun(t)
}

// check draws a rule and looks at the picture.
func check(t testing.TB, r *abnf.Rule) error {
	svg := draw(t, r)
	if string(draw(t, r)) != string(svg) {
		return fmt.Errorf("not the same picture again")
	}
	p := readPicture(t, svg)
	for _, f := range []func(*picture, abnf.Node) error{checkPlaces, checkTracks, checkLeaves, checkCaptions, checkMeaning} {
		if err := f(p, r.Body); err != nil {
			return err
		}
	}
	return nil
}

// checkPlaces: boxes lie in the picture, texts in their boxes, and no box on another one.
func checkPlaces(p *picture, _ abnf.Node) error {
	for i, b := range p.boxes {
		if b.x < 0 || b.y < 0 || b.x+b.width > p.width || b.y+b.height > p.height {
			return fmt.Errorf("box %+v is not within %dx%d", b, p.width, p.height)
		}
		if c, ok := clear(b, p.boxes[:i]); !ok {
			return fmt.Errorf("boxes %+v and %+v overlap", b, c)
		}
		var before []box
		for _, l := range b.labels {
			place := l.box(4)
			if b.class != "rule" && b.class != "open" {
				place = l.box(7)
			}
			if b.title {
				place.x = l.x // the text begins there
			}
			if _, ok := clear(place, before); !ok {
				return fmt.Errorf("texts overlap in the box %+v", b)
			}
			if place.x < b.x || place.x+place.width > b.x+b.width || place.y < b.y || place.y+place.height > b.y+b.height {
				return fmt.Errorf("text %+v is not in the box %+v", l, b)
			}
			before = append(before, place)
		}
	}
	return nil
}

// clear reports whether a box overlaps none of others.
func clear(b box, others []box) (box, bool) {
	for _, c := range others {
		if b.x < c.x+c.width && c.x < b.x+b.width && b.y < c.y+c.height && c.y < b.y+b.height {
			return c, false
		}
	}
	return box{}, true
}

// box returns about where a text is, if it is written around its place.
func (c caption) box(letter int) box {
	width := letter * len(c.text)
	if c.fold {
		width += 14
	}
	return box{x: c.x - width/2, y: c.y - 8, width: width, height: 10}
}

// checkTracks: tracks run straight or round corners, in the picture, and behind no box
// or caption. Only those that lead to a box come near it.
func checkTracks(p *picture, _ abnf.Node) error {
	var captions []box
	for _, c := range p.captions {
		captions = append(captions, c.box(6))
	}
	for _, track := range p.tracks {
		for i, s := range track[1:] {
			from := track[i]
			if !s.curve && s.x != from.x && s.y != from.y || s.curve && !quarter(from.point, s) {
				return fmt.Errorf("a track goes from %v to %+v", from, s)
			}
			left, right := min(from.x, s.x), max(from.x, s.x)
			top, bottom := min(from.y, s.y), max(from.y, s.y)
			if left < 0 || top < 0 || right > p.width || bottom > p.height {
				return fmt.Errorf("a track leaves the picture at %v", s.point)
			}
			space := box{x: left, y: top - 1, width: right - left, height: bottom - top + 2}
			if b, ok := clear(space, captions); !ok {
				return fmt.Errorf("a track from %v to %v runs behind the caption %+v", from.point, s.point, b)
			}
			if b, ok := clear(space, p.boxes); !ok {
				return fmt.Errorf("a track from %v to %v runs behind %+v", from.point, s.point, b)
			}
			space = box{x: left - 4, y: top - 4, width: right - left + 8, height: bottom - top + 8}
			b, ok := clear(space, p.boxes)
			if leads := s.curve || from.y == s.y && s.y == b.y+b.height/2; !ok && !leads {
				return fmt.Errorf("a track from %v to %v comes near %+v", from.point, s.point, b)
			}
		}
	}
	return nil
}

// quarter reports whether a curve turns by 90 degrees, with a radius of 10.
func quarter(from point, s step) bool {
	dx, dy := s.x-from.x, s.y-from.y
	return dx*dx == 100 && dy*dy == 100 && (s.corner == point{from.x, s.y} || s.corner == point{s.x, from.y})
}

// checkLeaves: every terminal, name and prose is written once.
func checkLeaves(p *picture, n abnf.Node) error {
	var want, got []string
	for n := range abnf.All(n) {
		if label := labelOf(n); label != "" {
			want = append(want, label)
		}
	}
	for _, b := range p.boxes {
		got = append(got, b.meanings()...)
		if b.title != (len(b.labels) > 2 && b.class == "terminal list") {
			return fmt.Errorf("box %+v should have the title or should not", b)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		return fmt.Errorf("the picture has\n%q, want\n%q", got, want)
	}
	return nil
}

// checkCaptions: captions say how often loops run, below an arrow, and where there is nothing.
func checkCaptions(p *picture, n abnf.Node) error {
	var got []string
	others := slices.Clone(p.boxes)
	for _, c := range p.captions {
		got = append(got, c.text)
		if b, ok := clear(c.box(6), others); !ok {
			return fmt.Errorf("caption %+v overlaps %+v", c, b)
		}
		others = append(others, c.box(6))
		below := func(a point) bool { return a == point{c.x - 4, c.y - 15} }
		if c.text != "nothing" && !slices.ContainsFunc(p.arrows, below) {
			return fmt.Errorf("no arrow above the caption %+v", c)
		}
		if b := c.box(6); b.x < 0 || b.y < 0 || b.x+b.width > p.width || b.y+b.height > p.height {
			return fmt.Errorf("caption %+v is not within %dx%d", c, p.width, p.height)
		}
	}
	want := captions(n)
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		return fmt.Errorf("captions are\n%q, want\n%q", got, want)
	}
	return nil
}

// captions lists those of the repetitions in a tree; "nothing" is also that of an empty
// string.
func captions(n abnf.Node) (list []string) {
	for n := range abnf.All(n) {
		if text := captionOf(n); text != "" {
			list = append(list, text)
		}
	}
	return list
}

func captionOf(n abnf.Node) string {
	if r, is := n.(*abnf.Repetition); is {
		switch {
		case r.Max == 0:
			return "nothing"
		case r.Max == 1, r.Max == abnf.Unbounded && r.Min <= 1:
			return ""
		case r.Max == abnf.Unbounded:
			return fmt.Sprintf("at least %d times", r.Min)
		case r.Max == r.Min:
			return fmt.Sprintf("%d times", r.Min)
		}
		return strings.Replace(fmt.Sprintf("%d to %d times", r.Min, r.Max), "0 to ", "up to ", 1)
	}
	if labelOf(n) == "" && len(abnf.Children(n)) == 0 {
		return "nothing"
	}
	return ""
}

// checkMeaning: whoever follows the tracks reads what the tree matches.
func checkMeaning(p *picture, n abnf.Node) error {
	if text, ok := same(graphOfTree(n), graphOfPicture(p)); !ok {
		return fmt.Errorf("only one of picture and tree has%s", text)
	}
	return nil
}

// genRule makes a rule; failures are small enough to read without shrinking.
func genRule(params *gopter.GenParameters) *gopter.GenResult {
	r := &abnf.Rule{Name: "r", Body: randomNode(params.Rng, 1+params.MaxSize/20)}
	return gopter.NewGenResult(r, gopter.NoShrinker)
}

// randomNode makes a tree of at most the given height.
func randomNode(rng *rand.Rand, height int) abnf.Node {
	if height == 0 || rng.Intn(4) == 0 {
		return randomLeaf(rng)
	}
	switch rng.Intn(3) {
	case 0:
		return &abnf.Alternation{Alts: randomNodes(rng, height)}
	case 1:
		return &abnf.Concatenation{Elems: randomNodes(rng, height)}
	}
	lo, hi := rng.Intn(4), abnf.Unbounded
	if rng.Intn(2) == 0 {
		hi = lo + rng.Intn(3)
	}
	return &abnf.Repetition{Min: lo, Max: hi, Elem: randomNode(rng, height-1)}
}

func randomNodes(rng *rand.Rand, height int) []abnf.Node {
	list := make([]abnf.Node, 2+rng.Intn(4))
	for i := range list {
		list[i] = randomNode(rng, height-1)
	}
	return list
}

func randomLeaf(rng *rand.Rand) abnf.Node {
	switch rng.Intn(6) {
	case 0, 1:
		return &abnf.CharVal{Text: randomText(rng, 6), CaseSensitive: rng.Intn(2) == 0}
	case 2:
		return &abnf.ProseVal{Text: strings.ReplaceAll(randomText(rng, 120), ">", " ")}
	case 3:
		lo := randomValue(rng)
		return &abnf.NumVal{Base: 'x', Range: true, Values: []uint32{lo, lo + uint32(rng.Intn(0x110000-int(lo)))}}
	case 4:
		values := make([]uint32, 1+rng.Intn(3))
		for i := range values {
			values[i] = randomValue(rng)
		}
		return &abnf.NumVal{Base: 'd', Values: values}
	}
	return &abnf.RuleRef{Name: "name-" + strings.Repeat("n", rng.Intn(20))}
}

// randomValue makes all sizes equally likely.
func randomValue(rng *rand.Rand) uint32 { return uint32(rng.Intn(1 << (1 + rng.Intn(20)))) }

// randomText makes printable ASCII without quotation marks.
func randomText(rng *rand.Rand, most int) string {
	var text []byte
	for range rng.Intn(most) {
		if c := byte(' ' + rng.Intn('~'-' '+1)); c != '"' {
			text = append(text, c)
		}
	}
	return string(text)
}

// TestOctets: values of octets are bytes, and not characters.
func TestOctets(t *testing.T) {
	g := matcher.Parse(t, "r = %x80-FF %x0D.0A %x41-5A\n")
	for encoding, want := range map[abnf.Encoding]string{abnf.UTF8: "U+0080 to U+00FF", abnf.Octets: "0x80 to 0xFF"} {
		g.Encoding = encoding
		svg, err := railroad.SVG(g.Lookup("r"), encoding)
		if err != nil {
			t.Fatal(err)
		}
		page, err := railroad.Page("", g, []string{"r"})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{string(svg), string(page)} {
			if !strings.Contains(text, ">"+want+"<") {
				t.Errorf("%s is not in\n%s", want, text)
			}
		}
	}
}
