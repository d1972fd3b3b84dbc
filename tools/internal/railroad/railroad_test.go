package railroad_test

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/tools/internal/railroad"
)

var grammarFiles = []string{"../../../tables/rfc3986.abnf", "../../../tables/rfc3987.abnf", "../../../compile/abnf/core.abnf", "testdata/small.abnf"}

func draw(t testing.TB, r *abnf.Rule) []byte {
	t.Helper()
	svg, err := railroad.SVG(r, abnf.UTF8)
	if err != nil {
		t.Fatal(err)
	}
	return svg
}

// TestRules checks properties of generated pictures.
func TestRules(t *testing.T) {
	for _, name := range grammarFiles {
		for r := range matcher.ParseFile(t, name).Rules() {
			if err := check(t, r); err != nil {
				t.Errorf("%s, rule %s: %v", name, r.Name, err)
			}
			if p := readPicture(t, draw(t, r)); p.width > 1000 {
				t.Errorf("%s, rule %s: %d pixels wide", name, r.Name, p.width)
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

func check(t testing.TB, r *abnf.Rule) error {
	svg := draw(t, r)
	if string(draw(t, r)) != string(svg) {
		return fmt.Errorf("the picture differs from call to call")
	}
	p := readPicture(t, svg)
	for _, f := range []func(*picture, abnf.Node) error{checkPlaces, checkLeaves, checkCaptions, checkMeaning} {
		if err := f(p, r.Body); err != nil {
			return err
		}
	}
	return nil
}

// checkPlaces checks that boxes are inside the picture and do not overlap.
func checkPlaces(p *picture, _ abnf.Node) error {
	for i, b := range p.boxes {
		if b.x < 0 || b.y < 0 || b.x+b.width > p.width || b.y+b.height > p.height {
			return fmt.Errorf("box %+v is not within %dx%d", b, p.width, p.height)
		}
		for _, c := range p.boxes[:i] {
			if b.x < c.x+c.width && c.x < b.x+b.width && b.y < c.y+c.height && c.y < b.y+b.height {
				return fmt.Errorf("boxes %+v and %+v overlap", b, c)
			}
		}
	}
	return nil
}

// checkLeaves checks that every terminal, name and prose is written once.
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

// checkCaptions checks the captions of loops and empty tracks.
func checkCaptions(p *picture, n abnf.Node) error {
	var want []string
	for n := range abnf.All(n) {
		if text := captionOf(n); text != "" {
			want = append(want, text)
		}
	}
	slices.Sort(want)
	slices.Sort(p.captions)
	if !slices.Equal(p.captions, want) {
		return fmt.Errorf("captions are\n%q, want\n%q", p.captions, want)
	}
	return nil
}

// captionOf returns the caption of a repetition, or "nothing" for an empty string.
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

// checkMeaning checks that the tracks and the tree have the same strings of labels.
func checkMeaning(p *picture, n abnf.Node) error {
	if text, ok := same(graphOfTree(n), graphOfPicture(p)); !ok {
		return fmt.Errorf("only the picture or only the tree has%s", text)
	}
	return nil
}

// genRule generates a rule. It does not shrink, because failures are small.
func genRule(params *gopter.GenParameters) *gopter.GenResult {
	r := &abnf.Rule{Name: "r", Body: randomNode(params.Rng, 1+params.MaxSize/20)}
	return gopter.NewGenResult(r, gopter.NoShrinker)
}

// randomNode returns a tree of at most the given height.
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

// randomValue returns a value below a random power of two, so that small values are frequent.
func randomValue(rng *rand.Rand) uint32 { return uint32(rng.Intn(1 << (1 + rng.Intn(20)))) }

// randomText returns printable ASCII without quotation marks.
func randomText(rng *rand.Rand, most int) string {
	var text []byte
	for range rng.Intn(most) {
		if c := byte(' ' + rng.Intn('~'-' '+1)); c != '"' {
			text = append(text, c)
		}
	}
	return string(text)
}

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
